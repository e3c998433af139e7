import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeTcx } from '../../../sandbox/recordings/write-tcx.ts';
import { buildApp } from '../../app.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { openTestDatabase } from '../../test/database.ts';
import { signUp, type TestUser, uploadFile } from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestServer, type TestServer, testServer } from '../../test/harness.ts';

const SAYS =
  'Files cannot be stored at the moment. Nothing of this one was kept: upload it again in a few seconds.';

function recording(seed: string): string {
  const start = new Date(Date.UTC(2026, 2, 28, 7));
  return writeTcx(simulateActivity(exampleSimulation(steadyRun(1_000), { start, resolution_s: 5, seed })));
}

async function activityCount(server: TestServer, { token }: TestUser): Promise<number> {
  const { body } = await server.request('GET', '/api/v1/activities', { token });
  return body.data.total;
}

async function startLogged(
  t: TestContext,
  env: Readonly<Record<string, string>>,
): Promise<{ server: TestServer; lines: string[] }> {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const server = await startTestServer(env, { logger, db: await openTestDatabase() });
  t.after(() => server.stop());
  return { server, lines };
}

async function assertRefused(server: TestServer, user: TestUser, file: string): Promise<void> {
  const refused = await uploadFile(server, user, file);
  const { request_id: _, ...body } = refused.body;
  assert.deepEqual([refused.status, body], [503, { status: 'error', code: 'unavailable', error: SAYS }]);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  assert.equal(await activityCount(server, user), 0);
}

test('an upload while the folder of the store is away: 503 that says so, and the same file works later', async (t) => {
  const { server, lines } = await startLogged(t, {});
  const user = await signUp(server);
  const file = recording('away');
  const [folder, elsewhere] = ['objects', 'taken-away'].map((name) => path.join(server.dataDir, name));
  assert.ok(folder && elsewhere);
  await rename(folder, elsewhere);
  await assertRefused(server, user, file);
  assert.match(
    lines.join(''),
    /"cause":"The object store in [^"]+ failed: [^"]+".*the object store cannot be used/,
  );
  await rename(elsewhere, folder);
  assert.equal((await uploadFile(server, user, file)).status, 201);
  assert.equal(await activityCount(server, user), 1);
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

test('an upload to a full disk: 503, and one line a second names the cause', {
  skip: mayMount ? false : 'a small disk can only be mounted by root on Linux',
}, async (t) => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  const objects = path.join(DATA_DIR, 'objects');
  await mkdir(objects);
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'tmpfs', objects]);
  const { server, lines } = await startLogged(t, { DATA_DIR });
  t.after(async () => {
    await promisify(execFile)('umount', [objects]);
    await rm(DATA_DIR, { recursive: true, force: true });
  });
  const user = await signUp(server);
  const began = performance.now();
  for (let sent = 0; sent < 5; sent++) await assertRefused(server, user, recording(`full ${sent}`));
  assert.ok(lines.length >= 1 && lines.length <= 1 + Math.ceil((performance.now() - began) / 1_000));
  assert.match(lines.join(''), /the disk is full/);
});

async function startS3(
  t: TestContext,
  answer: (response: { status(code: number): void }) => void,
): Promise<string> {
  const server: HttpServer = createServer((request, response) => {
    request.resume();
    answer({ status: (code) => response.writeHead(code).end() });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an upload while the S3 service refuses, fails or says nothing: 503 soon', async (t) => {
  const endpoints = [
    `http://127.0.0.1:${await freePort()}`,
    await startS3(t, (response) => response.status(500)),
    await startS3(t, (response) => response.status(503)),
    await startS3(t, () => undefined),
  ];
  for (const S3_ENDPOINT of endpoints) {
    const S3 = { S3_BUCKET: 'away', S3_ACCESS_KEY_ID: 'away', S3_SECRET_ACCESS_KEY: 'away' };
    const { server, lines } = await startLogged(t, { S3_ENDPOINT, ...S3 });
    await assertRefused(server, await signUp(server), recording('s3'));
    assert.match(lines[0] ?? '', /"cause":"S3 (?:get|ping) on bucket away at [^"]+ failed: /);
  }
});

test('a fault of ours is none of the store: it stays an internal error', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const form = new FormData();
  form.append('file', new Blob([recording('full')]), 'run.tcx');
  const store: ObjectStore = {
    ...server.deps.store,
    put: () => Promise.reject(new Error('a slip of the program')),
  };
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
    assert.equal(answer.json().code, 'internal_error');
    assert.ok(lines.join('').includes('a slip of the program'));
  } finally {
    await app.close();
  }
  assert.equal(await activityCount(server, user), 0);
});
