import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../../infra/db/sql.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import { signUp, type TestUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/harness.ts';
import { takeOut } from '../../../../test/personal-archive.ts';

describe('what a phone sends', () => {
  let server: TestServer;
  let morning: number;
  before(async () => {
    server = await testServer();
    morning = Math.floor(server.clock.now().getTime() / DAY_MS) * DAY_MS - 2 * DAY_MS + 6 * 60 * MINUTE_MS;
  });
  const at = (seconds: number): string => new Date(morning + seconds * SECOND_MS).toISOString();
  const day = (): string => at(0).slice(0, 10);
  const run = (fields: object = {}) => ({
    workout_type: 'HKWorkoutActivityTypeRunning',
    start_date: at(0),
    end_date: at(3_000),
    total_distance: 10_018.2,
    total_energy_burned: 638,
    ...fields,
  });
  const send = async ({ token }: TestUser, body: unknown) =>
    await server.request('POST', '/api/v1/apple-health/sync', { token, body });
  const sent = async (user: TestUser, body: unknown): Promise<number> => {
    const answer = await send(user, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.imported_workouts;
  };
  const activitiesOf = async ({ token }: TestUser) =>
    (await server.request('GET', '/api/v1/activities', { token })).body.data.activities;
  const daysOf = async ({ token }: TestUser) =>
    (await server.request('GET', '/api/v1/health/daily', { token })).body.data.days;
  const beats = (from: number, count: number, value: number) =>
    Array.from({ length: count }, (_, index) => ({
      date: at(from + index * 5),
      value: value + 2 * (index % 2),
    }));

  test('becomes activities, once however often it is sent', async () => {
    const athlete = await signUp(server);
    const body = {
      workouts: [
        run(),
        run({ workout_type: 'yoga', start_date: at(7_200), end_date: at(9_000), total_distance: 0 }),
      ],
      heart_rate_samples: [],
      hrv_samples: [],
      sync_date: at(10_000),
    };
    const first = await send(athlete, body);
    assert.deepEqual(first.body, { status: 'ok', message: '2 workouts are new.', imported_workouts: 2 });
    assert.equal(await sent(athlete, body), 0);
    assert.equal(await sent(athlete, { workouts: [run({ workout_type: 'Outdoor Run' })] }), 0);
    const activities = await activitiesOf(athlete);
    assert.deepEqual(
      activities.map((one: Record<string, unknown>) => [
        one.source,
        one.sport_type,
        one.start_time,
        one.duration_s,
        one.distance_m,
        one.calories_kcal,
        one.private,
      ]),
      [
        ['apple_health', 'yoga', at(7_200), 1_800, null, 638, false],
        ['apple_health', 'run', at(0), 3_000, 10_018.2, 638, false],
      ],
    );
  });

  test('is refused where more are said to have begun on a day than anybody can do', async () => {
    const athlete = await signUp(server);
    const many = (count: number) => Array.from({ length: count }, (_, index) => run({ uuid: `w-${index}` }));
    const answer = await send(athlete, { workouts: many(101) });
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation_error']);
    assert.match(answer.body.error, /^workouts\.0.*100 workouts that began on /);
    assert.equal(await sent(athlete, { workouts: many(100) }), 100);
    assert.equal(await sent(athlete, { workouts: [...many(100), ...many(100)] }), 0);
  });

  test('is one of two that are twice in a body, and of two syncs at once', async () => {
    const athlete = await signUp(server);
    const body = {
      workouts: [run(), run()],
      heart_rate_samples: [...beats(0, 20, 150), ...beats(0, 20, 150)],
    };
    const counts = await Promise.all([sent(athlete, body), sent(athlete, body)]);
    assert.deepEqual(counts.toSorted(), [0, 1]);
    assert.equal((await activitiesOf(athlete)).length, 1);
  });

  test('connects the phone, and says when it last spoke', async () => {
    const athlete = await signUp(server);
    await sent(athlete, { hrv_samples: [] });
    const isConnected = async (): Promise<boolean> => {
      const { token } = athlete;
      const profile = await server.request('GET', `/api/v1/users/${athlete.user_id}`, { token });
      return profile.body.data.integrations.apple_health.connected;
    };
    assert.equal(await isConnected(), true);
    const { rows } = await server.deps.db.executeSql(
      'SELECT provider, sealed_credentials, last_sync_at IS NOT NULL AS spoke FROM platform_connections WHERE user_id = $1',
      [athlete.user_id],
    );
    assert.deepEqual(rows, [{ provider: 'apple_health', sealed_credentials: null, spoke: true }]);
    const path = `/api/v1/users/${athlete.user_id}`;
    const off = { integrations: { apple_health: { connected: false } } };
    await server.request('PUT', path, { token: athlete.token, body: off });
    await sent(athlete, { hrv_samples: [] });
    assert.equal(await isConnected(), false, 'what the athlete says stays');
  });

  test('samples of the heart make the day, and the heart rate of a workout, whenever they came', async () => {
    const athlete = await signUp(server);
    await sent(athlete, {
      heart_rate_samples: beats(0, 601, 150),
      hrv_samples: [{ date: at(-3_600), value: 58.26 }],
    });
    await sent(athlete, {
      heart_rate_samples: [...beats(0, 601, 150), { date: at(7_200), value: 50 }],
      hrv_samples: [
        { date: at(-3_600), value: 58.26 },
        { date: at(-3_000), value: 60.26 },
      ],
      workouts: [run()],
    });
    const [activity] = await activitiesOf(athlete);
    assert.deepEqual([activity.average_heart_rate_bpm, activity.max_heart_rate_bpm], [151, 152]);
    const streams = await server.request('GET', `/api/v1/activities/${activity.id}/streams`, {
      token: athlete.token,
    });
    assert.equal(streams.body.data.streams.heart_rate_bpm.length, 601);
    const [today] = await daysOf(athlete);
    assert.equal(today.day, day());
    // Five spans of ten minutes at 151, the last sample of the run at 150, and one at 50.
    assert.deepEqual(today.heart_rate, { resting_bpm: null, min_bpm: 50, max_bpm: 152, average_bpm: 136 });
    assert.deepEqual(today.hrv, { rmssd_ms: null, highest_5_min_rmssd_ms: null, sdnn_ms: 59.3 });
    assert.equal(await sent(athlete, { workouts: [run()] }), 0);
    const again = await server.request('GET', `/api/v1/activities/${activity.id}/streams`, {
      token: athlete.token,
    });
    assert.deepEqual(again.body, streams.body);
  });

  test('falls on days of the zone that the athlete has set', async () => {
    const athlete = await signUp(server);
    const preferences = { timezone: 'Pacific/Auckland' };
    const path = `/api/v1/users/${athlete.user_id}`;
    await server.request('PUT', path, { token: athlete.token, body: { preferences } });
    await sent(athlete, { heart_rate_samples: [{ date: at(6 * 3_600), value: 60 }] });
    const [only] = await daysOf(athlete);
    assert.equal(only.day, new Date(morning + DAY_MS).toISOString().slice(0, 10));
  });

  test('may be a body of Health Auto Export or of an SDK; a resting heart rate stays beside what samples say', async () => {
    const athlete = await signUp(server);
    const date = `${day()} 08:00:00 +0000`;
    const metrics = [
      { name: 'resting_heart_rate', units: 'count/min', data: [{ date, qty: 48 }] },
      { name: 'heart_rate', units: 'bpm', data: [{ date, Min: 60, Avg: 70.4, Max: 90 }] },
    ];
    const workouts = [
      {
        id: '7E0C2C9A-5D0B-4C3E-9C1E-2A3B4C5D6E7F',
        name: 'Outdoor Run',
        start: at(0),
        end: at(3_000),
        distance: { qty: 5, units: 'mi' },
      },
    ];
    assert.equal(await sent(athlete, { data: { metrics, workouts } }), 1);
    const [activity] = await activitiesOf(athlete);
    assert.equal(activity.distance_m, 8_046.7);
    const [today] = await daysOf(athlete);
    assert.deepEqual(today.heart_rate, { resting_bpm: 48, min_bpm: 60, max_bpm: 90, average_bpm: 70 });
    const records = [
      {
        type: 'HKQuantityTypeIdentifierStepCount',
        unit: 'count',
        value: 9_000,
        startDate: at(0),
        endDate: at(60),
      },
    ];
    assert.equal(await sent(athlete, { data: { records } }), 0);
    assert.equal((await daysOf(athlete))[0].activity.steps, 9_000);
    assert.equal((await daysOf(athlete))[0].heart_rate.resting_bpm, 48);
  });

  test('is refused whole, by the name of what is wrong, and nothing of it is stored', async () => {
    const athlete = await signUp(server);
    const refused = async (body: unknown) => {
      const answer = await send(athlete, body);
      return `${answer.status} ${answer.body.error}`;
    };
    const samples = beats(0, 10, 150);
    const withRun = (fields: object) => ({ workouts: [run(), run(fields)], heart_rate_samples: samples });
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      [{}, /^400 workouts: is required/],
      [
        withRun({ start_date: at(0).replace('Z', '') }),
        /^400 workouts\.1\.start_date: must be a time with its offset/,
      ],
      [withRun({ start_date: '2026-02-30T00:00:00Z' }), /^400 workouts\.1\.start_date: is no moment/],
      [withRun({ start_date: '0001-01-01T00:00:00Z' }), /^400 workouts\.1\.start_date: must not be before/],
      [withRun({ end_date: '9999-12-31T00:00:00Z' }), /^400 workouts\.1\.end_date: lies in the future/],
      [withRun({ end_date: at(-1) }), /^400 workouts\.1\.end_date: must be after the start/],
      [withRun({ total_distance: 'NaN' }), /^400 workouts\.1\.total_distance: must be a number/],
      [withRun({ total_distance: -1 }), /^400 workouts\.1\.total_distance: must be a number/],
      [withRun({ total_distance: 9e15 }), /^400 workouts\.1\.total_distance: must be a number/],
      [withRun({ workout_type: '' }), /^400 workouts\.1\.workout_type: must not be empty/],
      [withRun({ workout_type: undefined }), /^400 workouts\.1\.workout_type: is required/],
      [
        { workouts: [run()], heart_rate_samples: [...samples, { date: at(0), value: 0 }] },
        /^400 heart_rate_samples\.10\.value: /,
      ],
      [
        { workouts: [run()], hrv_samples: [{ date: at(0).slice(0, 10), value: 58 }] },
        /^400 hrv_samples\.0\.date: must be a time with its offset/,
      ],
      [
        { workouts: [run()], data: { workouts: [{ name: 'Run' }] } },
        /^400 data\.workouts\.0\.start: is required/,
      ],
      [
        { workouts: Array.from({ length: 10_000 }, () => run()) },
        /^400 workouts: must have at most 1,000 items/,
      ],
      [[], /^400 body: a JSON object is required/],
    ];
    for (const [body, expected] of wrong) assert.match(await refused(body), expected);
    assert.deepEqual(await activitiesOf(athlete), []);
    assert.deepEqual(await daysOf(athlete), []);
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM health_samples WHERE user_id = ${athlete.user_id}`);
    assert.equal(count, 0);
    assert.equal((await server.request('POST', '/api/v1/apple-health/sync', { body: {} })).status, 401);
  });

  test('of more than a megabyte is taken, of more samples than there may be it is not', async () => {
    const athlete = await signUp(server);
    const many = Array.from({ length: 30_000 }, (_, index) => ({ date: at(-index), value: 60 }));
    assert.equal(await sent(athlete, { heart_rate_samples: many }), 0);
    assert.equal((await daysOf(athlete)).at(0).heart_rate.average_bpm, 60);
    const tooMany = Array.from({ length: 100_001 }, () => ({ date: at(0), value: 60 }));
    const answer = await send(athlete, { heart_rate_samples: tooMany });
    assert.deepEqual(
      [answer.status, answer.body.error],
      [400, 'heart_rate_samples: must have at most 100,000 items.'],
    );
  });

  test('leaves out copies of what a connected platform tells itself, and nothing else', async () => {
    const athlete = await signUp(server);
    const garmin = (fields: object = {}) => run({ source_bundle_id: 'com.garmin.connect.mobile', ...fields });
    const old = { start_date: at(-90 * 86_400), end_date: at(-90 * 86_400 + 3_000) };
    const later = { start_date: at(10_000), end_date: at(12_000), source_bundle_id: 'com.apple.health' };
    await server.deps.db.execute(sql`
      INSERT INTO platform_connections (user_id, provider, provider_user_id, scopes, connected_at)
      VALUES (${athlete.user_id}, 'garmin', ${athlete.user_id}, '{ACTIVITY_EXPORT,HISTORICAL_DATA_EXPORT}',
        ${server.clock.now()})`);
    await server.deps.db.execute(sql`
      INSERT INTO backfills (user_id, provider, provider_user_id, scopes, from_time, until_time, state, not_before, created_at, updated_at)
      SELECT user_id, provider, provider_user_id, scopes, connected_at - interval '2 months', connected_at, 'done',
        connected_at, connected_at, connected_at
      FROM platform_connections WHERE user_id = ${athlete.user_id} AND provider = 'garmin'`);
    const answer = await send(athlete, { workouts: [garmin(), garmin(old), run(later)] });
    assert.deepEqual(answer.body, {
      status: 'ok',
      message: '2 workouts are new. 1 is a copy of what a connected platform tells itself.',
      imported_workouts: 2,
    });
    await server.deps.db.execute(sql`
      UPDATE platform_connections SET token_expired_at = ${server.clock.now()}
      WHERE user_id = ${athlete.user_id} AND provider = 'garmin'`);
    assert.equal(await sent(athlete, { workouts: [garmin()] }), 1, 'a connection that is lost tells nothing');
  });

  test('is the athlete’s to take along, and goes with them', async () => {
    const athlete = await signUp(server);
    await sent(athlete, {
      heart_rate_samples: [{ date: at(0), value: 61, source_bundle_id: 'com.apple.health' }],
    });
    const { records } = await takeOut(server, athlete);
    assert.deepEqual(records('health_samples.json'), [
      {
        kind: 'heart_rate_bpm',
        taken_at: at(0),
        origin: 'com.apple.health',
        value: 61,
        lowest: null,
        highest: null,
        day: day(),
      },
    ]);
    const [kept] = records('health_days.json') as { day: string; source: string }[];
    assert.deepEqual([kept?.day, kept?.source], [day(), 'apple_health']);
    const gone = await server.request('DELETE', '/api/v1/users/me', {
      token: athlete.token,
      body: { password: athlete.password },
    });
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT (SELECT count(*) FROM health_samples WHERE user_id = ${athlete.user_id})::int
        + (SELECT count(*) FROM health_days WHERE user_id = ${athlete.user_id})::int AS count`);
    assert.equal(count, 0);
  });
});
