import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { freePort } from '../../src/test/free-port.ts';
import { failure, SECRET, scriptedServer, success, testClient } from '../test/scripted-server.ts';
import { createDeveloperClient, EkidenApiError, EkidenConnectionError } from './index.ts';

const ID = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';

test('every method asks for its endpoint with the key, and gives what is inside the envelope', async (t) => {
  const server = await scriptedServer(t, ({ path }) => success({ asked: path, ...CONTENTS }));
  const client = testClient(server);
  const everything = { asked: '', ...CONTENTS };
  const calls: [call: () => Promise<unknown>, request: string, result: unknown][] = [
    [() => client.getOrganization(), 'GET /org', CONTENTS.organization],
    [() => client.getSourcePolicies(), 'GET /org', CONTENTS.source_policies],
    [() => client.listAthletes(), 'GET /athletes', everything],
    [() => client.listAthletes({ limit: 2, offset: 4 }), 'GET /athletes?limit=2&offset=4', everything],
    [() => client.getAthlete(ID), `GET /athletes/${ID}`, CONTENTS.athlete],
    [
      () => client.listActivities({ athlete_id: ID, start_date: 0, end_date: 5 }),
      `GET /activities?athlete_id=${ID}&start_date=0&end_date=5`,
      everything,
    ],
    [() => client.getActivity(ID), `GET /activities/${ID}`, CONTENTS.activity],
    [() => client.getActivityStreams(ID), `GET /activities/${ID}/streams`, everything],
    [
      () => client.getAthleteLoad(ID, { from: '2026-07-01' }),
      `GET /athletes/${ID}/load?from=2026-07-01`,
      everything,
    ],
    [() => client.listAthleteHealthDays(ID), `GET /athletes/${ID}/health/daily`, everything],
    [() => client.listPlans({ athlete_id: ID, limit: 3 }), `GET /plans?athlete_id=${ID}&limit=3`, everything],
    [() => client.getPlan(ID), `GET /plans/${ID}`, CONTENTS.plan],
    [() => client.listGroups(), 'GET /groups', CONTENTS.groups],
    [() => client.listAthleteFeedback(ID, { limit: 2 }), `GET /athletes/${ID}/feedback?limit=2`, everything],
    [
      () => client.listAthleteAvailability(ID, { from: '2026-07-01' }),
      `GET /athletes/${ID}/availability?from=2026-07-01`,
      everything,
    ],
    [() => client.listClubSessions({ limit: 3 }), 'GET /sessions?limit=3', everything],
    [() => client.listClubSessionAttendance(ID), `GET /sessions/${ID}/attendance`, everything],
    [() => client.createExport(), 'POST /exports {}', CONTENTS.export],
    [() => client.createExport({ format: 'csv' }), 'POST /exports {"format":"csv"}', CONTENTS.export],
    [() => client.listExports({ status: 'failed' }), 'GET /exports?status=failed', everything],
    [() => client.getExport(ID), `GET /exports/${ID}`, CONTENTS.export],
    [() => client.getExportDownload(ID), `GET /exports/${ID}/download`, everything],
  ];
  for (const [call, request, result] of calls) {
    const given = await call();
    const { method, path, headers, body } = server.requests.at(-1) ?? assert.fail();
    assert.equal(`${method} ${path}${body === '' ? '' : ` ${body}`}`, request);
    assert.equal(headers.authorization, `Bearer ${SECRET}`);
    assert.equal(headers['content-type'], body === '' ? undefined : 'application/json');
    assert.deepEqual(given, result === everything ? { ...everything, asked: path } : result);
  }
  assert.equal(server.requests.length, calls.length);
});

const CONTENTS = {
  organization: { id: 'o' },
  source_policies: [{ source: 'strava' }],
  athlete: { id: 'a' },
  activity: { id: 'b' },
  plan: { id: 'p' },
  groups: [{ id: 'g' }],
  export: { id: 'e' },
};

