import type { Transaction } from '../../infra/db/database.ts';
import { defineJob, type JobHandler, type Jobs } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { removeArchives } from './remove-archives.ts';

type Payload = { readonly exports: readonly { readonly id: string; readonly org_id: string }[] };

/**
 * Removes the archives of exports that were withdrawn, since somebody in them has left, or their organization is no more. For
 * about a day; what a store that
 * is away for longer still has then, `clean-up.ts` removes with everything that is older than any archive may be.
 */
export const removeWithdrawn = defineJob<Payload>({
  name: 'exports.remove-withdrawn',
  payload: (value) => {
    const { exports } = value as Partial<Payload>;
    if (!Array.isArray(exports)) throw new TypeError('the exports are missing');
    return { exports };
  },
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 3_600,
});

/** Half a payload, and more than a week's exports of a busy club. */
const MOST_A_JOB = 1_000;

/** Has the archives of exports removed that nobody may see any more, once the transaction has committed. */
export async function withdraw(
  tx: Transaction,
  { jobs }: { jobs: Pick<Jobs, 'enqueue'> },
  exports: Payload['exports'],
): Promise<void> {
  for (let start = 0; start < exports.length; start += MOST_A_JOB) {
    await jobs.enqueue(tx, removeWithdrawn, { exports: exports.slice(start, start + MOST_A_JOB) });
  }
}

export function removeWithdrawnHandler({ store }: { store: ObjectStore }): JobHandler<Payload> {
  return async ({ exports }, { signal }) => {
    for (const one of exports) {
      signal.throwIfAborted();
      await removeArchives(store, one);
    }
  };
}
