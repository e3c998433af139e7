import type { PgBoss } from 'pg-boss';
import { isUuid } from '../../shared/ids.ts';
import type { Database } from '../db/database.ts';
import { BOSS_SCHEMA } from './boss.ts';
import type { FailedJob } from './job.ts';
import { DEAD_LETTERS } from './prepare-queues.ts';

const LIMIT = 1_000;

type Row = Omit<FailedJob, 'error'> & { output: unknown };

export async function listDeadLetters(
  db: Database,
  options: { name?: string; limit?: number },
): Promise<FailedJob[]> {
  const { rows } = await db.executeSql(
    `SELECT id, source_id AS job_id, source_name AS name, data AS payload, source_output AS output,
       source_retry_count + 1 AS attempts, source_created_on AS created_at, created_on AS failed_at
     FROM ${BOSS_SCHEMA}.job
     WHERE name = $1 AND source_name IS NOT NULL AND ($2::text IS NULL OR source_name = $2)
     ORDER BY created_on DESC, id
     LIMIT $3`,
    [DEAD_LETTERS, options.name ?? null, Math.min(options.limit ?? 100, LIMIT)],
  );
  return (rows as Row[]).map(({ output, ...row }) => ({ ...row, error: errorText(output) }));
}

/** Moves a dead letter back to its queue; false when it is gone or its kind of job no longer exists. */
export async function retryDeadLetter(boss: PgBoss, id: string): Promise<boolean> {
  return isUuid(id) && (await boss.redrive(DEAD_LETTERS, { ids: [id] })) === 1;
}

/** Fails the jobs that the previous process, the only one, left running; they are retried like after any failed attempt. */
export async function failOrphans(db: Database, boss: PgBoss): Promise<number> {
  const { rows } = await db.executeSql(
    // Without pg-boss's own queues, which begin with two underscores: its workers run already.
    `SELECT name, array_agg(id::text) AS ids FROM ${BOSS_SCHEMA}.job
     WHERE state = 'active' AND NOT starts_with(name, '__') GROUP BY name`,
  );
  let count = 0;
  for (const { name, ids } of rows as { name: string; ids: string[] }[]) {
    await boss.fail(name, ids, { message: 'The process ended while the job ran.' });
    count += ids.length;
  }
  return count;
}

/** Ours are `{ message }`; pg-boss's own (time-out, dead worker, shutdown) `{ message }` or `{ value }`. */
function errorText(output: unknown): string {
  if (typeof output !== 'object' || output === null) return 'unknown';
  for (const key of ['message', 'value']) {
    const text: unknown = Reflect.get(output, key);
    if (typeof text === 'string') return text;
  }
  return JSON.stringify(output).slice(0, 500);
}
