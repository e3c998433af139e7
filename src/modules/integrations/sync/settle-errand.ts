import type { Transaction } from '../../../infra/db/database.ts';
import { forgetReport } from '../../activities/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { Notice } from '../notice.ts';
import type { Errand } from './errand.ts';
import { closeErrand } from './errand-queries.ts';
import { holdPerson } from './hold-person.ts';
import { recordSync } from './queries.ts';
import { storeNotices } from './store-notices.ts';
import type { SyncDeps } from './sync-deps.ts';
import { saveWithdrawals } from './withdrawal-queries.ts';

/** What an errand has come to: an answer, nothing there any more, or why nobody will ask again. `position` is the answer's. */
export type Outcome =
  | { readonly kind: 'answered'; readonly notices: readonly Notice[]; readonly position: number }
  | { readonly kind: 'gone'; readonly position: number }
  | { readonly kind: 'given_up'; readonly because: string };

/**
 * Stores what an errand brought and closes it. When the platform has spoken of the same thing meanwhile, the answer may be
 * older than that word and nothing is stored: a workout that has just been hidden is not shown once more.
 */
export async function settleErrand(
  deps: SyncDeps,
  key: ConnectionKey,
  errand: Errand,
  outcome: Outcome,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const person = await holdPerson(tx, key);
    if (person === null) return;
    if (!(await closeErrand(tx, key, errand, reasonOf(outcome)))) return;
    if (outcome.kind === 'given_up') return;
    const { position } = outcome;
    const answer = outcome.kind === 'gone' ? [] : outcome.notices.map((notice) => ({ ...notice, position }));
    const [ofErrand, news] = sortOut(errand, answer);
    if (outcome.kind === 'gone' || ofErrand.some(({ kind }) => kind === 'activity_deleted'))
      await forget(tx, deps, key, errand, position);
    await storeNotices(tx, deps, { ...person, notices: news });
    await recordSync(tx, key.provider, [key.user_id], deps.clock.now());
  });
}

/** Why nobody will ask again; an answer that cannot be read is no better the next time. */
function reasonOf(outcome: Outcome): string | null {
  if (outcome.kind === 'given_up') return outcome.because;
  if (outcome.kind === 'gone') return null;
  return outcome.notices.find((notice) => notice.kind === 'unreadable')?.reason ?? null;
}

/** Asked about a workout, a platform that speaks of it without telling it answers the errand, and is not asked anew. */
function sortOut({ kind, subject }: Errand, notices: readonly Notice[]): [Notice[], Notice[]] {
  const isOfErrand = (notice: Notice): boolean =>
    kind === 'workout' && 'external_id' in notice && notice.external_id === subject;
  return [notices.filter(isOfErrand), notices.filter((notice) => !isOfErrand(notice))];
}

/** A workout that is not there, or not for us, is shown no longer. */
async function forget(
  tx: Transaction,
  { clock, events, sourcePolicies: policies }: SyncDeps,
  { user_id, provider }: ConnectionKey,
  { kind, subject }: Errand,
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
