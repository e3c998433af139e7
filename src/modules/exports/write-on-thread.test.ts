import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, SNAPSHOT } from '../../infra/db/database.ts';
import { isDataError } from '../../infra/db/database-errors.ts';
import { exportSnapshot } from '../../infra/db/share-snapshot.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { openTestDatabase } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { unzip } from '../../test/unzip.ts';
import type { CopiedRows } from './copy-rows.ts';
import type { ExportJob } from './export-job.ts';
import { type ArchiveThread, writeOnThread } from './write-on-thread.ts';

const skip = testEngine() === 'postgres' ? false : 'the embedded engine is read on the thread it is on';
const WAIT_MS = 20_000;

describe('a thread that writes an archive', { skip }, () => {
  let db: Database;
  before(async () => {
    db = await openTestDatabase();
    await db.execute(sql`CREATE TABLE lines (line text NOT NULL)`);
  });
  after(() => db.close());

  /** What `work` gives while a transaction is open whose snapshot it can share. */
  async function withSnapshot<T>(work: (snapshot: string) => Promise<T>): Promise<T> {
    const named = Promise.withResolvers<string>();
    const over = Promise.withResolvers<void>();
    const transaction = db.transaction(async (tx) => {
      named.resolve(await exportSnapshot(tx));
      await over.promise;
    }, SNAPSHOT);
    try {
      return await work(await named.promise);
    } finally {
      over.resolve();
      await transaction;
    }
  }

  /** A thread that writes one file of what a statement selects, and needs the transaction of its snapshot no more. */
  async function opened(select: string, snapshot?: string): Promise<ArchiveThread> {
    if (snapshot === undefined) return await withSnapshot((name) => opened(select, name));
    const thread = open({ snapshot, rows: { copy: `COPY (${select}) TO STDOUT (FORMAT csv)`, as: 'cells' } });
    await thread.ready;
    return thread;
  }

  function open(task: { snapshot: string; rows: CopiedRows; url?: string; signal?: AbortSignal }) {
    const { snapshot, rows, url = db.url ?? '', signal = new AbortController().signal } = task;
    const job = { id: newId(), format: 'csv', include: [], created_at: new Date() } as unknown as ExportJob;
    return writeOnThread({
      url,
      snapshot,
      files: [{ name: 'lines.csv', form: 'csv', sections: [{ text: 'line\r\n', rows: 0 }, rows] }],
      manifest: {
        job,
        organization: { id: newId(), name: 'Club' },
        athlete_count: 0,
        skipped: [],
        sources_left_out: [],
        left_out: [],
        generated_at: new Date(),
      },
      modified_at: new Date(),
      signal,
    });
  }

  async function filesOf(thread: ArchiveThread): Promise<Map<string, Buffer>> {
    try {
      // Copies: a piece is gone with the next.
      return await unzip(Buffer.concat(await Array.fromAsync(thread.bytes, (piece) => Buffer.from(piece))));
    } finally {
      await thread.close();
    }
  }

  async function backends(marker: string): Promise<{ wait_event: string | null }[]> {
    return await db.query(sql`
      SELECT wait_event FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE ${`COPY%${marker}%`}`);
  }

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error('Waited in vain.');
      await sleep(20);
    }
  }

  test('sees what the snapshot saw, whatever came since', async () => {
    const marker = newId();
    await db.execute(sql`INSERT INTO lines VALUES (${marker})`);
    const insertAnother = () => db.execute(sql`INSERT INTO lines VALUES (${`${marker} later`})`);
    const thread = await withSnapshot(async (snapshot) => {
      await insertAnother();
      return await opened(`SELECT line FROM lines WHERE line LIKE '${marker}%'`, snapshot);
    });
    await insertAnother();
    const files = await filesOf(thread);
    assert.equal(String(files.get('lines.csv')), `line\r\n${marker}\r\n`);
    const manifest = JSON.parse(String(files.get('manifest.json')));
    assert.equal(manifest.files[0].rows, 1);
  });

  test('reads no further than its bytes are taken, and lets go of the database when it is closed', async () => {
    const marker = newId();
    const thread = await opened(`SELECT md5(generate_series(1, 1000000000)::text), '${marker}'`);
    const first = await thread.bytes[Symbol.asyncIterator]().next();
    assert.equal(first.done, false);
    await until(async () => (await backends(marker))[0]?.wait_event === 'ClientWrite');
    await thread.close();
    await until(async () => (await backends(marker)).length === 0);
  });

  test('stops for a signal, also while it waits for the database', async () => {
    const marker = newId();
    const aborter = new AbortController();
    const { signal } = aborter;
    const rows = {
      copy: `COPY (SELECT pg_sleep(60), '${marker}') TO STDOUT (FORMAT csv)`,
      as: 'cells',
    } as const;
    const thread = await withSnapshot(async (snapshot) => {
      const waiting = open({ snapshot, rows, signal });
      await waiting.ready;
      return waiting;
    });
    const files = filesOf(thread);
    await until(async () => (await backends(marker))[0]?.wait_event === 'PgSleep');
    aborter.abort(new Error('shutting down'));
    await assert.rejects(files, /shutting down/);
  });

  test('hands on an error of the database with its code', async () => {
    const thread = await opened(`SELECT 1 / (n - 5) FROM generate_series(1, 10) n`);
    await assert.rejects(filesOf(thread), (error) => {
      assert.ok(error instanceof Error && /division by zero/.test(error.message));
      return isDataError(error);
    });
  });

  test('fails before it begins without a database, or without the snapshot', async () => {
    const rows: CopiedRows = { copy: 'COPY (SELECT 1) TO STDOUT', as: 'cells' };
    const elsewhere = new URL(db.url ?? '');
    elsewhere.pathname = `/${randomBytes(8).toString('hex')}`;
    const lost = [
      open({ snapshot: '0-0-1', rows, url: elsewhere.href }),
      open({ snapshot: '00000000-00000000-1', rows }),
      open({ snapshot: "1'; SELECT '1", rows }),
    ];
    for (const thread of lost) {
      await assert.rejects(thread.ready, Error);
      await assert.rejects(filesOf(thread), Error);
    }
  });
});
