import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createServerDatabase, emptyClusterDirectory } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { type Database, openDatabase } from './database.ts';
import { sql } from './sql.ts';

const KILLS = 4;
const WRITER = path.join(import.meta.dirname, '../../test/crash-writer.ts');

/** Lets a process write for a moment and kills it. Returns the pairs whose commit it reported. */
async function writeAndDie(t: TestContext, args: string[]): Promise<number[]> {
  const writer = spawn(process.execPath, [WRITER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => writer.kill('SIGKILL'));
  const exited = once(writer, 'close');
  let output = '';
  writer.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  await Promise.race([once(writer.stdout, 'data'), exited]);
  await new Promise((resolve) => setTimeout(resolve, randomInt(20, 300)));
  writer.kill('SIGKILL');
  const [code, signal] = (await exited) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL', `the writer ended by itself, with ${code}`);
  // The last piece is empty or was cut off.
  return output.split('\n').slice(0, -1).map(Number);
}

test('what was acknowledged survives kill -9, and no transaction is there by half', async (t) => {
  const logger = pino({ level: 'silent' });
  const server = testEngine() === 'postgres' ? await createServerDatabase() : undefined;
  const dataDir = server === undefined ? await emptyClusterDirectory() : '';
  const opened: Database[] = [];
  const open = async (): Promise<Database> => {
    const db = await openDatabase({ url: server?.url, dataDir, logger });
    opened.push(db);
    return db;
  };
  t.after(async () => {
    await Promise.all(opened.map((db) => db.close()));
    await (server === undefined ? rm(dataDir, { recursive: true }) : server.drop());
  });

  const created = await open();
  await created.executeSql('CREATE TABLE crash_rows (pair int, half int, PRIMARY KEY (pair, half))');
  await created.close();

  const acknowledged: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    acknowledged.push(...(await writeAndDie(t, server === undefined ? [dataDir] : ['', server.url])));
  }

  const db = await open();
  const rows = await db.query<{ pair: number; halves: number }>(
    sql`SELECT pair, count(*) AS halves FROM crash_rows GROUP BY pair`,
  );
  const present = new Set(rows.map(({ pair }) => pair));
  assert.ok(acknowledged.length >= KILLS, 'hardly anything was written');
  assert.equal(new Set(acknowledged).size, acknowledged.length, 'a number was given twice');
  assert.deepEqual(
    acknowledged.filter((pair) => !present.has(pair)),
    [],
    'acknowledged and lost',
  );
  assert.deepEqual(
    rows.filter(({ pair, halves }) => halves !== 2 || pair % 3 === 0),
    [],
    'there by half, or though rolled back',
  );
  // The heap and its index must agree after recovery.
  await db.executeSql('REINDEX TABLE crash_rows');
});
