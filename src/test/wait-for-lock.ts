import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import { testEngine } from './engine.ts';

/**
 * Until so many wait for a lock that this transaction holds, or behind somebody who does: then they meet. The embedded engine has
 * one connection, for which everybody waits: there it returns at once.
 */
export async function waitForLock(tx: Transaction, many = 1): Promise<void> {
  for (let looks = 0; testEngine() === 'postgres'; looks += 1) {
    // Not by pg_stat_activity: within a transaction that shows those who were connected when it was first looked at.
    const { count } = await tx.one<{ count: number }>(sql`/* test */
      WITH RECURSIVE waiting AS (
        SELECT pid, unnest(pg_blocking_pids(pid)) AS for_pid
        FROM (SELECT DISTINCT pid FROM pg_locks WHERE NOT granted) AS unserved
      ), behind AS (
        SELECT pid FROM waiting WHERE for_pid = pg_backend_pid()
        UNION SELECT waiting.pid FROM waiting JOIN behind ON waiting.for_pid = behind.pid
      )
      SELECT count(*)::int AS count FROM behind`);
    if (count >= many) return;
    if (looks === 500) assert.fail(`${count} wait for a lock, not ${many}: ${await whatEverybodyDoes(tx)}`);
    await sleep(10);
  }
}

async function whatEverybodyDoes(tx: Transaction): Promise<string> {
  await tx.execute(sql`SELECT pg_stat_clear_snapshot()`);
  const sessions = await tx.query(sql`
    SELECT pid, state, wait_event_type, wait_event, left(query, 120) AS query FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`);
  return JSON.stringify(sessions);
}
