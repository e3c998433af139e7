import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { openDatabase } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import { openTestDatabase } from './database.ts';
import { testEngine } from './engine.ts';
import { waitForLock } from './wait-for-lock.ts';

const options = testEngine() === 'postgres' ? {} : { skip: 'the embedded engine has one connection' };

test('who connects after the first look is seen to wait as well, also behind others', options, async () => {
  const db = await openTestDatabase();
  const others = await openDatabase({
    url: db.url ?? assert.fail(),
    dataDir: '',
    logger: pino({ level: 'silent' }),
  });
  try {
    const lock = (key: number) => sql`SELECT pg_advisory_xact_lock(${key})`;
    const waiting: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.execute(lock(1));
      await waitForLock(tx, 0);
      waiting.push(
        others.transaction(async (behind) => {
          await behind.execute(lock(2));
          await behind.execute(lock(1));
        }),
      );
      await waitForLock(tx, 1);
      for (let many = 2; many <= 5; many += 1) {
        waiting.push(others.execute(lock(2)));
        await waitForLock(tx, many);
      }
    });
    await Promise.all(waiting);
  } finally {
    await others.close();
    await db.close();
  }
});
