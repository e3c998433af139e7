import { type Db, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { isOutage } from '../../shared/errors.ts';
import { type Database, patiently, type Queryable } from '../db/database.ts';
import { describeError } from './describe-error.ts';

/** How long things may take; tests make it shorter. */
export type JobTimings = {
  /** A worker that has not shown itself for so many seconds is taken for dead. pg-boss allows 10 and more. */
  heartbeat_s: number;
  /** Seconds between two looks for dead workers and two counts of the queues. */
  supervise_s: number;
  /** Seconds between two looks at the schedules, and until what fell due is in its queue. */
  schedule_s: number;
  /** Milliseconds between two looks for jobs that nobody in this process announced. */
  look_ms: number;
};

export function jobTimings(engine: Database['engine']): JobTimings {
  return {
    // A dead worker's job is taken up after 60 s at most: one missed sign of life and one look.
    heartbeat_s: 30,
    supervise_s: 30,
    schedule_s: 30,
    // On a server this is how fast other processes' jobs start. The embedded engine has none: only delayed jobs and
    // retries wait for it, and its look is on the event loop.
    look_ms: engine === 'postgres' ? 250 : 1_000,
  };
}

const HOUR_S = 3_600;
/** pg-boss's longest interval, for what this project does not use. */
const NEVER_S = 24 * HOUR_S;

/** The schema all of pg-boss's tables live in. */
export const BOSS_SCHEMA = 'pgboss';

/** What pg-boss calls an engine. */
export function bossBackend(engine: Database['engine']): 'pglite' | 'postgres' {
  return engine === 'embedded' ? 'pglite' : 'postgres';
}

/** One pg-boss over the project's own database, so that the embedded engine's single connection is shared. */
export function createBoss(options: {
  db: Database;
  logger: Logger;
  worker: boolean;
  timings: JobTimings;
}): PgBoss {
  const { db, logger, worker, timings } = options;
  const embedded = db.engine === 'embedded';
  const boss = new PgBoss({
    db: bossDatabase(db),
    backend: bossBackend(db.engine),
    schema: BOSS_SCHEMA,
    // `installBoss` has made the tables: pg-boss itself would let two processes make them at once, and fail one of them.
    migrate: false,
    supervise: worker,
    schedule: worker,
    superviseIntervalSeconds: timings.supervise_s,
    monitorIntervalSeconds: timings.supervise_s,
    cronMonitorIntervalSeconds: timings.schedule_s,
    cronWorkerIntervalSeconds: timings.schedule_s,
    maintenanceIntervalSeconds: HOUR_S,
    flowIntervalSeconds: NEVER_S,
    // The embedded engine has its own maintenance and no autovacuum to watch.
    reindex: !embedded,
    monitorVacuum: !embedded,
  });
  // Unheard, the event would end the process. pg-boss goes on by itself; a job's own failure does not come here.
  boss.on('error', (error) => {
    // An outage is in the log already, once a second and not once for each worker.
    const level = isOutage(error) ? 'debug' : 'error';
    logger[level]({ error: describeError(error) }, 'the job queue met an error');
  });
  boss.on('warning', ({ message, data }) => logger.warn({ data }, message));
  return boss;
}

/** What pg-boss calls a database, over a database or over one transaction. */
export function bossDatabase(queryable: Queryable): Db {
  return {
    // An empty list would be taken for parameters, and several statements cannot have any.
    executeSql: (text, values) =>
      patiently(() => queryable.executeSql(text, values?.length ? values : undefined)),
  };
}
