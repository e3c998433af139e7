import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeTcx } from '../../../sandbox/recordings/write-tcx.ts';
import { buildApp } from '../../app.ts';
import { type ObjectStore, ObjectStoreError } from '../../infra/object-store/index.ts';
import { signUp, type TestUser, uploadFile } from '../../test/factories.ts';
import { startTestServer, type TestServer, testServer } from '../../test/harness.ts';

const SAYS = 'Files cannot be stored at the moment. Nothing of this one was kept: upload it again later.';

function recording(seed: string): string {
  const start = new Date(Date.UTC(2026, 2, 28, 7));
  return writeTcx(simulateActivity(exampleSimulation(steadyRun(1_000), { start, resolution_s: 5, seed })));
}

async function activityCount(server: TestServer, { token }: TestUser): Promise<number> {
  const { body } = await server.request('GET', '/api/v1/activities', { token });
  return body.data.total;
}

test('an upload while the folder of the store is away: 503 that says so, and the same file works later', async () => {
  const server = await startTestServer();
  try {
    const user = await signUp(server);
    const file = recording('away');
    const [folder, elsewhere] = ['objects', 'taken-away'].map((name) => path.join(server.dataDir, name));
    assert.ok(folder && elsewhere);
    await rename(folder, elsewhere);
    const refused = await uploadFile(server, user, file);
    const { request_id: _, ...body } = refused.body;
    assert.deepEqual(
      [refused.status, body],
      [503, { status: 'error', code: 'storage_unavailable', error: SAYS }],
    );
    assert.equal(await activityCount(server, user), 0);
    await rename(elsewhere, folder);
    assert.equal((await uploadFile(server, user, file)).status, 201);
    assert.equal(await activityCount(server, user), 1);
  } finally {
    await server.stop();
  }
});

test('a full disk is the operator’s to read of, in the log; a fault of ours stays an internal error', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const form = new FormData();
  form.append('file', new Blob([recording('full')]), 'run.tcx');
  for (const [fault, code] of [
    [
      new ObjectStoreError('The object store in /srv/objects failed: the disk is full.'),
      'storage_unavailable',
    ],
    [new Error('a slip of the program'), 'internal_error'],
  ] as const) {
    const store: ObjectStore = { ...server.deps.store, put: () => Promise.reject(fault) };
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line) => lines.push(line) });
    const app = await buildApp({ ...server.deps, store, logger });
    try {
      const { headers, body } = new Request('http://localhost', { method: 'POST', body: form });
      assert.ok(body);
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/activities/upload',
        headers: {
          authorization: `Bearer ${user.token}`,
          'content-type': headers.get('content-type') ?? '',
        },
        payload: Buffer.concat(await Array.fromAsync(body)),
      });
      assert.equal(answer.json().code, code);
      assert.ok(!answer.body.includes('disk'));
      assert.ok(lines.join('').includes(fault.message));
    } finally {
      await app.close();
    }
  }
  assert.equal(await activityCount(server, user), 0);
});
