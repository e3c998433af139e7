import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { type Logger, pino } from 'pino';
import { type Browser, startWebPush, type WebPushSandbox } from '../../../sandbox/web-push/start-web-push.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { createPoster, type Poster } from '../http-client/index.ts';
import type { SendOutcome } from '../send-outcome.ts';
import type { PushMessage } from './push.ts';
import { createWebPush } from './web-push.ts';
import { createSignatures } from './web-push-signatures.ts';
import { canonicalPushToken, isAmong, readSubscription } from './web-push-subscription.ts';

const START = new Date('2026-11-22T08:00:00Z');
let now = START;
const clock = { now: () => now };
let service: WebPushSandbox;
let poster: Poster;
before(async () => {
  service = await startWebPush(clock);
  poster = createPoster();
});
after(async () => {
  poster.close();
  await service.stop();
});
beforeEach(() => {
  now = START;
  service.pushes.forget();
});

const MESSAGE: PushMessage = {
  id: '0190a2b4-0000-7000-8000-000000000001',
  title: 'Easy run',
  body: '8 km, 跑得輕鬆 🏃',
  data: { type: 'workout_reminder' },
  urgency: 'high',
  ttl_s: 3_600,
};

function webPush(options: { origins?: readonly string[]; logger?: Logger; poster?: Poster } = {}) {
  const { VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '', VAPID_SUBJECT = '' } = service.env();
  const vapid = { public_key: VAPID_PUBLIC_KEY, private_key: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT };
  const quiet = pino({ level: 'silent' });
  return createWebPush({ vapid, origins: [service.url], poster, logger: quiet, clock, ...options });
}

const send = (to: Browser, fields: Partial<PushMessage> = {}, by = webPush()): Promise<SendOutcome> =>
  by.send(to.token, { ...MESSAGE, ...fields }, new AbortController().signal);

function ofBytes(bytes: number): Partial<PushMessage> {
  const frame = JSON.stringify({ title: '', body: '', data: {} }).length;
  return { title: '', body: 'x'.repeat(bytes - frame), data: {} };
}

test('a browser reads what was sent to it, and its service who sent it', async () => {
  const browser = service.subscribe();
  assert.deepEqual(await send(browser), { kind: 'sent' });
  const [message, ...more] = browser.messages();
  const { title, body, data } = MESSAGE;
  assert.deepEqual(JSON.parse(message?.text ?? ''), { title, body, data });
  assert.deepEqual([message?.ttl_s, message?.urgency, more.length], [3_600, 'high', 0]);
  const { aud, exp, sub } = service.pushes.list()[0]?.claims ?? {};
  assert.deepEqual([aud, sub], [service.url, 'mailto:operator@example.org']);
  assert.equal(exp, (START.getTime() + 12 * HOUR_MS) / 1_000);
});

test('one signature serves a service for hours, and never for longer than it is good', async (t) => {
  const other = await startWebPush(clock);
  t.after(() => other.stop());
  const by = webPush({ origins: [service.url, other.url] });
  const [here, there] = [service.subscribe(), other.subscribe(null)];
  const ends: unknown[] = [];
  const hours = [0, 10, 11.5, 60, -3];
  for (const hour of hours) {
    now = new Date(START.getTime() + hour * HOUR_MS);
    assert.deepEqual(await send(here, {}, by), { kind: 'sent' }, `${hour}`);
    ends.push((Number(service.pushes.list().at(-1)?.claims?.exp) * 1_000 - START.getTime()) / HOUR_MS);
  }
  assert.deepEqual(ends, [12, 12, 23.5, 72, 9]);
  assert.deepEqual(await send(there, {}, by), { kind: 'sent' });
  assert.equal(other.pushes.list()[0]?.claims?.aud, other.url);
});

test('of services that are seldom pushed to the signatures are forgotten', async () => {
  const { VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '', VAPID_SUBJECT = '' } = service.env();
  const vapid = { public_key: VAPID_PUBLIC_KEY, private_key: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT };
  const signatureFor = createSignatures(vapid, clock);
  const names = Array.from({ length: 1_000 }, (_, index) => `https://${index}.push.example.org`);
  const [first, ...others] = await Promise.all(names.map(signatureFor));
  assert.equal(await signatureFor(names[0] ?? ''), first);
  await signatureFor('https://one.more.example.org');
  assert.equal(await signatureFor(names[1] ?? ''), others[0]);
  assert.notEqual(await signatureFor(names[0] ?? ''), first);
});