test('an id never leads to another address, and what is undefined is not sent', async (t) => {
  const server = await scriptedServer(t, () => success({}));
  const client = testClient(server);
  await client.getAthlete('../org?x=1#y');
  await client.listExports({ status: undefined } as object);
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ['/athletes/..%2Forg%3Fx%3D1%23y', '/exports'],
  );
  for (const id of ['', '.', '..']) await assert.rejects(async () => client.getExport(id), TypeError);
});

test('a failure is an EkidenApiError with status, code, message and request id', async (t) => {
  const server = await scriptedServer(t, () => failure(404, 'not_found'));
  await assert.rejects(testClient(server).getActivity(ID), (error) => {
    assert.ok(error instanceof EkidenApiError);
    const { name, message, status, code, request_id } = error;
    assert.deepEqual(
      { name, message, status, code, request_id },
      {
        name: 'EkidenApiError',
        message: 'Refused: not_found.',
        status: 404,
        code: 'not_found',
        request_id: 'request-1',
      },
    );
    return true;
  });
});

test('what is no answer of the developer API says so, whatever its status', async (t) => {
  const strangers = [
    { status: 200, body: '<html>Sign in to the Wi-Fi</html>', headers: { 'content-type': 'text/html' } },
    { status: 404, body: { status: 'error', code: 'not_found', error: 'Of another API.' } },
    { status: 301, headers: { location: '/elsewhere' } },
    { status: 204 },
    { status: 200, body: 'null' },
  ];
  const headers = { 'x-request-id': 'from-the-header' };
  const server = await scriptedServer(t, (_request, index) => ({
    ...strangers[index],
    headers: { ...strangers[index]?.headers, ...headers },
  }));
  const client = testClient(server);
  for (const { status } of strangers) {
    await assert.rejects(client.createExport(), {
      name: 'EkidenApiError',
      status,
      code: 'unexpected_response',
      request_id: 'from-the-header',
    });
  }
  assert.equal(server.requests.length, strangers.length, 'a redirect is not followed');
});

test('the key is in no error and not to be seen in the client', async (t) => {
  const server = await scriptedServer(t, () => failure(401, 'invalid_key'));
  const client = testClient(server);
  const refused = await client.getOrganization().catch((error: unknown) => error);
  const unreachable = await testClient({ url: `http://127.0.0.1:${await freePort()}` }, { maxRetries: 0 })
    .getOrganization()
    .catch((error: unknown) => error);
  assert.ok(unreachable instanceof EkidenConnectionError);
  for (const seen of [client, refused, unreachable]) {
    assert.ok(!inspect(seen, { depth: 10, showHidden: true }).includes(SECRET));
  }
  for (const apiKey of [`${SECRET}\n`, `${SECRET} `, 'schlüssel', '']) {
    assert.throws(
      () => createDeveloperClient({ baseUrl: server.url, apiKey }),
      (error) => error instanceof TypeError && !error.message.includes('ekiden_'),
    );
  }
});

test('the base address may end with a slash, and must be a web address without query', async (t) => {
  const server = await scriptedServer(t, () => success({}));
  await testClient({ url: `${server.url}/developer/v1/` }).getOrganization();
  assert.equal(server.requests[0]?.path, '/developer/v1/org');
  for (const baseUrl of ['', 'ekiden.example.org', 'ftp://ekiden.example.org', `${server.url}?a=1`]) {
    assert.throws(() => createDeveloperClient({ baseUrl, apiKey: SECRET }), TypeError);
  }
});

test('fetch can be replaced, and the global one is looked up when it is used', async (t) => {
  const seen: string[] = [];
  const fetch = async (url: string) => {
    seen.push(url);
    return Response.json({ success: true, data: { groups: [] } });
  };
  const baseUrl = 'http://ekiden.invalid/developer/v1';
  await createDeveloperClient({ baseUrl, apiKey: SECRET, fetch }).listGroups();
  const client = createDeveloperClient({ baseUrl, apiKey: SECRET });
  t.mock.method(globalThis, 'fetch', fetch);
  await client.listGroups();
  assert.deepEqual(seen, [`${baseUrl}/groups`, `${baseUrl}/groups`]);
});
