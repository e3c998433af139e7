import { defineJob } from '../../../infra/jobs/index.ts';

/** Processes what platforms have posted. It is enqueued with posts, and runs every minute for deliveries that failed and are due again. */
export const drainInbox = defineJob<Record<never, never>>({
  name: 'integrations.drain-inbox',
  payload: () => ({}),
  // Failures of a delivery are counted with the delivery; these attempts are for a database that is away.
  retry: { limit: 10, delay_s: 2, backoff: true, max_delay_s: 60 },
  expire_in_s: 900,
  concurrency: 1,
  schedule: '* * * * *',
  // Any number may run at once, since each takes only what no other has. One whose process died then blocks nobody.
  one_waiting: true,
});

export const cleanUpInbox = defineJob<Record<never, never>>({
  name: 'integrations.clean-up-inbox',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 300,
  schedule: '25 4 * * *',
});
