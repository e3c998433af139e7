import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { newEmail } from './test/factories.ts';
import { freePort } from './test/free-port.ts';
import { startTestServer } from './test/harness.ts';

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
