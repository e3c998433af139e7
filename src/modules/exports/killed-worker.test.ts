import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { openArchive } from '../../test/archives.ts';
import { migratedClusterDirectory } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { createApiKey, createOrganization } from '../../test/factories.ts';
import { startTestServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { startServerProcess, until } from '../../test/server-process.ts';

const ACTIVITIES = 5_000;

/** A data directory with an organization whose export takes a moment, and a key to ask for it. */
async function seededDirectory(t: TestContext): Promise<{ dataDir: string; apiKey: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  await rename(await migratedClusterDirectory(), path.join(dataDir, 'db'));
  const server = await startTestServer({ DATA_DIR: dataDir });
  try {
    const club = await createOrganization(server);
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const { user_id } = await seedAthlete(server, club.org_id);
    await insertActivities(server.deps.db, [makeActivity(user_id)]);
    await server.deps.db.execute(sql`
      INSERT INTO activities
      SELECT copy.* FROM activities a CROSS JOIN generate_series(2, ${ACTIVITIES}::int) n
      CROSS JOIN LATERAL json_populate_record(a, json_build_object(
        'id', gen_random_uuid(), 'start_time', a.start_time - n * interval '1 s')) copy
      WHERE a.user_id = ${user_id}`);
    return { dataDir, apiKey: secret };
  } finally {
    await server.stop();
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

const skip = testEngine() === 'embedded' ? false : 'the engine makes no difference; the embedded run has it';

test('an export whose process is killed completes once after the next start, and leaves nothing half', {
  skip,
}, async (t) => {
  const { dataDir, apiKey } = await seededDirectory(t);
  const store = path.join(dataDir, 'objects');
  const halves = async () =>
    (await filesBelow(path.join(store, 'scratch'))).filter((name) => name.endsWith('.part'));
  const headers = { 'x-api-key': apiKey };
  const read = async (url: string) =>
    (await (await fetch(url, { headers })).json()) as { data: Record<string, never> };

  const first = await startServerProcess(t, dataDir);
  const asked = await fetch(`${first.url}/developer/v1/exports`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(asked.status, 202);
  const { data } = (await asked.json()) as { data: { export: { id: string } } };
  await until('the archive is being written', async () => (await halves()).length > 0);
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  assert.equal((await halves()).length, 1, 'it was killed in the middle');

  const second = await startServerProcess(t, dataDir);
  const where = `${second.url}/developer/v1/exports/${data.export.id}`;
  let job: { status?: string; file_size_bytes?: number } = {};
  await until('the export has ended', async () => {
    job = (await read(where)).data.export ?? {};
    return job.status === 'completed' || job.status === 'failed';
  });
  assert.equal(job.status, 'completed');
  const { download_url } = (await read(`${where}/download`)).data;
  const bytes = Buffer.from(await (await fetch(download_url ?? '')).arrayBuffer());
  assert.equal(bytes.length, job.file_size_bytes);
  assert.equal((await openArchive(bytes)).manifest.counts.activities, ACTIVITIES);
  assert.deepEqual(await halves(), []);
  const archives = (await filesBelow(store)).filter((name) => name.endsWith('.zip'));
  assert.equal(archives.length, 1, 'nothing but the archive is left');
  second.child.kill('SIGTERM');
  await once(second.child, 'close');
});
