import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { buildApp } from '../../../app.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { RateDecision, RateWindow } from '../../../infra/rate-limit/index.ts';
import { newId } from '../../../shared/ids.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { openConnection } from '../../../test/raw-http.ts';
import { withPlatforms } from '../../../test/with-platforms.ts';
import { callbackAddress } from '../providers/strava/callback-key.ts';
import { discardSetAside, listSetAside } from './index.ts';
import { insertDeliveries } from './queries.ts';

const STRAVA = '/api/v1/activities/webhook/strava';
const GARMIN = '/api/webhooks/garmin/push';
const SECRET = 'a-client-secret-0123456789';
const PUSH_KEY = 'a-push-key-0123456789';
const VERIFY_TOKEN = 'a-verify-token-0123456789';
const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' } as const;

const usedUp = async (window: RateWindow): Promise<RateDecision> => {
  const state = { ...window, remaining: 0, reset_s: 1_790_000_000, retry_after_s: 60 };
  return { allowed: false, windows: [state], tightest: state, giveBack: async () => undefined };
};

const EVENT = {
  aspect_type: 'create',
  event_time: 1_790_001_234,
  object_id: 16_000_000_001,
  object_type: 'activity',
  owner_id: 999_999,
  subscription_id: 1,
  updates: {},
};

