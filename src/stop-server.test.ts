import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { OBEDIENT } from '../sandbox/model/obedient-model.ts';
import { startModel } from '../sandbox/model/start-model.ts';
import { sql } from './infra/db/sql.ts';
import { MINUTE_MS } from './shared/time.ts';
import { migratedClusterDirectory } from './test/database.ts';
import { testEngine } from './test/engine.ts';
import { eventually } from './test/eventually.ts';
import { newEmail } from './test/factories.ts';
import { freePort } from './test/free-port.ts';
import { startTestServer } from './test/harness.ts';
import { lastingDatabase } from './test/lasting-database.ts';
import { planStage, THREE_WEEKS } from './test/plan-stage.ts';
import { readEvents } from './test/read-events.ts';
import { startServerProcess, until } from './test/server-process.ts';
import { watchTimers } from './test/watch-timers.ts';

test('stopping lets a running job finish, and a second stop is the same', async () => {
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const received: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, _session, done) => {
      arrived.resolve();
      const mail = await buffer(stream);
      await held.promise;
      received.push(mail.toString());
      done();
    },
  });
  const port = await freePort();
  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  try {
    const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const email = newEmail();
    const asked = await server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
    assert.equal(asked.status, 200);
    await arrived.promise;
    let stopped = false;
    const stopping = Promise.all([server.stop(), server.stop()]).then(() => {
      stopped = true;
    });
    await assert.rejects(async () => {
      for (;;) await server.request('GET', '/healthz', { headers: { connection: 'close' } });
    });
    assert.equal(stopped, false, 'the mail is still being sent');
    held.resolve();
    await stopping;
    assert.equal(received.length, 1);
    assert.ok(received[0]?.includes(email));
  } finally {
    held.resolve();
    await new Promise<void>((resolve) => {
      smtp.close(resolve);
    });
  }
});

// Left to itself, the mail would be waited for for a minute and a half.
test('a mail server that stalls does not hold up a stop, and its mail goes out after the next start', {
  timeout: 60_000,
}, async () => {
  const stalled = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const received: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 200,
    onClose: () => left.resolve(),
    onData: async (stream, _session, done) => {
      received.push(await buffer(stream).then(String));
      if (received.length > 1) return done();
      stalled.resolve();
    },
  });
  const port = await freePort();
  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  const database = await lastingDatabase();
  const env = { ...database.env, SMTP_URL: `smtp://127.0.0.1:${port}?socketTimeout=600000` };
  try {
    const server = await startTestServer(env);
    const email = newEmail();
    await server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
    await stalled.promise;
    await server.deps.jobs.stop({ timeout_ms: 50 });
    await server.stop();
    await left.promise;

    const next = await startTestServer(env);
    await next.deps.db.execute(
      sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'accounts.send-verification-mail' AND state = 'retry'`,
    );
    await eventually(
      () => received.length,
      (mails) => mails === 2,
    );
    await next.stop();
    const ids = received.map((mail) => /^Message-ID: (.+)$/im.exec(mail)?.[1]);
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1], 'the same mail');
    assert.ok(received[1]?.includes(email));
  } finally {
    await new Promise<void>((resolve) => {
      smtp.close(resolve);
    });
    await database.remove();
  }
});

test('a server that has made a plan by a model stops with no timer left that would hold its process', async (t) => {
  const timers = watchTimers(t, MINUTE_MS);
  const model = await startModel();
  try {
    model.answerAlways(OBEDIENT);
    const server = await startTestServer(model.env());
    const { ask } = await planStage(server);
    const drafted = await ask('/draft', THREE_WEEKS);
    assert.equal(drafted.body.data?.engine, 'openai-compatible/sandbox-model');
    const refined_draft = '## Week 1\n\n## Week 2\n\n## Week 3\n';
    const made = await ask('/generate', { ...THREE_WEEKS, refined_draft });
    assert.deepEqual([made.status, made.body.data?.engine], [200, 'openai-compatible/sandbox-model']);
    await server.stop();
    assert.equal(timers.live(), 0);
  } finally {
    await model.stop();
  }
});

/** A data directory with a coach's club in it, whose token holds for any server of the same address. */
async function directoryOfClub(t: TestContext, BASE_URL: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  await rename(await migratedClusterDirectory(), path.join(dataDir, 'db'));
  const server = await startTestServer({ DATA_DIR: dataDir, BASE_URL });
  try {
    const { club } = await planStage(server);
    return { dataDir, org_id: club.org_id, token: club.coach.token };
  } finally {
    await server.stop();
  }
}

const skip = testEngine() === 'embedded' ? false : 'the engine makes no difference; the embedded run has it';

test('told to end while a model says nothing more, a server tells its client so and ends in order', {
  skip,
}, async (t) => {
  const BASE_URL = 'https://ekiden.example';
  const { dataDir, org_id, token } = await directoryOfClub(t, BASE_URL);
  const model = await startModel();
  t.after(() => model.stop());
  model.answerAlways(['{"elements":[', { stall: true }]);
  const { child, url } = await startServerProcess(t, dataDir, { BASE_URL, ...model.env() });
  const asked = await fetch(`${url}/api/v1/plans/draft/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ org_id, ...THREE_WEEKS }),
  });
  assert.equal(asked.status, 200);
  await until('the model is asked', async () => model.requests.list().length > 0);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const events = await readEvents(await asked.text());
  assert.deepEqual(
    events.slice(-2).map(({ type }) => type),
    ['error', 'done'],
  );
  assert.match(events.at(-2)?.error, /server is stopping/);
  // Cut by the limit it would have ended with 1.
  assert.deepEqual(await exited, [0, null]);
  assert.deepEqual(
    model.requests.list().map((request) => request.outcome()),
    ['cut'],
  );
});
