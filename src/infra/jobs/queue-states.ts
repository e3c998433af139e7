import type { Queryable } from '../db/database.ts';
import { BOSS_SCHEMA } from './boss.ts';
import { DEAD_LETTERS } from './prepare-queues.ts';

/** The state of one queue now, by the database's clock. */
export type QueueState = {
  readonly name: string;
  /** Jobs that may run now, and how long the oldest has been due. */
  readonly waiting: number;
  readonly oldest_waiting_s: number;
  readonly running: number;
  readonly stuck: number;
};

/** Given-up jobs of one kind; they are kept for 90 days. */
export type GivenUpJobs = {
  readonly name: string;
  readonly count: number;
  readonly last_day: number;
  readonly newest_at: Date;
};

/** Waiting, running and given-up jobs; null where no server has made the job tables yet. */
export async function findQueueStates(
  db: Queryable,
): Promise<{ readonly queues: readonly QueueState[]; readonly given_up: readonly GivenUpJobs[] } | null> {
  const { rows: found } = await db.executeSql(
    `SELECT to_regclass('${BOSS_SCHEMA}.job') IS NOT NULL AS found`,
  );
  if (!(found as { found: boolean }[])[0]?.found) return null;
  const { rows: queues } = await db.executeSql(
    `SELECT name,
       count(*) FILTER (WHERE state <> 'active')::int AS waiting,
       coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE state <> 'active')), 0)::float8
         AS oldest_waiting_s,
       count(*) FILTER (WHERE state = 'active')::int AS running,
       count(*) FILTER (WHERE state = 'active' AND (
         started_on + make_interval(secs => expire_seconds) < now() - interval '5 minutes' OR
         heartbeat_on + make_interval(secs => heartbeat_seconds) < now() - interval '5 minutes'))::int AS stuck
     FROM ${BOSS_SCHEMA}.job
     WHERE name <> $1 AND NOT starts_with(name, '__')
       AND (state = 'active' OR state IN ('created', 'retry') AND start_after <= now())
     GROUP BY name ORDER BY name`,
    [DEAD_LETTERS],
  );
  const { rows: given_up } = await db.executeSql(
    `SELECT source_name AS name, count(*)::int AS count,
       count(*) FILTER (WHERE created_on > now() - interval '1 day')::int AS last_day, max(created_on) AS newest_at
     FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND source_name IS NOT NULL
     GROUP BY source_name ORDER BY count(*) DESC, source_name`,
    [DEAD_LETTERS],
  );
  return { queues: queues as QueueState[], given_up: given_up as GivenUpJobs[] };
}
