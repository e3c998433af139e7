import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { bossDatabase, createBoss, type JobTimings, jobTimings } from './boss.ts';
import { countQueues, requireWorkers } from './count-queues.ts';
import { failOrphans, listDeadLetters, retryDeadLetter } from './dead-letters.ts';
import { installBoss } from './install-boss.ts';
import type { EndedAttempt, EnqueueOptions, JobDefinition, Jobs } from './job.ts';
import { prepareQueues, queuesThere } from './prepare-queues.ts';
import { offerSlots } from './start-slots.ts';
import { createWaker } from './wake-workers.ts';

export { holdSendingJobs } from './hold-jobs.ts';
export { installBoss as installJobTables, installBossIn as installJobTablesIn } from './install-boss.ts';
export {
  defineJob,
  type EndedAttempt,
  type FailedJob,
  handleJob,
  type JobContext,
  type JobCounts,
  type JobDefinition,
  type JobHandler,
  type JobRegistration,
  type Jobs,
  PermanentJobError,
} from './job.ts';
export { findQueueStates } from './queue-states.ts';

const MAX_PAYLOAD_BYTES = 262_144;
/** The time for handlers to notice the aborted signal before the database closes. */
const ABORT_GRACE_MS = 2_000;
const ALL_JOBS = 'all';

type Started = { boss: PgBoss; worker: boolean; known: ReadonlySet<string> };

/** Background jobs in the project's own database: delivered at least once, retried with growing delays, kept as failed when given up. */
export function createJobs(options: { db: Database; logger: Logger; timings?: Partial<JobTimings> }): Jobs {
  const { db, logger } = options;
  const timings = { ...jobTimings(db.engine), ...options.timings };
  const waker = createWaker({ db, logger, interval_ms: timings.look_ms });
  const running = new Set<Promise<unknown>>();
  let state: Started | undefined;
  let stopping: Promise<void> | undefined;
  let tellEnded: ((attempt: EndedAttempt) => void) | undefined;

  const started = (): Started => {
    if (state === undefined) throw new Error('The jobs have not been started: call start() first.');
    return state;
  };

  // On the embedded engine the worker's query waits for the writer's transaction to end; on a server it would come too early.
  const wake = (name: string): void => (db.engine === 'embedded' ? waker.wake(name) : waker.lookSoon());

  const stop = async (timeout_ms: number): Promise<void> => {
    await waker.stop();
    if (state === undefined) return;
    const { boss, known } = state;
    const finished = Promise.all([...known].map((name) => boss.offWork(name)));
    await waitAtMost(finished, timeout_ms);
    // Fails running jobs, so that they are retried, and aborts their signals.
    await boss.stop({ graceful: false, close: false });
    await waitAtMost(Promise.allSettled(running), ABORT_GRACE_MS);
  };

  return {
    async start(definitions, { worker, only_process = db.engine === 'embedded' }) {
      if (state !== undefined) throw new Error('The jobs have been started already.');
      const known = new Set<string>();
      for (const { name } of definitions) {
        if (known.has(name)) throw new Error(`The job ${name} is listed twice.`);
        known.add(name);
      }
      const boss = createBoss({ db, logger, worker, timings });
      state = { boss, worker, known };
      await installBoss(db);
      const known_to_boss = await queuesThere(db);
      await boss.start();
      const { heartbeat_s } = timings;
      await prepareQueues(boss, definitions, { known_to_boss, heartbeat_s, schedules: worker });
      if (!worker || !only_process) return;
      const orphans = await failOrphans(db, boss);
      if (orphans > 0)
        logger.warn({ jobs: orphans }, 'taking up jobs that were running when the server ended');
    },

    async enqueue(tx, job, payload, options = {}) {
      const { boss, known } = started();
      assertKnown(known, job.name);
      checkPayload(job, payload);
      const id = await boss.send(job.name, payload, { db: bossDatabase(tx), ...optionsOf(job, options) });
      if (options.start_after === undefined) wake(job.name);
      return id;
    },

    async enqueueAll(tx, job, many) {
      const { boss, known } = started();
      assertKnown(known, job.name);
      for (const { payload } of many) checkPayload(job, payload);
      const inserts = many.map(({ payload, options = {} }) => ({
        data: payload,
        ...optionsOf(job, options),
      }));
      if (inserts.length > 0) await boss.insert(job.name, inserts, { db: bossDatabase(tx) });
      if (many.some(({ options }) => options?.start_after === undefined)) wake(job.name);
    },

    async work(registrations) {
      const { boss, worker, known } = started();
      if (!worker) throw new Error('These jobs were not started as a worker.');
      for (const registration of registrations) {
        assertKnown(known, registration.job.name);
        offerSlots(registration, {
          boss,
          waker,
          running,
          logger,
          ended: (attempt) => tellEnded?.(attempt),
        });
      }
    },

    listFailed: (filter = {}) => listDeadLetters(db, filter),
    retry: (id) => retryDeadLetter(started().boss, id),

    counts: () => countQueues(db),
    ping: () => requireWorkers(db),
    watchAttempts: (ended) => {
      tellEnded = ended;
    },

    stop: ({ timeout_ms }) => (stopping ??= stop(timeout_ms)),
  };
}

function optionsOf(
  job: Pick<JobDefinition<object>, 'one_waiting' | 'one_running'>,
  { start_after, singleton_key = ALL_JOBS, running_key = singleton_key }: EnqueueOptions,
) {
  return {
    ...(start_after === undefined ? {} : { startAfter: start_after }),
    ...(job.one_waiting === true ? { singletonKey: singleton_key } : {}),
    ...(job.one_running === true ? { group: { id: running_key } } : {}),
  };
}

function assertKnown(known: ReadonlySet<string>, name: string): void {
  if (!known.has(name)) throw new Error(`The job ${name} is not in the list that start() was given.`);
}

/** Invalid payloads are refused here, where the caller sees it. */
function checkPayload<Payload extends object>(job: JobDefinition<Payload>, payload: Payload): void {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) {
    throw new Error(
      `The payload of ${job.name} is over ${MAX_PAYLOAD_BYTES} bytes. Store it and pass its id.`,
    );
  }
  job.payload(JSON.parse(text));
}

async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
