import type { Transaction } from '../../../infra/db/database.ts';
import { storeReports } from '../../activities/index.ts';
import type { User } from '../../users/index.ts';
import { loseConnectionsOf } from '../connections/end-connection.ts';
import { requireProvider } from '../find-provider.ts';
import { storeHealthDays } from '../health/store-health-days.ts';
import type { Notice } from '../notice.ts';
import { admitHints } from './admit-hints.ts';
import { countSent } from './backfill-queries.ts';
import type { HeldConnection } from './connection.ts';
import { CONSENT, type NewPlatformFetch, platformFetchOf } from './platform-fetch.ts';
import { insertPlatformFetches } from './platform-fetch-queries.ts';
import { updateScopes } from './queries.ts';
import type { StoreDeps } from './sync-deps.ts';
import { enqueueFor, platformFetchesJob } from './sync-jobs.ts';
import { reportsThatStand, withdrawWorkouts } from './withdraw-workouts.ts';

export type Stored = {
  readonly new_records: number;
  /** Whether the platform sent data itself, and not only that there is some. */
  readonly was_told: boolean;
};

/**
 * Stores a platform's notices about one athlete: for each thing the one that was accepted last, in whatever order they are stored.
 * Reports come first and withdrawals after them, in one transaction, so that nothing shows meanwhile that one of the notices hides.
 * What has to be asked about becomes a platform fetch.
 *
 * @param connection held by this transaction, as is its person
 */
export async function storeNotices(
  tx: Transaction,
  deps: StoreDeps,
  { connection, user, notices }: { connection: HeldConnection; user: User; notices: readonly Notice[] },
): Promise<Stored> {
  const { user_id } = connection;
  const now = deps.clock.now();
  const { events, sourcePolicies: policies } = deps;
  const reports = await reportsThatStand(tx, connection, notices);
  const health = notices.flatMap((notice) =>
    notice.kind === 'health' ? [{ ...notice.report, position: notice.position }] : [],
  );
  const stored =
    reports.length === 0
      ? { new_records: 0, new_start_times: [] }
      : await storeReports(tx, { user, reports, policies, now, events });
  if (stored.new_records > 0 && deps.providers[connection.provider].sends_past)
    await countSent(tx, connection, stored.new_start_times);
  if (health.length > 0) await storeHealthDays(tx, { user_id, reports: health, now });
  const hidden = await withdrawWorkouts(tx, deps, connection, notices, now);
  const platformFetches = notices.flatMap(
    (notice) => platformFetchOf(deps.secretBox, connection, notice) ?? [],
  );
  const admitted = await admitHints(tx, deps, connection, { platformFetches, hidden, now });
  await goOn(tx, deps, connection, [...admitted, ...(await readScopes(tx, deps, connection, notices))]);
  return { new_records: stored.new_records, was_told: reports.length > 0 || health.length > 0 };
}

/**
 * Stores the athlete's latest permissions. Where they are too few, the connection is lost and the athlete is told; where they are
 * enough again, the platform is asked, and the connection is restored once it has confirmed them. @returns that question
 */
async function readScopes(
  tx: Transaction,
  deps: StoreDeps,
  connection: HeldConnection,
  notices: readonly Notice[],
): Promise<NewPlatformFetch[]> {
  const said = notices
    .filter((notice) => notice.kind === 'scopes')
    .toSorted(byChange)
    .at(-1);
  const now = deps.clock.now();
  if (said === undefined || !(await updateScopes(tx, connection, { ...said, now }))) return [];
  const { user_id, provider: id } = connection;
  const provider = requireProvider(deps.providers, id);
  if (!provider.isOfUse(said.scopes)) {
    await loseConnectionsOf(tx, deps, { user_ids: [user_id], provider, now });
    return [];
  }
  return connection.token_expired_at === null ? [] : [CONSENT];
}

type SaidScopes = Extract<Notice, { kind: 'scopes' }>;

/** Orders by the time of the change; where that is unknown or equal, by which notice was accepted first. */
function byChange(a: SaidScopes, b: SaidScopes): number {
  const [one, other] = [a.changed_at?.getTime(), b.changed_at?.getTime()];
  if (one !== undefined && other !== undefined && one !== other) return one - other;
  return (a.position ?? 0) - (b.position ?? 0);
}

async function goOn(
  tx: Transaction,
  deps: StoreDeps,
  connection: HeldConnection,
  platformFetches: readonly NewPlatformFetch[],
): Promise<void> {
  if (platformFetches.length === 0) return;
  await insertPlatformFetches(tx, connection, platformFetches, deps.clock.now());
  await enqueueFor(tx, deps.jobs, platformFetchesJob, connection);
}
