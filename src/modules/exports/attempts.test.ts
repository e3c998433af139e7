import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { downloadArchive } from '../../test/archives.ts';
import { attemptExport, objectsOf, recordExport } from '../../test/export-attempts.ts';
import { createApiKey, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
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
