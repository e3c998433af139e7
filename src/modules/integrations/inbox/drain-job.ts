import { defineJob } from '../../../infra/jobs/index.ts';

/**
 * Works off what platforms have posted. It is enqueued with posts; besides, it runs every minute for what has failed before and
 * waits for its time.
 */
export const drainInbox = defineJob<Record<never, never>>({
  name: 'integrations.drain-inbox',
  payload: () => ({}),
  // Failures of a delivery are counted with it; these attempts are for a database that is away.
  retry: { limit: 10, delay_s: 2, backoff: true, max_delay_s: 60 },
  expire_in_s: 900,
  concurrency: 1,
  schedule: '* * * * *',
  // Any number may run: each takes what no other has. One that has died with its process is then in nobody's way.
  one_waiting: true,
});

export const cleanUpInbox = defineJob<Record<never, never>>({
  name: 'integrations.clean-up-inbox',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 300,
  schedule: '25 4 * * *',
});
