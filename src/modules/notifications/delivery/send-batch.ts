import type { Logger } from 'pino';
import type { Database } from '../../../infra/db/database.ts';
import type { JobContext, JobHandler, Jobs } from '../../../infra/jobs/index.ts';
import type { SendOutcome } from '../../../infra/send-outcome.ts';
import { createGate, type Gate } from '../../../shared/gate.ts';
import { newId } from '../../../shared/ids.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { sendAgainAt } from './back-off.ts';
import { type EndDeps, endIfOver } from './end-outgoing.ts';
import { sendJob } from './jobs.ts';
import { obstacleTo } from './obstacle.ts';
import type { Channel } from './outgoing.ts';
import { type Recorder, recordOutcomes, type Taken } from './record-outcomes.ts';
import { type SenderDeps, sendOne, serviceOf } from './send-one.ts';
import {
  type Attempted,
  type BatchAt,
  findMessage,
  findNextDue,
  type SentMessage,
  settleAbandoned,
  showLife,
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

/** Deliveries that each of two jobs takes at a time: few, since all pushes and chats of them are handed over at once. */
const AT_A_TIME = 25;
/** At once in one process, over all jobs; mail servers accept few connections. */
const AT_ONCE: Readonly<Record<Channel, number>> = { push: 50, chat: 50, email: 6 };

/** How often a running attempt shows a sign of life, in real time, and after how long a silence its process counts as dead. */
const SIGN_OF_LIFE_MS = 15 * SECOND_MS;
const SILENCE_MS = MINUTE_MS;
/** These recognize a message that comes twice by its id: mail programs, and LINE by its retry key. */
const SENT_AGAIN = ['email', 'line'];

/** Sends what is due of a batch, and schedules the rest for when it is due: after quiet hours, or when a service may be asked again. */
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
  /** Services whose settings were found to be wrong. Nothing more of this batch goes to them. */
  readonly broken: Set<string>;
};

async function settleSilent({ deps, logger }: Work, which: BatchAt): Promise<void> {
  const silent_since = new Date(which.now.getTime() - SILENCE_MS);
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
  const { deps, message } = work;
  const { now: taken_at, ...batch } = which;
  const taken: Taken = { ...batch, claim: newId(), taken_at };
  const deliveries = await takeDue(deps.db, which, message, { claim: taken.claim, limit: AT_A_TIME });
  if (deliveries.length === 0) return false;
  const recorder = recordOutcomes(deps, taken);
  const signs = setInterval(() => void showSign(work, taken), SIGN_OF_LIFE_MS);
  try {
    await Promise.all(deliveries.map((delivery) => attempt(work, delivery, recorder)));
    await recorder.end();
  } finally {
    clearInterval(signs);
  }
  return true;
}

async function showSign({ deps, logger }: Work, taken: Taken): Promise<void> {
  try {
    await showLife(deps.db, { ...taken, now: deps.clock.now() });
  } catch (error) {
    logger.warn(
      { err: error, outgoing_id: taken.outgoing_id },
      'could not say that deliveries are under way',
    );
  }
}

async function attempt(work: Work, delivery: TakenDelivery, recorder: Recorder): Promise<void> {
  const { deps, message, gates } = work;
  const obstacle = obstacleTo(message, delivery, deps.clock.now());
  if (obstacle !== null) {
    const attempted = { ...obstacle, counts_as_attempt: obstacle.state !== 'waiting' };
    return await recorder.add({ delivery, attempted: { ...addressOf(delivery), ...attempted } });
  }
  const gate = gates[delivery.channel];
  await gate.enter();
  try {
    const said = recorder.add({ delivery, attempted: await hand(work, delivery) });
    // A mail that was accepted but not recorded would be sent again, so it is recorded before the next one is sent.
    if (delivery.channel === 'email') await said;
  } finally {
    gate.leave();
  }
}

const addressOf = ({ channel, address_hash, user_id }: TakenDelivery) => ({ channel, address_hash, user_id });

async function hand(work: Work, delivery: TakenDelivery): Promise<Attempted> {
  const ended = { ...addressOf(delivery), due_at: null, counts_as_attempt: true };
  const outcome: SendOutcome | null = work.broken.has(serviceOf(delivery))
    ? { kind: 'misconfigured', reason: 'misconfigured' }
    : await trySending(work, delivery);
  // Nothing was sent to anybody, so it waits until the server runs again.
  if (outcome === null)
    return {
      ...ended,
      state: 'waiting',
      reason: null,
      due_at: work.deps.clock.now(),
      counts_as_attempt: false,
    };
  return { ...ended, ...stateAfter(work, delivery, outcome) };
}

/** @returns null when nothing was sent because the server is shutting down */
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
      return { ...ended, state: 'unknown' };
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

/** Reports a wrong setting once for each batch: the operator has to fix it, and a thousand lines say no more than one. */
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
