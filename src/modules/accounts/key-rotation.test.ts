import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { timeInName } from '../../infra/outbox/index.ts';
import { DAY_MS, SECOND_MS } from '../../shared/time.ts';
import { newEmail, signUp, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { lastingDatabase } from '../../test/lasting-database.ts';

const newSecretsKey = (): string => randomBytes(32).toString('base64');

/** Starts servers over the same data, one after another, each with its own secrets keys. */
async function sameData(t: TestContext, prepare?: (dataDir: string) => Promise<void>) {
  const { env, remove } = await lastingDatabase();
  await prepare?.(env.DATA_DIR);
  const started: TestServer[] = [];
  t.after(async () => {
    // Stopping twice is once: a test that fails leaves none behind.
    for (const server of started) await server.stop();
    await remove();
  });
  // The base URL is the tokens' issuer and audience, so it must outlive the port.
  const where = { ...env, BASE_URL: 'https://ekiden.test' };
  return async (secretsKeys: readonly string[], settings: Readonly<Record<string, string>> = {}) => {
    const server = await startTestServer({ ...where, SECRETS_KEY: secretsKeys.join(','), ...settings });
    started.push(server);
    return server;
  };
}

const kidOf = (token: string): string => decodeProtectedHeader(token).kid ?? '';

async function publishedKids(server: TestServer): Promise<string[]> {
  const { status, body } = await server.request('GET', '/.well-known/jwks.json');
  assert.equal(status, 200);
  return body.keys.map(({ kid }: { kid: string }) => kid);
}

async function signIn(server: TestServer, { email, password }: TestUser): Promise<string> {
  const { status, body } = await server.request('POST', '/api/v1/auth/login', { body: { email, password } });
  assert.equal(status, 200);
  return body.access_token;
}

const me = async (server: TestServer, token: string): Promise<number> =>
  (await server.request('GET', '/api/v1/auth/me', { token })).status;

test('the secrets key is rotated, and nobody notices until the old one is taken out', async (t) => {
  const start = await sameData(t);
  const [oldKey, newKey] = [newSecretsKey(), newSecretsKey()];

  // Without a worker the mail waits in the queue, its token sealed with the old key.
  const before = await start([oldKey], { ROLES: 'api' });
  const user = await signUp(before);
  const email = newEmail();
  const requested = await before.request('POST', '/api/v1/auth/request-verification', { body: { email } });
  assert.equal(requested.status, 200);
  assert.deepEqual(await publishedKids(before), [kidOf(user.token)]);
  await before.stop();

  const during = await start([newKey, oldKey]);
  assert.equal(await me(during, user.token), 200);
  const fresh = await signIn(during, user);
  assert.notEqual(kidOf(fresh), kidOf(user.token));
  assert.deepEqual(await publishedKids(during), [kidOf(fresh), kidOf(user.token)]);
  const refreshed = await during.request('POST', '/api/v1/auth/token/refresh', { token: user.token });
  assert.equal(
    kidOf(refreshed.body.data.access_token),
    kidOf(fresh),
    'an old token is refreshed to a new key',
  );
  const token = /^[A-Za-z0-9_-]{43}$/m.exec((await during.mailTo(email)).text)?.[0];
  const body = { token, password: user.password };
  const completed = await during.request('POST', '/api/v1/auth/complete-signup', { body });
  assert.equal(completed.status, 201, 'the box of the old key opens');
  assert.equal(kidOf(completed.body.access_token), kidOf(fresh));
  during.clock.advance(DAY_MS + 10 * SECOND_MS);
  assert.equal(await me(during, user.token), 401, 'a listed key does not make a token live longer');
  await during.stop();

  const afterwards = await start([newKey]);
  assert.deepEqual(await publishedKids(afterwards), [kidOf(fresh)]);
  assert.equal(await me(afterwards, fresh), 200);
  assert.equal(await me(afterwards, user.token), 401, 'its key is gone');
  assert.notEqual(await signIn(afterwards, user), fresh);
});

test('a token opens only the server it was signed for, though another has the same key', async (t) => {
  const start = await sameData(t);
  const keys = [newSecretsKey()];
  const one = await start(keys);
  const user = await signUp(one);
  await one.stop();
  const other = await start(keys, { BASE_URL: 'https://other.ekiden.test' });
  assert.deepEqual(await publishedKids(other), [kidOf(user.token)]);
  assert.equal(await me(other, user.token), 401);
  assert.equal(await me(other, await signIn(other, user)), 200);
});

test('the key may lie outside of the data directory, which then holds none, nor mails of more than a week ago', async (t) => {
  const outside = await mkdtemp(join(tmpdir(), 'ekiden-key-'));
  t.after(() => rm(outside, { recursive: true }));
  const file = join(outside, 'keys', 'secrets.key');
  const [old, young] = ['20260101T000000000Z-a.eml', `${timeInName(new Date())}-b.eml`];
  let dataDir = '';
  const start = await sameData(t, async (folder) => {
    dataDir = folder;
    await mkdir(join(folder, 'outbox'));
    for (const name of [old, young]) await writeFile(join(folder, 'outbox', name), 'To: somebody');
  });
  const first = await start([], { SECRETS_KEY_FILE: file });
  const user = await signUp(first);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.ok(!(await readdir(dataDir)).includes('secrets.key'));
  assert.deepEqual(await readdir(join(dataDir, 'outbox')), [young]);
  await first.stop();
  assert.equal(await me(await start([], { SECRETS_KEY_FILE: file }), user.token), 200);
});
