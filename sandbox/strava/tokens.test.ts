import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  app,
  at,
  call,
  codeOf,
  connect,
  exchange,
  get,
  refresh,
  type Seen,
} from '../../src/test/strava-app.ts';
import { type StravaSandbox, startStrava } from './start-strava.ts';

const HOUR_MS = 3_600_000;

function assertRefused(
  seen: Seen,
  status: number,
  error: [resource: string, field: string, code: string],
): void {
  const [resource, field, code] = error;
  assert.equal(seen.status, status);
  const message = status === 401 ? 'Authorization Error' : 'Bad Request';
  assert.deepEqual(seen.body, { message, errors: [{ resource, field, code }] });
}

describe('tokens', () => {
  let strava: StravaSandbox;
  before(async () => {
    strava = await startStrava({ clock: { now: () => new Date('2026-11-20T10:00:00.000Z') } });
  });
  after(() => strava.stop());

  test('a code is exchanged by form, query or JSON, once and soon', async () => {
    const athlete_id = strava.addAthlete().id;
    const asked = async (): Promise<Record<string, string>> => ({
      ...app(strava),
      grant_type: 'authorization_code',
      code: await codeOf(strava, athlete_id),
    });
    const ways: ((fields: Record<string, string>) => Promise<Seen>)[] = [
      (fields) => call(`${strava.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) }),
      (fields) => call(`${strava.url}/api/v3/oauth/token?${new URLSearchParams(fields)}`, { method: 'POST' }),
      (fields) =>
        call(`${strava.url}/oauth/token`, {
          method: 'POST',
          body: JSON.stringify({ ...fields, client_id: Number(fields.client_id) }),
          headers: { 'content-type': 'application/json' },
        }),
    ];
    for (const way of ways) {
      const fields = await asked();
      const { status, body, headers } = await way(fields);
      assert.equal(status, 200);
      assert.equal(at(body, 'token_type'), 'Bearer');
      assert.equal(at(body, 'expires_in'), 21_600);
      assert.equal(at(body, 'expires_at'), strava.now().getTime() / 1_000 + 21_600);
      assert.equal(at(body, 'athlete', 'id'), athlete_id);
      assert.equal(at(body, 'athlete', 'resource_state'), 2);
      assert.equal(headers.get('x-ratelimit-usage'), null, 'tokens are not counted');
      assertRefused(await way(fields), 400, ['RequestToken', 'code', 'invalid']);
    }
    const twice = await codeOf(strava, athlete_id);
    const both = await Promise.all([exchange(strava, { code: twice }), exchange(strava, { code: twice })]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400]);
    const code = await codeOf(strava, athlete_id);
    strava.moveClock(600_000);
    assertRefused(await exchange(strava, { code }), 400, ['RequestToken', 'code', 'invalid']);
  });

  test('who asks wrongly learns what is wrong', async () => {
    const code = await codeOf(strava, strava.addAthlete().id);
    assertRefused(await exchange(strava, { code, client_id: '7' }), 400, [
      'Application',
      'client_id',
      'invalid',
    ]);
    assertRefused(await exchange(strava, { code, client_secret: 'x' }), 400, [
      'Application',
      'client_secret',
      'invalid',
    ]);
    assertRefused(await exchange(strava, { code, grant_type: 'password' }), 400, [
      'Application',
      'grant_type',
      'invalid',
    ]);
    assertRefused(await refresh(strava, 'invented'), 400, ['RefreshToken', 'refresh_token', 'invalid']);
    for (const [type, body] of [
      ['application/json', '{"client_id":'],
      ['application/json', '7'],
      ['application/x-www-form-urlencoded', 'x'.repeat(3_000_000)],
    ] as const) {
      const init = { method: 'POST', body, headers: { 'content-type': type } };
      assert.equal((await call(`${strava.url}/oauth/token`, init)).status, 400);
    }
    assert.equal((await call(`${strava.url}/oauth/token`)).status, 404, 'tokens are asked for by POST');
    assert.equal((await exchange(strava, { code })).status, 200, 'none of this has used the code up');
  });

  test('a refresh keeps the token for as long as it has more than an hour, and then both are new', async () => {
    const { access_token, refresh_token, get: read } = await connect(strava, strava.addAthlete().id);
    strava.moveClock(5 * HOUR_MS - 1_000);
    const same = await refresh(strava, refresh_token);
    assert.deepEqual(
      ['access_token', 'refresh_token', 'expires_in', 'athlete'].map((name) => at(same.body, name)),
      [access_token, refresh_token, 3_601, undefined],
    );
    strava.moveClock(1_000);
    const { body } = await refresh(strava, refresh_token);
    assert.notEqual(at(body, 'access_token'), access_token);
    assert.notEqual(at(body, 'refresh_token'), refresh_token);
    assert.equal(at(body, 'expires_in'), 21_600);
    assertRefused(await refresh(strava, refresh_token), 400, ['RefreshToken', 'refresh_token', 'invalid']);
    assert.equal((await read('/athlete')).status, 200, 'the older token lives its hours');
    strava.moveClock(HOUR_MS);
    const over = await read('/athlete');
    assertRefused(over, 401, ['Athlete', 'access_token', 'invalid']);
    assert.equal(over.headers.get('x-ratelimit-usage'), null);
    assert.equal((await get(strava, String(at(body, 'access_token')), '/athlete')).status, 200);
  });

  test('the older way to revoke takes a token, from anywhere, and counts', async () => {
    const athlete = strava.addAthlete();
    for (const sent of ['header', 'form', 'query'] as const) {
      const { access_token, refresh_token, get: read } = await connect(strava, athlete.id);
      const query = sent === 'query' ? `?access_token=${access_token}` : '';
      const { status, body, headers } = await call(`${strava.url}/oauth/deauthorize${query}`, {
        method: 'POST',
        ...(sent === 'header' ? { headers: { authorization: `Bearer ${access_token}` } } : {}),
        ...(sent === 'form' ? { body: new URLSearchParams({ access_token }) } : {}),
      });
      assert.equal(status, 200);
      assert.deepEqual(body, { access_token });
      assert.ok(headers.get('x-ratelimit-usage') !== null);
      assertRefused(await read('/athlete'), 401, ['Athlete', 'access_token', 'invalid']);
      assertRefused(await refresh(strava, refresh_token), 400, ['RefreshToken', 'refresh_token', 'invalid']);
      assert.equal(strava.scopesOf(athlete.id), null);
    }
    const { access_token } = await connect(strava, athlete.id);
    const read = await call(`${strava.url}/api/v3/athlete?access_token=${access_token}`);
    assert.equal(read.status, 401, 'reads take the token from the header alone');
  });

  test('the newer way takes the app and either token, also one that is gone', async () => {
    const athlete = strava.addAthlete();
    const { client_id, client_secret } = app(strava);
    const revoke = (form: Record<string, string>, secret = client_secret): Promise<Seen> =>
      call(`${strava.url}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { authorization: `Basic ${btoa(`${client_id}:${secret}`)}` },
      });
    for (const which of ['refresh_token', 'access_token'] as const) {
      const connection = await connect(strava, athlete.id);
      const form = { token: connection[which], token_type_hint: which };
      assertRefused(await revoke(form, 'wrong'), 401, ['Application', '', 'invalid']);
      assert.equal((await connection.get('/athlete')).status, 200);
      const { status, body } = await revoke(form);
      assert.deepEqual([status, body], [200, '']);
      assert.equal((await connection.get('/athlete')).status, 401);
      assert.equal((await revoke(form)).status, 200);
    }
    assert.equal((await revoke({})).status, 400);
  });

  test('switches: scopes in the answer, one living token at a time, a full app', async () => {
    const ways = { scope_in_token_answer: true, younger_token_ends_older: true };
    const other = await startStrava({ ways, athlete_limit: 1, access_token_lifetime_s: 3_600 });
    try {
      const first = other.addAthlete().id;
      const code = await codeOf(other, first, 'activity:read');
      const { body } = await exchange(other, { code });
      assert.equal(at(body, 'scope'), 'read activity:read');
      await refresh(other, String(at(body, 'refresh_token')));
      assert.equal((await get(other, String(at(body, 'access_token')), '/athlete')).status, 401);
      const full = await exchange(other, { code: await codeOf(other, other.addAthlete().id) });
      assert.equal(full.status, 403);
      assert.equal((await exchange(other, { code: await codeOf(other, first) })).status, 200);
    } finally {
      await other.stop();
    }
  });
});
