import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { openStoreAt } from '../infra/backup/place.ts';
import { openDatabase } from '../infra/db/database.ts';
import type { ObjectStore } from '../infra/object-store/index.ts';
import { createServerDatabase } from '../test/database.ts';
import { testEngine } from '../test/engine.ts';
import { fillEveryTable } from '../test/fill-every-table.ts';
import { freePort } from '../test/free-port.ts';
import { lastingDatabase } from '../test/lasting-database.ts';
import { runCli, withoutProgress } from '../test/run-cli.ts';
import { type S3StandIn, startS3StandIn } from '../test/s3-stand-in.ts';

const CLI = join(import.meta.dirname, '../cli.mjs');
const logger = pino({ level: 'silent' });
const ACCESS = { bucket: 'backups', accessKeyId: 'an-id', secretAccessKey: 'hush-hush' };
const LARGE = randomBytes(9 * 1024 * 1024);

describe('backups on S3', () => {
  let lasting: Awaited<ReturnType<typeof lastingDatabase>>;
  let s3: S3StandIn;
  let store: ObjectStore;
  let env: Readonly<Record<string, string>>;
  let places = 0;
  /** A place of its own in the bucket. */
  const newPlace = (): string => `s3://${ACCESS.bucket}/place-${++places}`;
  const keysOf = (place: string): string[] => {
    const prefix = `${place.slice(`s3://${ACCESS.bucket}/`.length)}/`;
    return [...s3.objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  };
  const headersOf = (place: string): string[] => keysOf(place).filter((key) => key.startsWith('backups/'));

  before(async () => {
    lasting = await lastingDatabase();
    s3 = await startS3StandIn(ACCESS);
    env = {
      ...lasting.env,
      SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_ACCESS_KEY_ID: ACCESS.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
    };
    const dataDir = join(lasting.env.DATA_DIR, 'db');
    const db = await openDatabase({ url: lasting.env.DATABASE_URL, dataDir, logger });
    await fillEveryTable(db);
    await db.close();
    store = await openStoreAt({ kind: 'folder', root: join(lasting.env.DATA_DIR, 'objects') });
    await store.put('uploads/large', LARGE);
    await store.put('uploads/small', Buffer.from('small'));
  });
  beforeEach(() => {
    s3.mishap = () => null;
  });
  after(async () => {
    await store.close();
    await s3.close();
    await lasting.remove();
  });

  /** Settings of a server that has nothing yet. */
  const emptyServer = async (t: TestContext): Promise<Readonly<Record<string, string>>> => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'ekiden-restored-'));
    t.after(() => rm(DATA_DIR, { recursive: true, force: true }));
    if (testEngine() === 'embedded') return { ...env, DATA_DIR };
    const { url, drop } = await createServerDatabase();
    t.after(drop);
    return { ...env, DATA_DIR, DATABASE_URL: url };
  };

  test('one goes there in parts, is listed in pages, and comes back though connections break off', async (t) => {
    const place = newPlace();
    const made = await runCli(env, 'backup', place);
    assert.deepEqual([made.code, made.err], [0, '']);
    assert.ok(keysOf(place).length > 50, 'there is more than one page');
    assert.equal(s3.uploads.size, 0);
    assert.deepEqual(
      keysOf(place).filter((key) => key.startsWith('running/')),
      [],
    );
    const before = keysOf(place);
    assert.equal((await runCli(env, 'backup', place)).code, 0);
    const added = keysOf(place).filter((key) => key.startsWith('blobs/') && !before.includes(key));
    assert.ok(added.length <= 3, `the manifest, the table of backups and its statistics: ${added}`);

    const cut = new Map<string, number>();
    s3.mishap = ({ method, key }) => {
      const times = cut.get(key) ?? 0;
      // Each is waited for, so that not all of them break off.
      const isChosen = key.endsWith(hash('sha256', LARGE)) || /\/blobs\/.[01]/.test(key);
      if (method !== 'GET' || !isChosen || times === 2) return null;
      cut.set(key, times + 1);
      return 'cut-halfway';
    };
    const target = await emptyServer(t);
    const restored = await runCli(target, 'restore', place);
    assert.deepEqual([restored.code, restored.err], [0, '']);
    assert.ok(cut.size > 1, `${cut.size} were broken off`);
    const back = await openStoreAt({ kind: 'folder', root: join(target.DATA_DIR ?? '', 'objects') });
    t.after(() => back.close());
    const large = await back.get('uploads/large');
    assert.ok(large !== null && LARGE.equals(await buffer(large.body)));
    const again = await runCli(target, 'restore', place);
    assert.equal(again.code, 1);
    assert.match(again.err, /database is not empty|There is a database in/);
  });

  test('what keeps one from being made is said with the setting to change, and leaves none that counts', async () => {
    const place = newPlace();
    const wrong: [Readonly<Record<string, string>>, RegExp][] = [
      [
        { BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' },
        /does not take the credentials: set BACKUP_S3_ACCESS_KEY_ID/,
      ],
      [{ BACKUP_S3_ACCESS_KEY_ID: 'wrong' }, /does not take the credentials: set BACKUP_S3_ACCESS_KEY_ID/],
      [
        { BACKUP_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
        /nothing answers there: set BACKUP_S3_ENDPOINT/,
      ],
    ];
    for (const [settings, says] of wrong) {
      const { code, out, err } = await runCli({ ...env, ...settings }, 'backup', place);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, says);
      assert.doesNotMatch(err, /hush|wrong/);
    }
    assert.match((await runCli(env, 'backup', 's3://no-bucket')).err, /no such bucket: .* set BACKUP_TARGET/);
    assert.deepEqual(keysOf(place), []);

    const refusing: [(key: string) => boolean, RegExp][] = [
      [(key) => key.includes('/blobs/') && s3.objects.size > 0 && s3.uploads.size > 0, /S3 put .* failed/],
      [(key) => key.includes('/backups/'), /S3 put .* failed: the service is full/],
    ];
    for (const [isRefused, says] of refusing) {
      s3.mishap = ({ method, key }) =>
        method === 'PUT' && isRefused(key) ? { status: 507, code: 'Full' } : null;
      const { code, err } = await runCli(env, 'backup', place);
      assert.equal(code, 1);
      assert.match(err, says);
      assert.deepEqual(headersOf(place), []);
      assert.equal(s3.uploads.size, 0, 'an upload that is broken off is aborted');
    }
    s3.mishap = () => null;
    assert.match((await runCli(env, 'backup', 'list', place)).out, /There is no finished backup in s3:/);
    assert.match((await runCli(env, 'restore', place)).err, /There is no finished backup in s3:/);
    const next = await runCli(env, 'backup', place, '--keep', '1');
    assert.deepEqual([next.code, next.err], [0, '']);

    s3.mishap = ({ key }) => (key.includes('/blobs/') ? 'cut' : null);
    const away = await runCli(env, 'backup', 'verify', place);
    assert.equal(away.code, 1);
    assert.doesNotMatch(away.err, /damaged|not whole/);
    assert.match(away.err, /S3 get on bucket backups at .* failed/);
  });

  test('old ones go with what no other refers to, and not while it is unknown what that is', async () => {
    const place = newPlace();
    await store.put('uploads/gone', Buffer.from('gone'));
    assert.equal((await runCli(env, 'backup', place)).code, 0);
    await store.delete('uploads/gone');
    assert.equal((await runCli(env, 'backup', place)).code, 0);
    const has = (content: string | Buffer): boolean =>
      keysOf(place).some((key) => key.endsWith(`/${hash('sha256', content)}`));
    // What was interrupted is kept for a day.
    for (const [key, { body, modified_at }] of s3.objects)
      s3.objects.set(key, { body, modified_at: new Date(modified_at.getTime() - 2 * 86_400_000) });
    const [first = '', second = ''] = headersOf(place).sort();
    const prefix = place.slice(`s3://${ACCESS.bucket}/`.length);
    const references = `${prefix}/references/${second.replace(/^backups\/(.*)\.json$/, '$1')}`;
    const kept = s3.objects.get(references);
    assert.ok(kept !== undefined);
    s3.objects.set(references, { ...kept, body: Buffer.from('damaged') });
    const unknown = await runCli(env, 'backup', 'prune', place, '--keep', '1');
    assert.match(
      unknown.err,
      /It is not known what the backup .* nothing was removed. Delete s3:\S+\.json to/,
    );
    assert.equal(headersOf(place).length, 2);
    // A backup that is made meanwhile counts all the same.
    const third = await runCli(env, 'backup', place, '--keep', '2');
    assert.equal(third.code, 1);
    assert.match(third.err, /The backup was made, but old ones were not removed\. It is not known/);
    assert.equal(headersOf(place).length, 3);

    s3.objects.set(references, kept);
    const header = s3.objects.get(`${prefix}/${headersOf(place).sort().at(-1)}`);
    assert.ok(header !== undefined);
    s3.objects.set(`${prefix}/${headersOf(place).sort().at(-1)}`, {
      ...header,
      body: Buffer.from(header.body.subarray(10)),
    });
    assert.equal((await runCli(env, 'backup', 'prune', place, '--keep', '1')).code, 0);
    assert.deepEqual(
      [headersOf(place).includes(first), headersOf(place).includes(second)],
      [false, true],
      'the newest that is whole stays',
    );
    assert.deepEqual([has('gone'), has('small'), has(LARGE)], [false, true, true]);
  });

  test('Ctrl+C leaves no backup that counts, and a restore that can be run again', async (t) => {
    const place = newPlace();
    const stopAt = async (
      settings: Readonly<Record<string, string>>,
      isMoment: (request: { method: string; key: string }) => boolean,
      ...argv: string[]
    ): Promise<{ code: number | null; err: string }> => {
      const child = spawn(process.execPath, [CLI, ...argv], {
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      t.after(() => child.kill('SIGKILL'));
      let seen = 0;
      s3.mishap = (request) => {
        if (isMoment(request) && ++seen === 5) child.kill('SIGINT');
        return null;
      };
      const err = text(child.stderr);
      const [code] = (await once(child, 'exit')) as [number | null];
      s3.mishap = () => null;
      return { code, err: withoutProgress(await err) };
    };
    const isBlob = (method: string) => (request: { method: string; key: string }) =>
      request.method === method && request.key.includes('/blobs/');
    const stopped = await stopAt(env, isBlob('PUT'), 'backup', place);
    assert.deepEqual(stopped, { code: 130, err: 'ekiden backup: stopped before its end.\n' });
    assert.deepEqual(headersOf(place), []);
    assert.deepEqual(
      keysOf(place).filter((key) => key.startsWith('running/')),
      [],
    );
    assert.equal((await runCli(env, 'backup', place)).code, 0);
    const target = await emptyServer(t);
    const half = await stopAt(target, isBlob('GET'), 'restore', place);
    assert.deepEqual(half, { code: 130, err: 'ekiden restore: stopped before its end.\n' });
    const again = await runCli(target, 'restore', place);
    assert.deepEqual([again.code, again.err], [0, '']);
  });

  test('a terminal sees how fast it goes and how much time is left', {
    skip: process.platform === 'linux' ? false : 'script is called otherwise elsewhere',
  }, async (t) => {
    const place = newPlace();
    const command = `'${process.execPath}' '${CLI}' backup ${place}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    s3.delay_ms = 15;
    t.after(() => {
      s3.delay_ms = 0;
    });
    const shown = await text(child.stdout);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told by them to clear the line.
    assert.match(shown, /\r\x1b\[Ktables: \d+ of \d+ pieces, [\d.]+ a second, \d+:\d\d left/);
    assert.match(shown, /Backup \S+: [\d,]+ rows/);
  });
});
