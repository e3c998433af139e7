import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import type { CampaignHooks } from './outgoing.ts';
import { findOver, recordEnd } from './outgoing-queries.ts';

export type EndDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly campaigns: CampaignHooks;
};

/** Says of a message of which nothing is left to do that it is done, and what became of it. Of two who say so at once, one does. */
export async function endIfOver({ db, clock, campaigns }: EndDeps, outgoing_id: string): Promise<void> {
  const over = await findOver(db, outgoing_id);
  if (over === null) return;
  const end = { id: outgoing_id, now: clock.now() };
  await db.transaction(async (tx) => {
    if (over.kind === 'campaign' && over.state === 'sending') await campaigns.done(tx, end);
    await recordEnd(tx, end);
  });
}
