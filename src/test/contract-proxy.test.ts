import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { type ContractProxy, startContractProxy } from './contract-proxy.ts';
import { freePort } from './free-port.ts';
import { testServer } from './harness.ts';

type Planted = { status: number; headers: Record<string, string>; body?: string };

const ID = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  etag: '"pZGm1Av0IEBKARczz7exkN"',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'request-1',
  'x-api-version': '2026-07-01',
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '1782887400',
};
const ORGANIZATION = { id: ID, name: 'Riverside Runners', athlete_count: 1 };
const FAILED = { ...HEADERS, 'cache-control': 'no-store' };
const NOT_FOUND = { success: false, error: 'Not found.', code: 'not_found', request_id: null };

const EXPORT = {
  id: ID,
  requester_uid: `api-key:${ID}`,
  org_id: null,
  export_type: 'org_activities',
  left_out: null,
  params: {
    start_date: null,
    end_date: 1,
    format: 'both',
    athlete_ids: null,
    actor_type: 'api_key',
    api_key_id: ID,
  },
  status: 'pending',
  file_size_bytes: null,
  schema_version: null,
  error_message: null,
  skipped_athletes: null,
  created_at: '2026-07-01T06:30:00.000Z',
  completed_at: null,
  expires_at: null,
};

const answer = (status: number, body: unknown, headers: Record<string, string> = HEADERS): Planted => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const organization = (fields: object): Planted =>
  answer(200, { success: true, data: { organization: { ...ORGANIZATION, ...fields }, source_policies: [] } });
const exportOf = (fields: object): Planted =>
  answer(200, { success: true, data: { export: { ...EXPORT, ...fields } } });
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(HEADERS).filter(([header]) => header !== name));

describe('the contract proxy', () => {
  let proxy: ContractProxy;
  let planted: Planted;
  let stop: () => void;
  before(async () => {
    const document = await (await fetch(`${(await testServer()).url}/developer/v1/openapi.json`)).text();
    const upstream = createServer((request, response) => {
      const { status, headers, body } =
        request.url === '/openapi.json' ? { status: 200, headers: {}, body: document } : planted;
      response.writeHead(status, headers).end(body);
    });
    const port = await freePort();
    upstream.listen(port, '127.0.0.1');
    await once(upstream, 'listening');
    stop = () => {
      upstream.closeAllConnections();
      upstream.close();
    };
    proxy = await startContractProxy(`http://127.0.0.1:${port}`);
  });
  after(async () => {
    await proxy.close();
    stop();
  });

  const ask = async (path: string, what: Planted): Promise<Response> => {
    planted = what;
    return await proxy.fetch(`${proxy.url}${path}`);
  };

  test('lets through what the document describes, as it came', async () => {
    const fine = await ask('/org', organization({}));
    assert.deepEqual(await fine.json(), {
      success: true,
      data: { organization: ORGANIZATION, source_policies: [] },
    });
    for (const [name, value] of Object.entries(HEADERS)) assert.equal(fine.headers.get(name), value);
    assert.equal((await ask('/org', { status: 304, headers: without('content-type') })).status, 304);
    assert.equal((await ask(`/athletes/${ID}`, answer(404, NOT_FOUND, FAILED))).status, 404);
    const anonymous = {
      ...Object.fromEntries(Object.entries(FAILED).filter(([name]) => !name.startsWith('x-rate'))),
      'www-authenticate': 'Bearer',
    };
    assert.equal(
      (await ask('/org', answer(401, { ...NOT_FOUND, code: 'invalid_key' }, anonymous))).status,
      401,
    );
    const { status } = await ask(`/exports/${ID}`, exportOf({}));
    assert.equal(status, 200, 'null where the document allows it');
  });

  const FAULTS: [what: string, path: string, planted: Planted, why: RegExp][] = [
    ['a success that is not described', '/org', answer(201, {}), /Unable to match the returned status code/],
    [
      'a failure that is not described',
      '/org',
      answer(418, NOT_FOUND),
      /Unable to match the returned status code/,
    ],
    ['a missing field', '/org', organization({ name: undefined }), /must have required property 'name'/],
    ['a field of another type', '/org', organization({ athlete_count: '1' }), /must be integer/],
    ['null where there is none', '/org', organization({ name: null }), /must be string/],
    [
      'a field that is not described',
      '/org',
      organization({ email: 'x' }),
      /must NOT have additional properties/,
    ],
    ['a string of another format', '/org', organization({ id: '1' }), /must match format/],
    ['a word that is not listed', `/exports/${ID}`, exportOf({ status: 'lost' }), /allowed values/],
    [
      'another code',
      `/athletes/${ID}`,
      answer(404, { ...NOT_FOUND, code: 'gone' }, FAILED),
      /allowed values: not_found/,
    ],
    [
      'the envelope of another API',
      `/athletes/${ID}`,
      answer(404, { status: 'error' }, FAILED),
      /required property/,
    ],
    ['a body that is no JSON', '/org', answer(200, '<html>'), /is not valid JSON/],
    [
      'another media type',
      '/org',
      answer(200, 'a', { ...HEADERS, 'content-type': 'text/plain' }),
      /media type/,
    ],
    ['a missing header', '/org', answer(200, {}, without('x-ratelimit-reset')), /x-ratelimit-reset/],
    [
      'an address that is not described',
      '/nothing',
      organization({}),
      /hasn't been found in the specification/,
    ],
  ];
  for (const [what, path, fault, why] of FAULTS) {
    test(`stops ${what}`, async () => {
      await assert.rejects(ask(path, fault), why);
    });
  }
});
