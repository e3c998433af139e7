import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { addDays } from '../../shared/calendar.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/time.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';

type Fields = Parameters<typeof makeActivity>[1];

describe('the calendar of races', () => {
  let server: TestServer;
  let today: string;
  before(async () => {
    server = await testServer();
    today = server.clock.now().toISOString().slice(0, 10);
  });
  const day = (days: number): string => addDays(today, days);
  const api = (method: string, path: string, { token }: { token: string }, body?: unknown, headers = {}) =>
    server.request(method, `/api/v1${path}`, { token, headers, ...(body === undefined ? {} : { body }) });
  async function put(user: TestUser, body: object) {
    const answer = await api('POST', '/races', user, { name: 'Harbour Ten', ...body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data.race;
  }
  async function ran(user: TestUser, days: number, fields: Fields = {}): Promise<string> {
    const start_time = new Date(server.clock.now().getTime() + days * DAY_MS);
    const usual = { sport_type: 'run', source: 'upload', private: false, is_race: false } as const;
    const activity = makeActivity(user.user_id, { ...usual, external_id: null, start_time, ...fields });
    await server.deps.db.transaction((tx) => insertActivities(tx, [activity]));
    return activity.id;
  }
  const effort = (distance_m: number, duration_s: number) => ({
    best_efforts: [{ name: 'standard', distance_m, duration_s, start_offset_s: 0 }],
  });
  async function share(user: TestUser, privacy: Readonly<Record<string, boolean>>): Promise<void> {
    assert.equal((await api('PUT', `/users/${user.user_id}`, user, { privacy })).status, 200);
  }
  const ofAthlete = (club: TestOrganization, { user_id }: TestUser, what = '', by = club.coach) =>
    api('GET', `/organizations/${club.org_id}/athletes/${user_id}/races${what}`, by);
  const idsOf = (answer: { body: { data: { races: { id: string }[] } } }) =>
    answer.body.data.races.map(({ id }) => id);

  test('races are put down by event or distance, changed and deleted by their athlete alone', async () => {
    const [athlete, other] = [await signUp(server), await signUp(server)];
    const race = await put(athlete, {
      date: day(60),
      event: 'half_marathon',
      priority: 'a',
      target_time_s: 6_300,
    });
    assert.deepEqual(
      { ...race, id: '', created_at: '', updated_at: '' },
      {
        id: '',
        date: day(60),
        name: 'Harbour Ten',
        event: 'half_marathon',
        distance_m: 21_097.5,
        priority: 'a',
        target_time_s: 6_300,
        result: null,
        activity_id: null,
        created_at: '',
        updated_at: '',
      },
    );
    const at = `/races/${race.id}`;
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      assert.equal((await api(method, at, other, body)).status, 404, method);
    assert.equal((await api('GET', `${at}/suggestions`, other)).status, 404);
    const changed = await api('PATCH', at, athlete, { distance_m: 12_345, target_time_s: null });
    const { event, distance_m, target_time_s, name } = changed.body.data.race;
    assert.deepEqual([event, distance_m, target_time_s, name], [null, 12_345, null, 'Harbour Ten']);
    assert.equal((await api('DELETE', at, athlete)).status, 200);
    assert.equal((await api('GET', at, athlete)).status, 404);
    assert.equal((await api('GET', '/races', { token: '' })).status, 401);
  });

  test('what makes no sense is refused with what to change', async () => {
    const athlete = await signUp(server);
    const refused = async (body: object) => {
      const answer = await api('POST', '/races', athlete, { name: 'Ten', date: day(9), ...body });
      return [answer.status, answer.body.error];
    };
    assert.deepEqual(await refused({}), [400, 'distance_m: is required, or event.']);
    assert.deepEqual(await refused({ event: '10k', distance_m: 10_000 }), [
      400,
      'distance_m: must be left out with event.',
    ]);
    const ten = { event: '10k' };
    assert.deepEqual(await refused({ ...ten, name: '  ' }), [400, 'name: must not be blank.']);
    assert.deepEqual(await refused({ ...ten, date: '2026-02-30' }), [
      400,
      'date: is no day of any calendar.',
    ]);
    assert.match((await refused({ ...ten, date: '8888-01-01' }))[1], /must lie within 3660 days/);
    assert.match((await refused({ ...ten, target_time_s: 900 }))[1], /^target_time_s: must not be below/);
    assert.match((await refused({ ...ten, target_time_s: 90_000 }))[1], /^target_time_s: must not be above/);
    assert.match((await refused({ ...ten, result: { time_s: 2_700 } }))[1], /^result: must be left out/);
    const past = { ...ten, date: day(-9) };
    assert.match(
      (await refused({ ...past, result: { time_s: 900 } }))[1],
      /^result\.time_s: must not be below/,
    );
    assert.equal((await refused({ ...past, result: { place: 3 } }))[0], 400);
    assert.equal((await refused({ ...ten, priority: 'd' }))[0], 400);
    const hostile = '<b onclick=x>Ten</b> \u202e';
    assert.equal((await put(athlete, { ...past, name: hostile })).name, hostile.trim());
  });

  test('a race has an activity of its athlete’s own, no two have the same, and a race outlives it', async () => {
    const [athlete, other] = [await signUp(server), await signUp(server)];
    const [mine, theirs] = [await ran(athlete, -3), await ran(other, -3)];
    const race = await put(athlete, { date: day(-3), event: '10k', result: { time_s: 2_700, place: 4 } });
    const at = `/races/${race.id}`;
    const none = await api('PATCH', at, athlete, { activity_id: newId() });
    assert.equal(none.status, 404);
    assert.equal((await api('PATCH', at, athlete, { activity_id: theirs })).body.error, none.body.error);
    const linked = await api('PATCH', at, athlete, { activity_id: mine });
    assert.equal(linked.body.data.race.activity_id, mine);
    const both = await Promise.all(
      [1, 2].map(() =>
        api('POST', '/races', athlete, { name: 'Again', date: day(-3), event: '5k', activity_id: mine }),
      ),
    );
    assert.deepEqual(
      both.map(({ status }) => status),
      [409, 409],
    );
    await server.deps.db.execute(sql`DELETE FROM activities WHERE id = ${mine}`);
    const left = (await api('GET', at, athlete)).body.data.race;
    assert.deepEqual([left.activity_id, left.result], [null, { time_s: 2_700, place: 4, conditions: null }]);
  });

  test('activities are suggested by day, mark and distance, the likeliest first, and none is linked by itself', async () => {
    const athlete = await signUp(server);
    const race = await put(athlete, { date: day(-5), event: '10k' });
    await ran(athlete, -4, { distance_m: 10_000, is_race: true });
    await ran(athlete, -5, { distance_m: 3_000 });
    await ran(athlete, -5, { distance_m: 10_000, sport_type: 'ride' });
    const fitting = await ran(athlete, -5, { distance_m: 10_060 });
    const marked = await ran(athlete, -5, { distance_m: 4_000, is_race: true });
    const both = await ran(athlete, -5, { distance_m: 9_900, is_race: true, private: true });
    const { body } = await api('GET', `/races/${race.id}/suggestions`, athlete);
    assert.deepEqual(
      body.data.suggestions.map(
        (one: { activity_id: string; is_marked: boolean; is_of_distance: boolean }) => [
          one.activity_id,
          one.is_marked,
          one.is_of_distance,
        ],
      ),
      [
        [both, true, true],
        [marked, true, false],
        [fitting, false, true],
      ],
    );
    assert.equal((await api('GET', `/races/${race.id}`, athlete)).body.data.race.activity_id, null);
  });

  test('lists are pages by day, within a range', async () => {
    const athlete = await signUp(server);
    const made: string[] = [];
    for (const days of [30, 20, 20, 10, -10])
      made.push((await put(athlete, { date: day(days), event: '5k' })).id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await api('GET', `/races?limit=2${cursor}`, athlete);
      seen.push(...idsOf(page));
      const { next_cursor } = page.body.data;
      cursor = next_cursor === null ? '' : `&cursor=${next_cursor}`;
    } while (cursor !== '');
    assert.deepEqual(seen.toSorted(), made.toSorted());
    assert.deepEqual([seen[0], seen.at(-1)], [made[0], made[4]]);
    assert.deepEqual(idsOf(await api('GET', `/races?from=${day(-10)}&to=${day(10)}`, athlete)), [
      made[3],
      made[4],
    ]);
    const reversed = await api('GET', `/races?from=${day(1)}&to=${day(0)}`, athlete);
    assert.deepEqual([reversed.status, reversed.body.error], [400, 'from: must not be after to.']);
  });

  test('coaches see races to come and races that are over as far as the athlete shares either', async () => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    const target_time_s = 2_640;
    const next = await put(athlete, { date: day(20), event: '10k', target_time_s });
    const activity_id = await ran(athlete, -20);
    const hidden_id = await ran(athlete, -30, { private: true });
    const result = { time_s: 2_700 };
    const last = await put(athlete, { date: day(-20), event: '10k', target_time_s, result, activity_id });
    const first = await put(athlete, { date: day(-30), event: '5k', activity_id: hidden_id });
    const seen = async () => {
      const { body } = await ofAthlete(club, athlete);
      const races = body.data.races.map((race: typeof last) => [
        race.id,
        race.target_time_s,
        race.activity_id,
      ]);
      return [races, body.data.privacy_filtered];
    };
    const past = [
      [last.id, target_time_s, activity_id],
      [first.id, null, null],
    ];
    assert.deepEqual(await seen(), [[[next.id, target_time_s, null], ...past], []]);
    await share(athlete, { share_race_goal: false });
    assert.deepEqual(await seen(), [
      [
        [last.id, null, activity_id],
        [first.id, null, null],
      ],
      ['upcoming'],
    ]);
    await share(athlete, { share_race_goal: true, share_race_history: false });
    assert.deepEqual(await seen(), [[[next.id, target_time_s, null]], ['past']]);
    await share(athlete, { share_race_history: true, share_activity_with_coach: false });
    assert.equal((await ofAthlete(club, athlete)).body.data.races[1].activity_id, null);
    assert.match(JSON.stringify((await api('GET', '/users/me/accesses', athlete)).body), /"races"/);
  });

  test('nobody else reads them: other clubs, members, keys, who has left', async () => {
    const [club, other] = [await createOrganization(server), await createOrganization(server)];
    const athlete = await addMember(server, club);
    await put(athlete, { date: day(20), event: '10k' });
    for (const what of ['', '/best-times']) {
      const none = await ofAthlete(club, await signUp(server), what);
      assert.equal(none.status, 404);
      assert.equal((await ofAthlete(other, athlete, what)).body.error, none.body.error);
      assert.equal((await ofAthlete(club, athlete, what, other.coach)).status, 404);
      assert.equal((await ofAthlete(club, athlete, what, athlete)).status, 403);
      const key = await createApiKey(server, club, { scopes: ['admin'] });
      const path = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/races${what}`;
      const headers = { authorization: `Bearer ${key.secret}` };
      assert.equal((await server.request('GET', path, { headers })).status, 403);
    }
    await api('DELETE', `/organizations/${club.org_id}/members/${athlete.user_id}`, club.coach);
    assert.equal((await ofAthlete(club, athlete)).status, 404);
  });

  test('best times say where they are from, and coaches see those of what they may see', async () => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    const raced = await ran(athlete, -20, { is_race: true, ...effort(10_000, 2_380) });
    const quick = await ran(athlete, -10, { private: true, ...effort(5_000, 1_100) });
    const open = await ran(athlete, -9, effort(5_000, 1_150));
    const race = await put(athlete, {
      date: day(-20),
      event: '10k',
      result: { time_s: 2_390 },
      activity_id: raced,
    });
    const told = ({ body }: Awaited<ReturnType<typeof api>>) =>
      body.data.times.map((one: Record<string, unknown>) => [
        one.name,
        one.time_s,
        one.source,
        one.why,
        one.race_id ?? one.activity_id,
      ]);
    assert.deepEqual(told(await api('GET', '/races/best-times', athlete)), [
      ['5 km', 1_100, 'best_effort', 'fastest', quick],
      ['10 km', 2_390, 'race_result', 'official_time', race.id],
    ]);
    const seen = async () => told(await ofAthlete(club, athlete, '/best-times'));
    const five = ['5 km', 1_150, 'best_effort', 'only_one', open];
    assert.deepEqual(await seen(), [five, ['10 km', 2_390, 'race_result', 'official_time', race.id]]);
    await share(athlete, { share_activity_with_coach: false });
    assert.deepEqual(await seen(), [['10 km', 2_390, 'race_result', 'only_one', race.id]]);
    await share(athlete, { share_activity_with_coach: true, share_race_history: false });
    assert.deepEqual(await seen(), [five]);
    for (const setting of ['share_pb', 'share_pace_data']) {
      await share(athlete, { [setting]: false });
      const { body } = await ofAthlete(club, athlete, '/best-times');
      assert.deepEqual([body.data.times, body.data.privacy_filtered], [[], ['best_times', 'past']]);
      await share(athlete, { [setting]: true });
    }
  });

  test('a write that is sent again with its key is done once, and there are at most 1,000 races', async () => {
    const athlete = await signUp(server);
    const key = { 'idempotency-key': newId() };
    const body = { name: 'Ten', date: day(30), event: '10k' };
    const answers = await Promise.all([1, 2, 3].map(() => api('POST', '/races', athlete, body, key)));
    assert.equal(new Set(answers.map((answer) => answer.body.data.race.id)).size, 1);
    assert.equal((await api('POST', '/races', athlete, { ...body, name: 'Five' }, key)).status, 422);
    await server.deps.db.execute(sql`
      INSERT INTO races (id, user_id, race_day, name, distance_m, priority, created_at, updated_at)
      SELECT gen_random_uuid(), ${athlete.user_id}, ${today}::date, 'Run', 5000, 'c', now(), now()
      FROM generate_series(1, 998)`);
    const both = await Promise.all([1, 2].map(() => api('POST', '/races', athlete, body)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  });
});
