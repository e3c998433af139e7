import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  app,
  at,
  call,
  connect,
  type Receiver,
  startReceiver,
  subscribe,
} from '../../src/test/strava-app.ts';
import { signEvent } from './send-events.ts';
import { type StravaSandbox, startStrava } from './start-strava.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const MANUAL = { manual: { distance_m: 5_000, duration_s: 1_500 } };

describe('webhooks', () => {
  let strava: StravaSandbox;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.stop());
  beforeEach(async () => {
    receiver.answerWith(200);
    receiver.shakeWith('right');
    receiver.heard.length = 0;
    receiver.asked.length = 0;
    await fresh();
  });
  afterEach(() => strava.stop());

  /** A platform for one test. */
  async function fresh(options: Parameters<typeof startStrava>[0] = {}): Promise<void> {
    strava = await startStrava({
      clock: { now: () => NOW },
      event_delays_ms: [5, 5],
      ...options,
    });
  }

  /** What the app has been told, once everything has arrived. */
  async function told(): Promise<unknown[][]> {
    await strava.events.settled();
    return receiver.heard.map(({ event }) => [event.aspect_type, event.object_id, event.updates]);
  }

  test('a subscription is made after a handshake, seen, made once, and deleted', async () => {
    const path = `${strava.url}/api/v3/push_subscriptions`;
    const query = new URLSearchParams(app(strava));
    assert.deepEqual((await call(`${path}?${query}`)).body, []);
    const made = await subscribe(strava, receiver.url);
    assert.equal(made.status, 201);
    const id = at(made.body, 'id');
    assert.equal(at(made.body, 'callback_url'), receiver.url);
    assert.match(String(at(made.body, 'created_at')), /^2026-11-20T10:00:00\.\d{9}Z$/);
    const [asked] = receiver.asked;
    assert.deepEqual([...(asked?.keys() ?? [])], ['from', 'hub.mode', 'hub.verify_token', 'hub.challenge']);
    assert.equal(asked?.get('hub.verify_token'), 'ours');
    assert.equal(strava.subscription()?.id, id);
    const second = await subscribe(strava, receiver.url);
    assert.deepEqual([second.status, at(second.body, 'errors', 0, 'code')], [400, 'already exists']);
    assert.equal(at(await call(`${path}?${query}`), 'body', 0, 'created_at'), '2026-11-20T10:00:00Z');
    const wrong = new URLSearchParams({ ...app(strava), client_secret: 'wrong' });
    assert.equal((await call(`${path}/${id}?${wrong}`, { method: 'DELETE' })).status, 400);
    assert.equal((await call(`${path}?${wrong}`)).status, 400);
    assert.equal((await call(`${path}/7?${query}`, { method: 'DELETE' })).status, 404);
    assert.equal((await call(`${path}/${id}?${query}`, { method: 'DELETE' })).status, 204);
    assert.equal(strava.subscription(), null);
    const both = await Promise.all([subscribe(strava, receiver.url), subscribe(strava, receiver.url)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 400], 'of two at once one is made');
  });

  test('an app that does not shake hands, in time and exactly, gets no subscription', async () => {
    await strava.stop();
    await fresh({ handshake_limit_ms: 150 });
    for (const how of ['wrong', 'text', 'never', 404] as const) {
      receiver.shakeWith(how);
      const { status, body } = await subscribe(strava, receiver.url);
      assert.equal(status, 400, String(how));
      assert.deepEqual(at(body, 'errors', 0), {
        resource: 'PushSubscription',
        field: 'callback url',
        code: 'GET to callback URL does not return 200',
      });
    }
    receiver.shakeWith('right');
    const asked = receiver.asked.length;
    // It would be reached, but is not loopback by name.
    const elsewhere = receiver.url.replace('127.0.0.1', '0.0.0.0');
    for (const address of ['', 'nonsense', elsewhere, `${receiver.url}&x=${'x'.repeat(255)}`])
      assert.equal((await subscribe(strava, address)).status, 400, address);
    assert.equal(receiver.asked.length, asked);
    assert.equal(strava.subscription(), null);
  });

  test('the app is told what it may know: of activities since the athlete connected', async () => {
    const athlete = strava.addAthlete();
    await subscribe(strava, receiver.url);
    strava.addActivity(athlete.id, MANUAL);
    await connect(strava, athlete.id);
    strava.addSeason(athlete.id, { weeks: 1, resolution_s: 30 });
    const { id } = strava.addActivity(athlete.id, MANUAL);
    strava.changeActivity(id, { name: 'Renamed', sport_type: 'GravelRide' });
    strava.changeActivity(id, { visibility: 'only_me' });
    strava.changeActivity(id, { visibility: 'followers_only' });
    strava.changeActivity(id, { visibility: 'everyone', description: 'Nothing to tell' });
    strava.deleteActivity(id);
    strava.revokeByAthlete(athlete.id);
    strava.addActivity(athlete.id, MANUAL);
    assert.deepEqual(await told(), [
      ['create', id, {}],
      ['update', id, { title: 'Renamed', type: 'Ride' }],
      ['update', id, { private: 'true' }],
      ['update', id, { private: 'false' }],
      ['delete', id, {}],
      ['update', athlete.id, { authorized: 'false' }],
    ]);
    const { event, signature } = receiver.heard[0] ?? { event: {}, signature: '' };
    assert.deepEqual(event, {
      aspect_type: 'create',
      event_time: NOW.getTime() / 1_000,
      object_id: id,
      object_type: 'activity',
      owner_id: athlete.id,
      subscription_id: strava.subscription()?.id,
      updates: {},
    });
    assert.equal(signature, undefined);
  });

  test('to an app that may not read all, Only You is gone', async () => {
    const athlete = strava.addAthlete();
    await subscribe(strava, receiver.url);
    await connect(strava, athlete.id, 'activity:read');
    const { id } = strava.addActivity(athlete.id, MANUAL);
    strava.changeActivity(id, { visibility: 'only_me', name: 'Secret' });
    strava.changeActivity(id, { name: 'Still secret' });
    strava.changeActivity(id, { visibility: 'everyone' });
    strava.addActivity(athlete.id, { ...MANUAL, visibility: 'only_me' });
    assert.deepEqual(await told(), [
      ['create', id, {}],
      ['delete', id, {}],
      ['create', id, {}],
    ]);
    const other = strava.addAthlete().id;
    await connect(strava, other, 'read');
    strava.addActivity(other, MANUAL);
    assert.equal((await told()).length, 3, 'nothing of who lets it read nothing');
  });

  test('an event comes three times until it is accepted, with the delays of the clock', async () => {
    await strava.stop();
    await fresh({ event_delays_ms: [120_000, 120_000], event_limit_ms: 1_000 });
    await subscribe(strava, receiver.url);
    const athlete = strava.addAthlete();
    await connect(strava, athlete.id);
    receiver.answerWith('never');
    strava.addActivity(athlete.id, MANUAL);
    const attempts = async (count: number): Promise<void> => {
      while ((strava.events.deliveries()[0]?.attempts.length ?? 0) < count)
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await attempts(1);
    assert.equal(strava.events.deliveries()[0]?.state, 'waiting');
    strava.moveClock(119_999);
    assert.equal(strava.events.deliveries()[0]?.state, 'waiting');
    receiver.answerWith(201);
    strava.moveClock(1);
    await attempts(2);
    receiver.answerWith(500);
    strava.moveClock(120_000);
    await strava.events.settled();
    const [delivery] = strava.events.deliveries();
    assert.equal(delivery?.state, 'given up');
    assert.deepEqual(
      delivery?.attempts.map(({ status }) => status),
      [null, 201, 500],
      'only 200 is an answer, and only in time',
    );
    assert.equal(delivery?.attempts[0]?.failure, 'timeout');
    assert.ok((delivery?.attempts[0]?.took_ms ?? 0) >= 999);
    assert.equal(receiver.heard.length, 3);
  });

  test('events wait, and come shuffled, reversed, or more than once', async () => {
    await subscribe(strava, receiver.url);
    const athlete = strava.addAthlete();
    await connect(strava, athlete.id);
    const heardIds = async (): Promise<unknown[]> => {
      await strava.events.settled();
      return receiver.heard.splice(0).map(({ event }) => event.object_id);
    };
    const hold = (): number[] => {
      strava.events.hold();
      return Array.from({ length: 6 }, () => strava.addActivity(athlete.id, MANUAL).id);
    };
    const first = hold();
    assert.deepEqual(await heardIds(), []);
    strava.events.release({ order: 'reversed' });
    assert.deepEqual(await heardIds(), first.toReversed());
    const second = hold();
    strava.events.release({ order: 'shuffled', copies: 2, seed: 'x' });
    const shuffled = await heardIds();
    assert.deepEqual(
      shuffled.toSorted(),
      second.flatMap((id) => [id, id]),
    );
    assert.notDeepEqual(shuffled, shuffled.toSorted());
    const { id } = strava.addActivity(athlete.id, MANUAL);
    assert.deepEqual(await heardIds(), [id], 'nothing waits any more');
  });

  test('signed, wrongly signed, and whatever a test makes up', async () => {
    await strava.stop();
    await fresh({ ways: { signs_events: true, sport_update_key: 'sport_type' } });
    await subscribe(strava, receiver.url);
    const athlete = strava.addAthlete();
    await connect(strava, athlete.id);
    const { id } = strava.addActivity(athlete.id, MANUAL);
    strava.changeActivity(id, { sport_type: 'TrailRun' });
    strava.postToApp('{"half":');
    strava.postToApp({ object_id: 'not a number' }, 'wrong');
    strava.postToApp({}, 'old');
    strava.postToApp({}, 'none');
    assert.deepEqual((await told())[1], ['update', id, { sport_type: 'TrailRun' }]);
    const epoch_s = NOW.getTime() / 1_000;
    const { client_secret } = app(strava);
    const signatures = receiver.heard.map(({ raw, signature }) => {
      if (signature === signEvent(raw, client_secret, epoch_s)) return 'valid';
      return signature === signEvent(raw, client_secret, epoch_s - 3_600) ? 'old' : signature && 'wrong';
    });
    assert.deepEqual(signatures, ['valid', 'valid', 'valid', 'wrong', 'old', undefined]);
    assert.equal(receiver.heard[2]?.raw, '{"half":');
  });

  test('a revocation by the app is an event too; switches turn that off and name it a delete', async () => {
    const athlete = strava.addAthlete();
    await subscribe(strava, receiver.url);
    const end = async ({ access_token }: { access_token: string }): Promise<unknown> =>
      call(`${strava.url}/oauth/deauthorize?access_token=${access_token}`, { method: 'POST' });
    await end(await connect(strava, athlete.id));
    const ended = ['update', athlete.id, { authorized: 'false' }];
    assert.deepEqual(await told(), [ended]);
    const { client_id, client_secret } = app(strava);
    const { refresh_token: token } = await connect(strava, athlete.id);
    for (const _again of [1, 2])
      await call(`${strava.url}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token }),
        headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
      });
    assert.deepEqual(await told(), [ended, ended], 'what is gone already is no event');
    await strava.stop();
    await fresh({ ways: { event_after_own_revocation: false, deauthorization_aspect: 'delete' } });
    strava.addAthlete();
    await subscribe(strava, receiver.url);
    await end(await connect(strava, athlete.id));
    await connect(strava, athlete.id);
    strava.revokeByAthlete(athlete.id);
    assert.deepEqual((await told()).slice(2), [['delete', athlete.id, { authorized: 'false' }]]);
  });
});
