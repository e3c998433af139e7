import type { Database } from '../db/database.ts';
import { BOSS_SCHEMA } from './boss.ts';
import type { JobCounts } from './job.ts';
import { DEAD_LETTERS } from './prepare-queues.ts';

/** pg-boss counts the queues every half minute, so a count this old means that no worker runs. */
const NO_WORKER_S = 300;

/** Counts come from the workers' own records; the age comes from the index by which workers take jobs. */
export async function countQueues(db: Database): Promise<JobCounts[]> {
  const { rows } = await db.executeSql(
    // pg-boss's own queues begin with two underscores.
    `SELECT q.name, q.ready_count AS waiting, q.deferred_count AS delayed, q.active_count AS running,
       coalesce(extract(epoch FROM now() - oldest.start_after), 0)::float8 AS oldest_ready_s
     FROM ${BOSS_SCHEMA}.queue q
     LEFT JOIN LATERAL (
       SELECT j.start_after FROM ${BOSS_SCHEMA}.job j
       WHERE j.name = q.name AND q.name <> $1 AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
       ORDER BY j.priority DESC, j.created_on LIMIT 1
     ) oldest ON true
     WHERE NOT starts_with(q.name, '__')
     ORDER BY q.name`,
    [DEAD_LETTERS],
  );
  return rows as JobCounts[];
}

/** @throws Error when no worker has checked the queues for minutes */
export async function requireWorkers(db: Database): Promise<void> {
  const { rows } = await db.executeSql(
    `SELECT extract(epoch FROM now() - max(greatest(monitor_claim_on, monitor_on)))::float8 AS ago_s
     FROM ${BOSS_SCHEMA}.queue`,
  );
  // Null in the first half minute of a new database.
  const [{ ago_s } = { ago_s: null }] = rows as { ago_s: number | null }[];
  if (ago_s !== null && ago_s > NO_WORKER_S)
    throw new Error(`No worker has looked after the jobs for ${Math.round(ago_s)} seconds.`);
}
