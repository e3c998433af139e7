import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  app,
  at,
  type Connection,
  call,
  codeOf,
  connect,
  exchange,
  refresh,
  type Seen,
} from '../../src/test/strava-app.ts';
import { type StravaSandbox, startStrava } from './start-strava.ts';

const QUARTER_MS = 15 * 60_000;

describe('limits', () => {
  const start = async (options: Parameters<typeof startStrava>[0] = {}): Promise<StravaSandbox> =>
    startStrava({ clock: { now: () => new Date('2026-11-20T23:40:00Z') }, ...options });
  const rates = ({ headers }: Seen): (string | null)[] =>
    ['X-RateLimit-Limit', 'X-RateLimit-Usage', 'X-ReadRateLimit-Limit', 'X-ReadRateLimit-Usage'].map((name) =>
      headers.get(name),
    );

  test('calls are counted by the quarter and by the day of the clock, those above a limit as well', async () => {
    const strava = await start({ limits: { short: 5, daily: 8, read_short: 3, read_daily: 7 } });
    try {
      const { get } = await connect(strava, strava.addAthlete().id);
      assert.deepEqual(rates(await get('/athlete')), ['5,8', '1,1', '3,7', '1,1']);
      await get('/nowhere/to/be/found');
      assert.equal((await get('/activities/1')).status, 404, 'what is not found counts');
      assert.equal((await get('/athlete')).status, 200);
      const above = await get('/athlete');
      assert.equal(above.status, 429);
      assert.deepEqual(above.body, {
        message: 'Rate Limit Exceeded',
        errors: [{ resource: 'Application', field: 'rate limit', code: 'exceeded' }],
      });
      assert.deepEqual(rates(above), ['5,8', '4,4', '3,7', '4,4']);
      assert.equal(above.headers.get('retry-after'), null);
      strava.moveClock(QUARTER_MS / 3 - 1);
      assert.equal((await get('/athlete')).status, 429, '23:44:59.999');
      strava.moveClock(1);
      assert.deepEqual(rates(await get('/athlete')), ['5,8', '1,6', '3,7', '1,6']);
      assert.equal((await get('/athlete')).status, 200);
      assert.equal((await get('/athlete')).status, 429, 'the reads of the day are used up');
      strava.moveClock(QUARTER_MS);
      assert.deepEqual(rates(await get('/athlete')), ['5,8', '1,1', '3,7', '1,1'], 'a new day');
    } finally {
      await strava.stop();
    }
  });

  test('the tiers are there, usage can be set, ending a grant is no read, and the older body exists', async () => {
    const strava = await start({ limits: 'extended', ways: { rate_limit_body: 'of_2018' } });
    try {
      const { get, access_token } = await connect(strava, strava.addAthlete().id);
      strava.limits.use({ short: 399, daily: 3_000, read_short: 50 });
      assert.deepEqual(rates(await get('/athlete')), ['400,4000', '400,3001', '200,2000', '51,1']);
      const above = await get('/athlete');
      assert.deepEqual(above.body, {
        errors: 'Rate Limit Exceeded',
        status: 429,
        message: 'Too Many Requests',
      });
      strava.limits.use({ short: 0 });
      const body = new URLSearchParams({ access_token });
      const ended = await call(`${strava.url}/oauth/deauthorize`, { method: 'POST', body });
      assert.deepEqual(rates(ended), ['400,4000', '1,3003', '200,2000', '52,2']);
      assert.equal(strava.limits.usage().daily, 3_003);
    } finally {
      await strava.stop();
    }
  });
});

