import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { newEmail } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

const requestVerification = (server: TestServer, email: unknown): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/request-verification', { body: { email } });

function assertInvalidEmail(answer: TestResponse): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'validation_error');
  assert.ok(answer.body.details.every(({ path }: { path: string }) => path === 'email'));
}

test('no usable secret is stored: neither with the verification nor in the queue', async () => {
  const server = await testServer();
  const email = newEmail();
  await requestVerification(server, email);
  const token = /^[A-Za-z0-9_-]{43}$/m.exec((await server.mailTo(email)).text)?.[0] ?? '';
  assert.equal(
    (await server.request('POST', '/api/v1/auth/verify-token', { body: { token } })).body.data.valid,
    true,
  );
  const dumps = await server.deps.db.query<{ dump: string }>(sql`
    SELECT v::text AS dump FROM email_verifications v UNION ALL SELECT j::text FROM pgboss.job j`);
  const spellings = [token, Buffer.from(token).toString('base64'), Buffer.from(token).toString('hex')];
  assert.ok(dumps.length > 1);
  for (const { dump } of dumps) {
    for (const spelling of spellings) assert.equal(dump.includes(spelling), false);
  }
});

test('e-mail addresses', async () => {
  const server = await testServer();
  const tooLong = `a@${`${'b'.repeat(60)}.`.repeat(5)}example.org`;
  const bad = [
    '',
    'runner',
    '@example.org',
    'runner@',
    'runner@example',
    'a@b@example.org',
    'a b@example.org',
    'a@exam ple.org',
    'a@example..org',
    'a@-example.org',
    ' a@example.org',
    'a@example.org\n',
    'a\t@example.org',
    'a@example.org,b@example.org',
    'Yuki <a@example.org>',
    'a"b"@example.org',
    tooLong,
    `${'a'.repeat(65)}@example.org`,
    'a\u0000@example.org',
    7,
    null,
    ['a@example.org'],
  ];
  for (const email of bad) assertInvalidEmail(await requestVerification(server, email));
  assertInvalidEmail(await server.request('POST', '/api/v1/auth/request-verification', { body: {} }));
  // The second has the form of addresses that a Japanese carrier handed out.
  for (const email of [newEmail("o'brien+x"), newEmail('run..er.'), newEmail('UPPER_case-99')]) {
    assert.equal((await requestVerification(server, email)).status, 200, email);
  }
});

test('three mails an hour for an address, whatever its case, and again after an hour', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const email = newEmail();
  const other = newEmail();
  assert.equal((await requestVerification(server, email)).status, 200);
  server.clock.advance(20 * MINUTE_MS);
  assert.equal((await requestVerification(server, email.toUpperCase())).status, 200);
  assert.equal((await requestVerification(server, email)).status, 200);
  const refused = await requestVerification(server, email);
  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, 'rate_limited');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait > 2_390 && wait <= 2_400, `40 minutes until the first is an hour old: ${wait}`);
  assert.equal((await requestVerification(server, other)).status, 200, 'counted for each address');
  server.clock.advance(wait * 1_000);
  assert.equal((await requestVerification(server, email)).status, 200, 'refused requests do not count');
  assert.equal((await requestVerification(server, email)).status, 429);
});

test('five requests at once: exactly three are accepted', async () => {
  const server = await testServer();
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 5 }, () => requestVerification(server, email)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 429, 429]);
});
