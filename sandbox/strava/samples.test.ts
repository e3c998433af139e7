import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import {
  app,
  at,
  type Connection,
  call,
  codeOf,
  connect,
  exchange,
  type Receiver,
  refresh,
  startReceiver,
  subscribe,
} from '../../src/test/strava-app.ts';
import { steadyRun } from '../recordings/plan-session.ts';
import { signEvent } from './send-events.ts';
import { type StravaSandbox, startStrava } from './start-strava.ts';

/** Payloads with the platform's field names, which lie beside the repository where there are any. */
const SAMPLES = new URL('../../../shared/facts/samples/strava/', import.meta.url);

function sample(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, SAMPLES), 'utf8'));
}

/** Null may stand for anything, an empty list for any list; of full lists the first things are compared. */
function differences(ours: unknown, theirs: unknown, path = ''): string[] {
  if (ours === null || theirs === null) return [];
  const [kind, theirKind] = [kindOf(ours), kindOf(theirs)];
  if (kind !== theirKind) return [`${path}: ${kind} here, ${theirKind} there`];
  if (Array.isArray(ours) && Array.isArray(theirs))
    return ours.length === 0 || theirs.length === 0 ? [] : differences(ours[0], theirs[0], `${path}[0]`);
  if (kind !== 'object') return [];
  const [here, there] = [Object.keys(Object(ours)), Object.keys(Object(theirs))];
  return [
    ...here.filter((name) => !there.includes(name)).map((name) => `${path}.${name}: only here`),
    ...there.filter((name) => !here.includes(name)).map((name) => `${path}.${name}: only there`),
    ...here
      .filter((name) => there.includes(name))
      .flatMap((name) => differences(at(ours, name), at(theirs, name), `${path}.${name}`)),
  ];
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

const options = existsSync(SAMPLES) ? {} : { skip: 'the samples of the platform are not here' };
describe('the same members and types as in the samples', options, () => {
  let strava: StravaSandbox;
  let receiver: Receiver;
  let athlete_id: number;
  let connection: Connection;
  before(async () => {
    receiver = await startReceiver();
    strava = await startStrava();
    athlete_id = strava.addAthlete({ device_name: 'Garmin Forerunner 965' }).id;
    connection = await connect(strava, athlete_id);
  });
  after(async () => {
    await strava.stop();
    await receiver.stop();
  });

  const same = (ours: unknown, theirs: unknown): void => assert.deepEqual(differences(ours, theirs), []);
  const read = async (path: string): Promise<unknown> => at(await connection.get(path), 'body');

  test('reads answer with the members of the samples', async () => {
    const run = strava.addActivity(athlete_id, { session: steadyRun(5_400) }).id;
    const byHand = strava.addActivity(athlete_id, { manual: { distance_m: 6_000, duration_s: 1_980 } }).id;
    same(await read('/athlete'), sample('athlete'));
    same(await read('/athlete/zones'), sample('athlete-zones'));
    same(await read(`/activities/${run}`), sample('activity-detail'));
    const zones = await read(`/activities/${run}/zones`);
    same(zones, sample('activity-zones'));
    same(at(zones, 1), at(sample('activity-zones'), 1));
    const list = await read('/athlete/activities');
    const listed = (id: number): unknown =>
      Array.isArray(list) ? list.find((activity) => at(activity, 'id') === id) : undefined;
    same(listed(run), at(sample('athlete-activities'), 0));
    same(listed(byHand), at(sample('athlete-activities'), 3));
    const asked = at(sample('activity-streams'), 'request', 'query', 'keys');
    const streams = await read(`/activities/${run}/streams?keys=${asked}&key_by_type=true`);
    same(streams, at(sample('activity-streams'), 'response'));
  });

  test('tokens have the members of the samples', async () => {
    const given = await exchange(strava, { code: await codeOf(strava, athlete_id) });
    same(given.body, at(sample('token-exchange'), 'response', 'body'));
    const refresh_token = String(at(given.body, 'refresh_token'));
    const renewed = await refresh(strava, refresh_token);
    same(renewed.body, at(sample('token-refresh'), 'response', 'body'));
    connection = await connect(strava, athlete_id);
  });

  test('subscription, handshake, events and their signature', async () => {
    const theirs = sample('push-subscription');
    same((await subscribe(strava, receiver.url)).body, at(theirs, 'create', 'response', 'body'));
    const view = await call(`${strava.url}/api/v3/push_subscriptions?${new URLSearchParams(app(strava))}`);
    same(view.body, at(theirs, 'list', 'response', 'body'));
    const query = Object(at(sample('webhook-handshake'), 'request', 'query'));
    same(Object.fromEntries(receiver.asked[0] ?? []), { ...query, from: 'strava' });
    const events = sample('webhook-events');
    const { id } = strava.addActivity(athlete_id, { manual: { distance_m: 1, duration_s: 1 } });
    strava.changeActivity(id, { name: 'Renamed run' });
    strava.changeActivity(id, { sport_type: 'Walk' });
    strava.changeActivity(id, { visibility: 'only_me' });
    strava.changeActivity(id, { visibility: 'everyone' });
    strava.deleteActivity(id);
    strava.revokeByAthlete(athlete_id);
    await strava.events.settled();
    const names = [
      'create',
      'update_title',
      'update_type',
      'update_to_only_you',
      'update_to_visible',
      'delete',
    ];
    const told = [...names.map((name) => `activity_${name}`), 'athlete_deauthorization'];
    for (const [index, name] of told.entries()) {
      const { event = {} } = receiver.heard[index] ?? {};
      same(event, at(events, name));
      for (const member of ['aspect_type', 'object_type', 'updates'])
        assert.deepEqual(event[member], at(events, name, member), name);
    }
    const signed = sample('webhook-signature');
    const [raw, secret] = [String(at(signed, 'raw_body')), String(at(signed, 'client_secret'))];
    assert.equal(signEvent(raw, secret, Number(at(signed, 'timestamp'))), at(signed, 'header_value'));
    connection = await connect(strava, athlete_id);
  });

  test('errors equal the samples word for word', async () => {
    const theirs = sample('errors');
    const bodyWhen = (when: string): unknown =>
      Array.isArray(theirs)
        ? at(
            theirs.find((one) => at(one, 'when') === when),
            'body',
          )
        : undefined;
    const code = 'unknown';
    const bare = await connect(strava, athlete_id, 'read');
    const ours: [string, unknown][] = [
      ['access token invalid or expired', await call(`${strava.url}/api/v3/athlete`)],
      ['scope missing for activities', await bare.get('/athlete/activities')],
      ['unknown client_id at the token endpoint', await exchange(strava, { code, client_id: '1' })],
      ['wrong client_secret at the token endpoint', await exchange(strava, { code, client_secret: '1' })],
      ['authorization code unknown or reused', await exchange(strava, { code })],
      ['refresh token dead or rotated away', await refresh(strava, code)],
      ['push subscription: one exists already', await subscribe(strava, receiver.url)],
    ];
    connection = await connect(strava, athlete_id);
    ours.push(['activity not found or not visible to the token', await connection.get('/activities/1')]);
    strava.limits.use({ short: 1_000 });
    ours.push(['rate limit exceeded', await connection.get('/athlete')]);
    for (const [when, seen] of ours) {
      assert.ok(bodyWhen(when) !== undefined, when);
      assert.deepEqual(at(seen, 'body'), bodyWhen(when), when);
    }
  });
});
