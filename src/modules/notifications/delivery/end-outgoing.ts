import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import type { CampaignHooks } from './outgoing.ts';
import { findOver, recordEnd } from './outgoing-queries.ts';

export type EndDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly campaigns: CampaignHooks;
};

/** Marks a message as done when nothing is left to send, and stores its counts. Of two callers at once, one does so. */
export async function endIfOver({ db, clock, campaigns }: EndDeps, outgoing_id: string): Promise<void> {
  const over = await findOver(db, outgoing_id);
  if (over === null) return;
  const end = { id: outgoing_id, now: clock.now() };
  await db.transaction(async (tx) => {
    if (over.kind === 'campaign' && over.state === 'sending') await campaigns.done(tx, end);
    await recordEnd(tx, end);
  });
}
