import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { OBEDIENT } from '../sandbox/model/obedient-model.ts';
import { startModel } from '../sandbox/model/start-model.ts';
import { MINUTE_MS } from './shared/time.ts';
import { newEmail } from './test/factories.ts';
import { freePort } from './test/free-port.ts';
import { startTestServer } from './test/harness.ts';
import { planStage, THREE_WEEKS } from './test/plan-stage.ts';
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

test('a server that has made a plan by a model stops with no timer left that would hold its process', async (t) => {
  // The embedded database of the tests has one of ten seconds.
  const timers = watchTimers(t, MINUTE_MS);
  const model = await startModel();
  try {
    model.answerAlways(OBEDIENT);
    const server = await startTestServer(model.env());
    const { ask } = await planStage(server);
    const drafted = await ask('/draft', THREE_WEEKS);
    assert.equal(drafted.body.data?.engine, 'openai-compatible/sandbox-model');
    const made = await ask('/generate', { ...THREE_WEEKS, refined_draft: drafted.body.data.draft });
    assert.deepEqual([made.status, made.body.data?.engine], [200, 'openai-compatible/sandbox-model']);
    await server.stop();
    assert.equal(timers.live(), 0);
  } finally {
    await model.stop();
  }
});
