import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { buildApp } from '../../../app.ts';
import { sql } from '../../../infra/db/sql.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import {
  authorizeUrl,
  comeBack,
  connectGarmin,
  connectStrava,
  consentAt,
  cookieFor,
  type PlatformStage,
  platformServer,
  resultOf,
  setOut,
} from '../../../test/platforms.ts';
import { withPlatforms } from '../../../test/with-platforms.ts';
import { cleanUpHandler } from './clean-up.ts';

const RETURN_URL = 'ekiden://settings?tab=platforms&x=%20y#strava';

describe('connecting a platform', () => {
  let stage: PlatformStage;
  let server: TestServer;
  before(async () => {
    stage = await platformServer();
    server = stage.server;
  });
  afterEach(() => {
    server.clock.reset();
    stage.strava.faults.clear();
    stage.garmin.faults.clear();
    stage.strava.decideFor(undefined);
    stage.garmin.consentBy(null);
  });

  const get = (path: string, token?: string) =>
    token === undefined ? comeBack(server, path) : server.request('GET', path, { token });
  const integrationsOf = async ({ token }: TestUser) =>
    (await get('/api/v1/integrations', token)).body.data.integrations;
  const isConnected = async ({ user_id, token }: TestUser, platform: 'strava' | 'garmin') =>
    (await get(`/api/v1/users/${user_id}`, token)).body.data.integrations[platform].connected;
  const exchanges = () => stage.strava.requests.list('token').length + callsTo('access_token');
  const callsTo = (call: string) => stage.garmin.calls.filter((one) => one.call === call).length;
  const rowOf = async ({ user_id }: TestUser, platform: 'strava' | 'garmin') =>
    await server.deps.db.maybeOne<{ provider_user_id: string; sealed: Buffer; connected_at: Date }>(sql`
      SELECT provider_user_id, sealed_credentials AS sealed, connected_at FROM platform_connections
      WHERE user_id = ${user_id} AND provider = ${platform}`);

  async function callbackOf(user: TestUser, athlete_id = stage.strava.addAthlete().id): Promise<string> {
    stage.strava.decideFor({ athlete_id, decision: 'accept' });
    return await consentAt(await authorizeUrl(stage, user, 'strava', RETURN_URL));
  }

  /** Checks that a return is refused, without a call to the platform or a change in the database. */
  async function refused(path: string, user: TestUser, status = 400): Promise<void> {
    const before = exchanges();
    const answer = await get(path);
    assert.deepEqual([answer.status, answer.headers.get('location')], [status, null], path);
    assert.equal(exchanges(), before, 'the platform was not called');
    assert.deepEqual(await integrationsOf(user), []);
  }

  test('Strava: the athlete comes back to the app, connected, with what they allow', async () => {
    const user = await signUp(server);
    const athlete_id = stage.strava.addAthlete().id;
    const answer = await get(await callbackOf(user, athlete_id));
    assert.equal(answer.status, 302);
    const said = `provider=strava&status=success&provider_user_id=${athlete_id}`;
    assert.equal(answer.headers.get('location'), `ekiden://settings?tab=platforms&x=%20y&${said}#strava`);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const [connection, ...more] = await integrationsOf(user);
    assert.deepEqual(more, []);
    const { provider, connected, token_expired_at, scopes } = connection;
    assert.deepEqual([provider, connected, token_expired_at], ['strava', true, null]);
    assert.deepEqual(scopes.toSorted(), ['activity:read', 'activity:read_all', 'profile:read_all', 'read']);
    assert.ok(['waiting', 'running', 'done'].includes(connection.backfill.state));
    assert.equal(await isConnected(user, 'strava'), true);
    const row = await rowOf(user, 'strava');
    assert.equal(row?.provider_user_id, String(athlete_id));
    assert.doesNotMatch(row?.sealed.toString('latin1') ?? '', /token|[0-9a-f]{20}/, 'sealed');
  });

  test('Garmin: likewise, by the deep link when no other place is named', async () => {
    const user = await signUp(server);
    const { garmin_user_id, result } = await connectGarmin(stage, user);
    assert.deepEqual(result, { provider: 'garmin', status: 'success', provider_user_id: garmin_user_id });
    const [{ provider, connected, scopes }] = await integrationsOf(user);
    assert.deepEqual([provider, connected, scopes.includes('ACTIVITY_EXPORT')], ['garmin', true, true]);
  });

  test('Garmin by OAuth 2.0: likewise', async () => {
    const { platforms } = server.deps;
    const garmin = platforms.garmin && { ...platforms.garmin, oauth: '2.0' as const };
    const app = await buildApp(withPlatforms(server.deps, { ...platforms, garmin }));
    try {
      const user = await signUp(server);
      const { user_id } = stage.garmin.addPerson({ name: 'Of OAuth 2.0' });
      stage.garmin.consentBy({ decision: 'accept', user_id });
      const authorization = `Bearer ${user.token}`;
      const page = await app.inject({
        url: '/api/v1/garmin/oauth/authorize-url',
        headers: { authorization },
      });
      const callback = await consentAt(await setOut(page.json().data.authorize_url));
      const back = { url: callback, headers: cookieFor(callback) };
      const { statusCode, headers } = await app.inject(back);
      const said = `provider=garmin&status=success&provider_user_id=${user_id}`;
      assert.deepEqual([statusCode, headers.location], [302, `ekiden://integrations/callback?${said}`]);
      assert.equal((await app.inject(back)).statusCode, 400, 'once');
      const [{ provider, connected }] = await integrationsOf(user);
      assert.deepEqual([provider, connected], ['garmin', true]);
    } finally {
      await app.close();
    }
  });

  test('a place that is not allowed is refused before anything else', async () => {
    const user = await signUp(server);
    const places = ['https://evil.example.org/', '//evil.example.org', 'javascript:alert(1)', ''];
    for (const place of [...places, `${server.url}@evil.example.org`, `${server.url}.evil.example.org/`]) {
      for (const platform of ['strava', 'garmin']) {
        const query = new URLSearchParams({ return_url: place });
        const answer = await get(`/api/v1/${platform}/oauth/authorize-url?${query}`, user.token);
        assert.deepEqual([answer.status, answer.body.code], [400, 'validation_error'], place);
      }
    }
    const attempts = await server.deps.db.query(
      sql`SELECT 1 FROM connection_attempts WHERE user_id = ${user.user_id}`,
    );
    assert.deepEqual(attempts, []);
    const own = await authorizeUrl(stage, user, 'strava', `${server.url}/done?x=1`);
    assert.ok(own.startsWith(stage.strava.url));
  });

  test('a state that is forged, of somebody else, of another platform or used already is refused', async () => {
    const [user, other] = [await signUp(server), await signUp(server)];
    const callback = await callbackOf(user);
    const { searchParams } = new URL(callback, server.url);
    const code = searchParams.get('code') ?? '';
    const csrf: string = JSON.parse(Buffer.from(searchParams.get('state') ?? '', 'base64').toString()).csrf;
    const stateOf = (state: unknown) => Buffer.from(JSON.stringify(state)).toString('base64');
    for (const state of [
      stateOf({ user_id: user.user_id, csrf: `${csrf}x` }),
      stateOf({ user_id: other.user_id, csrf }),
      stateOf({ user_id: '', csrf }),
      stateOf({ user_id: user.user_id }),
      stateOf({ csrf }),
      stateOf([user.user_id, csrf]),
      stateOf(null),
      stateOf({ user_id: { toString: 1 }, csrf: [csrf] }),
      csrf,
      'no base64 at all',
      '',
      'e30='.repeat(400),
    ]) {
      await refused(`/api/v1/strava/oauth/token?${new URLSearchParams({ code, state })}`, user);
      const denial = new URLSearchParams({ error: 'access_denied', state });
      await refused(`/api/v1/strava/oauth/token?${denial}`, user, 403);
    }
    await refused(`/api/v1/strava/oauth/token?code=${code}`, user);
    await refused('/api/v1/strava/oauth/token', user);
    await refused('/api/v1/garmin/oauth/callback', user);
    const asRequestToken = new URLSearchParams({ oauth_token: csrf, oauth_verifier: 'x' });
    await refused(`/api/v1/garmin/oauth/callback?${asRequestToken}`, user);
    assert.equal(resultOf(await get(callback)).status, 'success');
    const before = exchanges();
    assert.equal((await get(callback)).status, 400, 'used already');
    assert.equal(exchanges(), before);
  });

  test('ten minutes, and not longer', async () => {
    const user = await signUp(server);
    const [late, denied] = [await callbackOf(user), await authorizeUrl(stage, user, 'strava')];
    server.clock.advance(10 * MINUTE_MS);
    await refused(late, user);
    const state = new URL(denied).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state });
    await refused(`/api/v1/strava/oauth/token?${query}`, user, 403);
  });

  test('who says no, unticks what is needed, or meets a platform that fails is sent back with the reason', async () => {
    const user = await signUp(server);
    stage.strava.decideFor({ athlete_id: stage.strava.addAthlete().id, decision: 'deny' });
    const denial = await consentAt(await authorizeUrl(stage, user, 'strava'));
    const failed = { provider: 'strava', status: 'error' };
    assert.deepEqual(resultOf(await get(denial)), { ...failed, error: 'access_denied' });
    assert.equal((await get(denial)).status, 403, 'once');
    stage.garmin.consentBy({ decision: 'deny' });
    const answer = await get(await consentAt(await authorizeUrl(stage, user, 'garmin')));
    assert.deepEqual(resultOf(answer), { provider: 'garmin', status: 'error', error: 'access_denied' });

    const { result } = await connectStrava(stage, user, { scopes: ['read', 'profile:read_all'] });
    assert.deepEqual(result, { ...failed, error: 'insufficient_scope' });
    const { result: garmin } = await connectGarmin(stage, user, { permissions: ['HEALTH_EXPORT'] });
    assert.equal(garmin.error, 'insufficient_scope');

    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'html' },
      { kind: 'half' },
      { kind: 'says', body: '{"access_token":1}' },
    ] as const) {
      const callback = await callbackOf(user);
      stage.strava.faults.add('token', fault);
      const { error } = resultOf(await get(callback));
      assert.equal(error, 'exchange_failed', fault.kind);
      stage.strava.faults.clear();
    }
    const broken = new URL(await callbackOf(user), server.url);
    broken.searchParams.delete('code');
    assert.equal(resultOf(await get(`${broken.pathname}${broken.search}`)).error, 'exchange_failed');
    assert.deepEqual(await integrationsOf(user), []);
    stage.garmin.faults.add('request_token', { kind: 'status', status: 500 });
    const away = await get('/api/v1/garmin/oauth/authorize-url', user.token);
    assert.deepEqual([away.status, away.body.code], [502, 'upstream_error']);
  });

  test('two callbacks at once, and pages opened twice, make one connection', async () => {
    const user = await signUp(server);
    const athlete_id = stage.strava.addAthlete().id;
    const [first, second] = [await callbackOf(user, athlete_id), await callbackOf(user, athlete_id)];
    const before = exchanges();
    const answers = await Promise.all([get(first), get(first), get(first)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 400, 400]);
    assert.equal(exchanges(), before + 1);
    const connected = await rowOf(user, 'strava');
    assert.equal(resultOf(await get(second)).status, 'success');
    const again = await rowOf(user, 'strava');
    assert.deepEqual(again?.connected_at, connected?.connected_at, 'it is the same connection');
    assert.notDeepEqual(again?.sealed, connected?.sealed, 'with what came last');
  });

  test('two who connect the same athlete at once: one has it', async () => {
    for (const platform of ['strava', 'garmin'] as const) {
      const people = await Promise.all([signUp(server), signUp(server), signUp(server)]);
      const athlete_id = stage.strava.addAthlete().id;
      const { user_id } = stage.garmin.addPerson({ name: `Twin of ${athlete_id}` });
      stage.strava.decideFor({ athlete_id, decision: 'accept' });
      stage.garmin.consentBy({ decision: 'accept', user_id });
      const callbacks: string[] = [];
      for (const person of people)
        callbacks.push(await consentAt(await authorizeUrl(stage, person, platform)));
      const results = (await Promise.all(callbacks.map((path) => get(path)))).map(resultOf);
      const lists = await Promise.all(people.map(integrationsOf));
      assert.equal(lists.flat().length, 1, `${platform}: ${JSON.stringify(results)}`);
      if (platform === 'strava') {
        const reasons = results.map(({ error = 'none' }) => error).sort();
        // A refused person may have ended the tokens of the first, who has then lost the connection to the third.
        assert.deepEqual([reasons[0], reasons[2]], ['already_linked', 'none']);
      }
    }
  });

  test('an account at Garmin moves to whoever connects it last, and who had it before is told', async () => {
    const [former, owner] = [await signUp(server), await signUp(server)];
    const { garmin_user_id } = await connectGarmin(stage, former);
    const { result } = await connectGarmin(stage, owner, { user_id: garmin_user_id });
    assert.equal(result.status, 'success');
    assert.deepEqual(await integrationsOf(former), []);
    assert.equal(await isConnected(former, 'garmin'), false);
    assert.equal(await isConnected(owner, 'garmin'), true);
    const told = await notificationsOf(former, 1);
    assert.deepEqual(told, [{ type: 'connection_lost', data: { provider: 'garmin', reason: 'moved' } }]);
    assert.deepEqual(await notificationsOf(owner, 0), []);
  });

  async function notificationsOf({ user_id }: TestUser, many: number): Promise<object[]> {
    const end = Date.now() + 120_000;
    for (;;) {
      const rows = await server.deps.db.query<object>(
        sql`SELECT type, data FROM notifications WHERE user_id = ${user_id}`,
      );
      if (rows.length >= many || Date.now() > end) return rows;
    }
  }

  test('who connects as somebody else there leaves the former one', async () => {
    const user = await signUp(server);
    const { athlete_id: former } = await connectStrava(stage, user);
    const { athlete_id: now } = await connectStrava(stage, user);
    assert.equal((await rowOf(user, 'strava'))?.provider_user_id, String(now));
    const end = Date.now() + 120_000;
    while (stage.strava.scopesOf(former) !== null && Date.now() < end) await integrationsOf(user);
    assert.equal(stage.strava.scopesOf(former), null, 'their consent has been taken back');
    assert.notEqual(stage.strava.scopesOf(now), null);
  });

  test('an account that is closed or gone meanwhile connects nothing', async () => {
    const [gone, closed] = [await signUp(server), await signUp(server)];
    const [lost, late] = [await callbackOf(gone), await callbackOf(closed)];
    const { db } = server.deps;
    await db.execute(sql`DELETE FROM users WHERE user_id = ${gone.user_id}`);
    await db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${closed.user_id}`);
    const before = exchanges();
    assert.equal((await get(lost)).status, 400);
    assert.equal(resultOf(await get(late)).error, 'invalid_state');
    assert.equal(exchanges(), before);
  });

  test('another process, or the same after a restart, takes people back as well', async () => {
    const user = await signUp(server);
    const callback = await callbackOf(user);
    const anew = await buildApp(server.deps);
    try {
      const { statusCode, headers } = await anew.inject({ url: callback, headers: cookieFor(callback) });
      assert.deepEqual([statusCode, /status=success/.test(String(headers.location))], [302, true]);
    } finally {
      await anew.close();
    }
  });

  test('nobody keeps more than a few open attempts, and they do not last', async () => {
    const user = await signUp(server);
    for (let time = 0; time < 12; time += 1) await authorizeUrl(stage, user, 'strava');
    const attempts = async () =>
      (await server.deps.db.query(sql`SELECT FROM connection_attempts WHERE user_id = ${user.user_id}`))
        .length;
    assert.equal(await attempts(), 10);
    const signal = new AbortController().signal;
    const context = { job_id: 'j', attempt: 1, signal, logger: server.deps.logger };
    await cleanUpHandler(server.deps)({}, context);
    assert.equal(await attempts(), 10, 'they are waited for');
    server.clock.advance(10 * MINUTE_MS);
    await cleanUpHandler(server.deps)({}, context);
    assert.equal(await attempts(), 0);
  });

  test('a platform without an app says so, but for what is wrong before', async () => {
    const app = await buildApp(withPlatforms(server.deps, { ...server.deps.platforms, strava: undefined }));
    try {
      const user = await signUp(server);
      const headers = { authorization: `Bearer ${user.token}` };
      const ask = async (method: 'GET' | 'POST', path: string) => {
        const { statusCode, body } = await app.inject({ method, url: `/api/v1${path}`, headers });
        return [statusCode, JSON.parse(body).code];
      };
      const missing = [503, 'not_configured'];
      assert.deepEqual(await ask('GET', '/strava/oauth/authorize-url'), missing);
      assert.deepEqual(await ask('GET', '/strava/oauth/token?state=x&code=y'), missing);
      assert.deepEqual(await ask('POST', '/strava/deauth'), missing);
      const elsewhere = '/strava/oauth/authorize-url?return_url=https://evil.example.org';
      assert.deepEqual(await ask('GET', elsewhere), [400, 'validation_error']);
      assert.deepEqual(await ask('GET', '/garmin/oauth/authorize-url'), [200, undefined]);
      await connectStrava(stage, user);
      assert.deepEqual(await ask('POST', '/strava/deauth'), [200, undefined]);
      assert.deepEqual(await integrationsOf(user), []);
    } finally {
      await app.close();
    }
  });
});
