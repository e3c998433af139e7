import assert from 'node:assert/strict';
import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { downloadArchive, waitForExport } from '../../test/archives.ts';
import {
  attemptExport,
  createExporter,
  type Exporter,
  failingStore,
  objectsOf,
  pausingStore,
  recordExport,
} from '../../test/export-attempts.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { runExportJob } from './run-export-job.ts';

describe('attempts at an export', () => {
  let server: TestServer;
  let club: Exporter['club'];
  let key: Exporter['key'];
  let owner: Exporter['owner'];
  before(async () => {
    // No worker: the half-written files are those of these tests.
    server = await startTestServer({ ROLES: 'api' });
  });
  after(() => server.stop());
  beforeEach(async () => {
    ({ club, key, owner } = await createExporter(server));
  });

  const get = (where: string) => server.request('GET', `/developer/v1${where}`, { apiKey: key.secret });

  test('a store that fails is tried again; nothing stays of what failed', async () => {
    const failing = failingStore(server.deps.store);
    const job = await recordExport(server, owner);
    await assert.rejects(attemptExport(server, job, { store: failing }), /broke down/);
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'running');
    assert.equal((await objectsOf(server, job)).length, 1, 'the fake leaves one behind');
    await attemptExport(server, job, { attempt: 2 });
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'completed');
    assert.equal((await objectsOf(server, job)).length, 1);
    await downloadArchive(server, key.secret, job.id);

    const hopeless = await recordExport(server, owner);
    const last = runExportJob.retry.limit + 1;
    for (let at = 1; at <= last; at++) {
      assert.equal((await get(`/exports/${hopeless.id}`)).body.data.export.error_message, null);
      await assert.rejects(attemptExport(server, hopeless, { store: failing, attempt: at }), /broke down/);
    }
    assert.equal((await get(`/exports/${hopeless.id}`)).body.data.export.status, 'failed');
    assert.deepEqual(await objectsOf(server, hopeless), []);
  });

  test('twice and at once, an export is made once', async () => {
    await seedAthlete(server, club.org_id);
    const job = await recordExport(server, owner);
    await Promise.all([attemptExport(server, job), attemptExport(server, job), attemptExport(server, job)]);
    const first = await get(`/exports/${job.id}`);
    assert.equal(first.body.data.export.status, 'completed');
    assert.equal((await objectsOf(server, job)).length, 1);
    await attemptExport(server, job, { attempt: 2 });
    assert.deepEqual((await get(`/exports/${job.id}`)).body.data, first.body.data);
    const { bytes } = await downloadArchive(server, key.secret, job.id);
    assert.equal(bytes.length, first.body.data.export.file_size_bytes);
  });

  test('an attempt that is cut short is taken up again; the last one ends the export', async () => {
    const job = await recordExport(server, owner);
    const cut = AbortSignal.abort(new Error('shutting down'));
    await assert.rejects(attemptExport(server, job, { signal: cut }), /shutting down/);
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'running');
    assert.deepEqual(await objectsOf(server, job), []);
    await attemptExport(server, job, { attempt: 2 });
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'completed');

    const late = await recordExport(server, owner);
    await assert.rejects(
      attemptExport(server, late, { signal: cut, attempt: runExportJob.retry.limit + 1 }),
      /shutting down/,
    );
    assert.equal((await get(`/exports/${late.id}`)).body.data.export.status, 'failed');
  });

  test('an organization that goes while its export runs leaves no file', async () => {
    const job = await recordExport(server, owner);
    const { slow, stored, goOn } = pausingStore(server.deps.store);
    const running = attemptExport(server, job, { store: slow });
    await stored;
    await server.deps.db.execute(sql`DELETE FROM export_jobs WHERE org_id = ${club.org_id}`);
    goOn();
    await running;
    assert.deepEqual(await objectsOf(server, job), []);
    await attemptExport(server, job);
  });

  test('no half-written file is left on the disk', async () => {
    const { store } = server.deps;
    const cut = new AbortController();
    const cutting: ObjectStore = {
      ...store,
      put: async (name, body, options) => {
        cut.abort(new Error('shutting down'));
        return await store.put(name, body, options);
      },
    };
    const job = await recordExport(server, owner);
    await assert.rejects(attemptExport(server, job, { store: cutting, signal: cut.signal }), /shutting down/);
    await attemptExport(server, job, { attempt: 2 });
    const scratch = path.join(server.dataDir, 'objects', 'scratch');
    const names = await readdir(scratch, { recursive: true });
    assert.deepEqual(
      names.filter((name) => name.endsWith('.part')),
      [],
    );
  });
});

test('while the folder of the store is away an export is tried again, and completes when it is back', async () => {
  const server = await startTestServer();
  try {
    const {
      club,
      key: { secret },
    } = await createExporter(server);
    const { user_id } = await seedAthlete(server, club.org_id);
    const [folder, elsewhere] = ['objects', 'taken-away'].map((name) => path.join(server.dataDir, name));
    assert.ok(folder && elsewhere);
    await rename(folder, elsewhere);
    const asked = await server.request('POST', '/developer/v1/exports', { apiKey: secret, body: {} });
    assert.equal(asked.status, 202);
    const failedOnce = async () =>
      await server.deps.db.maybeOne(sql`
        SELECT 1 FROM pgboss.job WHERE name = ${runExportJob.name} AND (state = 'retry' OR retry_count > 0)`);
    const deadline = Date.now() + 120_000;
    while ((await failedOnce()) === null && Date.now() < deadline) await sleep(20);
    const { body } = await server.request('GET', `/developer/v1/exports/${asked.body.data.export.id}`, {
      apiKey: secret,
    });
    assert.equal(body.data.export.status, 'running');
    await rename(elsewhere, folder);
    const job = await waitForExport(server, secret, asked.body.data.export.id);
    assert.equal(job.status, 'completed');
    const { files } = await downloadArchive(server, secret, job.id);
    assert.match(String(files.get('athletes.csv')), new RegExp(user_id));
  } finally {
    await server.stop();
  }
});
