import type { Logger } from 'pino';
import type { Transaction } from '../../../infra/db/database.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { withSession } from '../connections/with-session.ts';
import { requireProvider } from '../find-provider.ts';
import type { Notice } from '../notice.ts';
import { type Allowance, type BackfillStep, CONNECTED_PLATFORMS, type PlatformId } from '../provider.ts';
import {
  addImported,
  addRemark,
  advanceBackfill,
  type Backfill,
  countUnreadable,
  failBackfill,
  findWaitingBackfills,
  isAnotherFirst,
  putOffBackfill,
  takeBackfill,
} from './backfill-queries.ts';
import { holdPerson } from './hold-person.ts';
import { type Fault, faultOf } from './platform-fault.ts';
import { deleteUnreadable, findSpokenOfSince, insertUnreadable } from './platform-fetch-queries.ts';
import { drawPosition, findPause, isConnected, pausePlatform, recordSync } from './queries.ts';
import { shareAllowance } from './share-allowance.ts';
import { storeNotices } from './store-notices.ts';
import type { SyncDeps } from './sync-deps.ts';
import { backfillJob, enqueueFor, enqueueForAll, TURN_MS } from './sync-jobs.ts';
import { later, nextTry, pauseUntil } from './try-again.ts';

/**
 * The share of a platform's allowance that is kept for new workouts, so that somebody who has just run sees it, however much past is
 * being fetched. The share is larger for a window that lasts long.
 */
const KEPT_FOR_NEWS = { soon_over: 0.02, long: 0.05 } as const;
const SOON_MS = HOUR_MS;

/** The clocks of servers may differ by this much: a workout that was announced shortly before a step began is asked about anyway. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** How often the backfill of one platform looks whether another platform's still comes first. */
const LOOK_AGAIN_MS = MINUTE_MS;

type Context = { readonly signal: AbortSignal; readonly logger: Logger };

/**
 * Fetches an athlete's past for a while, then leaves a job for the rest. It may be interrupted anywhere: each step is stored together
 * with the cursor. Of several platforms the one that was connected first goes first, as long as it can go on.
 */
export async function runBackfill(deps: SyncDeps, key: ConnectionKey, context: Context): Promise<void> {
  const ends_ms = deps.clock.now().getTime() + TURN_MS;
  for (;;) {
    context.signal.throwIfAborted();
    const now = deps.clock.now();
    if (await isAnotherFirst(deps.db, key, { askable: askableOf(deps), now }))
      return await waitForOther(deps, key, now);
    const backfill = await takeBackfill(deps.db, key, now);
    if (backfill === null) return;
    const at = await mayGoOnAt(deps, backfill, now);
    if (at > now || now.getTime() >= ends_ms) return await goOnAt(deps, backfill, { at, failed: false });
    const again = await tryStep(deps, backfill, context);
    if (again !== null) return await goOnAt(deps, backfill, { at: again, failed: true });
  }
}

function askableOf({ providers }: SyncDeps): PlatformId[] {
  return CONNECTED_PLATFORMS.filter((platform) => providers[platform].is_configured);
}

/** It is taken up when the other one is done; and it looks now and then, since the other may end with its connection. */
async function waitForOther(deps: SyncDeps, key: ConnectionKey, now: Date): Promise<void> {
  // On the full minute, so that one job waits however often this is asked for.
  const at = new Date((Math.floor(now.getTime() / LOOK_AGAIN_MS) + 1) * LOOK_AGAIN_MS);
  await deps.db.transaction((tx) => enqueueFor(tx, deps.jobs, backfillJob, key, at));
}

async function takeUpOthers(tx: Transaction, deps: SyncDeps, ended: ConnectionKey): Promise<void> {
  const waiting = await findWaitingBackfills(tx, ended);
  if (waiting.length > 0) await enqueueForAll(tx, deps.jobs, backfillJob, waiting);
}

async function mayGoOnAt(deps: SyncDeps, { provider, not_before }: Backfill, now: Date): Promise<Date> {
  const allowance = await shareAllowance(deps, provider, now);
  const at = later(not_before, await findPause(deps.db, provider, now));
  return allowance !== null && isShort(allowance, now) ? later(at, allowance.until) : at;
}

function isShort({ limit, left, until }: Allowance, now: Date): boolean {
  const isSoonOver = until.getTime() - now.getTime() <= SOON_MS;
  return left <= Math.ceil(limit * KEPT_FOR_NEWS[isSoonOver ? 'soon_over' : 'long']);
}

async function goOnAt(
  deps: SyncDeps,
  backfill: Backfill,
  { at, failed }: { at: Date; failed: boolean },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await putOffBackfill(tx, backfill, { not_before: at, failed, now });
    await enqueueFor(tx, deps.jobs, backfillJob, backfill, at > now ? at : undefined);
  });
}

