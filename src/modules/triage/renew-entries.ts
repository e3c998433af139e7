import { hash } from 'node:crypto';
import type { Database, Queryable, Transaction } from '../../infra/db/database.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../../shared/time.ts';
import {
  type Entry,
  findLimits,
  findMarks,
  findOrganizationsWithDue,
  type Mark,
  placeInList,
  storeEntries,
  takeDue,
} from './entry-queries.ts';
import { type AthleteFacts, findFacts } from './facts-queries.ts';
import { type Limits, RULE_VERSION } from './limits.ts';
import { type Reason, reasonsOf } from './reasons.ts';

export type TriageDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

/** So many at a time: their facts are read in a few statements of some ten thousand rows. */
const AT_ONCE = 200;

/** By what the entries of an organization are found now: where it is another, they are found anew. */
export async function findBasis(
  db: Queryable,
  org_id: string,
  policies: SourcePolicies,
): Promise<{ basis: string; limits: Limits }> {
  const limits = await findLimits(db, org_id);
  return { limits, basis: hash('sha256', JSON.stringify([RULE_VERSION, limits, policies]), 'base64url') };
}

/**
 * Finds anew what may have changed of one organization's athletes.
 *
 * @param most how many athletes at the most, in steps of their own transactions
 * @returns whether that was all
 */
export async function renewEntries(
  { db, clock, sourcePolicies }: TriageDeps,
  org_id: string,
  { most, signal }: { most: number; signal?: AbortSignal },
): Promise<boolean> {
  for (let renewed = 0; renewed < most; ) {
    signal?.throwIfAborted();
    const limit = Math.min(AT_ONCE, most - renewed);
    const now = clock.now();
    const taken = await db.transaction(async (tx) => {
      const { basis, limits } = await findBasis(tx, org_id, sourcePolicies);
      const held = await takeDue(tx, { org_id, basis, now, limit });
      if (held.length === 0) return 0;
      await renewHeld(tx, { org_id, basis, limits, now, held }, sourcePolicies);
      return held.length;
    });
    if (taken < limit) return true;
    renewed += taken;
  }
  return false;
}

/** Finds the entries of athletes anew that the transaction holds. */
async function renewHeld(
  tx: Transaction,
  of: { org_id: string; basis: string; limits: Limits; now: Date; held: readonly string[] },
  policies: SourcePolicies,
): Promise<void> {
  const { org_id, limits, now, held } = of;
  const facts = await findFacts(tx, { org_id, user_ids: held, now }, policies);
  const marks = await findMarks(tx, { org_id, user_ids: held });
  const entries = facts.map((one) => entryOf(one, limits, marks.get(one.user_id) ?? null));
  await storeEntries(tx, of, entries);
}

/** What the rules say of an athlete, and whether coaches have said that they know. */
export function entryOf(facts: AthleteFacts, limits: Limits, mark: Mark | null): Entry {
  const reasons = reasonsOf(facts, limits);
  const marked = markedState(reasons, mark, facts.now);
  const state =
    reasons.length > 0 ? (marked ?? 'open') : facts.shares_nothing ? ('private' as const) : ('well' as const);
  return {
    user_id: facts.user_id,
    state,
    place: placeInList(state, reasons),
    reasons,
    good_until: goodUntil(facts, limits, state === 'later' ? mark : null),
  };
}

/** A mark holds as long as there is nothing in the reasons that was not there when it was made; `later` also ends with its time. */
function markedState(reasons: readonly Reason[], mark: Mark | null, now: Date): 'handled' | 'later' | null {
  if (mark === null || (mark.until !== null && mark.until <= now)) return null;
  const known = new Set(mark.keys);
  return reasons.every((reason) => keysOf([reason]).every((key) => known.has(key))) ? mark.state : null;
}

export function keysOf(reasons: readonly Reason[]): string[] {
  return reasons.flatMap(({ code, keys }) => keys.map((key) => `${code} ${key}`));
}

/** When the same facts may say something else: on the next day where the athlete lives, or when a wait or a silence is long enough. */
function goodUntil(facts: AthleteFacts, limits: Limits, snoozed: Mark | null): Date {
  const { now, today, time_zone, waiting_message, last_activity } = facts;
  const tomorrow = Temporal.PlainDate.from(addDays(today, 1)).toZonedDateTime(time_zone).epochMilliseconds;
  const times = [
    tomorrow,
    ...(waiting_message === null
      ? []
      : [waiting_message.since.getTime() + limits.message_wait_hours * HOUR_MS]),
    ...(last_activity === null ? [] : [last_activity.start_time.getTime() + limits.silent_days * DAY_MS]),
    ...(snoozed?.until ? [snoozed.until.getTime()] : []),
  ];
  return new Date(Math.min(...times.filter((time) => time > now.getTime())));
}

/** Finds anew what has changed in all organizations, so that coaches wait for as little as may be. */
export async function renewAll(deps: TriageDeps, signal: AbortSignal): Promise<void> {
  for (const org_id of await findOrganizationsWithDue(deps.db, deps.clock.now())) {
    await renewEntries(deps, org_id, { most: Number.POSITIVE_INFINITY, signal });
  }
}
