import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { downloadArchive, waitForExport } from '../../test/archives.ts';
import { attemptExport, objectsOf, recordExport } from '../../test/export-attempts.ts';
import { createApiKey, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { startTestServer, type TestServer, testServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { runExportJob } from './run-export-job.ts';

describe('attempts at an export', () => {
  let server: TestServer;
  let club: TestOrganization;
  let key: { id: string; secret: string };
  let owner: { org_id: string; key_id: string };
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    club = await createOrganization(server);
    key = await createApiKey(server, club, { scopes: ['admin'] });
    owner = { org_id: club.org_id, key_id: key.id };
  });

  const get = (where: string, apiKey = key.secret) =>
    server.request('GET', `/developer/v1${where}`, { apiKey });

  test('a store that fails is tried again; nothing stays of what failed', async () => {
    const { store } = server.deps;
    const failing: ObjectStore = {
      ...store,
      put: async (name, body, options) => {
        await store.put(name, body, options);
        throw new Error('the store broke down after writing');
      },
    };
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
    const { store, db } = server.deps;
    const stored = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const slow: ObjectStore = {
      ...store,
      put: async (name, body, options) => {
        const put = await store.put(name, body, options);
        stored.resolve();
        await gone.promise;
        return put;
      },
    };
    const running = attemptExport(server, job, { store: slow });
    await stored.promise;
    await db.execute(sql`DELETE FROM export_jobs WHERE org_id = ${club.org_id}`);
    gone.resolve();
    await running;
    assert.deepEqual(await objectsOf(server, job), []);
    await attemptExport(server, job);
  });

  test('no half-written file is left on the disk', async () => {
    const scratch = path.join(server.dataDir, 'objects', 'scratch');
    if (!existsSync(scratch)) return;
    for (const folder of await readdir(scratch)) {
      const parts = (await readdir(path.join(scratch, folder))).filter((name) => name.endsWith('.part'));
      assert.deepEqual(parts, []);
    }
  });
});

test('while the folder of the store is away an export is tried again, and completes when it is back', async () => {
  const server = await startTestServer();
  try {
    const club = await createOrganization(server);
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const { user_id } = await seedAthlete(server, club.org_id);
    const [folder, elsewhere] = ['objects', 'taken-away'].map((name) => path.join(server.dataDir, name));
    assert.ok(folder && elsewhere);
    await rename(folder, elsewhere);
    const asked = await server.request('POST', '/developer/v1/exports', { apiKey: secret, body: {} });
    assert.equal(asked.status, 202);
    const failedOnce = async () =>
      await server.deps.db.maybeOne(sql`
        SELECT 1 FROM pgboss.job WHERE name = ${runExportJob.name} AND (state = 'retry' OR retry_count > 0)`);
    const deadline = Date.now() + 20_000;
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
