import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startToyServer, TOY_TOKEN } from '../test/toy-server.ts';

describe('the address of a client', () => {
  const seen = async (trustProxy: readonly string[], forwarded: string | undefined): Promise<unknown> => {
    const server = await startToyServer({ trustProxy });
    try {
      const headers: Record<string, string> = { authorization: `Bearer ${TOY_TOKEN}` };
      if (forwarded !== undefined) headers['x-forwarded-for'] = forwarded;
      const answer = await fetch(`${server.url}/api/v1/echo`, { headers });
      const body: unknown = await answer.json();
      return Object(body).ip;
    } finally {
      await server.close();
    }
  };

  test('is that of the connection, whatever it says, unless the proxy is trusted', async () => {
    assert.equal(await seen([], '203.0.113.9'), '127.0.0.1');
    assert.equal(await seen(['10.0.0.0/8'], '203.0.113.9'), '127.0.0.1');
  });

  test('the client address is what a trusted proxy says', async () => {
    assert.equal(await seen(['loopback'], '203.0.113.9'), '203.0.113.9');
    assert.equal(await seen(['127.0.0.1'], '2001:db8::1'), '2001:db8::1');
    assert.equal(await seen(['127.0.0.0/8'], undefined), '127.0.0.1');
  });

  test('is the last one that no trusted proxy vouches for: what the client wrote itself does not count', async () => {
    assert.equal(await seen(['loopback'], '198.51.100.1, 203.0.113.9'), '203.0.113.9');
    assert.equal(await seen(['loopback', '10.0.0.0/8'], '203.0.113.9, 10.1.2.3'), '203.0.113.9');
  });
});

describe('the log warns, once, where all clients seem to be one', () => {
  const warnings = async (
    trustProxy: readonly string[],
    requests: readonly (readonly [path: string, forwarded?: string])[],
  ): Promise<string[]> => {
    const server = await startToyServer({ trustProxy });
    try {
      for (const [path, forwarded] of requests) {
        const headers: Record<string, string> =
          forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
        await (await fetch(`${server.url}${path}`, { headers })).body?.cancel();
      }
      const lines = server.logs.map((line) => JSON.parse(line));
      return lines.filter(({ level, proxy }) => level === 40 && proxy === '127.0.0.1').map(({ msg }) => msg);
    } finally {
      await server.close();
    }
  };

  test('a proxy that TRUST_PROXY does not name', async () => {
    const asked = [['/a'], ['/a', '203.0.113.9'], ['/a', '203.0.113.10']] as const;
    for (const trustProxy of [[], ['10.0.0.0/8']]) {
      const [warning, ...more] = await warnings(trustProxy, asked);
      assert.match(warning ?? '', /TRUST_PROXY does not name/);
      assert.deepEqual(more, []);
    }
  });

  test('a proxy that it names and that does not say who its clients are', async () => {
    for (const trustProxy of [['loopback'], ['127.0.0.1'], ['127.0.0.0/8']]) {
      const [warning, ...more] = await warnings(trustProxy, [['/a', '203.0.113.9'], ['/a'], ['/a']]);
      assert.match(warning ?? '', /no X-Forwarded-For/);
      assert.deepEqual(more, []);
    }
  });

  test('and not of clients that are known apart, that come by themselves, or that watch the process', async () => {
    assert.deepEqual(await warnings(['loopback'], [['/a', '203.0.113.9'], ['/healthz']]), []);
    assert.deepEqual(await warnings([], [['/a']]), []);
    assert.deepEqual(await warnings(['10.0.0.0/8'], [['/a']]), []);
  });
});
