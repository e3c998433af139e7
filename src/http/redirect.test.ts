import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { unauthenticated } from '../shared/errors.ts';
import { openApiDocument } from './openapi.ts';
import { type Route, route } from './route.ts';
import { buildServer } from './server.ts';
import { applicationEnvelope, type Surface } from './surface.ts';

const sendingTo = (location: string): Route =>
  route({
    operation_id: 'leave',
    method: 'GET',
    path: '/leave',
    guard: { kind: 'open' },
    tag: 'Roads',
    summary: 'Leave',
    redirect: { description: 'Where you wanted to go.', example: 'ekiden://integrations/callback' },
    responses: {},
    handler: async () => ({ status: 302, location }),
  });

function surfaceOf(one: Route): Surface {
  const texts = { title: 'Roads', summary: 'Roads', description: 'Roads.', version: '1' };
  const tags = [{ name: 'Roads', description: 'Roads.' }];
  return { prefix: '/api/v1', ...texts, tags, headers: {}, envelope: applicationEnvelope, routes: [one] };
}

async function ask(one: Route, method: 'GET' | 'HEAD' = 'GET') {
  const refuse = () => {
    throw unauthenticated();
  };
  const app = await buildServer({
    surfaces: [surfaceOf(one)],
    bareRoutes: [],
    authenticators: {
      accessToken: async () => refuse(),
      appKey: refuse,
      apiKey: async () => refuse(),
      cookie: async () => null,
    },
    logger: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    checkResponses: true,
  });
  const answer = await app.inject({ method, url: '/api/v1/leave' });
  await app.close();
  return answer;
}

test('a redirect is a 302 without a body that nobody keeps and that names nobody', async () => {
  const there = 'ekiden://integrations/callback?status=success';
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers, body } = await ask(sendingTo(there), method);
    assert.deepEqual([statusCode, headers.location, body], [302, there, '']);
    assert.deepEqual([headers['cache-control'], headers['referrer-policy']], ['no-store', 'no-referrer']);
    assert.equal(headers.etag, undefined);
    assert.match(String(headers['x-request-id']), /./);
  }
});

test('the document shows a redirect, and no other success', () => {
  const { paths } = openApiDocument(surfaceOf(sendingTo('/')), 'http://127.0.0.1');
  const { responses } = Object(paths)['/leave'].get;
  assert.ok(!('200' in responses) && !('304' in responses));
  assert.equal(responses['302'].description, 'Where you wanted to go.');
  assert.equal(responses['302'].headers.Location.example, 'ekiden://integrations/callback');
  assert.equal(responses['302'].content, undefined);
});

test('what the document does not say is found: a redirect nobody declared, and one that leads nowhere', async () => {
  const { redirect: _, ...undeclared } = sendingTo('https://example.org');
  assert.equal((await ask({ ...undeclared, responses: {} })).statusCode, 500);
  const nowhere = await ask(sendingTo('not an address'));
  assert.equal(nowhere.statusCode, 500);
  assert.match(nowhere.body, /location of 302/i);
});
