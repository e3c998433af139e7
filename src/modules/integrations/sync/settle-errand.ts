import type { Transaction } from '../../../infra/db/database.ts';
import type { Notice } from '../notice.ts';
import type { ConnectionKey } from './connection.ts';
import type { Errand } from './errand.ts';
import { closeErrand } from './errand-queries.ts';
import { holdPerson } from './hold-person.ts';
import { forgetTelling } from './pending.ts';
import { recordSync } from './queries.ts';
import { storeNotices } from './store-notices.ts';
import type { SyncDeps } from './sync-deps.ts';

/** What an errand has come to: what the platform answered, or why nobody will ask again. */
type Outcome = { readonly notices: readonly Notice[] } | { readonly because: string };

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
    const because = 'because' in outcome ? outcome.because : null;
    if (!(await closeErrand(tx, key, errand, because)) || 'because' in outcome) return;
    const news = outcome.notices.filter((notice) => !speaksOf(errand, notice));
    if (errand.kind === 'workout' && news.length === 0) await forget(tx, deps, key, errand.subject);
    else await storeNotices(tx, deps, { ...person, notices: news });
    await recordSync(tx, key.provider, [key.user_id], deps.clock.now());
  });
}

/** Asked about a workout, a platform that says only that there is something about it has said nothing. */
function speaksOf({ kind, subject }: Errand, notice: Notice): boolean {
  return kind === 'workout' && 'external_id' in notice && notice.external_id === subject;
}

/** A workout that is not there, or not for us, is shown no longer. */
async function forget(
  tx: Transaction,
  { clock, sourcePolicies }: SyncDeps,
  { user_id, provider }: ConnectionKey,
  external_id: string,
): Promise<void> {
  const named = { user_id, source: provider, external_id };
  await forgetTelling(tx, { ...named, policies: sourcePolicies, now: clock.now() });
}