test('each answer of a push service has its outcome', async () => {
  const in_a_minute = new Date(START.getTime() + 60_000).toUTCString();
  const answers: [number, Record<string, string>, SendOutcome][] = [
    [201, {}, { kind: 'sent' }],
    [202, {}, { kind: 'sent' }],
    [307, { location: `${service.url}/push/elsewhere` }, { kind: 'refused', reason: 'http_307' }],
    [400, {}, { kind: 'refused', reason: 'http_400' }],
    [401, {}, { kind: 'refused', reason: 'signature_refused' }],
    [403, {}, { kind: 'refused', reason: 'signature_refused' }],
    [404, {}, { kind: 'gone', reason: 'http_404' }],
    [408, {}, { kind: 'busy', reason: 'http_408', retry_after_ms: null }],
    [410, {}, { kind: 'gone', reason: 'http_410' }],
    [413, {}, { kind: 'refused', reason: 'too_large' }],
    [429, { 'retry-after': '120' }, { kind: 'busy', reason: 'http_429', retry_after_ms: 120_000 }],
    [429, {}, { kind: 'busy', reason: 'http_429', retry_after_ms: null }],
    [500, {}, { kind: 'busy', reason: 'http_500', retry_after_ms: null }],
    [503, { 'retry-after': in_a_minute }, { kind: 'busy', reason: 'http_503', retry_after_ms: 60_000 }],
  ];
  const browser = service.subscribe();
  for (const [status, headers, outcome] of answers) {
    browser.meetWith({ status, headers, body: '<html>' });
    assert.deepEqual(await send(browser), outcome, `${status}`);
  }
  assert.equal(service.pushes.list().length, answers.length, 'each of them once, redirects not followed');
  browser.unsubscribe();
  assert.deepEqual(await send(browser), { kind: 'gone', reason: 'http_410' });
});

test('where nobody answers, it is known whether anything was sent', async (t) => {
  const browser = service.subscribe();
  browser.meetWith('drop');
  assert.deepEqual(await send(browser), { kind: 'unknown', reason: 'broken_off' });
  const hasty = createPoster({ timeout_ms: 500 });
  t.after(() => hasty.close());
  browser.meetWith('silent');
  assert.deepEqual(await send(browser, {}, webPush({ poster: hasty })), {
    kind: 'unknown',
    reason: 'no_answer',
  });
  const closed = await startWebPush(clock);
  await closed.stop();
  const nobody = await send(closed.subscribe(), {}, webPush({ origins: [closed.url] }));
  assert.deepEqual(nobody, { kind: 'busy', reason: 'unreachable', retry_after_ms: null });
});

test('what cannot be sent is not: too long, to nobody, to a place that is not allowed, called off', async () => {
  const browser = service.subscribe();
  assert.deepEqual(await send(browser, ofBytes(3_994)), { kind: 'refused', reason: 'too_large' });
  assert.deepEqual(await send(browser, { body: '跑'.repeat(1_400) }), {
    kind: 'refused',
    reason: 'too_large',
  });
  const elsewhere = webPush({ origins: ['https://push.example.org'] });
  assert.deepEqual(await send(browser, {}, elsewhere), { kind: 'refused', reason: 'origin_not_allowed' });
  const { signal } = new AbortController();
  for (const token of ['cX8f:APA91b', '{}', '[]', '{"endpoint":7}'])
    assert.deepEqual(await webPush().send(token, MESSAGE, signal), {
      kind: 'gone',
      reason: 'no_subscription',
    });
  const reason = new Error('called off');
  await assert.rejects(webPush().send(browser.token, MESSAGE, AbortSignal.abort(reason)), reason);
  assert.deepEqual(service.pushes.list(), []);
  assert.deepEqual(await send(browser, ofBytes(3_993)), { kind: 'sent' });
  assert.equal(service.pushes.list()[0]?.bytes, 4_096);
});

