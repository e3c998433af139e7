import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { within } from '../../shared/within.ts';
import type { EndedAttempt, JobCounts, Jobs } from '../jobs/index.ts';

const OUTCOMES = ['completed', 'failed', 'given_up'] as const satisfies readonly EndedAttempt['outcome'][];
/** Seconds: from one mail to an export of everything. */
const DURATION_BUCKETS_S = [0.01, 0.05, 0.25, 1, 5, 30, 120, 600];
/** However often somebody scrapes, the database is asked once in so many milliseconds, and for so long. */
const COUNTED_FOR_MS = 5_000;
const LONGEST_COUNT_MS = 2_000;

/**
 * Watches the attempts of this process and the queues of the database, which every process reports alike.
 *
 * @param running the jobs that this process runs: their counters begin at 0
 */
export function watchJobs(jobs: Jobs, running: readonly string[], registers: Registry[]): void {
  const attempts = new Counter({
    name: 'ekiden_job_attempts_total',
    help: 'Attempts that ended in this process: failed ones are tried again, given_up ones are not.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'ekiden_job_duration_seconds',
    help: 'How long attempts of this process took, however they ended.',
    labelNames: ['job'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  for (const job of running) for (const outcome of OUTCOMES) attempts.inc({ job, outcome }, 0);
  jobs.watchAttempts(({ job, outcome, duration_s }) => {
    attempts.inc({ job, outcome });
    durations.observe({ job }, duration_s);
  });
  watchQueues(jobs, registers);
}

function watchQueues(jobs: Pick<Jobs, 'counts'>, registers: Registry[]): void {
  const count = countedSeldom(jobs);
  new Gauge({
    name: 'ekiden_job_oldest_ready_seconds',
    help: 'How long the job that is next has been due and not begun; 0 when none is.',
    labelNames: ['queue'],
    registers,
    async collect() {
      const counts = await count();
      this.reset();
      for (const { name: queue, oldest_ready_s } of counts ?? []) this.set({ queue }, oldest_ready_s);
    },
  });
  new Gauge({
    name: 'ekiden_jobs_up',
    help: 'Whether the queues could be counted: 1, or 0 where the database does not answer.',
    registers,
    async collect() {
      this.set((await count()) === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'ekiden_jobs',
    help: 'Jobs by queue and state, as the workers counted them in the last half minute; in dead-letters those that were given up.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const counts = await count();
      this.reset();
      for (const { name: queue, waiting, delayed, running } of counts ?? []) {
        this.set({ queue, state: 'waiting' }, waiting);
        this.set({ queue, state: 'delayed' }, delayed);
        this.set({ queue, state: 'running' }, running);
      }
    },
  });
}

/** Null where the database does not answer. Who asks meanwhile shares the answer. */
function countedSeldom(jobs: Pick<Jobs, 'counts'>): () => Promise<readonly JobCounts[] | null> {
  let asked_ms = Number.NEGATIVE_INFINITY;
  let counting: Promise<readonly JobCounts[] | null> = Promise.resolve(null);
  return () => {
    if (performance.now() - asked_ms > COUNTED_FOR_MS) {
      asked_ms = performance.now();
      counting = within(LONGEST_COUNT_MS, jobs.counts()).catch(() => null);
    }
    return counting;
  };
}
