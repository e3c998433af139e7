import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { removeArchives } from './remove-archives.ts';

type Payload = { readonly exports: readonly { readonly id: string; readonly org_id: string }[] };

/**
 * Removes the archives of exports that were withdrawn, since somebody in them has left. For about a day; what a store that
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

export function removeWithdrawnHandler({ store }: { store: ObjectStore }): JobHandler<Payload> {
  return async ({ exports }, { signal }) => {
    for (const one of exports) {
      signal.throwIfAborted();
      await removeArchives(store, one);
    }
  };
}
