import type { Logger } from 'pino';
import type { Database } from '../../../infra/db/database.ts';
import type { JobContext, JobHandler, Jobs } from '../../../infra/jobs/index.ts';
import type { SendOutcome } from '../../../infra/send-outcome.ts';
import { createGate, type Gate } from '../../../shared/gate.ts';
import { newId } from '../../../shared/ids.ts';
import { type Clock, MINUTE_MS } from '../../../shared/time.ts';
import { holdUsers } from '../../users/index.ts';
import { forgetDevices } from '../devices/device-queries.ts';
import { sendAgainAt } from './back-off.ts';
import { type EndDeps, endIfOver } from './end-outgoing.ts';
import { sendJob } from './jobs.ts';
import { obstacleTo } from './obstacle.ts';
import type { Channel } from './outgoing.ts';
import { type SenderDeps, sendOne, serviceOf } from './send-one.ts';
import {
  type Attempted,
  type BatchAt,
  findMessage,
  findNextDue,
  forgetChats,
  holdMessage,
  recordAttempts,
  type SentMessage,
  settleAbandoned,
  type TakenDelivery,
  takeDue,
} from './send-queries.ts';
import { sendOptions } from './store-batches.ts';

export type SendDeps = SenderDeps &
  EndDeps & {
    readonly db: Database;
    readonly clock: Clock;
    readonly jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>;
  };

/** Taken at a time. When the process dies, as many are lost at most for each job that it was at. */
const AT_A_TIME = 50;
/** In one process, of all jobs together; mail servers let few in. */
const AT_ONCE: Readonly<Record<Channel, number>> = { push: 50, chat: 20, email: 6 };

/** An attempt that says nothing for so long has ended with its process: longer than any takes. Mails wait for each other. */
const SILENCE_MS: ReadonlyMap<Channel, number> = new Map([
  ['push', MINUTE_MS],
  ['chat', MINUTE_MS],
  ['email', 10 * MINUTE_MS],
]);
/** What knows a message that comes twice by its id: mail programs, and LINE by its retry key. */
const SENT_AGAIN = ['email', 'line'];

/** Sends what is due of a batch, and sees to it that the rest is, when it is: after quiet hours, or when a service may be asked again. */
export function sendHandler(deps: SendDeps): JobHandler<{ outgoing_id: string; batch: number }> {
  const gates: Readonly<Record<Channel, Gate>> = {
    push: createGate(AT_ONCE.push),
    chat: createGate(AT_ONCE.chat),
    email: createGate(AT_ONCE.email),
  };
  return async (which, context) => {
    const message = await findMessage(deps.db, which.outgoing_id);
    if (message === null) return;
    const work: Work = { deps, message, gates, broken: new Set(), ...context };
    await settleSilent(work, { ...which, now: deps.clock.now() });
    while (await sendSome(work, { ...which, now: deps.clock.now() })) context.signal.throwIfAborted();
    await goOnLater(deps, which);
  };
}

type Work = Pick<JobContext, 'signal' | 'logger'> & {
  readonly deps: SendDeps;
  readonly message: SentMessage;
  readonly gates: Readonly<Record<Channel, Gate>>;
  /** Services whose settings were found to be wrong: nothing more of this batch is sent by them. */
  readonly broken: Set<string>;
};

async function settleSilent({ deps, logger }: Work, which: BatchAt): Promise<void> {
  const before = (ms: number): Date => new Date(which.now.getTime() - ms);
  const silent_since = new Map([...SILENCE_MS].map(([channel, ms]) => [channel, before(ms)] as const));
  const settled = await settleAbandoned(deps.db, which, { silent_since, sent_again: SENT_AGAIN });
  if (settled > 0) {
    const { outgoing_id } = which;
    logger.warn(
      { outgoing_id, deliveries: settled },
      'deliveries were interrupted; what became of them nobody knows',
    );
  }
}

/** @returns false when nothing is due */
async function sendSome(work: Work, which: BatchAt): Promise<boolean> {
  const { deps } = work;
  const claim = newId();
  const taken = await takeDue(deps.db, which, work.message, { claim, limit: AT_A_TIME });
  if (taken.length === 0) return false;
  const attempts = await Promise.all(taken.map((delivery) => attempt(work, delivery)));
  await forgetGone(deps, { taken, attempts, before: which.now });
  await deps.db.transaction(async (tx) => {
    // People before what is theirs, as where somebody is deleted.
    await holdUsers(
      tx,
      attempts.flatMap(({ user_id }) => user_id ?? []),
    );
    await holdMessage(tx, which.outgoing_id);
    await recordAttempts(tx, { outgoing_id: which.outgoing_id, claim }, attempts);
  });
  return true;
}

