import { type Db, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { isOutage } from '../../shared/errors.ts';
import { type Database, patiently, type Queryable } from '../db/database.ts';
import { describeError } from './describe-error.ts';

/** How long things may take; tests make it shorter. */
export type JobTimings = {
  /** A worker without a heartbeat for this many seconds is taken for dead. pg-boss allows 10 and more. */
  heartbeat_s: number;
  /** Seconds between two checks for dead workers and two counts of the queues. */
  supervise_s: number;
  /** Seconds between two checks of the schedules, and until due jobs are queued. */
  schedule_s: number;
  /** Milliseconds between two checks for jobs that this process was not told of. */
  look_ms: number;
};

export function jobTimings(engine: Database['engine']): JobTimings {
  return {
    // The job of a dead worker is taken up after 60 s at most: one missed heartbeat and one check.
    heartbeat_s: 30,
    supervise_s: 30,
    schedule_s: 30,
    // On a server this bounds how soon other processes' jobs start. On the embedded engine only delayed jobs and retries wait for it, and its query
    // blocks the event loop.
    look_ms: engine === 'postgres' ? 250 : 1_000,
  };
}

const HOUR_S = 3_600;
const NEVER_S = 24 * HOUR_S;

/** The schema all of pg-boss's tables live in. */
export const BOSS_SCHEMA = 'pgboss';

export function bossBackend(engine: Database['engine']): 'pglite' | 'postgres' {
  return engine === 'embedded' ? 'pglite' : 'postgres';
}

/** One pg-boss over the project's own database, so that the embedded engine's one connection is shared. */
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
    migrate: false,
    supervise: worker,
    schedule: worker,
    superviseIntervalSeconds: timings.supervise_s,
    monitorIntervalSeconds: timings.supervise_s,
    cronMonitorIntervalSeconds: timings.schedule_s,
    cronWorkerIntervalSeconds: timings.schedule_s,
    maintenanceIntervalSeconds: HOUR_S,
    flowIntervalSeconds: NEVER_S,
    // The embedded engine has its own maintenance.
    reindex: !embedded,
    monitorVacuum: !embedded,
  });
  // Without a listener the event would end the process. pg-boss recovers by itself; failed jobs are not reported here.
  boss.on('error', (error) => {
    // The outage log already reports outages once a second.
    const level = isOutage(error) ? 'debug' : 'error';
    logger[level]({ error: describeError(error) }, 'the job queue met an error');
  });
  boss.on('warning', ({ message, data }) => logger.warn({ data }, message));
  return boss;
}

export function bossDatabase(queryable: Queryable): Db {
  return {
    // pg-boss passes an empty list for none, and several statements cannot have parameters.
    executeSql: (text, values) =>
      patiently(() => queryable.executeSql(text, values?.length ? values : undefined)),
  };
}
