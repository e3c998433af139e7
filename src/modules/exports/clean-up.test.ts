import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import {
  attemptExport,
  createExporter,
  type Exporter,
  objectsOf,
  recordExport,
} from '../../test/export-attempts.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { cleanUp } from './clean-up.ts';
import { runExportJob } from './run-export-job.ts';

describe('the clean-up of exports', () => {
  let server: TestServer;
  let club: Exporter['club'];
  let key: Exporter['key'];
  let owner: Exporter['owner'];
  before(async () => {
    server = await startTestServer({ ROLES: 'api' });
  });
  after(() => server.stop());
  beforeEach(async () => {
    ({ club, key, owner } = await createExporter(server));
  });

  const get = (where: string) => server.request('GET', `/developer/v1${where}`, { apiKey: key.secret });
  const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);
  const cleanUpNow = () => cleanUp(server.deps, new AbortController().signal);

  const expire = ({ id }: { id: string }) =>
    server.deps.db.execute(sql`UPDATE export_jobs SET expires_at = ${server.clock.now()} WHERE id = ${id}`);

  async function expiredExport(input: { athlete_ids?: string[] } = {}) {
    const job = await recordExport(server, owner, input);
    await attemptExport(server, job);
    await expire(job);
    return job;
  }

  test('removes what has expired and leaves the rest', async () => {
    const [old, recent] = [await recordExport(server, owner), await recordExport(server, owner)];
    await attemptExport(server, old);
    await attemptExport(server, recent);
    await expire(old);
    const listed = async () => idsOf((await get('/exports')).body.data.exports);
    assert.deepEqual(await listed(), [recent.id, old.id]);
    await cleanUpNow();
    assert.deepEqual(await objectsOf(server, old), []);
    assert.equal((await objectsOf(server, recent)).length, 1);
    assert.deepEqual(await listed(), [recent.id]);
    assert.equal((await get(`/exports/${old.id}`)).status, 404);
    await cleanUpNow();
  });

  test('removes the file first: a store that fails leaves the record for the next time', async () => {
    const job = await expiredExport();
    const store: ObjectStore = {
      ...server.deps.store,
      delete: async () => {
        throw new Error('the store is away');
      },
    };
    await assert.rejects(cleanUp({ ...server.deps, store }, new AbortController().signal), /is away/);
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'completed');
    await cleanUpNow();
    assert.deepEqual(await objectsOf(server, job), []);
    assert.equal((await get(`/exports/${job.id}`)).status, 404);
  });

  test('leaves no list of athletes in a record that nobody sees any more', async () => {
    const athlete_ids = [newId(), newId()];
    const job = await expiredExport({ athlete_ids });
    const stored = () =>
      server.deps.db.one(sql`
        SELECT status, athlete_ids, skipped_athletes, object_key FROM export_jobs WHERE id = ${job.id}`);
    const before = await stored();
    assert.deepEqual(before, { ...Object(before), status: 'completed', athlete_ids });
    await cleanUpNow();
    assert.deepEqual(await stored(), {
      status: 'deleted',
      athlete_ids: null,
      skipped_athletes: null,
      object_key: null,
    });
  });

  test('takes no file from under who is downloading it', async () => {
    const job = await recordExport(server, owner);
    await attemptExport(server, job);
    // So large that most of it is still on the server when the clean-up comes.
    const content = randomBytes(48 * 1024 * 1024);
    for (const name of await objectsOf(server, job)) await server.deps.store.put(name, content);
    const { body } = await get(`/exports/${job.id}/download`);
    const response = await fetch(body.data.download_url);
    assert.equal(response.headers.get('content-length'), String(content.length));
    const chunks = response.body?.values();
    const first = await chunks?.next();
    await expire(job);
    await cleanUpNow();
    assert.deepEqual(await objectsOf(server, job), []);
    const received = createHash('sha256').update(first?.value ?? '');
    for await (const chunk of chunks ?? []) received.update(chunk);
    assert.equal(received.digest('hex'), createHash('sha256').update(content).digest('hex'));
    assert.equal((await fetch(body.data.download_url)).status, 404, 'who comes after finds nothing');
  });

  test('ends an export that the queue has given up without a word', async () => {
    const [dead, alive] = [await recordExport(server, owner), await recordExport(server, owner)];
    const payload = { org_id: club.org_id, export_id: dead.id };
    const letter = { job_id: newId(), error: 'The process ended.', attempts: 4, created_at: new Date() };
    const listFailed = async () => [
      { ...letter, id: newId(), name: runExportJob.name, payload, failed_at: new Date() },
      { ...letter, id: newId(), name: runExportJob.name, payload: {}, failed_at: new Date() },
    ];
    await cleanUp({ ...server.deps, jobs: { listFailed } }, new AbortController().signal);
    assert.equal((await get(`/exports/${dead.id}`)).body.data.export.status, 'failed');
    assert.equal((await get(`/exports/${alive.id}`)).body.data.export.status, 'pending');
  });

  test('removes files whose record is gone once no export can need them', async () => {
    const { store } = server.deps;
    const stray = `exports/${newId()}/${newId()}/${newId()}.zip`;
    const kept = `uploads/${newId()}`;
    for (const name of [stray, kept]) await store.put(name, Buffer.from('x'));
    await cleanUpNow();
    assert.ok(await store.head(stray));
    const clock = { now: () => new Date(Date.now() + 8 * DAY_MS + MINUTE_MS) };
    const own = await recordExport(server, owner);
    await cleanUp({ ...server.deps, clock }, new AbortController().signal);
    assert.equal(await store.head(stray), null);
    assert.ok(await store.head(kept));
    await store.delete(kept);
    assert.equal((await get(`/exports/${own.id}`)).status, 200);
  });
});
