import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../shared/ids.ts';
import { composeMail } from './compose-words.ts';
import type { CampaignHooks } from './outgoing.ts';

const campaigns: CampaignHooks = {
  spread: async () => undefined,
  done: async () => undefined,
  words: () => ({ mail: { parts: [], headers: undefined }, chat: '' }),
};

type Said = { contact_email?: string | null; kind?: 'campaign' | 'topic'; title?: string; body?: string };

function mailOf({
  contact_email = null,
  kind = 'campaign',
  title = 'Saturday',
  body = 'At the river.',
}: Said) {
  const message = {
    ...{ id: newId(), kind, org_id: newId(), org_name: 'Riverside', contact_email },
    ...{
      topic: null,
      audience: null,
      title,
      body,
      data: {},
      created_at: new Date(),
    },
  };
  const to = { user_id: newId(), language: 'en' as const };
  const stopSummaries = () => ({ parts: [], headers: undefined });
  const deps = { campaigns, stopSummaries, baseUrl: 'https://run.example.org' };
  return composeMail({ message, notification: null, to }, deps);
}

const replyTo = (contact_email: string | null, kind: 'campaign' | 'topic' = 'campaign') =>
  mailOf({ contact_email, kind }).reply_to;

test('answers to a campaign go to one address, as its club says it, or nowhere', () => {
  for (const address of ['club@river.example.org', "o'brien+club@a.b.example.org"])
    assert.equal(replyTo(address), address);
  for (const other of [
    null,
    '',
    'river',
    '7',
    '["club@river.example.org"]',
    '{"address":"club@river.example.org"}',
    ' club@river.example.org',
    'club@river.example.org\n',
    'club@river.example.org, other@river.example.org',
    'Club <club@river.example.org>',
    'club@river.example.org\r\nBcc: other@river.example.org',
    `${'x'.repeat(64)}@${`${'x'.repeat(60)}.`.repeat(4)}example.org`,
    '俱樂部@river.example.org',
    'club@俱樂部.example.org',
  ])
    assert.equal(replyTo(other), undefined, String(other));
  assert.equal(replyTo('club@river.example.org', 'topic'), undefined);
});

test('an address in a campaign’s title or text stands with its host, in both forms of the mail', () => {
  const { subject, text, html } = mailOf({
    title: 'Win at https://ekiden.example@evil.test',
    body: 'First.\n\nSign in at https://еkiden.example/login.',
  });
  assert.equal(subject, 'Win at https://ekiden.example@evil.test');
  for (const form of [text, html]) {
    assert.match(form, /@evil\.test \u2066\[→ evil\.test\]/);
    assert.match(form, /\u2066\[→ xn--kiden-ywe\.example\]\u2069/);
  }
  assert.match(html, /<a href="https:\/\/xn--kiden-ywe\.example\/login"/);
});
