import type { Logger } from 'pino';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import { findPeople } from '../connection-queries.ts';
import type { Notice } from '../notice.ts';
import type { PlatformId } from '../provider.ts';
import { RETRY_DELAYS_MS } from './delivery.ts';
import { describeFailure } from './describe-failure.ts';
import { keepUnreadableItems } from './keep-items.ts';
import {
  deleteDeliveries,
  type HeldDelivery,
  holdWaiting,
  noteApplied,
  postponeDelivery,
  type SettingAside,
  setAside,
} from './queries.ts';
import type { ReadDelivery } from './read-deliveries.ts';

export type WorkOffDeps = {
  readonly db: Database;
  readonly logger: Logger;
  /** Stores what a platform says of its people, in the transaction in which the delivery goes. */
  apply(tx: Transaction, provider: PlatformId, notices: readonly Notice[]): Promise<void>;
};

/**
 * Works off what was read: each delivery is gone in the transaction that stores what it says, so that it counts once however
 * often this is broken off. They go together; when that fails they go one by one, and of each its people one by one, so that
 * what is wrong with one holds up nobody else.
 *
 * @returns how many wait no more, or later
 */
export async function workOff(
  deps: WorkOffDeps,
  deliveries: readonly ReadDelivery[],
  now: Date,
): Promise<number> {
  const done = await workOffTogether(deps, deliveries, now);
  let count = done.size;
  for (const delivery of deliveries) {
    if (!done.has(delivery.id) && (await workOffOne(deps, delivery, now))) count += 1;
  }
  return count;
}

/** @returns the ids of those that are gone; none where one of them fails */
async function workOffTogether(
  deps: WorkOffDeps,
  deliveries: readonly ReadDelivery[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (deliveries.length < 2) return new Set();
  try {
    return await deps.db.transaction(async (tx) => {
      const all = deliveries.map(({ id }) => id);
      const held = await holdWaiting(tx, all, now);
      // What has failed before is worked off by itself.
      const fresh = new Set(held.filter(({ attempts }) => attempts === 0).map(({ id }) => id));
      const good = deliveries.filter(({ id, state }) => fresh.has(id) && state === 'read');
      for (const [provider, theirs] of Map.groupBy(good, ({ provider }) => provider)) {
        const notices = theirs.flatMap(noticesOf);
        if (notices.length > 0) await deps.apply(tx, provider, notices);
        await keepUnreadableItems(tx, provider, theirs, now);
      }
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
  return delivery.state === 'read' ? delivery.notices.filter(({ kind }) => kind !== 'unreadable') : [];
}

/** Person by person, each in a transaction of their own that notes it with the delivery. */
async function workOffOne(deps: WorkOffDeps, delivery: ReadDelivery, now: Date): Promise<boolean> {
  if (delivery.state !== 'read')
    return await end(deps, delivery, now, delivery.state === 'failed' ? [{ error: delivery.error }] : []);
  const byPerson = Map.groupBy(noticesOf(delivery), ({ provider_user_id }) => provider_user_id);
  const failures: Failure[] = [];
  for (const [provider_user_id, notices] of byPerson) {
    try {
      await deps.db.transaction(async (tx) => {
        const held = await hold(tx, delivery, now);
        if (held === undefined || held.applied_to.includes(provider_user_id)) return;
        await deps.apply(tx, delivery.provider, notices);
        await noteApplied(tx, delivery.id, provider_user_id);
      });
    } catch (error) {
      failures.push({ provider_user_id, error });
    }
  }
  return await end(deps, delivery, now, failures);
}

type Failure = { readonly provider_user_id?: string; readonly error: unknown };

async function hold(tx: Transaction, { id }: ReadDelivery, now: Date): Promise<HeldDelivery | undefined> {
  return (await holdWaiting(tx, [id], now))[0];
}

/**
 * It is gone, set aside, or to be tried again.
 *
 * @returns false where somebody else has it
 * @throws where the database is away, which is no fault of the delivery
 */
async function end(
  deps: WorkOffDeps,
  delivery: ReadDelivery,
  now: Date,
  failures: readonly Failure[],
): Promise<boolean> {
  return await deps.db.transaction(async (tx) => {
    const held = await hold(tx, delivery, now);
    if (held === undefined) return false;
    const [failure] = failures;
    if (delivery.state === 'unreadable') {
      await putAside(deps, tx, { id: delivery.id, because: delivery.reason, user_id: null }, now);
    } else if (failure === undefined) {
      await keepUnreadableItems(tx, delivery.provider, [delivery], now);
      await deleteDeliveries(tx, [delivery.id]);
    } else {
      await tryAgainOrPutAside(deps, tx, { delivery, held, failures, failure }, now);
    }
    return true;
  });
}

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
  const because = `Storing it failed ${attempts} times, the last time with ${code}.`;
  await putAside(deps, tx, { id, because, user_id: await onlyPerson(tx, provider, failures) }, now);
}

type Failed = {
  readonly delivery: ReadDelivery;
  readonly held: HeldDelivery;
  readonly failures: readonly Failure[];
  readonly failure: Failure;
};

async function putAside(deps: WorkOffDeps, tx: Transaction, one: SettingAside, now: Date): Promise<void> {
  await setAside(tx, [one], now);
  deps.logger.warn({ delivery_id: one.id, because: one.because }, 'a delivery was set aside');
}

async function onlyPerson(
  tx: Transaction,
  provider: PlatformId,
  failures: readonly Failure[],
): Promise<string | null> {
  const ids = failures.flatMap(({ provider_user_id = [] }) => provider_user_id);
  if (ids.length !== 1) return null;
  return [...(await findPeople(tx, provider, ids)).values()][0] ?? null;
}