/** @returns when to try again, where the step has failed and will be tried again */
async function tryStep(deps: SyncDeps, backfill: Backfill, context: Context): Promise<Date | null> {
  const provider = requireProvider(deps.providers, backfill.provider);
  const asked_at = deps.clock.now();
  const position = await drawPosition(deps.db);
  const range = { from: backfill.from_time, until: backfill.until_time };
  try {
    const step = await withSession(
      deps,
      backfill,
      (session) => provider.backfill(session, range, backfill.cursor),
      context.signal,
    );
    await storeStep(deps, backfill, step, { asked_at, position });
    return null;
  } catch (error) {
    const fault = faultOf(error, context, { provider: provider.id, asked: 'the past' });
    return await afterFault(deps, backfill, fault);
  }
}

async function afterFault(deps: SyncDeps, backfill: Backfill, { fault, until }: Fault): Promise<Date | null> {
  const now = deps.clock.now();
  if (fault === 'rate_limited') {
    await pausePlatform(deps.db, backfill.provider, pauseUntil(until, now));
    return null;
  }
  const isPassing =
    fault === 'unavailable' ||
    fault === 'ours' ||
    (fault === 'unauthorized' && (await isConnected(deps.db, backfill)));
  const again = isPassing ? nextTry(backfill.attempts + 1, now) : null;
  if (again === null) await fail(deps, backfill, fault);
  return again;
}

async function fail(deps: SyncDeps, backfill: Backfill, fault: Fault['fault']): Promise<void> {
  const { title } = requireProvider(deps.providers, backfill.provider);
  await deps.db.transaction(async (tx) => {
    await failBackfill(tx, backfill, reasonOf(fault, title), deps.clock.now());
    await takeUpOthers(tx, deps, backfill);
  });
}

function reasonOf(fault: Fault['fault'], title: string): string {
  switch (fault) {
    case 'unauthorized':
      return `${title} no longer lets us in: connect it again.`;
    case 'insufficient_scope':
      return `${title} may not show us your past workouts: allow it there, then connect again.`;
    case 'unavailable':
      return `${title} did not answer for days: connect it again to have your past workouts.`;
    case 'ours':
      return `This server failed to bring your past workouts from ${title}: connect it again, or ask its operator.`;
    default:
      return `${title} refused to hand over your past workouts.`;
  }
}

/** Stores a step's result and its cursor together; nothing where the connection has ended meanwhile. */
async function storeStep(
  deps: SyncDeps,
  backfill: Backfill,
  { notices, next, remark }: BackfillStep,
  { asked_at, position }: { asked_at: Date; position: number },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const person = await holdPerson(tx, backfill);
    const now = deps.clock.now();
    if (person === null || !(await advanceBackfill(tx, backfill, { next, remark: remark ?? null, now })))
      return;
    const spokenOf = await findSpokenOfSince(tx, backfill, new Date(asked_at.getTime() - CLOCKS_DIFFER_MS));
    const past = notices
      .filter((notice) => notice.kind !== 'activity' || !spokenOf.has(notice.report.external_id ?? ''))
      .map((notice) => ({ ...notice, position }));
    const stored = await storeNotices(tx, deps, { ...person, notices: past });
    const unreadable = await setUnreadableAside(tx, backfill, notices, now);
    if (stored.new_records > 0 || unreadable > 0)
      await addImported(tx, backfill, { imported: stored.new_records, unreadable });
    if (next === null) {
      await sayWhatIsMissing(tx, deps, backfill);
      await takeUpOthers(tx, deps, backfill);
    }
    if (stored.was_told) await recordSync(tx, backfill.provider, [backfill.user_id], now);
  });
}

/** A workout that is unreadable in a list may be readable as a whole. @returns how many cannot be asked for again */
async function setUnreadableAside(
  tx: Transaction,
  backfill: Backfill,
  notices: readonly Notice[],
  now: Date,
): Promise<number> {
  const unreadable = notices.filter((notice) => notice.kind === 'unreadable');
  const named = unreadable.flatMap(({ external_id, reason }): [string, string][] =>
    external_id === undefined ? [] : [[external_id, reason]],
  );
  const read = notices.flatMap((notice) =>
    notice.kind === 'activity' ? (notice.report.external_id ?? []) : [],
  );
  if (read.length > 0) await deleteUnreadable(tx, backfill, read);
  if (named.length > 0) await insertUnreadable(tx, backfill, new Map(named), now);
  return unreadable.length - named.length;
}

async function sayWhatIsMissing(tx: Transaction, deps: SyncDeps, backfill: Backfill): Promise<void> {
  const count = await countUnreadable(tx, backfill);
  if (count === 0) return;
  const { title } = requireProvider(deps.providers, backfill.provider);
  const workouts = count === 1 ? 'One workout' : `${count} workouts`;
  await addRemark(tx, backfill, `${workouts} from ${title} could not be read.`);
}
