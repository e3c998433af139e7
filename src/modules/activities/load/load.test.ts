import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../../infra/db/sql.ts';
import { addDays } from '../../../shared/calendar.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { expectedList } from '../../../test/expected-activities.ts';
import { addMember, createOrganization, signUp, type TestUser } from '../../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../../test/harness.ts';
import { insertActivities } from '../../../test/insert-activities.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { pacesOfVdot } from '../../users/zones.ts';
import type { StoredActivity } from '../activity.ts';

const OWN = '/api/v1/athletes/me/load';

type Day = Readonly<Record<'load' | 'fitness' | 'fatigue' | 'form' | 'activities_without_load', number>> & {
  readonly date: string;
};
type Loaded = Pick<StoredActivity, 'start_time' | 'training_load'>;

const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;
const dayIn = (instant: Date, time_zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(instant);

/** The curve written out: each load of the day and the 210 days before counts by its age. */
function expectedDays(activities: readonly Loaded[], from: string, to: string, time_zone: string): Day[] {
  const loads = new Map<string, number[]>();
  const unknown = new Map<string, number>();
  for (const { start_time, training_load } of activities) {
    const day = dayIn(start_time, time_zone);
    if (training_load === null) unknown.set(day, (unknown.get(day) ?? 0) + 1);
    else loads.set(day, [...(loads.get(day) ?? []), training_load]);
  }
  const loadOf = (day: string): number => (loads.get(day) ?? []).reduce((sum, load) => sum + load, 0);
  const average = (day: string, days: number): number => {
    let sum = 0;
    for (let ago = 0, at = day; at >= addDays(from, -210); ago += 1, at = addDays(at, -1)) {
      sum += loadOf(at) * (1 - Math.exp(-1 / days)) * Math.exp(-ago / days);
    }
    return sum;
  };
  const days: Day[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const evening = addDays(date, -1);
    days.push({
      date,
      load: tenths(loadOf(date)),
      activities_without_load: unknown.get(date) ?? 0,
      fitness: tenths(average(date, 42)),
      fatigue: tenths(average(date, 7)),
      form: tenths(average(evening, 42) - average(evening, 7)),
    });
  }
  return days;
}

function sameDays(found: readonly Day[], expected: readonly Day[]): void {
  assert.deepEqual(
    found.map(({ date }) => date),
    expected.map(({ date }) => date),
  );
  for (const [index, day] of expected.entries()) {
    for (const [name, value] of Object.entries(day)) {
      const other = found[index]?.[name as keyof Day];
      if (typeof value === 'string') continue;
      assert.ok(
        typeof other === 'number' && Math.abs(other - value) < 0.11,
        `${day.date} ${name}: ${other}, not ${value}`,
      );
    }
  }
}

describe('fitness, fatigue and form', () => {
  let server: TestServer;
  let today: string;
  before(async () => {
    server = await testServer();
    today = server.clock.now().toISOString().slice(0, 10);
  });

  const read = async ({ token }: TestUser, query = '', path = OWN): Promise<TestResponse> =>
    await server.request('GET', `${path}${query}`, { token });
  const pathOf = (org_id: string, { user_id }: TestUser): string =>
    `/api/v1/organizations/${org_id}/athletes/${user_id}/load`;
  const at = (day: string, time: string): Date => new Date(`${day}T${time}Z`);
  const plant = async ({ user_id }: TestUser, ...some: Partial<StoredActivity>[]): Promise<void> =>
    await insertActivities(
      server.deps.db,
      some.map((one) => makeActivity(user_id, one)),
    );
  const change = async ({ user_id, token }: TestUser, body: object): Promise<void> => {
    assert.equal((await server.request('PUT', `/api/v1/users/${user_id}`, { token, body })).status, 200);
  };

  test('an upload of somebody whose stored VDOT lacks paces is taken, with the load that the VDOT tells', async () => {
    const loads = [];
    for (const paces of [{}, pacesOfVdot(45)]) {
      const user = await signUp(server);
      await server.deps.db.execute(sql`
        UPDATE users SET zones = ${JSON.stringify({ vdot: { method: 'value', value: 45, paces } })} WHERE user_id = ${user.user_id}`);
      const uploaded = await server.request('POST', '/api/v1/activities', {
        token: user.token,
        body: {
          sport_type: 'run',
          start_time: new Date(server.clock.now().getTime() - DAY_MS).toISOString(),
          duration_s: 2_640,
          distance_m: 10_000,
        },
      });
      assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
      const profile = await server.request('GET', `/api/v1/users/${user.user_id}`, { token: user.token });
      assert.equal(profile.status, 200, JSON.stringify(profile.body));
      loads.push(uploaded.body.data.activity?.training_load ?? uploaded.body.data.training_load);
    }
    const [first, second] = loads;
    assert.ok(first > 0, String(first));
    assert.equal(first, second);
  });

  test('are those of the loads of each day, private workouts among them', async () => {
    const person = await signUp(server);
    const some: Partial<StoredActivity>[] = [
      { start_time: at(addDays(today, -100), '06:00:00'), training_load: 120 },
      { start_time: at(addDays(today, -3), '06:00:00'), training_load: 71.5, private: true },
      { start_time: at(addDays(today, -3), '18:00:00'), training_load: 30 },
      { start_time: at(addDays(today, -2), '18:00:00'), training_load: null, is_race: true },
    ];
    await plant(person, ...some);
    const { status, body } = await read(person);
    assert.equal(status, 200);
    assert.equal(body.data.time_zone, 'UTC');
    const expected = expectedDays(some as Loaded[], addDays(today, -89), today, 'UTC');
    sameDays(body.data.days, expected);
    const [third, second] = body.data.days.slice(-4);
    assert.deepEqual([third.load, second.load, second.activities_without_load], [101.5, 0, 1]);
    assert.ok(body.data.days[0].fitness > 2);
  });

  test('count what was done up to 210 days before the first day, and nothing older', async () => {
    const person = await signUp(server);
    const day = addDays(today, -20);
    await plant(person, { start_time: at(addDays(day, -210), '00:00:00'), training_load: 100_000 });
    const first = async (from: string) => (await read(person, `?from=${from}&to=${day}`)).body.data.days[0];
    assert.ok((await first(day)).fitness > 10);
    await plant(person, { start_time: at(addDays(day, -211), '23:59:59.999'), training_load: 1e9 });
    assert.ok((await first(day)).fitness < 100);
  });

  test('begin each day at midnight where the athlete lives, also when clocks change', async () => {
    const person = await signUp(server);
    await change(person, { preferences: { timezone: 'America/New_York' } });
    // In 2025 clocks changed on March 9 and November 2: days of 23 and 25 hours.
    const some = [
      '2025-03-09T04:59:59.999',
      '2025-03-09T05:00:00',
      '2025-03-10T03:59:59',
      '2025-03-10T04:00:00',
      '2025-11-02T03:59:59',
      '2025-11-02T04:00:00',
      '2025-11-03T04:59:59',
      '2025-11-03T05:00:00',
    ].map((text, index) => ({ start_time: new Date(`${text}Z`), training_load: 10 ** (index % 4) }));
    await plant(person, ...some);
    for (const [from, to] of [
      ['2025-03-08', '2025-03-10'],
      ['2025-11-01', '2025-11-03'],
    ] as const) {
      const { data } = (await read(person, `?from=${from}&to=${to}`)).body;
      assert.deepEqual(
        [data.time_zone, data.days.map(({ load }: Day) => load)],
        ['America/New_York', [1, 110, 1_000]],
      );
      sameDays(data.days, expectedDays(some, from, to, 'America/New_York'));
    }
  });

  test('are of the days asked for, up to today', async () => {
    const person = await signUp(server);
    const datesOf = async (query: string): Promise<string[]> => {
      const { status, body } = await read(person, query);
      assert.equal(status, 200, JSON.stringify(body));
      return body.data.days.map(({ date }: Day) => date);
    };
    const ends = (dates: readonly string[]) => [dates.length, dates[0], dates.at(-1)];
    assert.deepEqual(ends(await datesOf('')), [90, addDays(today, -89), today]);
    assert.deepEqual(ends(await datesOf('?from=2026-01-31')), [
      (Date.parse(today) - Date.parse('2026-01-31')) / DAY_MS + 1,
      '2026-01-31',
      today,
    ]);
    assert.deepEqual(ends(await datesOf('?to=2026-02-28')), [90, '2025-12-01', '2026-02-28']);
    assert.deepEqual(ends(await datesOf('?from=2023-12-31&to=2024-12-30')), [
      366,
      '2023-12-31',
      '2024-12-30',
    ]);
    assert.deepEqual(await datesOf('?from=1970-01-01&to=1970-01-01'), ['1970-01-01']);
    // Future days are not shown.
    assert.deepEqual(ends(await datesOf(`?from=${today}&to=${addDays(today, 40)}`)), [1, today, today]);
    assert.deepEqual(await datesOf(`?from=${addDays(today, 1)}`), []);
    assert.deepEqual(await datesOf('?from=9999-12-31&to=9999-12-31'), []);
  });

  test('are not of days that no calendar has, in the wrong order, or too many', async () => {
    const person = await signUp(server);
    for (const query of [
      '?from=2026-02-30',
      '?to=2026-13-01',
      '?from=yesterday',
      '?from=1969-12-31',
      '?from=2026-7-1',
      '?from=2026-03-02&to=2026-03-01',
      '?from=2024-01-01&to=2025-01-01',
      '?from=2026-03-01T00:00:00Z',
      '?from=',
    ]) {
      const { status, body } = await read(person, query);
      assert.deepEqual([status, body.code], [400, 'validation_error'], query);
    }
    assert.equal((await server.request('GET', OWN)).status, 401);
  });

  test('show a coach nothing of what they may not see', async () => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    const shown: Partial<StoredActivity> = { start_time: at(today, '00:00:00'), training_load: 50 };
    await plant(
      athlete,
      shown,
      { start_time: at(today, '00:00:00'), training_load: 1_000, private: true },
      { start_time: at(addDays(today, -1), '05:00:00'), training_load: null, private: true },
    );
    const path = pathOf(club.org_id, athlete);
    const seen = async () => (await read(club.coach, '', path)).body.data;
    const found = await seen();
    sameDays(found.days, expectedDays([shown as Loaded], addDays(today, -89), today, 'UTC'));
    assert.deepEqual(found.privacy_filtered, []);
    const own = (await read(athlete)).body.data.days.at(-1);
    assert.deepEqual([own.load, found.days.at(-1).load], [1_050, 50]);

    await change(athlete, { privacy: { share_activity_with_coach: false } });
    assert.deepEqual(await seen(), { time_zone: 'UTC', days: [], privacy_filtered: ['days'] });
    // A load by pace, with distance and time, reveals the threshold pace.
    await change(athlete, { privacy: { share_activity_with_coach: true, share_pace_data: false } });
    assert.deepEqual(await seen(), { time_zone: 'UTC', days: [], privacy_filtered: ['days'] });
    assert.equal((await read(athlete)).body.data.days.at(-1).load, 1_050);
  });

  test('are for coaches of that organization, and of its members whose account is active', async () => {
    const [club, other] = await Promise.all([createOrganization(server), createOrganization(server)]);
    const [athlete, stranger] = [await addMember(server, club), await signUp(server)];
    const path = pathOf(club.org_id, athlete);
    const statusFor = async (who: TestUser, of = path): Promise<number> => (await read(who, '', of)).status;
    assert.deepEqual(
      [await statusFor(club.coach), await statusFor(athlete), await statusFor(other.coach)],
      [200, 403, 404],
    );
    assert.equal(await statusFor(club.coach, pathOf(club.org_id, stranger)), 404);
    assert.equal(await statusFor(other.coach, pathOf(other.org_id, athlete)), 404);
    const { db } = server.deps;
    await db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${athlete.user_id}`);
    assert.equal(await statusFor(club.coach), 404);
  });

  test('are what a plain loop makes of what the specification lets a coach see', async (t) => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    const from = addDays(today, -30);
    const anyOne = fc.record({
      days_ago: fc.oneof(fc.integer({ min: 0, max: 31 }), fc.integer({ min: 200, max: 245 })),
      second: fc.integer({ min: 0, max: 86_399 }),
      training_load: fc.option(fc.integer({ min: 0, max: 2_000 }), { freq: 4 }),
      private: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
      is_race: fc.integer({ min: 0, max: 2 }).map((one) => one === 0),
      source: fc.constantFrom('garmin' as const, 'strava' as const, 'upload' as const),
    });
    const example = fc.record({
      some: fc.array(anyOne, { maxLength: 25 }),
      share_race_history: fc.boolean(),
      timezone: fc.constantFrom('UTC', 'Asia/Taipei', 'America/Los_Angeles', 'Pacific/Kiritimati'),
    });
    await checkProperty(t, chosenRuns(12), {
      any: example,
      story: (one) => JSON.stringify(one),
      check: async ({ some, share_race_history, timezone }) => {
        const { user_id } = athlete;
        await server.deps.db.execute(sql`DELETE FROM activities WHERE user_id = ${user_id}`);
        await change(athlete, { privacy: { share_race_history }, preferences: { timezone } });
        const activities = some.map(({ days_ago, second, ...one }) =>
          makeActivity(user_id, {
            ...one,
            start_time: new Date(at(addDays(today, -days_ago), '00:00:00').getTime() + second * 1_000),
          }),
        );
        await insertActivities(server.deps.db, activities);
        const shown = expectedList(
          activities,
          { share_activity_with_coach: true, share_pace_data: true, share_race_history },
          'api',
        );
        const loaded = shown.map(({ start_time, training_load }) => ({
          start_time: new Date(String(start_time)),
          training_load: training_load as number | null,
        }));
        const last = dayIn(server.clock.now(), timezone);
        const { body } = await read(
          club.coach,
          `?from=${from}&to=${addDays(today, 2)}`,
          pathOf(club.org_id, athlete),
        );
        sameDays(body.data.days, expectedDays(loaded, from, last, timezone));
      },
    });
  });
});
