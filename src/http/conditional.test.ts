import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startToyServer, TOY_KEY, TOY_TOKEN, type ToyServer } from '../test/toy-server.ts';

describe('conditional requests', () => {
  let server: ToyServer;
  before(async () => {
    server = await startToyServer();
  });
  after(() => server.close());

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${TOY_KEY}`, ...headers } });

  test('a client that has the answer gets 304 without a body, and the answer itself when it changed', async () => {
    const first = await get('/developer/v1/echo?q=one');
    const tag = first.headers.get('etag') ?? '';
    assert.match(tag, /^"[\w-]{22}"$/);
    assert.equal(first.headers.get('cache-control'), 'private, no-cache');
    const again = await get('/developer/v1/echo?q=one', { 'if-none-match': tag });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    assert.equal(again.headers.get('etag'), tag);
    assert.equal(again.headers.get('cache-control'), 'private, no-cache');
    assert.equal(again.headers.get('content-type'), null);
    assert.equal(again.headers.get('x-api-version'), '2026-07-01');
    assert.ok(again.headers.get('x-request-id'));
    const other = await get('/developer/v1/echo?q=two', { 'if-none-match': tag });
    assert.equal(other.status, 200);
    assert.notEqual(other.headers.get('etag'), tag);
    assert.match(await other.text(), /"q":"two"/);
  });

  test('If-None-Match is a list, compared weakly; a star is any answer; what is no tag is none', async () => {
    const tag = (await get('/developer/v1/echo')).headers.get('etag') ?? '';
    const statuses = async (...values: string[]): Promise<number[]> =>
      Promise.all(
        values.map(async (value) => (await get('/developer/v1/echo', { 'if-none-match': value })).status),
      );
    const known = ['*', ' * ', `W/${tag}`, `"a", ${tag}`, `"with, comma" ,W/"b",${tag}`];
    assert.deepEqual(
      await statuses(...known),
      known.map(() => 304),
    );
    const unknown = ['""', '"a", "b"', tag.replaceAll('"', ''), `"${tag.slice(1, 10)}"`, '**', '"'];
    assert.deepEqual(
      await statuses(...unknown),
      unknown.map(() => 200),
    );
  });

  test('HEAD has the tag and the length of GET, and can be asked conditionally', async () => {
    const whole = await get('/developer/v1/echo?q=é');
    const head = await get('/developer/v1/echo?q=é', {}, 'HEAD');
    assert.equal(head.status, 200);
    const tag = head.headers.get('etag') ?? '';
    assert.match(tag, /^"[\w-]{22}"$/);
    const bytes = Buffer.byteLength(await whole.text());
    assert.equal(Number(head.headers.get('content-length')), bytes + 'HEAD'.length - 'GET'.length);
    const known = await get('/developer/v1/echo?q=é', { 'if-none-match': tag }, 'HEAD');
    assert.equal(known.status, 304);
  });

  test('credentials come before the tag, and what is open may be kept by anybody', async () => {
    const tag = (await get('/developer/v1/echo')).headers.get('etag') ?? '';
    const stranger = await get('/developer/v1/echo', { authorization: 'Bearer no', 'if-none-match': tag });
    assert.equal(stranger.status, 401);
    assert.equal(stranger.headers.get('etag'), null);
    const open = await get('/developer/v1/openapi.json');
    assert.equal(open.headers.get('cache-control'), 'no-cache');
    const known = await get('/developer/v1/openapi.json', {
      'if-none-match': open.headers.get('etag') ?? '',
    });
    assert.equal(known.status, 304);
  });

  test('answers to writes and failures have no tag and are not to be stored', async () => {
    const written = await fetch(`${server.url}/api/v1/echo`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOY_TOKEN}`,
        'content-type': 'application/json',
        'if-none-match': '*',
      },
      body: '{}',
    });
    assert.equal(written.status, 200);
    const missing = await get('/developer/v1/nowhere', { 'if-none-match': '*' });
    assert.equal(missing.status, 404);
    const invalid = await get('/developer/v1/echo?n=x', { 'if-none-match': '*' });
    assert.equal(invalid.status, 400);
    for (const { headers } of [written, missing, invalid]) {
      assert.equal(headers.get('etag'), null);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
  });
});
