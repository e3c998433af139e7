import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { newEmail, signUp } from '../../test/factories.ts';
import { testServer } from '../../test/harness.ts';
import { resetsSettled, resetToken } from '../../test/password-resets.ts';
import { cleanUpHandler } from './clean-up.ts';
import { preparePasswordReset, preparePasswordResetHandler, sealEmail } from './prepare-password-reset.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { sendPasswordChangedMail } from './send-password-changed-mail.ts';
import { sendPasswordResetMail } from './send-password-reset-mail.ts';

test('the request does the same, and little of it, for every address', async () => {
  const server = await testServer();
  const { db, ...deps } = server.deps;
  const statementsFor = async (email: string): Promise<string[]> => {
    const statements: string[] = [];
    const recorded = <T extends object>(queryable: T): T =>
      new Proxy(queryable, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]): unknown => {
            const [first] = args;
            if (typeof first === 'function') {
              return value((tx: object) => first(recorded(tx)));
            }
            statements.push(`${String(name)} ${typeof first === 'string' ? first : JSON.stringify(first)}`);
            return value(...args);
          };
        },
      });
    const client_ip = '192.0.2.1';
    await requestPasswordReset({ ...deps, db: recorded(db) }, { email, origin: 'web', client_ip });
    return statements;
  };
  const { email } = await signUp(server);
  const known = await statementsFor(email);
  assert.deepEqual(await statementsFor(newEmail()), known);
  assert.ok(known.length === 1 && known[0]?.includes('INSERT'), known.join());
});

test('a job that runs twice makes one token and one mail', async (t) => {
  const server = await testServer();
  const { db, clock, jobs, secretBox, logger } = server.deps;
  const { email, user_id } = await signUp(server);
  await resetsSettled(server);
  const enqueue = t.mock.method(jobs, 'enqueue');
  const handle = preparePasswordResetHandler({ db, clock, jobs, secretBox });
  const request_id = newId();
  const payload = {
    request_id,
    sealed_email: sealEmail(secretBox, request_id, email),
    origin: 'web',
  } as const;
  const context = { job_id: newId(), attempt: 1, signal: new AbortController().signal, logger };
  await Promise.all([handle(payload, context), handle(payload, context)]);
  await handle(payload, { ...context, attempt: 2 });
  const mails = enqueue.mock.calls.filter(({ arguments: [, job] }) => job === sendPasswordResetMail);
  assert.equal(mails.length, 1);
  await resetsSettled(server);
  const rows = await db.query(sql`SELECT 1 FROM password_resets WHERE user_id = ${user_id}`);
  assert.deepEqual([rows.length, (await server.mailsTo(email)).length], [1, 1]);
  const moved = { ...payload, request_id: newId() };
  await assert.rejects(handle(moved, context), /sealed box/, 'an address opens for its own request alone');
});

test('payloads of another shape are refused', () => {
  const request = { request_id: newId(), sealed_email: 'x', origin: 'web' };
  for (const change of [
    { request_id: 'x' },
    { sealed_email: 7 },
    { origin: 'mail' },
    { origin: undefined },
  ]) {
    assert.throws(() => preparePasswordReset.payload({ ...request, ...change }), /not the payload/);
  }
  for (const payload of [null, {}, [], { token_hash: 'a'.repeat(64), sealed_token: 'x' }]) {
    assert.throws(() => preparePasswordReset.payload(payload), /not the payload/);
    assert.throws(() => sendPasswordResetMail.payload(payload), /not the payload/);
    assert.throws(() => sendPasswordChangedMail.payload(payload), /not the payload/);
  }
});

test('neither token nor address can be read from what is stored', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const token = await resetToken(server, user);
  const dumps = await server.deps.db.query<{ dump: string }>(sql`
    SELECT r::text AS dump FROM password_resets r UNION ALL SELECT j::text FROM pgboss.job j`);
  assert.ok(dumps.some(({ dump }) => dump.includes('accounts.prepare-password-reset')));
  const secrets = [token, user.email].flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64').replaceAll('=', ''),
    Buffer.from(secret).toString('hex'),
  ]);
  for (const { dump } of dumps) {
    for (const secret of secrets) assert.equal(dump.includes(secret), false);
  }
});

test('rows that count no more are deleted, and nothing else', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const { db, clock, logger } = server.deps;
  const [early, late] = [await signUp(server), await signUp(server)];
  await resetToken(server, early);
  server.clock.advance(HOUR_MS);
  await resetToken(server, late);
  server.clock.advance(DAY_MS - MINUTE_MS);
  const context = { job_id: newId(), attempt: 1, signal: new AbortController().signal, logger };
  await cleanUpHandler({ db, clock })({}, context);
  const left = await db.query<{ user_id: string }>(
    sql`SELECT user_id FROM password_resets WHERE user_id = ANY(${[early.user_id, late.user_id]}::uuid[])`,
  );
  assert.deepEqual(left, [{ user_id: late.user_id }]);
});
