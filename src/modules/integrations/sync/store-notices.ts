import type { Transaction } from '../../../infra/db/database.ts';
import { forgetTelling, hideTelling, storeTellings } from '../../activities/index.ts';
import type { User } from '../../users/index.ts';
import { loseConnectionsOf } from '../connections/end-connection.ts';
import { requireProvider } from '../find-provider.ts';
import { storeHealthDays } from '../health/store-health-days.ts';
import type { Notice } from '../notice.ts';
import { admitHints } from './admit-hints.ts';
import type { HeldConnection } from './connection.ts';
import { CONSENT, errandOf, type NewErrand } from './errand.ts';
import { insertErrands } from './errand-queries.ts';
import { updateScopes } from './queries.ts';
import type { StoreDeps } from './sync-deps.ts';
import { enqueueFor, errandsJob } from './sync-jobs.ts';

/** What storing has come to. */
export type Stored = {
  /** Records of workouts that there were none of. */
  readonly new_records: number;
  /** Whether the platform told something itself, and did not only say that there is something. */
  readonly was_told: boolean;
};

/**
 * Stores what a platform says of one athlete. First what it tells, then what it takes back: whatever the order in which it came,
 * nothing is shown that one of the notices hides. What has to be asked about becomes an errand.
 *
 * @param connection held by this transaction, as is its person
 */
export async function storeNotices(
  tx: Transaction,
  deps: StoreDeps,
  { connection, user, notices }: { connection: HeldConnection; user: User; notices: readonly Notice[] },
): Promise<Stored> {
  const { user_id, provider } = connection;
  const now = deps.clock.now();
  const { events, sourcePolicies: policies } = deps;
  const tellings = notices.flatMap((notice) => (notice.kind === 'activity' ? [notice.telling] : []));
  const health = notices.flatMap((notice) => (notice.kind === 'health' ? [notice.telling] : []));
  const stored =
    tellings.length === 0
      ? { new_records: 0 }
      : await storeTellings(tx, { user, tellings, policies, now, events });
  if (health.length > 0) await storeHealthDays(tx, { user_id, tellings: health, now });
  const hidden = new Set<string>();
  for (const [external_id, gone] of withdrawn(notices)) {
    const named = { user_id, source: provider, external_id, policies, now, events };
    if (await (gone ? forgetTelling(tx, named) : hideTelling(tx, named))) hidden.add(external_id);
  }
  const errands = notices.flatMap((notice) => errandOf(deps.secretBox, connection, notice) ?? []);
  const admitted = await admitHints(tx, deps, connection, { errands, hidden, now });
  await goOn(tx, deps, connection, [...admitted, ...(await readScopes(tx, deps, connection, notices))]);
  return { new_records: stored.new_records, was_told: tellings.length > 0 || health.length > 0 };
}

/** Workouts that are to be seen no more, and whether they are gone altogether. */
function withdrawn(notices: readonly Notice[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const notice of notices) {
    if (notice.kind === 'activity_deleted') found.set(notice.external_id, true);
    if (notice.kind === 'activity_changed' && notice.private === true && !found.has(notice.external_id))
      found.set(notice.external_id, false);
  }
  return found;
}

/**
 * Stores the last word on what the athlete allows. Where that is too little, the connection is lost and they are told; where it
 * is enough again, the platform is asked, and the connection is back once it has confirmed it. @returns that question
 */
async function readScopes(
  tx: Transaction,
  deps: StoreDeps,
  connection: HeldConnection,
  notices: readonly Notice[],
): Promise<NewErrand[]> {
  const said = notices
    .filter((notice) => notice.kind === 'scopes')
    .toSorted(byTime)
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

/** What does not say when it was changed stays where it came. */
function byTime(a: { changed_at: Date | null }, b: { changed_at: Date | null }): number {
  return a.changed_at === null || b.changed_at === null ? 0 : a.changed_at.getTime() - b.changed_at.getTime();
}

async function goOn(
  tx: Transaction,
  deps: StoreDeps,
  connection: HeldConnection,
  errands: readonly NewErrand[],
): Promise<void> {
  if (errands.length === 0) return;
  await insertErrands(tx, connection, errands, deps.clock.now());
  await enqueueFor(tx, deps.jobs, errandsJob, connection);
}
