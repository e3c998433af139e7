import type { Transaction } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { BOSS_SCHEMA } from './boss.ts';
import type { JobDefinition } from './job.ts';
import { DEAD_LETTERS } from './prepare-queues.ts';

const HELD =
  'Held when a backup was restored: it may have been done after the backup was made. ekiden jobs retry does it now.';
const WAITING = `state IN ('created', 'retry', 'active')`;

/**
 * Moves jobs that send something to the failed ones in a restored database before any server starts. Events still reach
 * listeners that send nothing.
 * @param definitions all kinds of jobs of this program
 * @returns how many were held
 */
export async function holdSendingJobs(
  tx: Transaction,
  definitions: readonly Pick<JobDefinition<object>, 'name' | 'sends'>[],
): Promise<number> {
  const { rows } = await tx.executeSql(`SELECT to_regclass('${BOSS_SCHEMA}.job') IS NOT NULL AS found`);
  if (!(rows as { found: boolean }[])[0]?.found) return 0;
  const sending = definitions.filter(({ sends }) => sends === true).map(({ name }) => name);
  const silent = definitions.filter(({ sends }) => sends !== true).map(({ name }) => name);
  const events = [...new Set(sending.map(eventOf))].filter((name) => name !== null);
  await tx.executeSql(
    `INSERT INTO ${BOSS_SCHEMA}.job SELECT copy.* FROM ${BOSS_SCHEMA}.job j JOIN ${BOSS_SCHEMA}.queue q
       ON q.name = ANY ($2::text[]) AND starts_with(q.name, j.name || '/')
     CROSS JOIN LATERAL jsonb_populate_record(NULL::${BOSS_SCHEMA}.job, to_jsonb(j) || jsonb_build_object(
       'id', gen_random_uuid(), 'name', q.name, 'state', 'created', 'retry_count', 0, 'retry_limit', q.retry_limit,
       'retry_delay', q.retry_delay, 'retry_backoff', q.retry_backoff, 'retry_delay_max', q.retry_delay_max,
       'expire_seconds', q.expire_seconds, 'deletion_seconds', q.deletion_seconds, 'dead_letter', q.dead_letter,
       'policy', q.policy, 'heartbeat_seconds', q.heartbeat_seconds, 'started_on', NULL, 'heartbeat_on', NULL)) AS copy
     WHERE j.name = ANY ($1::text[]) AND j.${WAITING}`,
    [events, silent],
  );
  await tx.executeSql(
    `INSERT INTO ${BOSS_SCHEMA}.job (name, data, retry_limit, retry_backoff, retry_delay, keep_until, deletion_seconds,
       expire_seconds, singleton_key, group_id, heartbeat_seconds, source_name, source_id, source_created_on,
       source_retry_count, source_output)
     SELECT q.name, j.data, q.retry_limit, q.retry_backoff, q.retry_delay, now() + q.retention_seconds * interval '1s',
       q.deletion_seconds, q.expire_seconds, j.singleton_key, j.group_id, q.heartbeat_seconds, j.name, j.id, j.created_on,
       j.retry_count, jsonb_build_object('message', $3::text)
     FROM ${BOSS_SCHEMA}.job j JOIN ${BOSS_SCHEMA}.queue q ON q.name = $2
     WHERE j.name = ANY ($1::text[]) AND j.${WAITING}`,
    [[...sending, ...events], DEAD_LETTERS, HELD],
  );
  // Running maintenance of pg-boss and schedules begins anew with the next start.
  await tx.executeSql(`DELETE FROM ${BOSS_SCHEMA}.job WHERE starts_with(name, '__')`);
  return await tx.execute(sql`
    DELETE FROM pgboss.job WHERE name = ANY (${[...sending, ...events]}) AND state IN ('created', 'retry', 'active')`);
}

/** The event that a listener hears, which is passed on to others as well. */
function eventOf(name: string): string | null {
  return /^(events\/[^/]+)\/[^/]+$/.exec(name)?.[1] ?? null;
}
