import type { Transaction } from '../../../infra/db/database.ts';
import { forgetReport } from '../../activities/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { Notice } from '../notice.ts';
import { holdPerson } from './hold-person.ts';
import type { PlatformFetch } from './platform-fetch.ts';
import { closePlatformFetch } from './platform-fetch-queries.ts';
import { recordSync } from './queries.ts';
import { storeNotices } from './store-notices.ts';
import type { SyncDeps } from './sync-deps.ts';
import { saveWithdrawals } from './withdrawal-queries.ts';

/** The result of a platform fetch: an answer, nothing there any more, or why it was given up. `position` is the answer's. */
export type Outcome =
  | { readonly kind: 'answered'; readonly notices: readonly Notice[]; readonly position: number }
  | { readonly kind: 'gone'; readonly position: number }
  | { readonly kind: 'given_up'; readonly because: string };

/**
 * Stores the result of a platform fetch and closes it. When the platform has sent a notice about the same thing meanwhile, the answer
 * may be older and nothing is stored: a workout that was just hidden must not show once more.
 */
export async function settlePlatformFetch(
  deps: SyncDeps,
  key: ConnectionKey,
  platformFetch: PlatformFetch,
  outcome: Outcome,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const person = await holdPerson(tx, key);
    if (person === null) return;
    if (!(await closePlatformFetch(tx, key, platformFetch, reasonOf(outcome)))) return;
    if (outcome.kind === 'given_up') return;
    const { position } = outcome;
    const answer = outcome.kind === 'gone' ? [] : outcome.notices.map((notice) => ({ ...notice, position }));
    const [ofPlatformFetch, news] = sortOut(platformFetch, answer);
    if (outcome.kind === 'gone' || ofPlatformFetch.some(({ kind }) => kind === 'activity_deleted'))
      await forget(tx, deps, key, platformFetch, position);
    await storeNotices(tx, deps, { ...person, notices: news });
    await recordSync(tx, key.provider, [key.user_id], deps.clock.now());
  });
}

/** Why it is not asked again; an unreadable answer would not be better the next time. */
function reasonOf(outcome: Outcome): string | null {
  if (outcome.kind === 'given_up') return outcome.because;
  if (outcome.kind === 'gone') return null;
  return outcome.notices.find((notice) => notice.kind === 'unreadable')?.reason ?? null;
}

/** A notice in the answer about the same workout that does not contain it answers the platform fetch, and must not cause a new one. */
function sortOut({ kind, subject }: PlatformFetch, notices: readonly Notice[]): [Notice[], Notice[]] {
  const isOfPlatformFetch = (notice: Notice): boolean =>
    kind === 'workout' && 'external_id' in notice && notice.external_id === subject;
  return [notices.filter(isOfPlatformFetch), notices.filter((notice) => !isOfPlatformFetch(notice))];
}

async function forget(
  tx: Transaction,
  { clock, events, sourcePolicies: policies }: SyncDeps,
  { user_id, provider }: ConnectionKey,
  { kind, subject }: PlatformFetch,
  position: number,
): Promise<void> {
  if (kind !== 'workout') return;
  const now = clock.now();
  const withdrawal = { external_id: subject, deleted_position: position, hidden_position: null };
  await saveWithdrawals(tx, { user_id, provider }, [withdrawal], now);
  await forgetReport(tx, {
    user_id,
    source: provider,
    external_id: subject,
    position,
    policies,
    events,
    now,
  });
}
