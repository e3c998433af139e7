import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { defineError, notFound, rateLimited } from '../shared/errors.ts';
import { type Authenticators, invalidKey } from './guard.ts';
import { type Reply, route } from './route.ts';
import { Flag, idParams, Shape } from './schemas.ts';
import { buildServer } from './server.ts';
import { developerEnvelope, type Surface } from './surface.ts';

const NOBODY: Authenticators = {
  accessToken: async () => Promise.reject(invalidKey()),
  appKey: () => {
    throw invalidKey();
  },
  cookie: async () => null,
  apiKey: async () => Promise.reject(invalidKey()),
};
const ID = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';
const FINE = { status: 200, body: { fine: true } } as const;

async function answerTo(handler: () => Promise<Reply>, options: { version?: string } = {}) {
  const declared = route({
    operation_id: 'getThing',
    method: 'GET',
    path: '/things/:group_id',
    guard: { kind: 'open' },
    tag: 'Things',
    summary: 'A thing',
    description: 'To be tried out.',
    params: idParams('group_id'),
    responses: { 200: Shape({ fine: Flag('Whether it is.') }) },
    errors: [notFound, rateLimited],
    handler: async () => FINE,
  });
  const surface: Surface = {
    prefix: '/developer/v1',
    title: 'Things',
    summary: 'Things',
    description: 'Things.',
    version: '2026-07-01',
    tags: [{ name: 'Things', description: 'Things.' }],
    headers: { 'x-api-version': options.version ?? '2026-07-01' },
    envelope: developerEnvelope,
    routes: [{ ...declared, handler }],
  };
  const app = await buildServer({
    surfaces: [surface],
    bareRoutes: [],
    authenticators: NOBODY,
    logger: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    checkResponses: true,
  });
  const { statusCode, body } = await app.inject({ url: `/developer/v1/things/${ID}` });
  await app.close();
  return { status: statusCode, text: body };
}

describe('answers that are not as the document says', () => {
  test('one that is as it says goes out as it is', async () => {
    assert.deepEqual(await answerTo(async () => FINE), { status: 200, text: '{"fine":true}' });
    assert.equal((await answerTo(async () => Promise.reject(notFound()))).status, 404);
  });

  const FAULTS: readonly (readonly [what: string, handler: () => Promise<Reply>, why: RegExp])[] = [
    [
      'a status',
      async () => Promise.reject(defineError('conflict', 409, 'It is there.')()),
      /the status 409 is not documented/,
    ],
    [
      'a code',
      async () => Promise.reject(defineError('gone', 404, 'Gone.')()),
      /code must be equal to one of the allowed values/,
    ],
    ['a body', async () => ({ status: 200, body: { fine: 'yes' } }), /fine must be boolean/],
    [
      'a header that a client would count on',
      async () => ({ ...FINE, headers: { 'X-Surprise': '1' } }),
      /the header x-surprise of 200 is not documented/,
    ],
    [
      'a header of limits where there are none',
      async () => ({ ...FINE, headers: { 'X-RateLimit-Limit': '1' } }),
      /the header x-ratelimit-limit of 200 is not documented/,
    ],
    [
      'the value of a header',
      async () => ({ ...FINE, headers: { 'Cache-Control': 'public' } }),
      /the header cache-control of 200 is public/,
    ],
    [
      'the absence of a header',
      async () => Promise.reject(rateLimited()),
      /the header retry-after of 429 is missing/,
    ],
  ];
  for (const [what, handler, why] of FAULTS) {
    test(`${what} that is not documented is 500, and says so`, async () => {
      const { status, text } = await answerTo(handler);
      assert.equal(status, 500);
      assert.match(text, why);
    });
  }

  test('a header of the whole surface is held to it as well', async () => {
    const { status, text } = await answerTo(async () => FINE, { version: '2026-07-02' });
    assert.equal(status, 500);
    assert.match(text, /x-api-version/);
  });
});
