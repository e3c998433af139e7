import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { pino } from 'pino';
import { fillDevices, tokenOf } from '../../../../bench/stage/fill-devices.ts';
import { startFcm } from '../../../../sandbox/fcm/start-fcm.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { openDatabase } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { MINUTE_MS, systemClock } from '../../../shared/time.ts';
import { createServerDatabase, testEngine } from '../../../test/database.ts';
import { readOutgoing } from './read-outgoing.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const DEVICES = 600;

const skip = testEngine() === 'postgres' ? false : 'two processes need a server';

// The same with 50,000 devices: the benchmark `broadcast`.
test('killed twice on the way, a broadcast reaches each live device once, or is lost and counted', {
  skip,
}, async (t) => {
  const { url, drop } = await createServerDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  // What a killed one had taken is waited for: each has a clock that is ahead of the one before.
  let minutes = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + minutes * MINUTE_MS) };
  const fcm = await startFcm({ retry_after_s: 1, clock });
  const db = await openDatabase({ url, dataDir: '', logger: pino({ level: 'silent' }) });
  t.after(async () => {
    await db.close();
    await fcm.stop();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });
  const env = { ...fcm.env(), DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'fatal' };
  const id = await fillDevices(env, DEVICES);

  /** Killed when so many pushes were answered; or never. */
  const work = async (after: number): Promise<void> => {
    minutes += 2;
    const child = spawn(process.execPath, ['src/test/send-outgoing.ts', id, String(minutes)], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...env },
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
  const stateOf = async (): Promise<Map<string, string>> => {
    const rows = await db.query<{ hash: string; state: string }>(
      sql`SELECT encode(address_hash, 'hex') AS hash, state FROM deliveries WHERE outgoing_id = ${id}`,
    );
    return new Map(rows.map(({ hash, state }) => [hash, state]));
  };
  await work(120);
  await work(75);
  const open = [...(await stateOf()).values()].filter((state) => state === 'sending' || state === 'waiting');
  assert.ok(open.length > 0 && fcm.messages.list().length > 0, 'killed in the middle');
  await work(Number.POSITIVE_INFINITY);

  const outgoing = (await readOutgoing(db, { ids: [id] })).get(id);
  const { recipients = 0, sent = 0, gone = 0, lost = 0 } = outgoing?.counts.push ?? {};
  assert.deepEqual([outgoing?.state, recipients, sent + gone + lost], ['done', DEVICES, DEVICES]);
  assert.ok(lost > 0 && lost <= 100, `${lost} were lost`);
  const states = await stateOf();
  const got = new Map<string, number>();
  for (const { token } of fcm.messages.list()) got.set(token, (got.get(token) ?? 0) + 1);
  for (let n = 0; n < DEVICES; n++) {
    const token = tokenOf(n);
    const state = states.get(hashToken(token).toString('hex'));
    const times = got.get(token) ?? 0;
    if (state === 'lost') assert.ok(times <= 1, token);
    else assert.deepEqual([state, times], token.startsWith('dead-') ? ['gone', 0] : ['sent', 1], token);
  }
  const left = await db.query<{ n: number }>(sql`
    SELECT 1 FROM device_tokens t JOIN deliveries d ON d.address_hash = t.token_hash WHERE d.state = 'gone'`);
  assert.deepEqual(left, []);
});
