import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { newId } from '../../shared/ids.ts';
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
import type { ExportJob } from './export-job.ts';
import { removeWithdrawnHandler } from './remove-withdrawn.ts';
import { runExportJob } from './run-export-job.ts';

describe('exports of an organization that is deleted', () => {
  let server: TestServer;
  before(async () => {
    // No worker: attempts are those of these tests.
    server = await startTestServer({ ROLES: 'api' });
  });
  after(() => server.stop());

  const newClub = async (): Promise<Exporter> => {
    const exporter = await createExporter(server);
    await seedAthlete(server, exporter.club.org_id);
    return exporter;
  };
  const remove = async ({ club }: Exporter): Promise<void> => {
    const { status, body } = await server.request('DELETE', `/api/v1/organizations/${club.org_id}`, {
      token: club.coach.token,
      body: { org_name: club.name },
    });
    assert.equal(status, 200, JSON.stringify(body));
  };
  async function removeArchives({ club }: Exporter): Promise<string[]> {
    const { rows } = await server.deps.db.executeSql(
      `SELECT data FROM pgboss.job WHERE name = 'exports.remove-withdrawn'`,
    );
    const payloads = (rows as { data: { exports: { id: string; org_id: string }[] } }[]).map(
      ({ data }) => data,
    );
    const handle = removeWithdrawnHandler(server.deps);
    const signal = new AbortController().signal;
    const context = { job_id: newId(), attempt: 1, signal, logger: server.deps.logger };
    for (const payload of payloads) await handle(payload, context);
    const named = payloads.flatMap(({ exports }) => exports);
    return named.filter(({ org_id }) => org_id === club.org_id).map(({ id }) => id);
  }
  const filesOf = (job: ExportJob) => objectsOf(server, job);

  test('every archive goes, whatever it is at; another club’s stays', async () => {
    const [exporter, other] = [await newClub(), await newClub()];
    const [made, again, theirs] = [
      await recordExport(server, exporter.owner),
      await recordExport(server, exporter.owner),
      await recordExport(server, other.owner),
    ];
    for (const job of [made, again, theirs]) await attemptExport(server, job);
    const halfway = await recordExport(server, exporter.owner);
    await assert.rejects(attemptExport(server, halfway, { store: failingStore(server.deps.store) }));
    const waiting = await recordExport(server, exporter.owner);
    assert.deepEqual(
      (await Promise.all([made, again, halfway].map(filesOf))).map(({ length }) => length),
      [1, 1, 1],
    );
    await remove(exporter);
    assert.deepEqual(await removeArchives(exporter), [made.id, again.id, halfway.id, waiting.id].sort());
    for (const job of [made, again, halfway]) assert.deepEqual(await filesOf(job), []);
    assert.equal((await filesOf(theirs)).length, 1);
    // Their jobs come to nothing, quietly.
    for (const job of [halfway, waiting]) await attemptExport(server, job, { attempt: 2 });
  });

  test('one that is being made ends quietly and leaves no file', async () => {
    const exporter = await newClub();
    const job = await recordExport(server, exporter.owner);
    const { slow, stored, goOn } = pausingStore(server.deps.store);
    const attempt = attemptExport(server, job, { store: slow });
    await stored;
    await remove(exporter);
    await removeArchives(exporter);
    assert.deepEqual(await filesOf(job), []);
    goOn();
    await attempt;
    assert.deepEqual(await filesOf(job), []);
  });

  test('so does one that fails after it, or with it', async () => {
    const failing = failingStore(server.deps.store);
    for (const attempt of [1, runExportJob.retry.limit + 1]) {
      const exporter = await newClub();
      const job = await recordExport(server, exporter.owner);
      const store: ObjectStore = {
        ...failing,
        put: async (...file) => {
          await remove(exporter);
          await removeArchives(exporter);
          return await failing.put(...file);
        },
      };
      await attemptExport(server, job, { store, attempt });
      assert.deepEqual(await filesOf(job), []);
    }
  });

  test('so does one that was not planned yet', async () => {
    const exporter = await newClub();
    const job = await recordExport(server, exporter.owner);
    const { db } = server.deps;
    let first = true;
    const deleting = {
      ...db,
      transaction: async (...work: Parameters<typeof db.transaction>) => {
        if (first) await remove(exporter);
        first = false;
        return await db.transaction(...work);
      },
    } as typeof db;
    await attemptExport(server, job, { db: deleting });
    assert.equal(first, false);
    assert.deepEqual(await filesOf(job), []);
  });

  test('what a process that died had written goes when its job comes again', async () => {
    const exporter = await newClub();
    const job = await recordExport(server, exporter.owner);
    await remove(exporter);
    await removeArchives(exporter);
    await server.deps.store.put(`exports/${job.org_id}/${job.id}/${newId()}.zip`, Buffer.from('PK'), {
      contentType: 'application/zip',
    });
    await attemptExport(server, job, { attempt: 2 });
    assert.deepEqual(await filesOf(job), []);
  });
});
