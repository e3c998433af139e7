import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import { testEngine } from './database.ts';

/**
 * Until so many wait for a lock, such as one that this transaction holds: then they meet. The embedded engine has one
 * connection, for which everybody waits: there it returns at once.
 */
export async function waitForLock(tx: Transaction, many = 1): Promise<void> {
  for (let looks = 0; testEngine() === 'postgres'; looks += 1) {
    const { count } = await tx.one<{ count: number }>(sql`
      SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()`);
    if (count >= many) return;
    assert.ok(looks < 500, `${count} wait for a lock, not ${many}`);
    await sleep(10);
  }
}
