import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealToken } from '../../infra/crypto/sealed-token.ts';
import { newToken } from '../../infra/crypto/tokens.ts';
import { PermanentJobError } from '../../infra/jobs/index.ts';
import { MailError, type MailMessage } from '../../infra/mail/index.ts';
import { DAY_MS } from '../../shared/time.ts';
import { newEmail, verificationToken } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { sendVerificationMail, verificationMailHandler } from './send-verification-mail.ts';

function handlerOver(server: TestServer, answer: () => Promise<void> = async () => undefined) {
  const sent: MailMessage[] = [];
  const mailer = {
    send: (message: MailMessage) => {
      sent.push(message);
      return answer();
    },
    forget: async () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  };
  const { logger } = server.deps;
  const handle = verificationMailHandler({ ...server.deps, mailer });
  const context = { job_id: '1', attempt: 1, signal: new AbortController().signal, logger };
  const payloadOf = (token: string) =>
    ({ ...sealToken(server.deps.secretBox, 'verification', token), language: 'en' }) as const;
  return { sent, run: (token: string) => handle(payloadOf(token), context) };
}

test('a mail that is sent twice is the same mail', async () => {
  const server = await testServer();
  const email = newEmail();
  const token = await verificationToken(server, email);
  const { sent, run } = handlerOver(server);
  await run(token);
  await run(token);
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[0], sent[1]);
  assert.equal(sent[0]?.to.address, email);
  assert.match(sent[0]?.message_id ?? '', /^verification-[0-9a-f]{64}$/);
  assert.equal(sent[0]?.message_id.includes(token), false);
});

test('no mail for a token that was used or has expired', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const { sent, run } = handlerOver(server);
  await run(newToken());
  const token = await verificationToken(server, newEmail());
  server.clock.advance(DAY_MS);
  await run(token);
  assert.equal(sent.length, 0);
});

test('a refusal for good is given up at once; anything else is tried again', async () => {
  const server = await testServer();
  const token = await verificationToken(server, newEmail());
  const refused = handlerOver(server, () => Promise.reject(new MailError('550 no such person', true)));
  await assert.rejects(refused.run(token), PermanentJobError);
  const later = handlerOver(server, () => Promise.reject(new MailError('451 later', false)));
  await assert.rejects(later.run(token), MailError);
});

test('a token of another verification does not open under this one', async () => {
  const server = await testServer();
  const { secretBox, logger } = server.deps;
  const [one, other] = [
    await verificationToken(server, newEmail()),
    await verificationToken(server, newEmail()),
  ];
  const { sealed_token } = sealToken(secretBox, 'verification', other);
  const handle = verificationMailHandler(server.deps);
  const context = { job_id: '1', attempt: 1, signal: new AbortController().signal, logger };
  const payload = { ...sealToken(secretBox, 'verification', one), sealed_token, language: 'en' } as const;
  await assert.rejects(handle(payload, context), /sealed box/);
  const ofReset = sealToken(secretBox, 'password reset', one);
  await assert.rejects(handle({ ...ofReset, language: 'en' }, context), /sealed box/);
});

test('payloads of another shape are refused', () => {
  for (const payload of [
    null,
    {},
    { token_hash: 'x', sealed_token: '' },
    { token_hash: 'a'.repeat(64) },
    [],
  ]) {
    assert.throws(() => sendVerificationMail.payload(payload), /not the payload/);
  }
});