test('the operator is told once an hour where a service does not believe us, and not for one browser of others', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => lines.push(line) });
  const by = webPush({ logger });
  const [ours, others] = [service.subscribe(), service.subscribe('made for another key')];
  const told = async (browser: Browser, after_ms: number): Promise<number> => {
    now = new Date(now.getTime() + after_ms);
    const before_it = lines.length;
    await send(browser, {}, by);
    return lines.length - before_it;
  };
  assert.equal(await told(others, 0), 1);
  assert.equal(await told(others, HOUR_MS - 1), 0);
  assert.equal(await told(others, 1), 1);
  await told(ours, 2 * HOUR_MS);
  assert.equal(await told(others, HOUR_MS - 1), 0, 'it believes us');
  assert.equal(await told(others, DAY_MS), 1);
  const { origin, status, level } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([origin, status, level], [service.url, 403, 50]);
  assert.doesNotMatch(lines.join(), /push\/|eyJ/, 'no address of a browser, no signature');
});

test('origins are whole ones, or every host below a name', () => {
  const origins = [
    'https://push.example.org',
    'https://*.wide.example.org',
    'https://*.odd.example.org:8443',
  ];
  const cases: [string, boolean][] = [
    ['https://push.example.org/a', true],
    ['https://push.example.org:443/a', true],
    ['https://PUSH.example.org/a', true],
    ['http://push.example.org/a', false],
    ['https://push.example.org:8443/a', false],
    ['https://push.example.org./a', false],
    ['https://apush.example.org/a', false],
    ['https://push.example.org.example.com/a', false],
    ['https://a.wide.example.org/a', true],
    ['https://a.b.wide.example.org/a', true],
    ['https://wide.example.org/a', false],
    ['https://awide.example.org/a', false],
    ['http://a.wide.example.org/a', false],
    ['https://a.wide.example.org:8443/a', false],
    ['https://example.com/.wide.example.org', false],
    ['https://a.odd.example.org:8443/a', true],
    ['https://a.odd.example.org/a', false],
    ['https://127.0.0.1/a', false],
  ];
  for (const [endpoint, allowed] of cases)
    assert.equal(isAmong(origins, new URL(endpoint)), allowed, endpoint);
});

test('a subscription has one text, however it is written; what is none stays as it is', () => {
  const { subscription, token } = service.subscribe();
  const { endpoint, keys } = subscription;
  const padded = Buffer.from(keys.auth, 'base64url').toString('base64');
  const spellings = [
    subscription,
    { keys: { auth: padded, p256dh: keys.p256dh }, endpoint },
    { endpoint: endpoint.replace('http:', 'HTTP:'), expirationTime: 1_800_000_000_000, keys, more: true },
  ];
  for (const one of spellings) assert.equal(canonicalPushToken(JSON.stringify(one, null, 1)), token);
  const compressed = createECDH('prime256v1').generateKeys('base64url', 'compressed');
  const off_the_curve = Buffer.alloc(65, 4).toString('base64url');
  const none: unknown[] = [
    ...[{}, [], null, 'text', 7, { endpoint }, { endpoint, keys: null }, { endpoint, keys: 'x' }],
    { keys },
    { endpoint: 'push.example.org/x', keys },
    { endpoint: ['https://push.example.org'], keys },
    { endpoint: 'https://me@push.example.org/x', keys },
    { endpoint: 'https://:secret@push.example.org/x', keys },
    { endpoint: `${endpoint}#there`, keys },
    { endpoint, keys: { ...keys, auth: 'AAAA' } },
    { endpoint, keys: { ...keys, auth: `${keys.auth}AA` } },
    { endpoint, keys: { ...keys, auth: 7 } },
    { endpoint, keys: { ...keys, p256dh: compressed } },
    { endpoint, keys: { ...keys, p256dh: off_the_curve } },
  ];
  for (const one of none) {
    const text = JSON.stringify(one);
    assert.equal(readSubscription(text), null, text);
    assert.equal(canonicalPushToken(text), text);
  }
  assert.equal(canonicalPushToken('cX8f:APA91b'), 'cX8f:APA91b');
});