async function attempt(work: Work, delivery: TakenDelivery): Promise<Attempted> {
  const { deps, message, gates, broken } = work;
  const { channel, address_hash, user_id } = delivery;
  const ended = { channel, address_hash, user_id, due_at: null, counts_as_attempt: true };
  const obstacle = obstacleTo(message, delivery, deps.clock.now());
  if (obstacle !== null) return { ...ended, ...obstacle, counts_as_attempt: obstacle.state !== 'waiting' };
  const gate = gates[channel];
  await gate.enter();
  try {
    const outcome: SendOutcome | null = broken.has(serviceOf(delivery))
      ? { kind: 'misconfigured', reason: 'misconfigured' }
      : await trySending(work, delivery);
    // Nothing was said to anybody: it is sent when the server is there again.
    if (outcome === null)
      return { ...ended, state: 'waiting', reason: null, due_at: deps.clock.now(), counts_as_attempt: false };
    return { ...ended, ...stateAfter(work, delivery, outcome) };
  } finally {
    gate.leave();
  }
}

/** @returns null when nothing was sent since the server ends */
async function trySending(
  { deps, message, signal, logger }: Work,
  delivery: TakenDelivery,
): Promise<SendOutcome | null> {
  try {
    return await sendOne(deps, { message, delivery }, signal);
  } catch (error) {
    if (signal.aborted) return null;
    logger.error(
      { err: error, service: serviceOf(delivery) },
      'a delivery failed in a way nobody thought of',
    );
    return { kind: 'unknown', reason: 'error' };
  }
}

function stateAfter(
  { deps, message, broken, logger }: Work,
  delivery: TakenDelivery,
  outcome: SendOutcome,
): Pick<Attempted, 'state' | 'reason' | 'due_at'> {
  const ended = { reason: 'reason' in outcome ? outcome.reason : null, due_at: null };
  switch (outcome.kind) {
    case 'sent':
      return { ...ended, state: 'sent' };
    case 'gone':
      return { ...ended, state: 'gone' };
    case 'refused':
      return { ...ended, state: 'failed' };
    case 'unknown':
      return { ...ended, state: 'lost' };
    case 'misconfigured':
      alarm(
        { broken, logger },
        { service: serviceOf(delivery), outgoing_id: message.id, reason: outcome.reason },
      );
      return { ...ended, state: 'failed' };
    case 'busy': {
      const due_at = sendAgainAt({
        now: deps.clock.now(),
        created_at: message.created_at,
        attempts: delivery.attempts,
        retry_after_ms: outcome.retry_after_ms,
        chance: (delivery.address_hash[delivery.attempts] ?? 0) / 256,
      });
      return { ...ended, due_at, state: due_at === null ? 'failed' : 'waiting' };
    }
  }
}

/** Once a batch: the operator has to mend it, and a thousand lines say no more than one. */
function alarm(
  { broken, logger }: { broken: Set<string>; logger: Logger },
  found: { readonly service: string; readonly outgoing_id: string; readonly reason: string },
): void {
  if (broken.has(found.service)) return;
  broken.add(found.service);
  logger.error(
    found,
    'alarm: a service refuses us, not the message. Check its settings; what was to go out by it has failed',
  );
}

/** Before it is written down that they are gone: of what is written down the device is forgotten, whenever this process ends. */
async function forgetGone(
  { db }: SendDeps,
  {
    taken,
    attempts,
    before,
  }: { taken: readonly TakenDelivery[]; attempts: readonly Attempted[]; before: Date },
): Promise<void> {
  const gone = taken.flatMap(({ channel, address_hash, service, user_id }, n) => {
    const isGone = attempts[n]?.state === 'gone' && user_id !== null;
    return isGone ? [{ channel, token_hash: address_hash, service, user_id }] : [];
  });
  const devices = gone.filter(({ channel }) => channel === 'push');
  const chats = gone.flatMap(({ user_id, service }) => (service === null ? [] : [{ user_id, service }]));
  if (devices.length > 0) await forgetDevices(db, devices, before);
  if (chats.length > 0) await forgetChats(db, chats, before);
}

/** The rest at its time; when there is none, the message may be over. */
async function goOnLater(
  deps: SendDeps,
  which: { readonly outgoing_id: string; readonly batch: number },
): Promise<void> {
  const next = await findNextDue(deps.db, which, SILENCE_MS);
  if (next === null) return await endIfOver(deps, which.outgoing_id);
  await deps.db.transaction(async (tx) => {
    await deps.jobs.enqueue(tx, sendJob, which, sendOptions(which, next));
  });
}
