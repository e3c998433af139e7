import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import { keyOf, spreadJob } from './jobs.ts';
import type { NewOutgoing } from './outgoing.ts';
import { insertOutgoing, markCancelled } from './outgoing-queries.ts';

/** Lets something go out to many when the transaction commits. Who may, is the caller's business. */
export async function startOutgoing(
  tx: Transaction,
  { jobs }: { jobs: Pick<Jobs, 'enqueue'> },
  outgoing: NewOutgoing,
): Promise<void> {
  const { id: outgoing_id } = outgoing;
  await insertOutgoing(tx, { ...outgoing, state: 'spreading', batches: 0, skipped: {} });
  await jobs.enqueue(tx, spreadJob, { outgoing_id }, { singleton_key: keyOf({ outgoing_id }) });
}

/**
 * What has not gone out yet does not any more; what is just being sent is. The counts say so at once.
 *
 * @returns false when nothing was left to cancel: it is done, was cancelled before, or there is no such message
 */
export async function cancelOutgoing(
  tx: Transaction,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  return await markCancelled(tx, { id, now });
}
