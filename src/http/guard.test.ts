import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { unauthenticated } from '../shared/errors.ts';
import type { Authenticators } from './guard.ts';
import { type Route, route } from './route.ts';
import { buildServer } from './server.ts';
import { applicationEnvelope } from './surface.ts';

const authenticators: Authenticators = {
  accessToken: async () => {
    throw unauthenticated();
  },
  appKey: () => {
    throw unauthenticated();
  },
  cookie: async () => null,
  apiKey: async () => {
    throw unauthenticated();
  },
};

function build(routes: readonly Route[], bareRoutes: readonly Route[] = []) {
  const surface = {
    title: 'Toys',
    summary: 'Toys',
    description: 'Toys.',
    tags: [{ name: 'Toys', description: 'Toys.' }],
    version: '1',
    headers: {},
    envelope: applicationEnvelope,
  };
  return buildServer({
    surfaces: [{ ...surface, prefix: '/api/v1', routes }],
    bareRoutes,
    authenticators,
    logger: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
  });
}

const open = route({
  operation_id: 'getNothing',
  method: 'GET',
  path: '/open',
  guard: { kind: 'open' },
  tag: 'Toys',
  summary: 'Open',
  responses: {},
  handler: async () => ({ status: 204, stream: undefined, headers: {} }),
});

describe('a route that does not say who may call it', () => {
  const { guard: _, ...unguarded } = open;

  test('a route without a guard stops the start, on a surface and outside', async () => {
    const refusal = { message: 'The route GET /open declares no guard.' };
    await assert.rejects(build([unguarded as Route]), refusal);
    await assert.rejects(build([open], [unguarded as Route]), refusal);
  });

  test('stops the start when it is put on the server past the kernel', async () => {
    const app = await build([open]);
    assert.throws(() => app.get('/raw', async () => 'x'), { message: 'The route /raw declares no guard.' });
    await app.close();
  });

  test('a route without a guard is told from one that has one', async () => {
    const app = await build([open]);
    assert.equal((await app.inject('/api/v1/open')).statusCode, 204);
    await app.close();
  });
});