describe('webhooks of platforms', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({
      STRAVA_CLIENT_ID: '1',
      STRAVA_CLIENT_SECRET: SECRET,
      STRAVA_WEBHOOK_VERIFY_TOKEN: VERIFY_TOKEN,
      STRAVA_WEB_URL: 'http://127.0.0.1:1',
      STRAVA_API_URL: 'http://127.0.0.1:1',
      GARMIN_CONSUMER_KEY: 'key',
      GARMIN_CONSUMER_SECRET: 'a-consumer-secret-0123456789',
      GARMIN_PUSH_API_KEY: PUSH_KEY,
    });
  });
  after(() => server.stop());

  const post = async (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status: answer.status, code: Object(await answer.json()).code };
  };
  const push = (body: unknown, headers: Record<string, string> = { 'x-api-key': PUSH_KEY }) =>
    post(GARMIN, typeof body === 'string' ? body : JSON.stringify(body), headers);
  const deliveries = async (): Promise<number> =>
    (
      await server.deps.db.one<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM webhook_deliveries WHERE set_aside_at IS NULL`,
      )
    ).count;
  const workedOff = async (): Promise<void> => {
    const end = Date.now() + 120_000;
    while ((await deliveries()) > 0) {
      assert.ok(Date.now() < end, 'the inbox is never empty');
      await sleep(10);
    }
  };
  const athlete = async (garmin_id: string): Promise<TestUser> => {
    const user = await signUp(server);
    await server.deps.db.execute(sql`
      INSERT INTO platform_connections (user_id, provider, provider_user_id, connected_at)
      VALUES (${user.user_id}, 'garmin', ${garmin_id}, ${server.clock.now()})`);
    return user;
  };
  const activitiesOf = async ({ token }: TestUser): Promise<{ name: string; duration_s: number }[]> =>
    (await server.request('GET', '/api/v1/activities', { token })).body.data.activities;
  let runs = 0;
  const run = (userId: string, more: object = {}) => {
    runs += 1;
    const id = 20_946_172_000 + runs;
    return {
      userId,
      summaryId: String(id),
      activityId: id,
      activityName: `Run ${runs}`,
      durationInSeconds: 1_800,
      startTimeInSeconds: 1_780_000_000 + runs * 86_400,
      startTimeOffsetInSeconds: 0,
      activityType: 'RUNNING',
      distanceInMeters: 5_000,
      deviceName: 'Garmin Forerunner 965',
      ...more,
    };
  };
  const nameOf = (item: { activityName: string }): string => item.activityName;

  test('Strava’s handshake is answered with its own words, and only to whoever knows the token', async () => {
    const ask = (query: Record<string, string>) =>
      server.request('GET', `${STRAVA}?${new URLSearchParams(query)}`);
    const good = {
      'hub.mode': 'subscribe',
      'hub.challenge': '15f7d1a91c1f40f8',
      'hub.verify_token': VERIFY_TOKEN,
    };
    const answer = await ask(good);
    assert.deepEqual([answer.status, answer.body], [200, { 'hub.challenge': '15f7d1a91c1f40f8' }]);
    for (const wrong of [
      { 'hub.verify_token': 'other' },
      { 'hub.verify_token': '' },
      { 'hub.mode': 'unsubscribe' },
    ]) {
      const refused = await ask({ ...good, ...wrong });
      assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
    }
    assert.equal((await ask({ ...good, 'hub.challenge': '' })).status, 400);
    const { 'hub.challenge': _, ...without } = good;
    assert.equal((await ask(without)).status, 400);
  });

  test('an event of Strava’s is taken unsigned or with a signature of now, and never with another', async () => {
    const body = JSON.stringify(EVENT);
    const signed = (secret: string, ago_s: number, signs = body) => {
      const t = Math.floor(server.clock.now().getTime() / SECOND_MS) - ago_s;
      const v1 = createHmac('sha256', secret).update(`${t}.${signs}`).digest('hex');
      return { 'x-strava-signature': `t=${t},v1=${v1}` };
    };
    assert.equal((await post(STRAVA, body)).status, 200);
    assert.equal((await post(STRAVA, body, signed(SECRET, 0))).status, 200);
    for (const wrong of [
      signed('another-secret', 0),
      signed(SECRET, 3_600),
      signed(SECRET, 0, `${body} `),
      { 'x-strava-signature': 't=1' },
    ]) {
      assert.deepEqual(await post(STRAVA, body, wrong), { status: 401, code: 'unauthenticated' });
    }
    const long = ' '.repeat(4 * 1024) + body;
    assert.deepEqual(await post(STRAVA, long), { status: 413, code: 'payload_too_large' });
    assert.equal((await post(STRAVA, long, signed(SECRET, 0, long))).status, 200);
    assert.equal((await post(STRAVA, ' '.repeat(64 * 1024) + body)).status, 413);
    await workedOff();
    assert.deepEqual(
      await listSetAside(server.deps.db, 10),
      [],
      'the athlete is nobody’s: nothing is left of the rest',
    );
  });

  test('what makes no sense is refused where nobody vouches for it, and set aside where somebody does', async () => {
    const junk = ['{}', '[]', 'no json', '{"object_type":"activity","aspect_type":"create"}', '"x"'];
    for (const body of junk) {
      const refused = await fetch(`${server.url}${STRAVA}`, { method: 'POST', body, headers: JSON_TYPE });
      assert.equal(refused.status, 400, body);
      assert.match(Object(await refused.json()).error, /^This is no event: /);
    }
    const ofOther = JSON.stringify({ ...EVENT, object_type: 'of another kind' });
    assert.equal((await post(STRAVA, ofOther)).status, 200);
    assert.equal(await deliveries(), 0, 'nothing is kept where nothing is to do');
    const { pathname, search } = new URL(callbackAddress(server.url, server.deps.secretBox));
    assert.equal((await post(`${pathname}?key=wrong`, '{}')).status, 400, 'another key is none');
    assert.equal((await post(`${pathname}${search}`, '{}')).status, 200);
    await workedOff();
    const aside = await listSetAside(server.deps.db, 10);
    assert.deepEqual(
      aside.map(({ because }) => because),
      ['it does not say what has happened to what'],
    );
    for (const { id } of aside) await discardSetAside(server.deps.db, id);
  });

  test('an event of another subscription, which nobody vouches for, is refused before it is stored', async () => {
    const { strava } = server.deps.platforms;
    assert.ok(strava !== undefined);
    const platforms = { ...server.deps.platforms, strava: { ...strava, subscription_id: '7' } };
    const other = await buildApp(withPlatforms(server.deps, platforms));
    const send = async (subscription_id: number) =>
      (
        await other.inject({
          method: 'POST',
          url: STRAVA,
          headers: JSON_TYPE,
          payload: JSON.stringify({ ...EVENT, subscription_id }),
        })
      ).statusCode;
    assert.deepEqual([await send(8), await send(7)], [400, 200]);
    await other.close();
    await workedOff();
  });

  test('the log tells once an hour that events come which nobody vouches for', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    let now = server.clock.now();
    const app = await buildApp({ ...server.deps, logger, clock: { now: () => now } });
    const told = async (url: string): Promise<number> => {
      const event = { ...EVENT, object_type: 'club' };
      assert.equal(
        (await app.inject({ method: 'POST', url, headers: JSON_TYPE, payload: event })).statusCode,
        200,
      );
      return lines.filter((line) => line.includes('ekiden strava subscription')).length;
    };
    const { search } = new URL(callbackAddress('http://here', server.deps.secretBox));
    assert.equal(await told(`${STRAVA}${search}`), 0);
    assert.equal(await told(STRAVA), 1);
    assert.equal(await told(STRAVA), 1);
    now = new Date(now.getTime() + HOUR_MS);
    assert.equal(await told(STRAVA), 2);
    await app.close();
    await workedOff();
  });

  test('a flood of events that nobody vouches for ends at its network; those with the key come through', async () => {
    const fake = await buildApp({
      ...server.deps,
      rateLimiter: { ...server.deps.rateLimiter, take: (_subject, [window]) => usedUp(window) },
    });
    const send = async (url: string) =>
      await fake.inject({ method: 'POST', url, headers: JSON_TYPE, payload: JSON.stringify(EVENT) });
    const refused = await send(STRAVA);
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited']);
    assert.equal(refused.headers['retry-after'], '60');
    const { pathname, search } = new URL(callbackAddress(server.url, server.deps.secretBox));
    assert.equal((await send(`${pathname}${search}`)).statusCode, 200);
    await fake.close();
    await workedOff();
  });

  test('strangers who post as slowly as they can take nobody’s room', async () => {
    const slow = Array.from({ length: 9 }, () => {
      const connection = openConnection(server.url);
      const head = [`POST ${STRAVA} HTTP/1.1`, 'Host: here', 'Content-Type: application/json'];
      connection.write([...head, `Content-Length: ${32 * MIB}`, '', 'x'].join('\r\n'));
      return connection;
    });
    for (const connection of slow)
      assert.match(await connection.until(/\r\n\r\n/), /^HTTP\/1\.1 413 /, 'it is refused unread');
    for (const { socket } of slow) socket.destroy();
    const pushes = Array.from({ length: 5 }, () => {
      const connection = openConnection(server.url);
      const head = [`POST ${GARMIN} HTTP/1.1`, 'Host: here', `X-API-Key: ${PUSH_KEY}`];
      const rest = ['Content-Type: application/json', `Content-Length: ${32 * MIB}`, '', 'x'];
      connection.write([...head, ...rest].join('\r\n'));
      return connection;
    });
    const first = await Promise.race(pushes.map((connection) => connection.until(/\r\n\r\n/)));
    assert.match(first, /^HTTP\/1\.1 429 /, 'of five that are as large as any, four are let in');
    const form = new FormData();
    form.append('file', new Blob(['<gpx/>']), 'a.gpx');
    const { token } = await signUp(server);
    const upload = await server.request('POST', '/api/v1/activities/upload', { token, form });
    assert.notEqual(upload.status, 429, 'what people upload has a room of its own');
    for (const { socket } of pushes) socket.destroy();
    await workedOff();
  });

  test('Garmin is known by its key, before anything is read', async () => {
    for (const headers of [
      {},
      { 'x-api-key': 'another' },
      { 'x-api-key': '' },
      { authorization: `Bearer ${PUSH_KEY}` },
    ]) {
      const refused = await push({ activities: [] }, Object(headers));
      assert.deepEqual(refused, { status: 401, code: 'unauthenticated' });
    }
    const connection = openConnection(server.url);
    const head = [`POST ${GARMIN} HTTP/1.1`, 'Host: here', 'Content-Type: application/json'];
    connection.write([...head, `Content-Length: ${30 * MIB}`, '', ''].join('\r\n'));
    assert.match(await connection.until(/\r\n\r\n/), /^HTTP\/1\.1 401 /);
    connection.socket.destroy();
    const put = await fetch(`${server.url}${GARMIN}`, {
      method: 'PUT',
      body: '{"deregistrations":[]}',
      headers: { 'content-type': 'application/json', 'x-api-key': PUSH_KEY },
    });
    assert.equal(put.status, 200);
  });

  test('a platform that is not set up is 503, whoever asks', async () => {
    const { strava: _s, garmin: _g, ...platforms } = server.deps.platforms;
    const bare = await buildApp(
      withPlatforms(server.deps, { ...platforms, strava: undefined, garmin: undefined }),
    );
    const headers = { 'content-type': 'application/json', 'x-api-key': PUSH_KEY };
    const query = 'hub.mode=subscribe&hub.challenge=x&hub.verify_token=x';
    const answers = [
      await bare.inject({ method: 'GET', url: `${STRAVA}?${query}` }),
      await bare.inject({ method: 'POST', url: STRAVA, headers, payload: '{}' }),
      await bare.inject({ method: 'POST', url: GARMIN, headers, payload: '{}' }),
    ];
    for (const answer of answers)
      assert.deepEqual([answer.statusCode, answer.json().code], [503, 'not_configured']);
    await bare.close();
  });

  test('a push any number of times, at once and out of order, is one activity of whom it names', async () => {
    const [ida, uma] = [await athlete('garmin-ida'), await athlete('garmin-uma')];
    const first = run('garmin-ida');
    const second = run('garmin-ida');
    const longer = { ...first, durationInSeconds: 2_000 };
    const both = { activities: [second, first] };
    const others = {
      activities: [{ ...run('garmin-uma'), activityId: 1, summaryId: '1' }, run('garmin-nobody')],
    };
    const posts = [{ activities: [longer] }, both, both, { activities: [first] }, others, others, both];
    const answers = await Promise.all(posts.map((body) => push(body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    await workedOff();
    const names = (await activitiesOf(ida)).map(({ name }) => name);
    assert.deepEqual(names.sort(), [nameOf(first), nameOf(second)].sort());
    const found = (await activitiesOf(ida)).find(({ name }) => name === nameOf(first));
    assert.equal(found?.duration_s, 2_000, 'the longer one is the later one');
    assert.equal((await activitiesOf(uma)).length, 1);
  });

  test('of edits of a workout the one that was accepted last holds, though a worker held the one before for a minute', async () => {
    const ida = await athlete('garmin-edits');
    const [first, second] = ['The first edit', 'The second edit'];
    const edited = (activityName: string) => ({ ...run('garmin-edits'), activityId: 77, activityName });
    const day = (steps: number) => ({
      userId: 'garmin-edits',
      calendarDate: '2026-05-01',
      durationInSeconds: 86_400,
      steps,
    });
    const held = { manuallyUpdatedActivities: [edited(first)], dailies: [day(100)] };
    const received_at = new Date(server.clock.now().getTime() + MINUTE_MS);
    const body = Buffer.from(JSON.stringify(held));
    await insertDeliveries(server.deps.db, [
      { id: newId(), provider: 'garmin', received_at, body, is_hint: false },
    ]);
    const shown = async () => {
      const { steps } = await server.deps.db.one<{ steps: number }>(
        sql`SELECT (activity->>'steps')::int AS steps FROM health_days WHERE user_id = ${ida.user_id}`,
      );
      return [(await activitiesOf(ida)).map(({ name }) => name), steps];
    };
    await push({ manuallyUpdatedActivities: [edited(second)], dailies: [day(200)] });
    await eventually(
      () => activitiesOf(ida),
      ([one]) => one !== undefined,
    );
    server.clock.advance(MINUTE_MS + SECOND_MS);
    await push({ deregistrations: [] });
    await workedOff();
    server.clock.reset();
    assert.deepEqual(await shown(), [[second], 200]);
  });

  test('what makes no sense does no harm: it is answered, and set aside with its reason', async () => {
    const otto = await athlete('garmin-otto');
    const good = run('garmin-otto');
    const before = (await listSetAside(server.deps.db, 100)).length;
    const wrong = [
      'no json',
      '{"activities": [{"userId": "garmin-otto"',
      '[]',
      'null',
      '"\\ud800"',
      '{"activities": {"userId": "garmin-otto"}}',
      '{"unheardOf": []}',
      '<html><body>502 Bad Gateway</body></html>',
    ];
    for (const body of wrong) assert.equal((await push(body)).status, 200, body);
    await push({
      activities: [7, null, { userId: 'garmin-otto' }, { ...good, startTimeInSeconds: 'soon' }, good],
    });
    await workedOff();
    assert.deepEqual(
      (await activitiesOf(otto)).map(({ name }) => name),
      [nameOf(good)],
    );
    const aside = await listSetAside(server.deps.db, 100);
    assert.equal(aside.length - before, wrong.length + 4);
    for (const { because } of aside) assert.ok(!/otto|soon|html/.test(because), because);
  });

  test('30 MB are taken and worked off while others are answered, more than 32 MiB are refused', async () => {
    const lena = await athlete('garmin-lena');
    const item = run('garmin-lena');
    // Samples of days of a kind that is not kept, which may be most of a post.
    const epochs = Array.from({ length: 28 * 1024 }, () => ({ userId: 'x', note: 'n'.repeat(1_024) }));
    const large = JSON.stringify({ epochs, activities: [item] });
    assert.ok(large.length > 28 * MIB && large.length < 32 * MIB);
    const [answer, small] = await Promise.all([push(large), push({ activities: [item] })]);
    assert.deepEqual([answer.status, small.status], [200, 200]);
    await workedOff();
    assert.equal((await activitiesOf(lena)).length, 1);
    assert.deepEqual(await push(`{"epochs":"${'x'.repeat(32 * MIB)}"}`), {
      status: 413,
      code: 'payload_too_large',
    });
  });

  test('half a body is none: nothing is stored', async () => {
    const connection = openConnection(server.url);
    const head = [`POST ${GARMIN} HTTP/1.1`, 'Host: here', `X-API-Key: ${PUSH_KEY}`];
    connection.write(
      [...head, 'Content-Type: application/json', 'Content-Length: 1000', '', '{"acti'].join('\r\n'),
    );
    connection.socket.end();
    await connection.closed;
    assert.equal(await deliveries(), 0);
  });
});