describe('faults', () => {
  let strava: StravaSandbox;
  let athlete_id: number;
  let connection: Connection;
  before(async () => {
    strava = await startStrava({ limits: { short: 1e6, daily: 1e6, read_short: 1e6, read_daily: 1e6 } });
    athlete_id = strava.addAthlete().id;
    connection = await connect(strava, athlete_id);
  });
  beforeEach(() => strava.faults.clear());
  after(() => strava.stop());

  test('errors come for the next calls or for good, in the shape of the platform', async () => {
    const { get } = connection;
    for (const status of [401, 404, 429, 500, 503] as const) {
      strava.faults.add('athlete', { kind: 'status', status, times: 2, skip: 1 });
      const seen = [
        await get('/athlete'),
        await get('/athlete'),
        await get('/athlete'),
        await get('/athlete'),
      ];
      assert.deepEqual(
        seen.map((one) => one.status),
        [200, status, status, 200],
      );
      assert.equal(typeof at(seen[1]?.body, 'message'), 'string');
      assert.equal(seen[1]?.headers.has('x-ratelimit-usage'), status !== 401);
      if (status === 429) assert.match(seen[1]?.headers.get('x-ratelimit-usage') ?? '', /^1000000,/);
    }
    strava.faults.add('all', { kind: 'status', status: 500 });
    for (const path of ['/athlete', '/athlete/zones', '/athlete/activities', '/activities/1'])
      assert.equal((await get(path)).status, 500, path);
    assert.equal((await exchange(strava, { code: 'any' })).status, 500);
    strava.faults.clear();
    assert.equal((await get('/athlete')).status, 200);
  });

  test('answers are late, of HTML, cut in half, cut off, or never come', async () => {
    const { get } = connection;
    strava.faults.add('athlete', { kind: 'slow', ms: 80, times: 1 });
    const began = performance.now();
    assert.equal((await get('/athlete')).status, 200);
    assert.ok(performance.now() - began >= 79);

    strava.faults.add('athlete', { kind: 'html', times: 1 });
    const page = await get('/athlete');
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    strava.faults.add('athlete', { kind: 'html', status: 502, times: 1 });
    assert.equal((await get('/athlete')).status, 502);

    strava.faults.add('athlete', { kind: 'half', times: 1 });
    const address = `${strava.url}/api/v3/athlete`;
    const headers = { authorization: `Bearer ${connection.access_token}` };
    const half = await fetch(address, { headers });
    assert.equal(half.status, 200);
    await assert.rejects(half.text());

    strava.faults.add('athlete', { kind: 'says', body: '{"id":[]', times: 1 });
    await assert.rejects(get('/athlete'), SyntaxError);
    strava.faults.add('athlete', { kind: 'redirect', to: 'http://192.0.2.1/', times: 1 });
    assert.equal((await get('/athlete')).headers.get('location'), 'http://192.0.2.1/');
    strava.faults.add('athlete', { kind: 'drop', times: 1 });
    await assert.rejects(get('/athlete'));
    for (const kind of ['silent', 'drip', 'endless'] as const) {
      strava.faults.add('athlete', { kind, times: 1 });
      const read = async (): Promise<string> =>
        (await fetch(address, { headers, signal: AbortSignal.timeout(60) })).text();
      await assert.rejects(read(), { name: 'TimeoutError' }, kind);
    }
    assert.equal((await get('/athlete')).status, 200);
  });

  test('a lost answer is of work that was done, another fault of work that was not', async () => {
    strava.moveClock(5.5 * 3_600_000);
    strava.faults.add('token', { kind: 'drop', times: 1 });
    await assert.rejects(refresh(strava, connection.refresh_token));
    strava.faults.add('token', { kind: 'drop', times: 1, after_work: true });
    await assert.rejects(refresh(strava, connection.refresh_token));
    assert.equal((await refresh(strava, connection.refresh_token)).status, 400, 'it has been replaced');
    const code = await codeOf(strava, athlete_id);
    strava.faults.add('token', { kind: 'status', status: 500, times: 1 });
    assert.equal((await exchange(strava, { code })).status, 500);
    assert.equal((await exchange(strava, { code })).status, 200);
  });

  test('requests are on record, without their secrets', async () => {
    strava.requests.forget();
    const { access_token, refresh_token, get } = await connect(strava, athlete_id, 'activity:read');
    await get('/athlete/activities?page=2');
    strava.faults.add('activity', { kind: 'html', status: 503 });
    await get('/activities/77');
    await call(`${strava.url}/elsewhere`);
    const seen = strava.requests.list();
    assert.deepEqual(
      seen.map((one) => [one.call, one.method, one.path, one.status, one.authorization, one.fault]),
      [
        ['authorize', 'GET', '/oauth/authorize', 302, null, null],
        ['token', 'POST', '/oauth/token', 200, null, null],
        ['activities', 'GET', '/api/v3/athlete/activities', 200, 'Bearer', null],
        ['activity', 'GET', '/api/v3/activities/77', 503, 'Bearer', 'html'],
        [null, 'GET', '/elsewhere', 404, null, null],
      ],
    );
    assert.deepEqual(strava.requests.list('activities')[0]?.parameters, { page: '2' });
    assert.equal(strava.requests.list('activities')[0]?.who, String(athlete_id));
    const text = JSON.stringify(seen);
    for (const secret of [access_token, refresh_token, app(strava).client_secret, 'a state & more'])
      assert.ok(!text.includes(secret));
  });
});
