import type { Transaction } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { type ActivityReport, forgetReport, hideForNow, hideReport } from '../../activities/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { Notice } from '../notice.ts';
import { showAgainJob } from './sync-jobs.ts';
import { findWithdrawals, saveWithdrawals, type Withdrawal } from './withdrawal-queries.ts';

/**
 * How long an unverified notice hides a workout at most, unless the platform confirms it within that time. The promise is a minute; the
 * rest of it is for the job that shows it again.
 */
const HINT_HIDES_MS = 45 * SECOND_MS;

/** The reports of workouts without those that their platform has deleted since; those that it has hidden since are private. */
export async function reportsThatStand(
  tx: Transaction,
  key: ConnectionKey,
  notices: readonly Notice[],
): Promise<ActivityReport[]> {
  const reports = notices.flatMap((notice) =>
    notice.kind === 'activity' ? [{ ...notice.report, position: notice.position }] : [],
  );
  const placed = reports.filter(({ position }) => position !== undefined);
  const ids = placed.flatMap(({ external_id }) => external_id ?? []);
  if (ids.length === 0) return reports;
  const withdrawals = await findWithdrawals(tx, key, ids);
  return reports.flatMap((report) => {
    const withdrawal = withdrawals.get(report.external_id ?? '');
    const isBefore = (position: number | null | undefined): boolean =>
      report.position !== undefined && report.position < (position ?? 0);
    if (isBefore(withdrawal?.deleted_position)) return [];
    if (!isBefore(withdrawal?.hidden_position)) return [report];
    return [{ ...report, told: { ...report.told, private: true } }];
  });
}

type WithdrawDeps = {
  readonly events: Events;
  readonly sourcePolicies: SourcePolicies;
  readonly jobs: Pick<Jobs, 'enqueue'>;
};

/**
 * Withdraws workouts that a platform has deleted or hidden, except those that it has reported since. An unverified notice hides for a
 * moment only.
 *
 * @returns those that are hidden or gone by that
 */
export async function withdrawWorkouts(
  tx: Transaction,
  { events, sourcePolicies: policies, jobs }: WithdrawDeps,
  { user_id, provider }: ConnectionKey,
  notices: readonly Notice[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const words = lastWords(notices);
  const key = { user_id, provider };
  const placed = words.flatMap(withdrawalOf);
  if (placed.length > 0) await saveWithdrawals(tx, key, placed, now);
  const hidden = new Set<string>();
  for (const { external_id, position, what } of words) {
    const named = { user_id, source: provider, external_id, position, policies, now, events };
    if (what === 'deleted' && (await forgetReport(tx, named))) hidden.add(external_id);
    if (what === 'hidden' && (await hideReport(tx, named))) hidden.add(external_id);
    if (what !== 'doubted') continue;
    const { is_hidden, until } = await hideForNow(tx, named, new Date(now.getTime() + HINT_HIDES_MS));
    if (is_hidden) hidden.add(external_id);
    if (until === null) continue;
    const payload = { ...key, external_id, until: until.toISOString() };
    await jobs.enqueue(tx, showAgainJob, payload, { start_after: until });
  }
  return hidden;
}

/** `doubted`: an unverified notice says that it is hidden, or gone. */
type What = 'deleted' | 'hidden' | 'doubted';
type LastWord = {
  readonly external_id: string;
  readonly what: What;
  readonly position: number | undefined;
};

/** The last notice of each kind about a workout: deletions first, then permanent hiding. */
function lastWords(notices: readonly Notice[]): LastWord[] {
  const words = notices.flatMap((notice): LastWord[] => {
    if (notice.kind !== 'activity_deleted' && notice.kind !== 'activity_changed') return [];
    const { kind, external_id, position, is_hint } = notice;
    if (kind === 'activity_changed' && notice.private !== true) return [];
    const what = is_hint === true ? 'doubted' : kind === 'activity_deleted' ? 'deleted' : 'hidden';
    return [{ external_id, what, position }];
  });
  const later = words.toSorted((a, b) => placeOf(a) - placeOf(b));
  const last = [...new Map(later.map((word) => [`${word.what} ${word.external_id}`, word])).values()];
  const of = (what: What): LastWord[] => last.filter((word) => word.what === what);
  return [...of('deleted'), ...of('hidden'), ...of('doubted')];
}

function placeOf({ position }: LastWord): number {
  return position ?? Number.MAX_SAFE_INTEGER;
}

function withdrawalOf({ external_id, what, position }: LastWord): Withdrawal[] {
  if (position === undefined || what === 'doubted') return [];
  const [deleted_position, hidden_position] = what === 'deleted' ? [position, null] : [null, position];
  return [{ external_id, deleted_position, hidden_position }];
}
