import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerError, type SMTPServerOptions } from 'smtp-server';
import { MailError, type MailMessage } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const message: MailMessage = {
  to: { address: 'runner@example.org', name: '青木 桜' },
  subject: 'Bestätige deine Adresse',
  text: 'https://ekiden.test/verify?token=secret',
  html: '<a href="https://ekiden.test/verify?token=secret">OK</a>',
  message_id: '0190-abc',
};

const SENDER = { name: 'Ekiden', address: 'no-reply@ekiden.test' };
const CLOCK = { now: () => new Date('2026-07-01T08:00:00Z') };

const reply = (responseCode: number, text: string): SMTPServerError =>
  Object.assign(new Error(text), { responseCode });

const failsWith = (permanent: boolean, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof MailError);
  assert.match(error.message, text);
  assert.equal(error.permanent, permanent);
  assert.doesNotMatch(error.message, /token|hunter2|runner@/);
  return true;
};

describe('mail over SMTP', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function start(options: SMTPServerOptions, credentials = '', query = '') {
    const received: Buffer[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 200,
      onData(stream, _session, done) {
        buffer(stream).then((bytes) => {
          received.push(bytes);
          done();
        }, done);
      },
      ...options,
    });
    server.on('error', () => undefined);
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
    const { port } = listener.address() as AddressInfo;
    return { received, server, mailer: mailerFor(`smtp://${credentials}127.0.0.1:${port}${query}`) };
  }

  function mailerFor(url: string, delivery_ms = 5_000) {
    const mailer = createSmtpMailer({
      url,
      sender: SENDER,
      clock: CLOCK,
      timeouts: { connect_ms: 2_000, silence_ms: 2_000, delivery_ms },
    });
    closers.push(() => mailer.close());
    return mailer;
  }

  test('a mail arrives whole', async () => {
    const { mailer, received } = await start({});
    await mailer.send(message);
    assert.equal(received.length, 1);
    const mail = await PostalMime.parse(received[0] ?? '');
    assert.deepEqual(mail.to, [message.to]);
    assert.deepEqual(mail.from, { name: 'Ekiden', address: 'no-reply@ekiden.test' });
    assert.equal(mail.subject, message.subject);
    assert.equal(mail.text?.trim(), message.text);
    assert.equal(mail.messageId, '<0190-abc@ekiden.test>');
  });

  test('many at once all arrive, over few connections', async () => {
    let connections = 0;
    const { mailer, received } = await start({
      onConnect(_session, done) {
        connections += 1;
        done();
      },
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => mailer.send({ ...message, message_id: `m-${i}` })),
    );
    assert.equal(received.length, 20);
    assert.ok(connections <= 3, `${connections} connections`);
  });

  test('a refused recipient is permanent', async () => {
    const { mailer, received } = await start({
      onRcptTo: (_address, _session, done) => done(reply(550, '<runner@example.org>: no such user')),
    });
    await assert.rejects(mailer.send(message), failsWith(true, /refused RCPT TO: 550 .*<…>: no such user/));
    assert.equal(received.length, 0);
  });

  test('a greylisted recipient is temporary', async () => {
    const { mailer } = await start({
      onRcptTo: (_address, _session, done) => done(reply(451, 'try again later')),
    });
    await assert.rejects(mailer.send(message), failsWith(false, /451/));
  });

  test('a refused body is permanent, and what the server quotes from it is not repeated', async () => {
    const { mailer } = await start({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(reply(554, 'spam: https://ekiden.test/verify?token=secret')));
      },
    });
    await assert.rejects(mailer.send(message), failsWith(true, /^The mail server refused DATA: 554$/));
  });

  test('a refused sender is for the operator to mend: temporary', async () => {
    const { mailer } = await start({
      onMailFrom: (_address, _session, done) => done(reply(553, 'not your domain')),
    });
    await assert.rejects(mailer.send(message), failsWith(false, /MAIL FROM: 553/));
  });

  test('a refused login is temporary', async () => {
    const { mailer } = await start(
      { authMethods: ['PLAIN'], onAuth: (_auth, _session, done) => done(reply(535, 'wrong password')) },
      'ekiden:hunter2@',
      '?ignoreTLS=true',
    );
    await assert.rejects(mailer.send(message), failsWith(false, /535/));
  });

  test('a password does not go to a server without TLS', async () => {
    let asked = false;
    const { mailer } = await start(
      {
        allowInsecureAuth: true,
        onAuth(_auth, _session, done) {
          asked = true;
          done(null, { user: 'ekiden' });
        },
      },
      'ekiden:hunter2@',
    );
    await assert.rejects(mailer.send(message), failsWith(false, /could not be used|STARTTLS/));
    assert.equal(asked, false);
  });

  test('a dropped connection is temporary, whenever it drops, and the next mail goes through', async () => {
    for (const moment of ['MAIL', 'RCPT', 'DATA'] as const) {
      let drop = true;
      const dropped = (at: string) => {
        if (!drop || at !== moment) return false;
        drop = false;
        for (const connection of running.server.connections) connection.close();
        return true;
      };
      const running = await start({
        onMailFrom: (_address, _session, done) => dropped('MAIL') || done(),
        onRcptTo: (_address, _session, done) => dropped('RCPT') || done(),
        onData(stream, _session, done) {
          stream.resume().on('end', () => dropped('DATA') || done());
        },
      });
      await assert.rejects(running.mailer.send(message), failsWith(false, /could not be used|421/), moment);
      await running.mailer.send(message);
    }
  });

  test('a server that is not there, and one that never finishes, are temporary', async () => {
    await assert.rejects(
      mailerFor('smtp://127.0.0.1:1').send(message),
      failsWith(false, /could not be used/),
    );

    // Sends an endless greeting in small pieces: never silent, never done.
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    await assert.rejects(
      mailerFor(`smtp://127.0.0.1:${port}`, 300).send(message),
      failsWith(false, /EABORT/),
    );
  });

  // Without the abort, a delivery ends after half a minute of silence.
  test('a delivery that is cut off ends at once, with its connection, whatever the server does', {
    timeout: 15_000,
  }, async () => {
    for (const moment of ['the greeting', 'the answer to the mail'] as const) {
      const { port, stalled, closed } = await startStalling(moment);
      const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, sender: SENDER, clock: CLOCK });
      closers.push(() => mailer.close());
      const stop = new AbortController();
      const sending = mailer.send(message, stop.signal);
      const cut = assert.rejects(sending, (error) => error === stop.signal.reason, moment);
      await stalled;
      stop.abort();
      await cut;
      await closed;
    }
  });

  /** Accepts a mail up to a moment, then neither answers nor hangs up. */
  async function startStalling(moment: 'the greeting' | 'the answer to the mail') {
    const stalled = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const sockets = new Set<Socket>();
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('end', () => closed.resolve());
      if (moment === 'the greeting') return stalled.resolve();
      socket.write('220 here\r\n');
      socket.on('data', (bytes) => {
        const said = bytes.toString();
        if (said.endsWith('\r\n.\r\n')) stalled.resolve();
        else if (/^(EHLO|MAIL|RCPT)/.test(said)) socket.write('250 yes\r\n');
        else if (said.startsWith('DATA')) socket.write('354 go on\r\n');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    return { port, stalled: stalled.promise, closed: closed.promise };
  }

  test('a URL that is none is refused without being repeated', () => {
    for (const url of ['', 'localhost:25', 'http://mail.example.org', 'smtp://', 'hunter2']) {
      assert.throws(
        () => mailerFor(url),
        (error: Error) => /^SMTP_URL: give smtp:/.test(error.message) && !error.message.includes('hunter2'),
        url,
      );
    }
  });
});
