import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { at, type Connection, connect, type Seen } from '../../src/test/strava-app.ts';
import { exampleSimulation } from '../recordings/example-simulation.ts';
import { enduranceRide, steadyRun } from '../recordings/plan-session.ts';
import { simulateActivity } from '../recordings/simulate-activity.ts';
import type { StravaActivity } from './activity.ts';
import { type StravaSandbox, startStrava } from './start-strava.ts';

const clock = { now: () => new Date('2026-11-20T10:00:00Z') };

function ids({ body }: Seen): unknown[] {
  assert.ok(Array.isArray(body));
  return body.map((activity) => at(activity, 'id'));
}

describe('reading', () => {
  let strava: StravaSandbox;
  let athlete_id: number;
  let all: Connection;
  let open: Connection;
  let bare: Connection;
  before(async () => {
    strava = await startStrava({ clock });
    athlete_id = strava.addAthlete({
      timezone: 'America/Denver',
      device_name: 'Garmin Forerunner 965',
      privacy_zone_m: 200,
    }).id;
    all = await connect(strava, athlete_id);
    open = await connect(strava, athlete_id, 'activity:read');
    bare = await connect(strava, athlete_id, 'read');
  });
  after(() => strava.stop());

  const assertMissing = ({ status, body }: Seen, field: string): void => {
    assert.equal(status, 401);
    assert.deepEqual(body, {
      message: 'Authorization Error',
      errors: [{ resource: 'AccessToken', field: `${field}_permission`, code: 'missing' }],
    });
  };

  test('each call wants its scope, and a token at all', async () => {
    const { id } = strava.addActivity(athlete_id);
    const calls = ['/athlete/activities', '', '/streams?keys=time', '/laps', '/zones'].map((path) =>
      path.startsWith('/athlete') ? path : `/activities/${id}${path}`,
    );
    for (const path of calls) {
      assertMissing(await bare.get(path), 'activity:read');
      for (const { get } of [open, all]) assert.equal((await get(path)).status, 200, path);
    }
    assertMissing(await open.get('/athlete/zones'), 'profile:read_all');
    assert.equal(at(await all.get('/athlete/zones'), 'body', 'heart_rate', 'zones', 4, 'max'), -1);
    assert.equal(at(await bare.get('/athlete'), 'body', 'resource_state'), 2);
    assert.equal(at(await all.get('/athlete'), 'body', 'resource_state'), 3);
    assert.ok(
      Number(at(await bare.get(`/athletes/${athlete_id}/stats`), 'body', 'all_run_totals', 'count')) > 0,
    );
    assert.equal((await bare.get(`/athletes/${athlete_id + 1}/stats`)).status, 403);
    for (const authorization of ['', 'Bearer', 'Bearer nonsense', 'Basic abc', `Token ${all.access_token}`]) {
      const response = await fetch(`${strava.url}/api/v3/athlete`, { headers: { authorization } });
      assert.equal(response.status, 401, authorization);
    }
    assert.equal((await all.get('/nowhere')).status, 404);
    strava.deleteActivity(id);
  });

  test('a list has its order, its pages and its borders', async () => {
    const hour = (hours: number): Date => new Date(Date.UTC(2026, 9, 1, hours));
    const other = strava.addAthlete().id;
    const { get } = await connect(strava, other);
    const added = [3, 1, 2, 5, 4].map(
      (hours) =>
        strava.addActivity(other, { start: hour(hours), manual: { distance_m: 1, duration_s: 1 } }).id,
    );
    const [three, one, two, five, four] = added;
    const epoch = (hours: number): number => hour(hours).getTime() / 1_000;
    const lists: [string, unknown[]][] = [
      ['', [five, four, three, two, one]],
      ['?per_page=2', [five, four]],
      ['?per_page=2&page=3', [one]],
      ['?per_page=2&page=4', []],
      [`?before=${epoch(3)}`, [two, one]],
      [`?after=${epoch(3)}`, [four, five]],
      [`?after=${epoch(1)}&before=${epoch(5)}&per_page=200`, [two, three, four]],
    ];
    for (const [query, expected] of lists)
      assert.deepEqual(ids(await get(`/athlete/activities${query}`)), expected, query);
    for (const query of ['per_page=201', 'per_page=0', 'page=0', 'page=x', 'before=yesterday', 'after=-1'])
      assert.equal((await get(`/athlete/activities?${query}`)).status, 400, query);
  });

  test('Only You is seen by one scope alone, and what is not seen is not found', async () => {
    strava.addActivity(athlete_id);
    const { id } = strava.addActivity(athlete_id, { visibility: 'only_me' });
    const followers = strava.addActivity(athlete_id, { visibility: 'followers_only' });
    assert.ok(ids(await all.get('/athlete/activities')).includes(id));
    const listed = ids(await open.get('/athlete/activities'));
    assert.ok(!listed.includes(id) && listed.includes(followers.id));
    assert.deepEqual(ids(await open.get('/athlete/activities?per_page=2&page=1')), listed.slice(0, 2));
    assert.equal(
      ids(await open.get('/athlete/activities?per_page=1&page=2'))[0],
      listed[1],
      'pages are full',
    );
    const seen = await all.get(`/activities/${id}`);
    assert.deepEqual([at(seen.body, 'private'), at(seen.body, 'visibility')], [true, 'only_me']);
    strava.changeActivity(id, { hidden_stats: ['heart_rate'] });
    const stats = at(await all.get(`/activities/${id}`), 'body', 'stats_visibility');
    assert.deepEqual(at(stats, 0), { type: 'heart_rate', visibility: 'only_me' });
    assert.deepEqual(at(stats, 1), { type: 'pace', visibility: 'everyone' });
    const strangers = strava.addActivity(strava.addAthlete().id).id;
    for (const path of [
      `/${id}`,
      `/${id}/streams?keys=time`,
      `/${id}/laps`,
      `/${id}/zones`,
      `/${strangers}`,
      '/x',
    ]) {
      const { status, body } = await open.get(`/activities${path}`);
      assert.equal(status, 404, path);
      assert.equal(at(body, 'message'), 'Record Not Found');
    }
    assert.equal((await all.get(`/activities/${strangers}`)).status, 404);
  });

  test('local time is written with a Z, the zone with its offset in winter', async () => {
    const start = new Date('2026-07-02T02:30:05Z');
    const { id } = strava.addActivity(athlete_id, { start, session: steadyRun(2_000) });
    const shown = at(await all.get(`/activities/${id}`), 'body');
    const times = ['start_date', 'start_date_local', 'timezone', 'utc_offset'].map((name) => at(shown, name));
    assert.deepEqual(times, [
      '2026-07-02T02:30:05Z',
      '2026-07-01T20:30:05Z',
      '(GMT-07:00) America/Denver',
      -21_600,
    ]);
    strava.changeActivity(id, { start_hidden: true });
    for (const path of [`/activities/${id}`, '/athlete/activities?per_page=200']) {
      const { body } = await all.get(path);
      const one = Array.isArray(body) ? body.find((activity) => at(activity, 'id') === id) : body;
      assert.equal(at(one, 'start_date'), '2026-07-01T00:00:01Z', 'the day that it was there');
      assert.equal(at(one, 'start_date_local'), '2026-07-01T00:00:01Z');
    }
    const { body: laps } = await all.get(`/activities/${id}/laps`);
    assert.equal(at(laps, 0, 'start_date'), '2026-07-01T00:00:01Z', 'no lap gives the start away');
  });

  test('a run has laps, splits, best efforts and streams that agree with each other', async () => {
    const { id } = strava.addActivity(athlete_id, { session: steadyRun(5_400), name: 'Five and a bit' });
    const { body } = await all.get(`/activities/${id}`);
    const sum = (part: string, of: string): number =>
      (at(body, part) as unknown[]).reduce((total: number, one) => total + Number(at(one, of)), 0);
    const distance = Number(at(body, 'distance'));
    for (const part of ['laps', 'splits_metric', 'splits_standard'])
      assert.ok(Math.abs(sum(part, 'distance') - distance) < 1, part);
    assert.ok(Math.abs(sum('laps', 'moving_time') - Number(at(body, 'moving_time'))) <= 6);
    assert.deepEqual(at(body, 'laps'), at(await all.get(`/activities/${id}/laps`), 'body'));
    const efforts = at(body, 'best_efforts') as unknown[];
    assert.ok(efforts.some((effort) => at(effort, 'name') === '5K'));
    assert.match(String(at(body, 'external_id')), /^garmin_ping_\d{12}$/);
    assert.ok(Number(at(body, 'average_cadence')) < 100, 'one leg is counted');

    const keys = 'time,latlng,altitude,velocity_smooth,heartrate,cadence,watts,temp,moving,grade_smooth';
    const path = `/activities/${id}/streams?keys=${keys}`;
    const { body: streams } = await all.get(`${path}&key_by_type=true`);
    const types = Object.keys(Object(streams));
    assert.ok(
      types.includes('distance') && !types.includes('watts'),
      'distance comes unasked, power has no sensor',
    );
    const lengths = new Set(types.map((type) => at(streams, type, 'data', 'length')));
    assert.equal(lengths.size, 1);
    assert.equal(at(streams, 'time', 'original_size'), [...lengths][0]);
    const { body: list } = await all.get(path);
    assert.deepEqual(
      list,
      Object.entries(Object(streams)).map(([type, stream]) => ({ type, ...Object(stream) })),
    );
    for (const query of ['', '?keys=', '?keys=time,mood'])
      assert.equal((await all.get(`/activities/${id}/streams${query}`)).status, 400, query);
    const { body: zones } = await all.get(`/activities/${id}/zones`);
    const seconds = (at(zones, 0, 'distribution_buckets') as unknown[]).map((bucket) =>
      Number(at(bucket, 'time')),
    );
    const total = seconds.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(total - Number(at(body, 'moving_time'))) < 30, 'zones add up to the time on the way');
  });

  test('the ends near home are for tokens that read all', async () => {
    const { id } = strava.addActivity(athlete_id, { session: steadyRun(3_000) });
    const streams = `/activities/${id}/streams?keys=latlng,time&key_by_type=true`;
    const [whole, part] = await Promise.all([all.get(streams), open.get(streams)]);
    const size = ({ body }: Seen): number => Number(at(body, 'latlng', 'data', 'length'));
    assert.ok(size(part) < size(whole) && size(part) > 0);
    const near = JSON.stringify(at(whole.body, 'latlng', 'data', 0));
    assert.ok(!JSON.stringify(part.body).includes(near));
    for (const path of [`/activities/${id}`, '/athlete/activities']) {
      const [full, less] = [(await all.get(path)).body, (await open.get(path)).body];
      const [a, b] = [full, less].map((body) => (Array.isArray(body) ? body[0] : body));
      assert.equal(JSON.stringify(at(a, 'start_latlng')), near, path);
      assert.notEqual(JSON.stringify(at(b, 'start_latlng')), near, path);
      assert.notEqual(at(a, 'map', 'summary_polyline'), at(b, 'map', 'summary_polyline'));
    }
  });

  test('what was entered by hand has no samples; a sport that nobody knows is called Workout as well', async () => {
    const manual = { distance_m: 6_000, duration_s: 1_980 };
    const { id } = strava.addActivity(athlete_id, { manual, name: 'Treadmill by hand' });
    const { body } = await all.get(`/activities/${id}`);
    for (const [name, value] of Object.entries({
      manual: true,
      external_id: null,
      upload_id: null,
      distance: 6_000,
    }))
      assert.equal(at(body, name), value, name);
    assert.equal((await all.get(`/activities/${id}/streams?keys=time`)).status, 404);
    assert.deepEqual(at(await all.get(`/activities/${id}/zones`), 'body'), []);
    for (const [sport_type, type] of [
      ['Orienteering', 'Workout'],
      ['TrailRun', 'Run'],
      ['GravelRide', 'Ride'],
    ]) {
      const added = strava.addActivity(athlete_id, { sport_type: String(sport_type), resolution_s: 10 });
      const seen = await all.get(`/activities/${added.id}`);
      assert.deepEqual([at(seen.body, 'sport_type'), at(seen.body, 'type')], [sport_type, type]);
    }
  });

  test('a recording goes in as it is, as it may go to other platforms', async () => {
    const recording = simulateActivity(exampleSimulation(enduranceRide(8_000)));
    const { id } = strava.addActivity(athlete_id, { recording, name: 'The same ride' });
    const { body } = await all.get(`/activities/${id}`);
    assert.equal(at(body, 'start_date'), '2026-03-28T07:30:00Z');
    assert.equal(at(body, 'elapsed_time'), recording.duration_s);
    assert.equal(at(body, 'device_name'), 'Garmin Forerunner 945');
    assert.ok(Number(at(body, 'average_watts')) > 50);
  });

  test('a season is the same each time, and has some of everything', async () => {
    const [past, twin] = await Promise.all([season(), season()]);
    assert.equal(past.length, 48);
    assert.equal(JSON.stringify(past), JSON.stringify(twin));
    assert.ok(past.every(({ start }, index) => start > (past[index - 1]?.start ?? new Date(0))));
    assert.ok(past.some(({ visibility }) => visibility === 'only_me'));
    assert.ok(past.some(({ start_hidden }) => start_hidden));
    assert.ok(past.some(({ recording }) => recording === null));
    assert.ok(past.some(({ sport_type }) => sport_type === 'Orienteering'));
    assert.ok(new Set(past.map(({ sport_type }) => sport_type)).size > 5);
  });

  test('switches: 403, short pages, another order, no distance unasked', async () => {
    const ways = {
      missing_scope_status: 403,
      short_pages: true,
      after_is_oldest_first: false,
      always_sends_distance: false,
    } as const;
    const other = await startStrava({ clock, ways });
    try {
      const id = other.addAthlete().id;
      assert.equal((await (await connect(other, id, 'read')).get('/athlete/activities')).status, 403);
      const { get } = await connect(other, id, 'activity:read');
      const manual = { distance_m: 1, duration_s: 1 };
      for (const visibility of ['everyone', 'only_me', 'everyone'] as const)
        other.addActivity(id, {
          visibility,
          manual,
          start: new Date(2026, 1, other.activitiesOf(id).length + 1),
        });
      const [first, , third] = other.activitiesOf(id).map((activity) => activity.id);
      assert.deepEqual(ids(await get('/athlete/activities?after=1')), [third, first]);
      assert.deepEqual(ids(await get('/athlete/activities?page=1&per_page=2')), [third]);
      assert.deepEqual(ids(await get('/athlete/activities?page=2&per_page=1')), []);
      const { id: run } = other.addActivity(id, { resolution_s: 10 });
      const { body } = await get(`/activities/${run}/streams?keys=time&key_by_type=true`);
      assert.deepEqual(Object.keys(Object(body)), ['time']);
    } finally {
      await other.stop();
    }
  });
});

/** Eight weeks of the first athlete of a platform of their own. */
async function season(): Promise<readonly StravaActivity[]> {
  const fresh = await startStrava({ clock });
  try {
    return fresh.addSeason(fresh.addAthlete().id, { weeks: 8, per_week: 6, seed: 'a', resolution_s: 10 });
  } finally {
    await fresh.stop();
  }
}
