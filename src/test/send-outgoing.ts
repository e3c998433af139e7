/**
 * Spreads and sends one message until nothing is left or it is killed, as the jobs do: a line for each push or mail that has an answer.
 * Where is in the environment, as for a server.
 *
 *     node src/test/send-outgoing.ts <id of the message> <how many minutes its clock is ahead>
 */
import { writeSync } from 'node:fs';
import { parseConfig } from '../config.ts';
import { createDeps } from '../deps.ts';
import type { JobContext, Jobs } from '../infra/jobs/index.ts';
import { sendJob, spreadJob } from '../modules/notifications/delivery/jobs.ts';
import { sendHandler } from '../modules/notifications/delivery/send-batch.ts';
import { spreadHandler } from '../modules/notifications/delivery/spread-outgoing.ts';
import { newId } from '../shared/ids.ts';
import { MINUTE_MS } from '../shared/time.ts';

const STDOUT = 1;
const [outgoing_id = '', minutes = '0'] = process.argv.slice(2);

let now = Date.now() + Number(minutes) * MINUTE_MS;
const deps = await createDeps(parseConfig(process.env), { clock: { now: () => new Date(now) } });
const enqueued: { name: string; payload: object; at: Date | undefined }[] = [];
const jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'> = {
  enqueue: async (_tx, { name }, payload, options = {}) => {
    enqueued.push({ name, payload, at: options.start_after });
    return newId();
  },
  enqueueAll: async (tx, job, many) => {
    for (const { payload, options } of many) await jobs.enqueue(tx, job, payload, options);
  },
};
const working = {
  ...deps,
  jobs,
  campaigns: {
    spread: async () => undefined,
    done: async () => undefined,
    words: () => ({ mail: { parts: [], headers: undefined }, chat: '' }),
  },
  stopSummaries: () => ({ parts: [], headers: undefined }),
  pusher: { send: (...args: Parameters<typeof deps.pusher.send>) => told(deps.pusher.send(...args)) },
  mailer: { send: (...args: Parameters<typeof deps.mailer.send>) => told(deps.mailer.send(...args)) },
};
async function told<T>(answer: Promise<T>): Promise<T> {
  const outcome = await answer;
  writeSync(STDOUT, '.\n');
  return outcome;
}

const { signal } = new AbortController();
const context: JobContext = { job_id: newId(), attempt: 1, signal, logger: deps.logger };
const [spread, send] = [spreadHandler(working), sendHandler(working)];

// Where a killed one had come to is for the first to find out: all batches are asked for again.
await spread({ outgoing_id }, context);
for (let batch = 0; batch < 5; batch++)
  enqueued.push({ name: sendJob.name, payload: { outgoing_id, batch }, at: undefined });
for (let job = enqueued.shift(); job !== undefined; job = enqueued.shift()) {
  now = Math.max(now, job.at?.getTime() ?? 0);
  if (job.name === spreadJob.name) await spread(spreadJob.payload(job.payload), context);
  else await send(sendJob.payload(job.payload), context);
}
await deps.close();
