import type { Logger } from 'pino';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import type { Notice } from '../notice.ts';
import type { PlatformId } from '../provider.ts';
import { RETRY_DELAYS_MS, type Turn } from './delivery.ts';
import { keepUnreadableItems } from './keep-items.ts';
import { keepParts } from './keep-parts.ts';
import { deleteDeliveries, type HeldDelivery, holdTaken, noteApplied, postponeDelivery } from './queries.ts';
import type { ReadDelivery } from './read-deliveries.ts';
import { putAside } from './set-aside.ts';

export type WorkOffDeps = {
  readonly db: Database;
  readonly logger: Logger;
  /** Stores what a platform reports about its people, in the transaction that deletes the delivery. */
  apply(tx: Transaction, provider: PlatformId, notices: readonly Notice[]): Promise<void>;
};

/**
 * Processes deliveries that were read. Each is deleted in the transaction that stores its content, so that it counts once, however
 * often this is interrupted. Those of one platform are stored together; when that fails, one by one, and each person by person, so that
 * one fault blocks nobody else.
 */
export async function workOff(
  deps: WorkOffDeps,
  deliveries: readonly ReadDelivery[],
  turn: Turn,
): Promise<void> {
  const done = new Set<string>();
  // One transaction for each platform: a transaction that holds people of one and waits for those of another could deadlock.
  for (const theirs of Map.groupBy(deliveries, ({ provider }) => provider).values())
    for (const id of await workOffTogether(deps, theirs, turn)) done.add(id);
  for (const delivery of deliveries) if (!done.has(delivery.id)) await workOffOne(deps, delivery, turn);
}

/** @param deliveries of one platform @returns the ids of those that are gone; none where one of them fails */
async function workOffTogether(
  deps: WorkOffDeps,
  deliveries: readonly ReadDelivery[],
  turn: Turn,
): Promise<ReadonlySet<string>> {
  const readable = deliveries.filter(({ state }) => state === 'read');
  const provider = readable[0]?.provider;
  if (provider === undefined || readable.length < 2) return new Set();
  try {
    return await deps.db.transaction(async (tx) => {
      const all = readable.map(({ id }) => id);
      const held = new Set((await holdTaken(tx, all, turn)).map(({ id }) => id));
      const good = readable.filter(({ id }) => held.has(id));
      const notices = good.flatMap(noticesOf);
      if (notices.length > 0) await deps.apply(tx, provider, notices);
      await keepUnreadableItems(tx, provider, good, turn.now);
      const gone = good.map(({ id }) => id);
      await deleteDeliveries(tx, gone);
      return new Set(gone);
    });
  } catch (error) {
    deps.logger.info({ code: describeFailure(error) }, 'deliveries are worked off one by one');
    return new Set();
  }
}

function noticesOf(delivery: ReadDelivery): readonly Notice[] {
  if (delivery.state !== 'read') return [];
  const { position, is_hint } = delivery;
  const told = delivery.notices.filter(({ kind }) => kind !== 'unreadable');
  return told.map((notice) => ({ ...notice, position, ...(is_hint && { is_hint }) }));
}

/** Stores it person by person, each in a transaction that also marks the person as done in the delivery. */
async function workOffOne(deps: WorkOffDeps, delivery: ReadDelivery, turn: Turn): Promise<void> {
  if (delivery.state !== 'read')
    return await end(deps, delivery, turn, delivery.state === 'failed' ? [{ error: delivery.error }] : []);
  const byPerson = Map.groupBy(noticesOf(delivery), ({ provider_user_id }) => provider_user_id);
  const failures: Failure[] = [];
  for (const [provider_user_id, notices] of byPerson) {
    try {
      await deps.db.transaction(async (tx) => {
        const held = await hold(tx, delivery, turn);
        if (held === undefined || held.applied_to.includes(provider_user_id)) return;
        await deps.apply(tx, delivery.provider, notices);
        await noteApplied(tx, delivery.id, provider_user_id);
      });
    } catch (error) {
      failures.push({ provider_user_id, error });
    }
  }
  await end(deps, delivery, turn, failures);
}

type Failure = { readonly provider_user_id?: string; readonly error: unknown };

async function hold(tx: Transaction, { id }: ReadDelivery, turn: Turn): Promise<HeldDelivery | undefined> {
  return (await holdTaken(tx, [id], turn))[0];
}

/**
 * Deletes the delivery, sets it aside, or schedules another attempt; nothing where somebody else has taken it.
 *
 * @throws where the database is away, which is no fault of the delivery
 */
async function end(
  deps: WorkOffDeps,
  delivery: ReadDelivery,
  turn: Turn,
  failures: readonly Failure[],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, delivery, turn);
    if (held === undefined) return;
    const [failure] = failures;
    if (delivery.state === 'unreadable') {
      await putWholeAside(deps, tx, { delivery, because: delivery.reason, now: turn.now });
    } else if (failure === undefined) {
      await keepUnreadableItems(tx, delivery.provider, [delivery], turn.now);
      await deleteDeliveries(tx, [delivery.id]);
    } else {
      await tryAgainOrPutAside(deps, tx, { delivery, held, failures, failure }, turn.now);
    }
  });
}

type Failed = {
  readonly delivery: ReadDelivery;
  readonly held: HeldDelivery;
  readonly failures: readonly Failure[];
  readonly failure: Failure;
};

async function tryAgainOrPutAside(
  deps: WorkOffDeps,
  tx: Transaction,
  { delivery, held, failures, failure }: Failed,
  now: Date,
): Promise<void> {
  const { id, provider } = delivery;
  const attempts = held.attempts + 1;
  const delay_ms = RETRY_DELAYS_MS[held.attempts];
  const code = describeFailure(failure.error);
  deps.logger.warn({ delivery_id: id, provider, attempts, code }, 'a delivery could not be worked off');
  if (delay_ms !== undefined) {
    await postponeDelivery(tx, { id, attempts, not_before: new Date(now.getTime() + delay_ms) });
    return;
  }
  const reasonOf = (error: unknown): string =>
    `Storing it failed ${attempts} times, the last time with ${describeFailure(error)}.`;
  if (failure.provider_user_id === undefined)
    return await putWholeAside(deps, tx, { delivery, because: reasonOf(failure.error), now });
  const parts = failures.flatMap(({ provider_user_id, error }) =>
    provider_user_id === undefined ? [] : { provider_user_id, because: reasonOf(error) },
  );
  await keepParts(tx, delivery, parts, now);
  await keepUnreadableItems(tx, provider, [delivery], now);
  await deleteDeliveries(tx, [id]);
  deps.logger.warn({ delivery_id: id, people: parts.length }, 'parts of a delivery were set aside');
}

async function putWholeAside(
  deps: WorkOffDeps,
  tx: Transaction,
  { delivery: { id, is_hint }, because, now }: { delivery: ReadDelivery; because: string; now: Date },
): Promise<void> {
  await putAside(tx, [{ id, is_hint, because, user_id: null }], now);
  deps.logger.warn({ delivery_id: id, because }, 'a delivery was set aside');
}

/** The kind of an error: its code or name. Messages of databases and parsers quote people's data. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error';
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
