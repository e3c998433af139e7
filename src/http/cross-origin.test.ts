import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../config.ts';
import { startToyServer, TOY_TOKEN } from '../test/toy-server.ts';

const OURS = 'https://club.example.org';

test('pages of the named origins call the application API, refusals included, and no other page does', async (t) => {
  const server = await startToyServer({ corsOrigins: [OURS] });
  t.after(() => server.close());
  const ask = async (path: string, headers: Record<string, string>, method = 'GET') =>
    await fetch(`${server.url}${path}`, { method, headers });
  const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin');
  const preflight = { origin: OURS, 'access-control-request-method': 'PATCH' };

  const asked = await ask('/api/v1/echo', preflight, 'OPTIONS');
  assert.deepEqual([asked.status, allowed(asked)], [204, OURS]);
  assert.match(asked.headers.get('access-control-allow-methods') ?? '', /PATCH/);
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /Authorization/);
  assert.equal(asked.headers.get('access-control-max-age'), '600');

  const token = { authorization: `Bearer ${TOY_TOKEN}` };
  const answers = [
    [200, await ask('/api/v1/echo', { origin: OURS, ...token })],
    [401, await ask('/api/v1/echo', { origin: OURS })],
    [404, await ask('/api/v1/nothing', { origin: OURS, ...token })],
  ] as const;
  for (const [status, answer] of answers) {
    assert.deepEqual([answer.status, allowed(answer)], [status, OURS]);
    assert.match(answer.headers.get('vary') ?? '', /Origin/i);
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Request-ID/);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  }
  for (const origin of [
    'https://evil.example.org',
    `${OURS}.evil.org`,
    'null',
    OURS.replace('https', 'http'),
  ]) {
    assert.equal(allowed(await ask('/api/v1/echo', { origin, ...token })), null, origin);
    const refused = await ask('/api/v1/echo', { ...preflight, origin }, 'OPTIONS');
    assert.deepEqual([refused.status, allowed(refused)], [405, null], origin);
  }
  const developer = await ask('/developer/v1/echo', preflight, 'OPTIONS');
  assert.equal(allowed(developer), null, 'a key in a page is everybody’s');
  assert.equal((await ask('/api/v1/echo', { origin: OURS }, 'OPTIONS')).status, 405, 'no preflight');
});

test('the origins are read exactly, or the start is stopped', () => {
  const parseCorsOrigins = (CORS_ORIGINS: string) => parseConfig({ CORS_ORIGINS }).corsOrigins;
  assert.deepEqual(parseCorsOrigins(''), []);
  assert.deepEqual(
    parseCorsOrigins(' https://Club.example.org/ , http://localhost:5173,https://club.example.org:443'),
    [OURS, 'http://localhost:5173'],
  );
  for (const wrong of [
    '*',
    'club.example.org',
    'https://club.example.org/app',
    'https://*.example.org',
    'ekiden://',
  ])
    assert.throws(() => parseCorsOrigins(wrong), /must be a comma-separated list of origins/, wrong);
});
