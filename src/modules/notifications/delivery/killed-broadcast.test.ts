import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { fillDevices, tokenOf } from '../../../../bench/stage/fill-devices.ts';
import { startFcm } from '../../../../sandbox/fcm/start-fcm.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { openDatabase } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { MINUTE_MS, systemClock } from '../../../shared/time.ts';
import { createMigratedServerDatabase } from '../../../test/database.ts';
import { testEngine } from '../../../test/engine.ts';
import { readOutgoing } from './read-outgoing.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const DEVICES = 600;
const MAILBOXES = 120;

const skip = testEngine() === 'postgres' ? false : 'two processes need a server';

/** A database, people with a device and a mailbox each, and a message to all of them, which processes send until they are killed. */
async function openClub(t: TestContext, people: number, settings: Readonly<Record<string, string>>) {
  const { url, drop } = await createMigratedServerDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  const db = await openDatabase({ url, dataDir: '', logger: pino({ level: 'silent' }) });
  t.after(async () => {
    await db.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });
  const env = { ...settings, DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'fatal' };
  const id = await fillDevices(env, people);
  // Deliveries that a killed process had taken wait before they are retried, so each process has a clock ahead of the one before.
  let minutes = 0;
  return {
    db,
    id,
    clock: { now: () => new Date(systemClock.now().getTime() + minutes * MINUTE_MS) },
    /** Runs a process, which is killed after so many answers, or never. */
    work: async (after: number): Promise<void> => {
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
    },
    stateOf: async (): Promise<Map<string, string>> => {
      const rows = await db.query<{ hash: string; state: string }>(
        sql`SELECT encode(address_hash, 'hex') AS hash, state FROM deliveries WHERE outgoing_id = ${id}`,
      );
      return new Map(rows.map(({ hash, state }) => [hash, state]));
    },
  };
}

const isOpen = (state: string): boolean => state === 'sending' || state === 'waiting';

test('killed twice on the way, a broadcast reaches each live device once, or is counted as unknown', {
  skip,
}, async (t) => {
  const fcm = await startFcm({ retry_after_s: 1, clock: { now: () => clock.now() } });
  t.after(() => fcm.stop());
  const { db, id, clock, work, stateOf } = await openClub(t, DEVICES, fcm.env());
  await work(120);
  await work(75);
  assert.ok(
    [...(await stateOf()).values()].some(isOpen) && fcm.messages.list().length > 0,
    'killed in the middle',
  );
  await work(Number.POSITIVE_INFINITY);

  const outgoing = (await readOutgoing(db, { ids: [id] })).get(id);
  const { recipients = 0, sent = 0, gone = 0, unknown = 0 } = outgoing?.counts.push ?? {};
  assert.deepEqual([outgoing?.state, recipients, sent + gone + unknown], ['done', DEVICES, DEVICES]);
  assert.ok(unknown <= 50, `of ${unknown} it is unknown, of which nobody was at more than 25 at a time`);
  const states = await stateOf();
  const got = new Map<string, number>();
  for (const { token } of fcm.messages.list()) got.set(token, (got.get(token) ?? 0) + 1);
  for (let n = 0; n < DEVICES; n++) {
    const token = tokenOf(n);
    const state = states.get(hashToken(token).toString('hex'));
    const times = got.get(token) ?? 0;
    if (state === 'unknown') assert.ok(times <= 1, token);
    else assert.deepEqual([state, times], token.startsWith('dead-') ? ['gone', 0] : ['sent', 1], token);
  }
  const left = await db.query<{ n: number }>(sql`
    SELECT 1 FROM device_tokens t JOIN deliveries d ON d.address_hash = t.token_hash WHERE d.state = 'gone'`);
  assert.deepEqual(left, []);
});

test('killed twice on the way, mails reach everybody, and of those twice that the mail server was just taking alone', {
  skip,
}, async (t) => {
  const got = new Map<string, number>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 200,
    onData(stream, { envelope }, done) {
      const [to] = envelope.rcptTo;
      stream.resume().once('end', () => {
        got.set(to?.address ?? '', (got.get(to?.address ?? '') ?? 0) + 1);
        done();
      });
    },
  });
  smtp.on('error', () => undefined);
  const listener = smtp.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => new Promise<void>((resolve) => smtp.close(resolve)));
  const { port } = listener.address() as AddressInfo;
  const { db, id, work, stateOf } = await openClub(t, MAILBOXES, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  await db.execute(sql`UPDATE users SET is_verified = true`);
  await db.execute(sql`UPDATE outgoing_messages SET channels = '{email}'`);
  for (const after of [22, 45]) {
    await work(after);
    assert.ok([...(await stateOf()).values()].some(isOpen), 'killed in the middle');
  }
  await work(Number.POSITIVE_INFINITY);
  const { state, counts } = (await readOutgoing(db, { ids: [id] })).get(id) ?? {};
  assert.deepEqual([state, counts?.email?.sent, got.size], ['done', MAILBOXES, MAILBOXES]);
  const times = [...got.values()];
  const twice = times.filter((number) => number > 1).length;
  // Six deliveries are under way at once; each of the two kills leaves at most these open.
  assert.ok(twice <= 2 * 6 && Math.max(...times) <= 3, `${twice} of ${MAILBOXES} came twice`);
});
