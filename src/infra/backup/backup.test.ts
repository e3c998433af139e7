import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { systemClock } from '../../shared/time.ts';
import { createServerDatabase, migratedClusterDirectory, openTestDatabase } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { fillEveryTable } from '../../test/fill-every-table.ts';
import { plantBackupKey } from '../../test/plant-backup-key.ts';
import { copyCluster } from '../db/copy-cluster.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { openEmbedded } from '../db/embedded.ts';
import type { ObjectStore } from '../object-store/index.ts';
import { listBlobs } from './blobs.ts';
import { listIds, pruneBackups, workIn } from './catalogue.ts';
import { embeddedCopier, serverCopier } from './copier.ts';
import { objectLists, openBackup, readObjects } from './open-backup.ts';
import { openPlace, openStoreAt, type PlaceFiles } from './place.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';
import { restoreObjects } from './restore-objects.ts';
import { type BackupDeps, type BackupTask, runBackup, type Snapshot } from './run-backup.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const logger = pino({ level: 'silent' });
const signal = new AbortController().signal;
const io = { progress: () => undefined, signal };
const options = { ...io, migrations: MIGRATIONS };
const now = (): Date => systemClock.now();

let root: string;
before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'ekiden-backup-'));
});
after(() => rm(root, { recursive: true, force: true }));

const newFolder = (): Promise<string> => mkdtemp(path.join(root, 'f-'));
const folderPlace = (folder: string) => ({ kind: 'folder', root: folder, prefix: '' }) as const;

function taskOf(cache: string, more: Partial<BackupTask> = {}): BackupTask {
  return {
    program: '0.0.0',
    seal: { by: 'nothing' },
    name_key: Buffer.alloc(32, 7),
    key_print: 'print',
    secrets_key: null,
    anew: false,
    named_objects: 'SELECT object_key AS key FROM activity_files',
    cache,
    ...more,
  };
}

/** A snapshot of a database that is open in this process. */
async function snapshotOf(db: Database): Promise<Snapshot> {
  if (db.url !== null) {
    const own = await openDatabase({ url: db.url, dataDir: '', logger, poolSize: 1 });
    return { db: own, copier: serverCopier, close: () => own.close() };
  }
  const folder = path.join(await newFolder(), 'copy');
  await db.holdFiles?.((files) => copyCluster(files, folder));
  const copy = await openEmbedded({ dataDir: folder, logger, durable: false });
  return { db: copy, copier: embeddedCopier(path.join(folder, 'database')), close: () => copy.close() };
}

type Stage = {
  readonly files: PlaceFiles;
  readonly store: ObjectStore;
  readonly place: ReturnType<typeof folderPlace>;
  backUp(
    db: Database,
    more?: { deps?: Partial<BackupDeps>; task?: Partial<BackupTask> },
  ): ReturnType<typeof runBackup>;
  close(): Promise<void>;
};

async function openStage(): Promise<Stage> {
  const place = folderPlace(await newFolder());
  const files = await openPlace(place, 'write');
  const store = await openStoreAt({ kind: 'folder', root: await newFolder() });
  const cache = await newFolder();
  return {
    files,
    store,
    place,
    backUp: (db, { deps = {}, task = {} } = {}) =>
      runBackup(
        { files, store, clock: systemClock, openSnapshot: () => snapshotOf(db), ...io, ...deps },
        taskOf(cache, task),
      ),
    close: async () => {
      await files.close();
      await store.close();
    },
  };
}

const blobsOf = async (files: PlaceFiles): Promise<Set<string>> =>
  new Set((await Array.fromAsync(listBlobs(files))).map(({ name }) => name));

/** All rows of all tables of ours, in an order of their own: independent of how a backup reads them. */
async function allRows(db: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.executeSql(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await db.executeSql(
      `SELECT t::text AS row FROM "${name}" t ORDER BY t::text COLLATE "C"`,
    );
    found[name] = (rows as { row: string }[]).map(({ row }) => row);
  }
  return found;
}

