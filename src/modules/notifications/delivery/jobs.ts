import { defineJob } from '../../../infra/jobs/index.ts';
import { isUuid } from '../../../shared/ids.ts';

/** Finds the receivers of an outgoing message, page by page, and continues where it stopped. */
export const spreadJob = defineJob({
  name: 'notifications.spread',
  sends: true,
  payload: (value): { outgoing_id: string } => ({ outgoing_id: idIn(value) }),
  retry: { limit: 20, delay_s: 5, backoff: true, max_delay_s: 600 },
  expire_in_s: 900,
  one_waiting: true,
  one_running: true,
});

/** Sends one batch of an outgoing message, and sends again what was not accepted. */
export const sendJob = defineJob({
  name: 'notifications.send',
  sends: true,
  payload: (value): { outgoing_id: string; batch: number } => ({
    outgoing_id: idIn(value),
    batch: batchIn(value),
  }),
  retry: { limit: 20, delay_s: 5, backoff: true, max_delay_s: 600 },
  expire_in_s: 900,
  // A process that dies may lose what it is sending. More jobs at once are not faster, since they share the places to send from.
  concurrency: 2,
  one_waiting: true,
  one_running: true,
});

/** The `singleton_key` of both jobs. */
export const keyOf = ({ outgoing_id, batch }: { outgoing_id: string; batch?: number }): string =>
  batch === undefined ? outgoing_id : `${outgoing_id}/${batch}`;

function idIn(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'outgoing_id' in value) {
    const { outgoing_id } = value;
    if (typeof outgoing_id === 'string' && isUuid(outgoing_id)) return outgoing_id;
  }
  throw new Error('There is no outgoing_id.');
}

function batchIn(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'batch' in value) {
    const { batch } = value;
    if (Number.isSafeInteger(batch)) return Number(batch);
  }
  throw new Error('There is no batch.');
}
