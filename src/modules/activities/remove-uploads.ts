import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { uploadsOf } from './uploaded-file.ts';

type Payload = { readonly user_id: string };

/** Deletes the files of a deleted account, with retries for about a day; `clean-up.ts` finds the rest. */
export const removeUploads = defineJob<Payload>({
  name: 'activities.remove-uploads',
  payload: (value) => {
    const { user_id } = value as Partial<Payload>;
    if (typeof user_id !== 'string') throw new TypeError('the person is missing');
    return { user_id };
  },
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 3_600,
});

export function removeUploadsHandler({ store }: { store: ObjectStore }): JobHandler<Payload> {
  return async ({ user_id }, { signal }) => {
    for await (const { key } of store.list(uploadsOf(user_id))) {
      signal.throwIfAborted();
      await store.delete(key);
    }
  };
}
