import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { pino } from 'pino';
import { openDatabase } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { createMigratedServerDatabase } from '../../../test/database.ts';
import { testEngine } from '../../../test/engine.ts';
import { APPLIED_TABLE, pingOf } from '../../../test/note-notices.ts';
import { insertDeliveries } from './queries.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const DELIVERIES = 500;
const KILLS = 2;

const skip = testEngine() === 'postgres' ? false : 'two processes need a server';

test('a worker that is killed again and again loses nothing and does nothing twice', { skip }, async (t) => {
  const { url, drop } = await createMigratedServerDatabase();
  const db = await openDatabase({ url, dataDir: '', logger: pino({ level: 'silent' }) });
  t.after(async () => {
    await db.close();
    await drop();
  });
  await db.executeSql(APPLIED_TABLE);
  const received_at = new Date('2026-07-01T06:00:00Z');
  const deliveries = Array.from({ length: DELIVERIES }, (_, n) => ({
    id: newId(),
    provider: 'garmin' as const,
    received_at,
    body: Buffer.from(pingOf([`p${n % 50}`, `m${n}`])),
    is_hint: false,
  }));
  await db.transaction((tx) => insertDeliveries(tx, deliveries));

  /** Runs a process that is killed between the writes and the commit of a transaction, after so many transactions; or never. */
  let minutes = 0;
  const work = async (after: number): Promise<void> => {
    minutes += 2;
    const child = spawn(process.execPath, ['src/test/drain-inbox.ts', url, String(minutes)], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let seen = 0;
    for await (const _ of createInterface({ input: child.stdout })) {
      seen += 1;
      if (seen === after) child.kill('SIGKILL');
    }
    await ended;
  };
  for (let kill = 1; kill <= KILLS; kill += 1) await work(kill + 1);
  const applied = () => db.query<{ mark: string }>(sql`SELECT mark FROM applied`);
  const before = (await applied()).length;
  assert.ok(before > 0 && before < DELIVERIES, `${before} were worked off before the last kill`);
  await work(Number.POSITIVE_INFINITY);
  const marks = (await applied()).map(({ mark }) => mark);
  assert.deepEqual(marks.sort(), deliveries.map((_, n) => `m${n}`).sort());
  assert.deepEqual(await db.query(sql`SELECT id FROM webhook_deliveries`), []);
});