const user = '00000000-0000-7000-8000-000000000001';
const insertFile = (db: Database, key: string): Promise<unknown> =>
  db.executeSql(
    `BEGIN; SET LOCAL session_replication_role = replica; INSERT INTO activity_files
       (id, user_id, sha256, recording_sha256, object_key, file_name, size_bytes, created_at)
     VALUES (gen_random_uuid(), '${user}', sha256('${key}'), sha256('${key}'), '${key}', 'a.fit', 1, now()); COMMIT;`,
  );
const deleteFile = (db: Database, key: string): Promise<unknown> =>
  db.executeSql(`DELETE FROM activity_files WHERE object_key = '${key}'`);

describe('a backup', () => {
  it('brings every row of every table from the embedded engine to PostgreSQL and back', {
    skip: testEngine() === 'postgres' ? false : 'it needs both engines: it runs with the server',
  }, async () => {
    const stage = await openStage();
    const server = await createServerDatabase();
    const folder = await migratedClusterDirectory();
    const first = await openEmbedded({ dataDir: folder, logger, durable: false });
    try {
      await plantBackupKey(stage.files, 'correct horse battery');
      const tables = await fillEveryTable(first);
      await first.executeSql(`SELECT setval('club_session_queue', 41)`);
      const bytes = Buffer.alloc(9 * 1024 * 1024, 'recording ');
      await stage.store.put('uploads/large', bytes);
      const original = await allRows(first);
      assert.deepEqual(
        tables.filter((table) => original[table]?.length === 0),
        [],
        'each table has rows that can be lost',
      );

      const task = { seal: { by: 'passphrase', passphrase: 'correct horse battery' } } as const;
      const made = await stage.backUp(first, { task });
      const secret = { passphrase: 'correct horse battery' };
      const backup = await openBackup(stage.place, null, secret);
      const target = { url: server.url, data_dir: '', logger, openStore: async () => emptied };
      const emptied = await openStoreAt({ kind: 'folder', root: await newFolder() });
      await restoreBackup(backup, target, options, async () => undefined);
      const second = await openDatabase({ url: server.url, dataDir: '', logger });
      try {
        assert.deepEqual(await allRows(second), original);
        const { rows } = await second.executeSql(`SELECT nextval('club_session_queue') AS next`);
        assert.deepEqual(rows, [{ next: 42 }], 'sequences go on where they stood');
        const object = await emptied.get('uploads/large');
        assert.ok(bytes.equals(Buffer.concat(await (object?.body ?? Readable.from([])).toArray())));
        const { rows: off } = await second.executeSql(
          `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`,
        );
        assert.deepEqual(off, [], 'triggers are on again');
        const references = `SELECT conrelid::regclass::text AS t, pg_get_constraintdef(oid) AS d FROM pg_constraint
            WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`;
        assert.deepEqual(await second.executeSql(references), await first.executeSql(references));

        const again = await stage.backUp(second, { task, deps: { store: emptied } });
        assert.ok(made.id < again.id);
        const back = await openBackup(stage.place, again.id, secret);
        const data_dir = await newFolder();
        const empty = { url: undefined, data_dir, logger, openStore: async () => third };
        const third = await openStoreAt({ kind: 'folder', root: await newFolder() });
        await restoreBackup(back, empty, options, async () => undefined);
        const last = await openEmbedded({ dataDir: data_dir, logger });
        assert.deepEqual(await allRows(last), original);
        await last.close();
        await third.close();
      } finally {
        await second.close();
        await emptied.close();
      }
    } finally {
      await first.close();
      await rm(folder, { recursive: true, force: true });
      await server.drop();
      await stage.close();
    }
  });

  it('writes only what has changed, is found whole, and is refused where something is already', async () => {
    const db = await openTestDatabase();
    const stage = await openStage();
    try {
      for (let i = 0; i < 20; i++) await stage.store.put(`uploads/${i}`, Buffer.from(`file ${i}`));
      const first = await stage.backUp(db);
      const before = await blobsOf(stage.files);
      const second = await stage.backUp(db);
      const added = [...(await blobsOf(stage.files))].filter((name) => !before.has(name));
      assert.equal(first.object_count, 20);
      assert.deepEqual(
        added,
        [second.manifest.name],
        'of a database that has not changed only the manifest is new',
      );
      const backup = await openBackup(stage.place, null, {});
      assert.equal(backup.header.id, second.id);
      assert.deepEqual(await verifyBackup(backup, await newFolder(), logger, options), []);

      const full = await newFolder();
      await mkdir(path.join(full, 'database'));
      const openStore = async (): Promise<ObjectStore> => stage.store;
      const nothing = async (): Promise<void> => undefined;
      await assert.rejects(
        restoreBackup(backup, { url: undefined, data_dir: full, logger, openStore }, options, nothing),
        /There is a database in .* already\. .*move that folder away, or set DATA_DIR/,
      );
      if (db.url !== null)
        await assert.rejects(
          restoreBackup(backup, { url: db.url, data_dir: '', logger, openStore }, options, nothing),
          /The database is not empty: it has .*Create a new database and set DATABASE_URL/,
        );
      await stage.store.put('uploads/stranger', Buffer.from('x'));
      await assert.rejects(
        restoreObjects(backup, stage.store, options),
        /The object store is not empty: it has uploads\/stranger/,
      );
    } finally {
      await stage.close();
      await db.close();
    }
  });

  it('has each object that its rows name, though objects come and go meanwhile, and tells of those that nobody has', async () => {
    const db = await openTestDatabase();
    const stage = await openStage();
    const add = async (key: string): Promise<void> => {
      await stage.store.put(key, Buffer.from(key));
      await insertFile(db, key);
    };
    const remove = async (key: string): Promise<void> => {
      await deleteFile(db, key);
      await stage.store.delete(key);
    };
    try {
      await add('uploads/before');
      await add('uploads/removed-after');
      await add('uploads/removed-before');
      await insertFile(db, 'uploads/never-stored');
      let snapshots = 0;
      const openSnapshot = async (): Promise<Snapshot> => {
        snapshots += 1;
        if (snapshots === 1) {
          await remove('uploads/removed-before');
          await add('uploads/came-late');
          await add('uploads/came-and-went');
        }
        const snapshot = await snapshotOf(db);
        const transaction: Database['transaction'] = (work, how) =>
          snapshot.db.transaction(async (tx) => {
            await tx.executeSql('SELECT count(*) FROM users');
            await meanwhile(snapshots);
            return await work(tx);
          }, how);
        return { ...snapshot, db: { ...snapshot.db, transaction } };
      };
      // After the snapshot was taken, from outside of its transaction.
      const gone: Record<number, string[]> = { 1: ['uploads/came-and-went'], 2: ['uploads/removed-after'] };
      const queue = outside(async (key: string) => await remove(key));
      const meanwhile = async (snapshot: number): Promise<void> => {
        for (const key of gone[snapshot] ?? []) await queue.run(key);
      };
      const header = await stage.backUp(db, { deps: { openSnapshot } });
      queue.end();
      assert.equal(snapshots, 2, 'another one where an object went away before it was read');
      assert.equal(header.missing_objects, 1);
      const backup = await openBackup(stage.place, null, {});
      assert.deepEqual(backup.manifest.missing, ['uploads/never-stored']);
      const found: string[] = [];
      for await (const objects of objectLists(backup)) found.push(...objects.map(({ key }) => key));
      assert.deepEqual(found, ['uploads/before', 'uploads/came-late', 'uploads/removed-after']);
    } finally {
      await stage.close();
      await db.close();
    }
  });

  it('that was stopped counts as none, and what it wrote is of use to the next', async () => {
    const db = await openTestDatabase();
    const stage = await openStage();
    try {
      const stop = new AbortController();
      let pieces = 0;
      const progress = ({ stage }: { stage: string }): void => {
        if (stage === 'tables' && ++pieces === 3) stop.abort(new Error('Stopped.'));
      };
      await assert.rejects(stage.backUp(db, { deps: { progress, signal: stop.signal } }), /Stopped\./);
      assert.deepEqual(await listIds(stage.files), []);
      await assert.rejects(openBackup(stage.place, null, {}), /There is no finished backup in/);
      const written = await blobsOf(stage.files);
      assert.ok(written.size > 0);
      await stage.backUp(db);
      assert.equal((await listIds(stage.files)).length, 1);
    } finally {
      await stage.close();
      await db.close();
    }
  });

  it('says clearly what is wrong with it: damage, something missing, the wrong key, the wrong place', async () => {
    const db = await openTestDatabase();
    const stage = await openStage();
    try {
      await stage.store.put('uploads/a', Buffer.from('a recording'));
      const seal = { by: 'passphrase', passphrase: 'correct horse battery' } as const;
      await plantBackupKey(stage.files, seal.passphrase);
      await stage.backUp(db, { task: { seal } });
      await assert.rejects(
        openBackup(folderPlace(path.join(root, 'nowhere')), null, {}),
        /There is no folder/,
      );
      await assert.rejects(openBackup(stage.place, null, {}), /encrypted: set BACKUP_PASSPHRASE/);
      const wrong = { by: 'passphrase', passphrase: 'another one' } as const;
      await assert.rejects(
        openBackup(stage.place, null, wrong),
        /passphrase is not the one that this backup/,
      );
      await assert.rejects(
        stage.backUp(db, { task: { seal: wrong } }),
        /passphrase is not the one that the backups there were made with/,
      );
      const header = await stage.backUp(db);
      const backup = await openBackup(stage.place, header.id, {});
      const [piece] = backup.manifest.objects.pieces;
      const file = (name: string): string =>
        path.join(stage.place.root, 'objects/blobs+', `${name.slice(0, 2)}+`, name);
      assert.ok(piece !== undefined);
      const content = await readFile(file(piece.name));
      const flipped = Buffer.from(content);
      flipped[flipped.length - 20] = (flipped[flipped.length - 20] ?? 0) ^ 1;
      await writeFile(file(piece.name), flipped);
      const read = (): Promise<void> => readObjects(backup, (_object, body) => body.toArray(), options);
      await assert.rejects(read(), /The backup is damaged: .*\/objects\/blobs\+\/.* is not what was written/);
      await stage.backUp(db);
      await assert.rejects(read(), /new one with --anew/);
      await stage.backUp(db, { task: { anew: true } });
      await read();
      await rm(file(piece.name));
      await assert.rejects(read(), /The backup is not whole: .*\/objects\/blobs\+\/.* is missing/);
      // The next backup sees that it is gone, and brings it back.
      await stage.backUp(db);
      assert.equal((await readFile(file(piece.name))).length, content.length);

      const headerFile = path.join(stage.place.root, 'objects/backups+', `${header.id}.json`);
      await writeFile(
        headerFile,
        (await readFile(headerFile, 'utf8')).replace('"rows"', '"row"').replace('0', '1'),
      );
      await assert.rejects(openBackup(stage.place, header.id, {}), /is damaged: its header/);
      const newer = {
        ...backup.manifest,
        migrations: [...backup.manifest.migrations, { name: '9999_later.sql', sha256: 'x' }],
      };
      await assert.rejects(
        verifyBackup({ ...backup, manifest: newer }, await newFolder(), logger, options),
        /This version of Ekiden cannot read the backup: .*9999_later\.sql/,
      );
    } finally {
      await stage.close();
      await db.close();
    }
  });

  it('of a newer version, or damaged, is refused by a restore, which leaves nothing', async () => {
    const db = await openTestDatabase();
    const stage = await openStage();
    try {
      const header = await stage.backUp(db);
      const backup = await openBackup(stage.place, header.id, {});
      const later = [...backup.manifest.migrations, { name: '9999_later.sql', sha256: 'x' }];
      const newer = { ...backup.manifest, migrations: later };
      const untouched = path.join(await newFolder(), 'db');
      const openStore = async (): Promise<never> =>
        assert.fail('No object is restored before that is known.');
      await assert.rejects(
        restoreBackup(
          { ...backup, manifest: newer },
          { url: undefined, data_dir: untouched, logger, openStore },
          options,
          async () => undefined,
        ),
        /9999_later\.sql.* Restore it with the version that made it, or a newer one/,
      );
      assert.equal(existsSync(untouched), false);

      // A table's rows are read by the restore itself.
      const table = backup.manifest.tables.find(({ pieces }) => pieces.length > 0);
      const { name = '' } = table?.pieces[0] ?? {};
      const rows = path.join(stage.place.root, 'objects/blobs+', `${name.slice(0, 2)}+`, name);
      const packed = await readFile(rows);
      await writeFile(rows, packed.subarray(0, packed.length - 1));
      const folder = path.join(await newFolder(), 'db');
      const objects = await openStoreAt({ kind: 'folder', root: await newFolder() });
      await assert.rejects(
        restoreBackup(
          backup,
          { url: undefined, data_dir: folder, logger, openStore: async () => objects },
          options,
          async () => undefined,
        ),
        /The backup is damaged: .* is not what was written/,
      );
      assert.equal(existsSync(path.join(folder, 'database')), false, 'nothing half restored stays');
      await objects.close();
    } finally {
      await stage.close();
      await db.close();
    }
  });

  it('makes old ones go, with what no other refers to, unless somebody is at work there', async () => {
    const stage = await openStage();
    const db = await openTestDatabase();
    try {
      const keys = ['one', 'two', 'three'];
      const ids: string[] = [];
      for (const [index, key] of keys.entries()) {
        await stage.store.put(`uploads/${key}`, Buffer.from(key));
        if (index > 0) await stage.store.delete(`uploads/${keys[index - 1]}`);
        const clock = { now: () => new Date(Date.UTC(2026, 0, 1 + index)) };
        ids.push((await stage.backUp(db, { deps: { clock } })).id);
      }
      const pruning = { signal, cache: await newFolder() };
      const soon = (): Date => new Date(Date.now() + 2 * 86_400_000);
      const running = await workIn(stage.files, 'backup', now, () =>
        pruneBackups(stage.files, { count: 1 }, { now, ...pruning }),
      );
      assert.equal(running, null);
      assert.equal(
        (await pruneBackups(stage.files, { count: 2 }, { now: soon, ...pruning }))?.removed.length,
        1,
      );
      assert.deepEqual(await listIds(stage.files), ids.slice(1));
      const left = await blobsOf(stage.files);
      assert.deepEqual(
        keys.map((key) => left.has(hash('sha256', key))),
        [false, true, true],
      );
      for (const id of ids.slice(1)) {
        const backup = await openBackup(stage.place, id, {});
        await readObjects(backup, (_object, body) => body.toArray(), options);
        const names = backup.manifest.tables.flatMap(({ pieces }) => pieces.map(({ name }) => name));
        assert.deepEqual(
          names.filter((name) => !left.has(name)),
          [],
        );
      }
      assert.equal(
        (await pruneBackups(stage.files, { days: 1 }, { now: soon, ...pruning }))?.removed.length,
        1,
        'the newest stays',
      );
    } finally {
      await stage.close();
      await db.close();
    }
  });
});

/** Runs what is asked for outside of the asker's transaction, in which the database must not be called. */
function outside(work: (key: string) => Promise<void>): { run(key: string): Promise<void>; end(): void } {
  const waiting: { key: string; done: () => void; failed: (error: unknown) => void }[] = [];
  const timer = setInterval(() => {
    const next = waiting.shift();
    if (next !== undefined) work(next.key).then(next.done, next.failed);
  }, 1);
  return {
    run: (key) => new Promise((done, failed) => waiting.push({ key, done, failed })),
    end: () => clearInterval(timer),
  };
}
