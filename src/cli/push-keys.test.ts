import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { runCli } from '../test/run-cli.ts';

test('what push-keys prints are settings that are taken as they are, others each time', async () => {
  const { code, out } = await runCli({}, 'push-keys', 'you@example.org');
  assert.equal(code, 0);
  const settings = parseEnv(out) as Record<string, string>;
  const { VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '', VAPID_SUBJECT } = settings;
  assert.equal(VAPID_SUBJECT, 'mailto:you@example.org');
  const { out: shown } = await runCli(settings, 'config');
  assert.ok(shown.includes(VAPID_PUBLIC_KEY) && !shown.includes(VAPID_PRIVATE_KEY));
  assert.doesNotMatch(out, /already/);
  const again = await runCli(settings, 'push-keys', 'https://club.example.org/contact');
  assert.match(again.out, /already/);
  assert.match(again.out, /^VAPID_SUBJECT=https:\/\/club\.example\.org\/contact$/m);
  assert.ok(!again.out.includes(VAPID_PUBLIC_KEY) && !again.out.includes(VAPID_PRIVATE_KEY));
});

test('and nothing is printed for a contact that is none', async () => {
  for (const contact of ['somebody', 'http://example.org', 'a@b@example.org', 'a b@example.org', '']) {
    const { code, out, err } = await runCli({}, 'push-keys', contact);
    assert.deepEqual([code, out], [1, ''], contact);
    assert.match(err, /^ekiden push-keys: VAPID_SUBJECT must be/);
  }
});
