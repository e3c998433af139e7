import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { createMailer, MailError, type Mailer, type MailMessage } from './index.ts';

const TOKEN = 'Zm9vYmFyYmF6';
const message: MailMessage = {
  to: { address: 'runner@example.org', name: 'Åsa "Speedy" Öberg, 駅伝' },
  subject: `駅伝 — Bestätigung ${'und noch mehr '.repeat(20)}✓`,
  text: `Öffne https://ekiden.test/verify?token=${TOKEN}\n.\nFrom here\n${'x'.repeat(5_000)}`,
  html: `<p>Öffne <a href="https://ekiden.test/verify?token=${TOKEN}">駅伝</a> ${'y'.repeat(5_000)}</p>`,
  headers: { 'List-Unsubscribe': '<https://ekiden.test/unsubscribe>' },
  message_id: '0190d2a7-0000-7000-8000-000000000001',
};

describe('outbox', () => {
  let dataDir: string;
  let mailer: Mailer;
  let log: string;
  let now: Date;

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-outbox-'));
    log = '';
    now = new Date('2026-07-01T08:00:00.123Z');
    const sink = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    mailer = createMailer({
      smtp_url: undefined,
      from: 'Ekiden Läufer <no-reply@ekiden.test>',
      data_dir: dataDir,
      logger: pino({ level: 'trace' }, sink),
      clock: { now: () => now },
    });
  });
  afterEach(async () => {
    await mailer.close();
    await rm(dataDir, { recursive: true });
  });

  const outbox = () => path.join(dataDir, 'outbox');

  test('an answer goes where the mail says, to one address', async () => {
    await mailer.send({ ...message, reply_to: 'club@elsewhere.test' });
    const [name = ''] = await readdir(outbox());
    const { from, replyTo } = await PostalMime.parse(await readFile(path.join(outbox(), name)));
    assert.deepEqual(replyTo, [{ name: '', address: 'club@elsewhere.test' }]);
    assert.equal(from?.address, 'no-reply@ekiden.test');
    for (const wrong of [
      { reply_to: 'club@elsewhere.test, x@elsewhere.test' },
      { reply_to: 'club@elsewhere.test\r\nBcc: x@elsewhere.test' },
      { reply_to: '' },
      { headers: { 'Reply-To': 'club@elsewhere.test' } },
    ]) {
      const refused = mailer.send({ ...message, ...wrong });
      await assert.rejects(refused, (error) => error instanceof MailError && error.permanent);
    }
    assert.equal((await readdir(outbox())).length, 1);
  });

  test('in the name of somebody else it comes from our address, and the name adds nothing', async () => {
    const from_name = 'Sumida "River" Runners <coach@elsewhere.test>, 駅伝';
    await mailer.send({ ...message, from_name });
    const [name = ''] = await readdir(outbox());
    const { from } = await PostalMime.parse(await readFile(path.join(outbox(), name)));
    assert.deepEqual(from, { name: from_name, address: 'no-reply@ekiden.test' });
    const refused = mailer.send({ ...message, from_name: 'Club\r\nBcc: x@elsewhere.test' });
    await assert.rejects(refused, (error) => error instanceof MailError && error.permanent);
    assert.equal((await readdir(outbox())).length, 1);
  });

  test('a mail becomes a file that a mail program reads back', async () => {
    await mailer.send(message);
    const [name = '', ...more] = await readdir(outbox());
    assert.equal(name, '20260701T080000123Z-0190d2a7-0000-7000-8000-000000000001.eml');
    assert.deepEqual(more, []);
    assert.equal((await stat(path.join(outbox(), name))).mode & 0o777, 0o600);

    const bytes = await readFile(path.join(outbox(), name));
    const lines = bytes.toString('latin1').split('\r\n');
    assert.ok(
      lines.every((line) => line.length <= 998 && !/[\r\n]/.test(line)),
      'RFC 5322 line lengths and ends',
    );
    const mail = await PostalMime.parse(bytes);
    assert.equal(mail.subject, message.subject);
    assert.deepEqual(mail.to, [message.to]);
    assert.deepEqual(mail.from, { name: 'Ekiden Läufer', address: 'no-reply@ekiden.test' });
    assert.equal(mail.text?.trimEnd(), message.text);
    assert.equal(mail.html?.trimEnd(), message.html);
    assert.equal(mail.date, '2026-07-01T08:00:00.000Z');
    assert.equal(mail.messageId, '<0190d2a7-0000-7000-8000-000000000001@ekiden.test>');
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    assert.equal(headers.get('list-unsubscribe'), '<https://ekiden.test/unsubscribe>');
    assert.equal(headers.get('auto-submitted'), 'auto-generated');
  });

  test('the log names the file and nothing of its content', async () => {
    await mailer.send(message);
    assert.match(log, /"level":30.*20260701T080000123Z-0190d2a7.*\.eml/);
    assert.doesNotMatch(log, new RegExp(`${TOKEN}|runner@|Bestätigung|Öberg`));
  });

  test('mails to somebody who is to be forgotten go, whatever the case and however long the name before it', async () => {
    const name = 'Åsa "Speedy" Öberg, 駅伝 '.repeat(10);
    await mailer.forget(message.to.address, now);
    await mailer.send({ ...message, message_id: 'named', to: { address: 'Runner@Example.org', name } });
    await mailer.send({ ...message, message_id: 'bare', to: { address: 'runner@example.org' } });
    await mailer.send({ ...message, message_id: 'other', to: { address: 'a.runner@example.org', name } });
    await mailer.forget('RUNNER@example.org', now);
    assert.equal((await readdir(outbox())).length, 3, 'none of them is older');
    now = new Date(now.getTime() + 1);
    await mailer.forget('RUNNER@example.org', now);
    const left = await readdir(outbox());
    assert.deepEqual(
      left.map((file) => file.slice(20)),
      ['other.eml'],
    );
    await mailer.forget('RUNNER@example.org', now);
  });

  test('files sort by time', async () => {
    await mailer.send({ ...message, message_id: 'b' });
    now = new Date('2026-07-01T08:00:00.124Z');
    await mailer.send({ ...message, message_id: 'a' });
    const ids = (await readdir(outbox())).sort().map((name) => name.slice(20));
    assert.deepEqual(ids, ['b.eml', 'a.eml']);
  });

  test('many at once each get their file', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => mailer.send({ ...message, message_id: `m-${i}` })),
    );
    assert.equal((await readdir(outbox())).length, 30);
  });

  test('nothing can add a header, a recipient or a path', async () => {
    const hostile: Partial<MailMessage>[] = [
      { to: { address: 'a@example.org\r\nBcc: b@example.org' } },
      { to: { address: 'a@example.org, b@example.org' } },
      { to: { address: 'a@example.org>\nRCPT TO:<b@example.org' } },
      { to: { address: 'Team: a@example.org;' } },
      { to: { address: 'nobody' } },
      { to: { address: '' } },
      { to: { address: `${'a'.repeat(250)}@example.org` } },
      { to: { address: 'a@example.org', name: 'x\r\nBcc: b@example.org' } },
      { subject: 'x\nBcc: b@example.org' },
      { subject: 'x\rBcc: b@example.org' },
      { subject: 'x\u0000' },
      { subject: 'x\u0085Bcc: b@example.org' },
      { subject: 'x'.repeat(901) },
      { headers: { 'X-A': 'x\r\nBcc: b@example.org' } },
      { headers: { 'X-A: x\r\nBcc': 'b@example.org' } },
      { headers: { Bcc: 'b@example.org' } },
      { headers: { 'content-type': 'text/plain' } },
      { message_id: '../../etc/passwd' },
      { message_id: 'a>\r\nBcc: b@example.org' },
      { message_id: '' },
    ];
    for (const change of hostile) {
      await assert.rejects(
        mailer.send({ ...message, ...change }),
        (error: unknown) => error instanceof MailError && error.permanent && !error.message.includes('b@'),
        JSON.stringify(change),
      );
    }
    await assert.rejects(readdir(outbox()), { code: 'ENOENT' });
  });

  test('content is text, never a file or an address to read from', async () => {
    const text = JSON.stringify({ path: '/etc/hostname' });
    await mailer.send({ ...message, text, html: text });
    const [name = ''] = await readdir(outbox());
    const mail = await PostalMime.parse(await readFile(path.join(outbox(), name)));
    assert.equal(mail.text?.trimEnd(), text);
  });

  test('MAIL_FROM is one address, with a name or without', () => {
    const make = (from: string) =>
      createMailer({
        smtp_url: undefined,
        from,
        data_dir: dataDir,
        logger: pino({ level: 'silent' }),
        clock: { now: () => now },
      });
    for (const from of ['a@b.test', ' <a@b.test> ', '"Running, Club" <a@b.test>', 'Club <a@b.test>'])
      make(from);
    for (const from of [
      '',
      'Club',
      'Club <>',
      'a@b.test, c@d.test',
      'A\nB <a@b.test>',
      'a@b.test <c@d.test> x',
    ]) {
      assert.throws(() => make(from), /^Error: MAIL_FROM: give one address/, from);
    }
  });
});
