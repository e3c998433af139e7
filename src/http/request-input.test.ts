import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import Type from 'typebox';
import { ownGetters } from '../test/own-getters.ts';
import { type AnyInput, route } from './route.ts';
import { buildServer } from './server.ts';
import { applicationEnvelope } from './surface.ts';

test('what handlers get has no getter of its own, which would keep the request until the whole heap is collected', async () => {
  const inputs: AnyInput[] = [];
  const texts = { title: 'Toys', summary: 'Toys', description: 'Toys.', version: '1' };
  const noted = route({
    operation_id: 'getNoted',
    method: 'GET',
    path: '/noted',
    guard: { kind: 'open' },
    tag: 'Toys',
    summary: 'Notes what it gets',
    query: Type.Object({ q: Type.Optional(Type.String()) }),
    responses: { 200: Type.Object({}) },
    handler: async (input) => {
      inputs.push(input);
      return { status: 200, body: {} };
    },
  });
  const refuse = () => assert.fail('nobody signs in');
  const app = await buildServer({
    surfaces: [
      { prefix: '/api/v1', ...texts, tags: [], headers: {}, envelope: applicationEnvelope, routes: [noted] },
    ],
    bareRoutes: [],
    authenticators: { accessToken: refuse, appKey: refuse, apiKey: refuse, cookie: async () => null },
    logger: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
  });
  try {
    for (const url of ['/api/v1/noted?q=a', '/api/v1/noted?q=b']) {
      assert.equal((await app.inject({ url })).statusCode, 200);
    }
    const [a, b] = inputs;
    assert.ok(a && b);
    assert.ok(Object.keys(a).length > 5);
    assert.deepEqual(ownGetters(a), []);
    assert.equal(a.signal, a.signal, 'one signal a request');
    assert.notEqual(a.signal, b.signal);
  } finally {
    await app.close();
  }
});
