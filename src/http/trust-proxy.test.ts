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

  test('is what a trusted proxy says', async () => {
    assert.equal(await seen(['loopback'], '203.0.113.9'), '203.0.113.9');
    assert.equal(await seen(['127.0.0.1'], '2001:db8::1'), '2001:db8::1');
    assert.equal(await seen(['127.0.0.0/8'], undefined), '127.0.0.1');
  });

  test('is the last one that no trusted proxy vouches for: what the client wrote itself does not count', async () => {
    assert.equal(await seen(['loopback'], '198.51.100.1, 203.0.113.9'), '203.0.113.9');
    assert.equal(await seen(['loopback', '10.0.0.0/8'], '203.0.113.9, 10.1.2.3'), '203.0.113.9');
  });
});
