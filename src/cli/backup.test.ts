import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pino } from 'pino';
import { scheduledBackups } from '../backups.ts';
import { parseConfig } from '../config.ts';
import { openSecretBox } from '../deps.ts';
import { backupJobs, backupRequests, lastBackup, openBackup, parsePlace } from '../infra/backup/index.ts';
import { openStoreAt } from '../infra/backup/place.ts';
import { type Database, openDatabase } from '../infra/db/database.ts';
import { answerLocally } from '../infra/db/local-requests.ts';
import { createJobs, defineJob } from '../infra/jobs/index.ts';
import { createServerDatabase } from '../test/database.ts';
import { testEngine } from '../test/engine.ts';
import { lastingDatabase } from '../test/lasting-database.ts';
import { runCli } from '../test/run-cli.ts';

const logger = pino({ level: 'silent' });
const SECRETS_KEY = Buffer.alloc(32, 3).toString('base64');

describe('backups by command and by schedule', () => {
  let lasting: Awaited<ReturnType<typeof lastingDatabase>>;
  let place: string;
  let env: Readonly<Record<string, string>>;
  before(async () => {
    lasting = await lastingDatabase();
    place = await mkdtemp(join(tmpdir(), 'ekiden-place-'));
    env = { ...lasting.env, SECRETS_KEY };
  });
  after(async () => {
    await lasting.remove();
    await rm(place, { recursive: true, force: true });
  });

  /** As a running server has it, which answers what commands ask of it. */
  const whileOpen = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const dataDir = join(lasting.env.DATA_DIR, 'db');
    const db = await openDatabase({ url: lasting.env.DATABASE_URL, dataDir, logger });
    const answering = db.holdFiles === null ? null : await answerLocally(dataDir, backupRequests(db), logger);
    try {
      return await work(db);
    } finally {
      await answering?.close();
      await db.close();
    }
  };

  /** Settings of a server that has nothing yet, not even a secrets key. */
  const emptyServer = async (t: TestContext): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'ekiden-restored-'));
    t.after(() => rm(DATA_DIR, { recursive: true, force: true }));
    if (testEngine() === 'embedded') return { DATA_DIR };
    const { url, drop } = await createServerDatabase();
    t.after(drop);
    return { DATA_DIR, DATABASE_URL: url };
  };

  test('a command backs up beside a running server, which remembers it, and the schedule does the same', async () => {
    await whileOpen(async (db) => {
      assert.equal(await lastBackup(db), null);
      const made = await runCli(env, 'backup', place);
      assert.equal(made.err, '');
      assert.match(made.out, /^Backup \S+: [\d,]+ rows, 0 files, /);
      const first = await lastBackup(db);
      assert.equal(first?.place, place);
      assert.equal(first.scheduled, false);

      const config = parseConfig({ ...env, BACKUP_TARGET: place, BACKUP_KEEP: '1' });
      const backups = scheduledBackups(config, await openSecretBox(config));
      const [job] = backupJobs({ db, backups });
      const context = { job_id: '1', attempt: 1, signal: new AbortController().signal, logger };
      await job?.run({}, context);
      // A job may run twice, also at once.
      await Promise.all([job?.run({}, context), job?.run({}, context)]);
      const last = await lastBackup(db);
      assert.equal(last?.scheduled, true);
      assert.ok(last.snapshot_at > first.snapshot_at);
      const listed = JSON.parse((await runCli(env, 'backup', 'list', place, '--json')).out);
      assert.ok(listed.backups.length < 4, 'old ones go');
      assert.ok(listed.backups.some(({ id }: { id: string }) => id === last.id));
      assert.deepEqual(await readdir(join(lasting.env.DATA_DIR, 'backup-scratch')), [], 'no copy stays');
    });
    const within = await runCli(env, 'backup', join(lasting.env.DATA_DIR, 'backups'));
    assert.match(within.err, /A backup in DATA_DIR .* is lost together with it: choose a folder elsewhere/);
    const link = join(place, 'link');
    await symlink(lasting.env.DATA_DIR, link);
    const behind = await runCli(env, 'backup', join(link, 'backups'));
    assert.match(behind.err, /A backup in DATA_DIR .* is lost together with it/);
    await rm(link);
    for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name);
    }
    assert.match((await runCli(env, 'backup', 's3://a-bucket')).err, /needs BACKUP_S3_ACCESS_KEY_ID/);
    assert.equal((await runCli(env, 'backup', place, '--keep', 'all')).code, 2);
  });

  test('one that a newer version made is named by a list, which has all others, and nothing is removed beside it', async () => {
    const own = join(place, 'newer');
    assert.equal((await runCli(env, 'backup', own)).code, 0);
    const headers = join(own, 'objects/backups+');
    const [known = ''] = (await readdir(headers)).map((name) => name.slice(0, -5));
    const other = '20260101t023000000z-abcdef';
    const [text = ''] = (await readFile(join(headers, `${known}.json`), 'utf8')).split('\n');
    const newer = text.replace('"format":1', '"format":2').replace(known, other);
    await writeFile(join(headers, `${other}.json`), `${newer}\n${hash('sha256', newer)}\n`);

    const says = `The backup ${other} has the format 2, which this version of Ekiden does not read: use a newer one.`;
    const listed = await runCli(env, 'backup', 'list', own);
    assert.deepEqual([listed.code, listed.err], [1, '']);
    assert.match(listed.out, new RegExp(`^ID .*\n${known} .*\n${RegExp.escape(says)}$`));
    const json = JSON.parse((await runCli(env, 'backup', 'list', own, '--json')).out);
    assert.deepEqual(
      [json.backups.map(({ id }: { id: string }) => id), json.damaged, json.newer],
      [[known], [], [says]],
    );
    const pruned = await runCli(env, 'backup', 'prune', own, '--keep', '1');
    assert.equal(pruned.code, 1);
    assert.ok(pruned.err.includes(`${says} Nothing was removed.`), pruned.err);
    assert.equal((await readdir(headers)).length, 2);

    await rm(join(headers, `${known}.json`));
    assert.equal((await runCli(env, 'backup', 'list', own)).out, says, 'nor is there said to be none');
    assert.ok((await runCli(env, 'restore', own)).err.includes(says));
  });

  test('an upgrade of a database that has rows backs up first, and what it backed up is restored as of today', async (t) => {
    await whileOpen(async (db) => {
      // Later migrations of these can be applied twice.
      await db.executeSql("DROP TABLE backups; DELETE FROM schema_migrations WHERE name >= '0056'");
    });
    const own = join(place, 'before-upgrades');
    const upgrading = { ...env, BACKUP_TARGET: own };
    const migrated = await runCli(upgrading, 'migrate');
    assert.deepEqual([migrated.code, migrated.err], [0, '']);
    assert.match(migrated.out, /Applied 0056_backups\.sql/);
    const countBackups = async (): Promise<number> =>
      JSON.parse((await runCli(env, 'backup', 'list', own, '--json')).out).backups.length;
    assert.equal(await countBackups(), 1);
    assert.match((await runCli(upgrading, 'migrate')).out, /Nothing to do/);
    assert.equal(await countBackups(), 1, 'without an upgrade there is none');
    const target = { ...(await emptyServer(t)), SECRETS_KEY };
    const restored = await runCli(target, 'restore', own);
    assert.deepEqual([restored.code, restored.err], [0, '']);
    assert.match((await runCli(target, 'migrate')).out, /Nothing to do/);
  });

  test('an encrypted backup is opened by its identity alone, and brings the secrets key where that was asked for', async (t) => {
    const own = join(place, 'encrypted');
    const folder = await mkdtemp(join(tmpdir(), 'ekiden-keys-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const [right, wrong] = [join(folder, 'right'), join(folder, 'wrong')];
    const identity = await generateX25519Identity();
    await writeFile(right, `# a key\n${identity}\n`);
    await writeFile(wrong, await generateX25519Identity());
    const sealing = { ...lasting.env, BACKUP_RECIPIENT: await identityToRecipient(identity) };
    const plain = await runCli(lasting.env, 'backup', own, '--include-key');
    assert.match(plain.err, /goes into an encrypted backup only: set BACKUP_PASSPHRASE or BACKUP_RECIPIENT/);
    assert.equal((await runCli(sealing, 'backup', own)).err, '');
    const without = await openBackup(parsePlace(own, null), null, { identity });
    assert.equal(without.manifest.secrets_key, undefined, 'by itself it is left out');
    await without.close();
    assert.equal((await runCli(sealing, 'backup', own, '--include-key')).err, '');

    const SECRETS_KEY_FILE = join(folder, 'secrets.key');
    const target = { ...(await emptyServer(t)), SECRETS_KEY_FILE };
    const none = await runCli(target, 'restore', own);
    assert.match(none.err, /encrypted to age1\w+: give the file of its identity with --identity/);
    const other = await runCli(target, 'restore', own, '--identity', wrong);
    assert.match(other.err, /The identity is not the one of age1/);
    const full = { ...lasting.env, SECRETS_KEY_FILE };
    const refused = await runCli(full, 'restore', own, '--identity', right);
    assert.match(refused.err, /database is not empty|There is a database in/);
    assert.equal(existsSync(SECRETS_KEY_FILE), false, 'a place that is refused gets no key');

    const restored = await runCli(target, 'restore', own, '--identity', right);
    assert.deepEqual([restored.code, restored.err], [0, '']);
    assert.match(restored.out, /The secrets key is in .*secrets\.key again/);
    const original = await readFile(join(lasting.env.DATA_DIR, 'secrets.key'), 'utf8');
    assert.equal((await readFile(SECRETS_KEY_FILE, 'utf8')).trim(), original.trim());
    assert.equal((await stat(SECRETS_KEY_FILE)).mode & 0o777, 0o600);
  });

  const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

  test('a full disk is told of as what it is, and no half backup stays', {
    skip: mayMount ? false : 'a small disk can only be mounted by root on Linux',
  }, async (t) => {
    const small = join(place, 'small');
    await mkdir(small);
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]);
    t.after(() => promisify(execFile)('umount', [small]));
    const store = await openStoreAt({ kind: 'folder', root: join(lasting.env.DATA_DIR, 'objects') });
    await store.put('uploads/larger-than-the-disk', Buffer.alloc(200_000));
    t.after(async () => {
      await store.delete('uploads/larger-than-the-disk');
      await store.close();
    });
    const { code, err } = await runCli(env, 'backup', small);
    assert.equal(code, 1);
    assert.match(
      err,
      /The place for backups .* failed: the disk is full: free space or choose another folder/,
    );
    assert.match((await runCli(env, 'backup', 'list', small)).out, /There is no finished backup in/);
  });

  test('a restored backup sends nothing that was queued, unless it is told to', async (t) => {
    const plain = { payload: (value: unknown) => value as object, expire_in_s: 60 };
    const names = ['accounts.send-verification-mail', 'events/member_left', 'activities.remove-uploads'];
    const listeners = ['notifications', 'sessions', 'messages'].map((name) => `events/member_left/${name}`);
    const definitions = [...names, ...listeners].map((name) =>
      defineJob<object>({ ...plain, name, retry: { limit: 1, delay_s: 1, backoff: false } }),
    );
    await whileOpen(async (db) => {
      const jobs = createJobs({ db, logger });
      await jobs.start(definitions, { worker: false });
      await db.transaction(async (tx) => {
        for (const job of definitions.slice(0, names.length)) await jobs.enqueue(tx, job, { of: job.name });
      });
      await jobs.stop({ timeout_ms: 1_000 });
    });
    assert.equal((await runCli(env, 'backup', place)).err, '');

    const held = { ...(await emptyServer(t)), SECRETS_KEY };
    const restored = await runCli(held, 'restore', place);
    assert.equal(restored.err, '');
    assert.match(restored.out, /Held 2 queued mails and notices/);
    const waiting = await waitingJobs(held);
    assert.deepEqual(waiting, [
      'activities.remove-uploads',
      'events/member_left/messages',
      'events/member_left/sessions',
    ]);
    const failed = (await runCli(held, 'jobs', 'list', '--failed')).out;
    assert.match(failed, /accounts\.send-verification-mail: Held when a backup was restored/);
    assert.match(failed, /events\/member_left: Held when a backup was restored/);
    const id = /^(\S+) .*send-verification-mail/m.exec(failed)?.[1] ?? '';
    assert.equal((await runCli(held, 'jobs', 'retry', id)).code, 0);
    assert.ok((await waitingJobs(held)).includes('accounts.send-verification-mail'));
    const again = await runCli(held, 'restore', place);
    assert.match(again.err, /database is not empty|There is a database in .* already/);

    const sending = { ...(await emptyServer(t)), SECRETS_KEY };
    assert.equal((await runCli(sending, 'restore', place, '--send-queued')).err, '');
    assert.deepEqual(await waitingJobs(sending), [...names].sort());

    const nowhere = await mkdtemp(join(tmpdir(), 'ekiden-restored-'));
    t.after(() => rm(nowhere, { recursive: true, force: true }));
    const none = { DATA_DIR: nowhere };
    const other = { ...none, SECRETS_KEY: Buffer.alloc(32, 4).toString('base64') };
    assert.match(
      (await runCli(other, 'restore', place)).err,
      /secrets key here is not the one .* --other-key/,
    );
    assert.match((await runCli(none, 'restore', place)).err, /secrets key is in no backup, and not in/);
  });
});

async function waitingJobs(env: { DATA_DIR: string; DATABASE_URL?: string }): Promise<string[]> {
  const db = await openDatabase({ url: env.DATABASE_URL, dataDir: join(env.DATA_DIR, 'db'), logger });
  try {
    const { rows } = await db.executeSql(
      `SELECT name FROM pgboss.job WHERE state = 'created' AND name <> 'dead-letters' ORDER BY name COLLATE "C"`,
    );
    return (rows as { name: string }[]).map(({ name }) => name);
  } finally {
    await db.close();
  }
}
