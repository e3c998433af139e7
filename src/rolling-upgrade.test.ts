import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createMigratedServerDatabase } from './test/database.ts';
import { testEngine } from './test/engine.ts';
import { signUp } from './test/factories.ts';
import { startTestServer } from './test/harness.ts';
import { rollingUpgrade } from './test/rolling-upgrade.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const BASE_URL = 'http://club.example.org';

test('two nodes that are restarted one after the other behind a balancer fail no request, read or write', {
  skip: testEngine() === 'postgres' ? false : 'several processes need a server',
}, async (t) => {
  const { url: DATABASE_URL, drop } = await createMigratedServerDatabase();
  t.after(drop);
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(DATA_DIR, { recursive: true, force: true }));
  const env = { DATABASE_URL, DATA_DIR, BASE_URL };
  const server = await startTestServer(env);
  const { email, password } = await signUp(server);
  await server.stop();
  const { answered, failures, shares } = await rollingUpgrade({
    env,
    roots: [ROOT, ROOT],
    clients: 2,
    rounds: 1,
    signIn: { email, password },
    requests: [
      { method: 'GET', path: '/api/v1/users/me' },
      { method: 'PATCH', path: '/api/v1/users/me/preferences', body: { timezone: 'Asia/Taipei' } },
      { method: 'GET', path: '/api/v1/activities' },
    ],
  });
  assert.deepEqual(failures, []);
  assert.equal(shares.length, 4);
  assert.ok(
    shares.every((share) => share > 0),
    `each run of a node has answered: ${shares.join(', ')}`,
  );
  assert.ok(answered > 20, String(answered));
});
