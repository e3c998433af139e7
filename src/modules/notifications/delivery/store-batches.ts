import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import { keyOf, sendJob } from './jobs.ts';
import { insertDeliveries } from './outgoing-queries.ts';
import type { PlannedDelivery } from './planned-delivery.ts';

/** The deliveries of one job, which take some seconds. */
export const BATCH_SIZE = 500;

/** Stores deliveries with the jobs that send them. A batch in quiet hours waits until the earliest of its deliveries is due. */
export async function storeBatches(
  tx: Transaction,
  { jobs }: { jobs: Pick<Jobs, 'enqueueAll'> },
  input: {
    readonly outgoing_id: string;
    readonly first: number;
    readonly batches: readonly (readonly PlannedDelivery[])[];
    readonly now: Date;
  },
): Promise<void> {
  const { outgoing_id, first, batches, now } = input;
  const deliveries = batches.flatMap((batch, n) => batch.map((one) => ({ ...one, batch: first + n })));
  if (deliveries.length === 0) return;
  await insertDeliveries(tx, outgoing_id, deliveries);
  const sends = batches.map((batch, n) => {
    const payload = { outgoing_id, batch: first + n };
    const earliest = new Date(Math.min(...batch.map(({ due_at }) => due_at.getTime())));
    return { payload, options: sendOptions(payload, earliest > now ? earliest : undefined) };
  });
  await jobs.enqueueAll(tx, sendJob, sends);
}

/** Each start time has a waiting job of its own, so that a job for the morning never displaces one for now. */
export function sendOptions(payload: { outgoing_id: string; batch: number }, at?: Date) {
  const running_key = keyOf(payload);
  return at === undefined
    ? { running_key, singleton_key: running_key }
    : { running_key, singleton_key: `${running_key} ${at.toISOString()}`, start_after: at };
}
