import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { sql } from '../../infra/db/sql.ts';
import { createMigratedServerDatabase } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { newEmail, signUp } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';

type Answer = 'take' | 'refuse' | 'later' | 'stall' | 'drop in DATA' | 'drop after the dot';
type Delivery = { message_id: string; text: string };

async function startMailServer() {
  const plans = new Map<string, Answer[]>();
  const attempts = new Map<string, Answer[]>();
  const taken = new Map<string, Delivery[]>();
  const note = <T>(notes: Map<string, T[]>, key: string, value: T): void => {
    notes.set(key, [...(notes.get(key) ?? []), value]);
  };
  const drop = (session: SMTPServerSession): void => {
    for (const connection of server.connections) if (connection.id === session.id) connection.close();
  };
  const refusals = { refuse: [550, 'no such person'], later: [451, 'greylisted'] } as const;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 200,
    onRcptTo({ address }, _session, done) {
      const answer = plans.get(address)?.shift() ?? 'take';
      note(attempts, address, answer);
      if (answer !== 'refuse' && answer !== 'later') return done();
      const [responseCode, text] = refusals[answer];
      done(Object.assign(new Error(`<${address}>: ${text}`), { responseCode }));
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      const answer = attempts.get(to)?.at(-1);
      if (answer === 'drop in DATA') stream.once('data', () => drop(session));
      buffer(stream).then(async (bytes) => {
        if (answer === 'stall' || answer === 'drop in DATA') return;
        const { messageId = '', text = '' } = await PostalMime.parse(bytes);
        note(taken, to, { message_id: messageId, text });
        if (answer === 'drop after the dot') drop(session);
        else done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    // So that nobody waits half a minute for a server that is silent.
    url: `smtp://127.0.0.1:${port}?socketTimeout=500`,
    plan: (address: string, ...answers: Answer[]) => plans.set(address, answers),
    attempts: (address: string) => attempts.get(address) ?? [],
    taken: (address: string) => taken.get(address) ?? [],
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Waits until no mail is on its way any more, and lets no retry wait for its time. */
async function settle({ deps }: TestServer): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    await deps.db.execute(
      sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND name LIKE 'accounts.%'`,
    );
    const { waiting } = await deps.db.one<{ waiting: number }>(sql`
      SELECT count(*)::int AS waiting FROM pgboss.job WHERE name LIKE 'accounts.%-password%' AND state < 'completed'
        OR name LIKE 'accounts.send-%' AND state < 'completed'`);
    if (waiting === 0) return;
    assert.ok(Date.now() < deadline, `${waiting} jobs are still waiting`);
    await sleep(50);
  }
}

const reset = async (server: TestServer, email: string): Promise<void> => {
  const { status } = await server.request('POST', '/api/v1/auth/password-reset', { body: { email } });
  assert.equal(status, 200);
};
const tokenOf = (delivery: Delivery | undefined): string =>
  /token=([A-Za-z0-9_-]{43})\b/.exec(delivery?.text ?? '')?.[1] ?? '';

describe('mails over SMTP', () => {
  let smtp: MailServer;
  let server: TestServer;
  before(async () => {
    smtp = await startMailServer();
    server = await startTestServer({ SMTP_URL: smtp.url });
  });
  after(async () => {
    await server.stop();
    await smtp.close();
  });

  test('one request, one mail; what it says works', async () => {
    const { email } = await signUp(server);
    await reset(server, email);
    await settle(server);
    const [mail, ...more] = smtp.taken(email);
    assert.deepEqual(more, []);
    const body = { token: tokenOf(mail), new_password: 'kasumigaura' };
    const path = '/api/v1/auth/password-reset/confirm';
    const [one, other] = await Promise.all([
      server.request('POST', path, { body }),
      server.request('POST', path, { body }),
    ]);
    assert.deepEqual([one.status, other.status].sort(), [200, 400], 'a double click');
    await settle(server);
    assert.equal(smtp.taken(email).length, 2, 'that the password was changed is said once');
  });

  test('refused for good: not tried again, and the list of failed jobs says why, but not whom or which token', async () => {
    const { email } = await signUp(server);
    smtp.plan(email, 'refuse');
    await reset(server, email);
    await settle(server);
    assert.deepEqual(smtp.attempts(email), ['refuse']);
    const [failed] = await server.deps.jobs.listFailed({ name: 'accounts.send-password-reset-mail' });
    assert.equal(failed?.attempts, 1);
    assert.equal(
      failed?.error,
      'PermanentJobError: The mail server refused RCPT TO: 550 <…>: no such person',
    );
    // What is left of it opens nothing without the keys of the server.
    assert.deepEqual(Object.keys(Object(failed?.payload)).sort(), ['origin', 'sealed_token', 'token_hash']);
    assert.equal(JSON.stringify(failed).includes(email), false);
  });

  test('refused for now, stalled, or cut off before it was taken: tried again and delivered once', async () => {
    for (const trouble of ['later', 'stall', 'drop in DATA'] as const) {
      const { email } = await signUp(server);
      smtp.plan(email, trouble, trouble);
      await reset(server, email);
      await settle(server);
      assert.deepEqual(smtp.attempts(email), [trouble, trouble, 'take']);
      assert.equal(smtp.taken(email).length, 1, trouble);
    }
    const email = newEmail();
    smtp.plan(email, 'later');
    await server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
    await settle(server);
    assert.deepEqual(smtp.attempts(email), ['later', 'take']);
  });

  test('cut off after it was taken: nobody can know, so it is sent again, as the same mail', async () => {
    const { email } = await signUp(server);
    smtp.plan(email, 'drop after the dot');
    await reset(server, email);
    await settle(server);
    const [one, other, ...more] = smtp.taken(email);
    assert.deepEqual(more, []);
    assert.match(one?.message_id ?? '', /^<password-reset-[0-9a-f]{64}@/);
    assert.deepEqual(one, other);
  });

  test('a token that was used meanwhile is not mailed any more', async () => {
    const { email, user_id } = await signUp(server);
    smtp.plan(email, 'later');
    await reset(server, email);
    while (smtp.attempts(email).length === 0) await sleep(20);
    const now = server.clock.now();
    await server.deps.db.execute(
      sql`UPDATE password_resets SET expires_at = ${now} WHERE user_id = ${user_id}`,
    );
    await settle(server);
    assert.deepEqual(smtp.taken(email), []);
  });
});

const engine = testEngine();
const options = engine === 'postgres' ? {} : { skip: 'the embedded engine belongs to one process' };
test('two workers send each mail once', options, async () => {
  const smtp = await startMailServer();
  const database = await createMigratedServerDatabase();
  const env = { DATABASE_URL: database.url, SMTP_URL: smtp.url, SECRETS_KEY: 'k'.repeat(43) };
  const servers = [await startTestServer(env), await startTestServer(env)] as const;
  try {
    const users = await Promise.all(
      Array.from({ length: 12 }, (_, i) => signUp(servers[i % 2 === 0 ? 0 : 1])),
    );
    await Promise.all(users.map(({ email }, i) => reset(servers[i % 3 === 0 ? 0 : 1], email)));
    await settle(servers[0]);
    for (const { email } of users) assert.equal(smtp.taken(email).length, 1);
  } finally {
    for (const server of servers) await server.stop();
    await smtp.close();
    await database.drop();
  }
});
