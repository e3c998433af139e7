import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import { keyOf, spreadJob } from './jobs.ts';
import type { NewOutgoing } from './outgoing.ts';
import { insertOutgoing, markCancelled } from './outgoing-queries.ts';

/** Starts an outgoing message when the transaction commits. The caller checks who may do so. */
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
 * Cancels what has not gone out yet; what is being sent is not stopped. The counts show it at once.
 *
 * @returns false when nothing was left to cancel: the message is done, was cancelled before, or does not exist
 */
export async function cancelOutgoing(
  tx: Transaction,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  return await markCancelled(tx, { id, now });
}
