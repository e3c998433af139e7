import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { countStatements } from '../../test/count-statements.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import type { StoredActivity } from '../activities/index.ts';

const NAUGHTY = `"}],"next_cursor":null} \\ \u2028 '; DROP TABLE users; -- 朝ラン 🏃`;

describe("the roster's overview", () => {
  let server: TestServer;
  let club: TestOrganization;
  let noon: number;
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    goToWednesday();
    club = await createOrganization(server);
  });
  afterEach(() => server.clock.reset());

  const path = ({ org_id }: { org_id: string }, query = '') =>
    `/api/v1/organizations/${org_id}/athletes/metrics${query}`;

  async function read(query = '', { org_id, coach }: { org_id: string; coach: TestUser } = club) {
    const { status, body } = await server.request('GET', path({ org_id }, query), { token: coach.token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }

  async function metricsOf({ user_id }: { user_id: string }) {
    const { athletes } = await read();
    return athletes.find((one: { user_id: string }) => one.user_id === user_id);
  }

  const ago = (days: number): Date => new Date(noon - days * DAY_MS);

  /** An activity so many days ago that took an hour, over so many metres; a run unless told otherwise. */
  async function plant(
    { user_id }: { user_id: string },
    days: number,
    values: Partial<StoredActivity> = {},
  ): Promise<StoredActivity> {
    const activity = makeActivity(user_id, {
      sport_type: 'run',
      name: 'Morning run',
      start_time: ago(days),
      duration_s: 3_600,
      moving_time_s: null,
      distance_m: 10_000,
      training_load: null,
      ...values,
    });
    await insertActivities(server.deps.db, [activity]);
    return activity;
  }

  async function connect(
    { user_id }: { user_id: string },
    provider: string,
    { last_sync_at, token_expired_at = null }: { last_sync_at: Date | null; token_expired_at?: Date | null },
  ): Promise<void> {
    await server.deps.db.execute(sql`
      INSERT INTO platform_connections (user_id, provider, connected_at, last_sync_at, token_expired_at)
      VALUES (${user_id}, ${provider}, ${ago(90)}, ${last_sync_at}, ${token_expired_at})`);
  }

  async function registerDevice({ user_id }: { user_id: string }, last_active_at: Date): Promise<void> {
    await server.deps.db.execute(sql`
      INSERT INTO device_tokens (token_hash, user_id, sealed_token, platform, created_at, last_active_at)
      VALUES (${Buffer.from(newId())}, ${user_id}, '\\x00', 'ios', ${ago(400)}, ${last_active_at})`);
  }

  function goToWednesday(): void {
    const now = server.clock.now();
    const days = (3 - now.getUTCDay() + 7) % 7;
    noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 4);
    server.clock.advance(noon - now.getTime());
  }

  test('says how an athlete is doing, with the numbers behind each flag', async () => {
    const monday = ago(2.5).toISOString();
    const athlete = await addMember(server, club, {
      fields: { display_name: 'Yuki T.', member_level: 'advanced', labels: ['marathon'] },
    });
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = preferences || '{"timezone": "Asia/Taipei"}',
        profile_image_url = 'https://example.org/me.png' WHERE user_id = ${athlete.user_id}`);
    const last = await plant(athlete, 1, {
      moving_time_s: 3_000.4,
      distance_m: 20_000.4,
      training_load: 80.04,
    });
    // Monday 00:00 is in the week, a second before is not.
    await plant(athlete, 2.5, { sport_type: 'ride', distance_m: 50_000.3, training_load: 50 });
    await plant(athlete, 2.5 + 1 / 86_400, { distance_m: 15_000, training_load: 40 });
    await plant(athlete, 6.99, { sport_type: 'yoga', distance_m: null });
    await plant(athlete, 7.01, { distance_m: 8_000 });
    await plant(athlete, 27.99, { distance_m: 12_000, training_load: 29.96 });
    await plant(athlete, 28.01, { distance_m: 99_000 });
    await plant(athlete, -0.01, { distance_m: 99_000, name: 'Of a watch that is wrong' });
    await registerDevice(athlete, ago(271));
    await registerDevice(athlete, ago(269));
    // Of Thursday 00:00 UTC and the moment before.
    const thursday = ago(6 + 4 / 24);
    await connect(athlete, 'strava', { last_sync_at: thursday });
    await connect(athlete, 'garmin', { last_sync_at: new Date(thursday.getTime() - 1) });
    await server.deps.db.execute(sql`
      INSERT INTO organization_members (org_id, user_id, joined_at)
      VALUES (${(await createOrganization(server)).org_id}, ${athlete.user_id}, ${ago(3)})`);
    await connect(athlete, 'coros', { last_sync_at: ago(9), token_expired_at: ago(8) });

    assert.deepEqual(await metricsOf(athlete), {
      user_id: athlete.user_id,
      display_name: 'Yuki T.',
      member_level: 'advanced',
      labels: ['marathon'],
      status: 'active',
      profile_image_url: 'https://example.org/me.png',
      last_activity: {
        id: last.id,
        start_time: last.start_time.toISOString(),
        sport_type: 'run',
        name: 'Morning run',
        distance_m: 20_000.4,
        duration_s: 3_600,
      },
      this_week: {
        week_start: new Date(Date.parse(monday) + 8 * HOUR_MS).toISOString().slice(0, 10),
        distance_m: 70_001,
        duration_s: 6_600,
        activities: 2,
      },
      last_four_weeks: { distance_m: 105_001, duration_s: 21_000, activities: 6 },
      load: { last_7_days: 170, average_week: 50, ratio: 3.4 },
      has_push_token: true,
      flags: [
        { flag: 'ramp_too_fast', last_7_days_m: 35_000, average_week_m: 13_750, ratio: 2.55, limit: 1.5 },
        { flag: 'sync_stale', provider: 'garmin', days_since_sync: 7, limit_days: 7 },
        { flag: 'token_expired', provider: 'coros', expired_at: ago(8).toISOString() },
      ],
      privacy_filtered: [],
    });
  });

  test('says of who has done nothing that they have not, and nothing of what is unknown', async () => {
    const athlete = await seedAthlete(server, club.org_id, { timezone: 'America/Los_Angeles' });
    const { last_activity, this_week, last_four_weeks, load, flags, has_push_token } =
      await metricsOf(athlete);
    assert.deepEqual([last_activity, load, has_push_token], [null, null, false]);
    assert.deepEqual(last_four_weeks, { distance_m: 0, duration_s: 0, activities: 0 });
    // Noon in Taipei is the evening before on the other side of the ocean.
    const tuesday = new Date(noon - 8 * HOUR_MS);
    const monday = new Date(tuesday.getTime() - DAY_MS).toISOString().slice(0, 10);
    assert.deepEqual(this_week, { week_start: monday, distance_m: 0, duration_s: 0, activities: 0 });
    const never = { flag: 'no_recent_activity', days_since_last_activity: null, limit_days: 7 };
    assert.deepEqual(flags, [never]);
    await plant(athlete, 40, { name: NAUGHTY });
    const later = await metricsOf(athlete);
    assert.equal(later.last_activity.name, NAUGHTY);
    assert.deepEqual(later.flags, [{ ...never, days_since_last_activity: 40 }]);
    assert.equal(later.last_four_weeks.activities, 0);
  });

  test('calls athletes by the name on the roster, whatever their activities are called', async () => {
    const [active, idle] = [await seedAthlete(server, club.org_id), await seedAthlete(server, club.org_id)];
    await server.deps.db.execute(sql`
      UPDATE users SET display_name = NULL, first_name = 'Yuki', last_name = 'Tanaka'
      WHERE user_id IN (${active.user_id}, ${idle.user_id})`);
    await plant(active, 1, { name: 'Hills' });
    for (const { user_id } of [active, idle])
      assert.equal((await metricsOf({ user_id })).display_name, 'Yuki Tanaka');
    assert.equal((await metricsOf(active)).last_activity.name, 'Hills');
  });

  test('tells of a ramp only of who has run for three weeks', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const flags = async () => (await metricsOf(athlete)).flags.map(({ flag }: { flag: string }) => flag);
    await plant(athlete, 1, { distance_m: 15_000 });
    await plant(athlete, 20.99, { distance_m: 2_000 });
    await plant(athlete, 25, { sport_type: 'ride', distance_m: 1_000 });
    await plant(athlete, 26, { sport_type: 'treadmill_run', distance_m: null });
    assert.deepEqual(await flags(), []);
    await plant(athlete, 21.01, { distance_m: 1_000 });
    assert.deepEqual(await flags(), ['ramp_too_fast']);
  });

  test('withholds from the first request on what an athlete does not share', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const share = (settings: Partial<PrivacySettings>) =>
      server.deps.db.execute(sql`
        UPDATE users SET privacy = privacy || ${JSON.stringify(settings)} WHERE user_id = ${athlete.user_id}`);
    await plant(athlete, 1, { private: true, name: 'Private' });
    await plant(athlete, 2, { is_race: true, name: 'Race', distance_m: 42_195 });
    await plant(athlete, 3, { name: 'Shared' });
    await connect(athlete, 'garmin', { last_sync_at: ago(9) });
    await connect(athlete, 'strava', { last_sync_at: ago(9), token_expired_at: ago(8) });
    const summary = async () => {
      const { last_activity, last_four_weeks, flags, privacy_filtered } = await metricsOf(athlete);
      const names = flags.map(({ flag }: { flag: string }) => flag);
      return [last_activity?.name, last_four_weeks?.distance_m, names, privacy_filtered];
    };
    const both = ['sync_stale', 'token_expired'];
    assert.deepEqual(await summary(), ['Race', 52_195, both, []]);
    await share({ share_race_history: false });
    assert.deepEqual(await summary(), ['Shared', 10_000, both, []]);
    await share({ share_activity_with_coach: false });
    const of_training = [
      'flags.no_recent_activity',
      'flags.ramp_too_fast',
      'flags.sync_stale',
      'last_activity',
      'last_four_weeks',
      'load',
      'this_week',
    ];
    assert.deepEqual(await summary(), [undefined, undefined, ['token_expired'], of_training]);
    assert.deepEqual(Object.keys(await metricsOf(athlete)).sort(), [
      'display_name',
      'flags',
      'has_push_token',
      'labels',
      'member_level',
      'privacy_filtered',
      'profile_image_url',
      'status',
      'user_id',
    ]);
    await share({ share_profile_info: false });
    assert.deepEqual((await summary())[3], [...of_training, 'profile_image_url'].sort());
    await server.deps.db.execute(sql`
      UPDATE users SET display_name = NULL, preferences = '{"timezone": 7}' WHERE user_id = ${athlete.user_id}`);
    const { display_name } = await metricsOf(athlete);
    assert.match(display_name, /^u_/, 'the real name is not shared');
    await share({ share_activity_with_coach: true, share_race_history: true, share_profile_info: true });
    assert.deepEqual(await summary(), ['Race', 52_195, both, []]);
  });

  test('lists athletes in the order of joining, by page and filter', async () => {
    const joined = (minutes: number): Date => new Date(ago(10).getTime() + minutes * 60_000);
    const athletes = [];
    for (const minute of [2, 0, 1, 1])
      athletes.push(await seedAthlete(server, club.org_id, { joined_at: joined(minute) }));
    await seedAthlete(server, club.org_id, { left_at: ago(1) });
    await seedAthlete(server, club.org_id, { account_status: 'suspended' });
    const [late, first, ...same] = athletes.map(({ user_id }) => user_id);
    const order = [first, ...same.toSorted(), late];
    const idsOf = async (query: string): Promise<string[]> => {
      const { athletes: found } = await read(query);
      return found.map((one: { user_id: string }) => one.user_id);
    };
    assert.deepEqual(await idsOf(''), order);
    const { next_cursor } = await read('?limit=1');
    assert.deepEqual(await idsOf(`?limit=2&cursor=${next_cursor}`), order.slice(1, 3));
    assert.equal((await read('?limit=4')).next_cursor, null);

    const assistant = await addCoach(server, club);
    await server.deps.db.execute(sql`
      UPDATE organization_members SET coach_id = ${assistant.user_id}, status = 'inactive'
      WHERE org_id = ${club.org_id} AND user_id = ${first}`);
    const group = await createGroup(server, club, { members: [{ user_id: String(late) }] });
    assert.deepEqual(await idsOf(`?coach_id=${assistant.user_id}`), [first]);
    assert.deepEqual(await idsOf('?status=inactive'), [first]);
    assert.deepEqual(await idsOf('?status=active&limit=1'), order.slice(1, 2));
    assert.deepEqual(await idsOf(`?group_id=${group.id}`), [late]);
    assert.deepEqual(await idsOf(`?group_id=${group.id}&status=inactive`), []);
    const other = await createOrganization(server);
    const theirs = await createGroup(server, other, { members: [await addMember(server, other)] });
    assert.deepEqual(await idsOf(`?group_id=${theirs.id}`), []);
    assert.deepEqual(await idsOf(`?group_id=${newId()}`), []);
  });

  test('is for coaches, not for platform admins; to strangers the organization does not exist', async () => {
    const member = await addMember(server, club);
    const [assistant, stranger, admin] = [
      await addCoach(server, club),
      await signUp(server),
      await signUp(server),
    ];
    await grantAdmin(server, admin.user_id);
    const { coach: elsewhere } = await createOrganization(server);
    const key = await createApiKey(server, club, { scopes: ['admin'] });
    const ask = async (token?: string, org_id = club.org_id, query = '') => {
      const options = token === undefined ? {} : { token };
      const { status, body } = await server.request('GET', path({ org_id }, query), options);
      return [status, body.code ?? body.data.athletes.length];
    };
    assert.deepEqual(await ask(assistant.token), [200, 1]);
    assert.deepEqual(await ask(admin.token), [403, 'forbidden']);
    assert.deepEqual(await ask(member.token), [403, 'forbidden']);
    assert.deepEqual(await ask(stranger.token), [404, 'not_found']);
    assert.deepEqual(await ask(elsewhere.token), [404, 'not_found']);
    assert.deepEqual(await ask(elsewhere.token, newId()), [404, 'not_found']);
    assert.deepEqual(await ask(assistant.token, '7'), [404, 'not_found']);
    assert.deepEqual(await ask(key.secret), [403, 'forbidden']);
    assert.deepEqual(await ask(), [401, 'unauthenticated']);
    for (const query of ['limit=0', 'limit=501', 'offset=0', 'status=gone', 'coach_id=7', 'group_id=x'])
      assert.deepEqual(
        await ask(assistant.token, club.org_id, `?${query}`),
        [400, 'validation_error'],
        query,
      );
  });

  test('asks the database as often for sixty athletes as for two', async () => {
    const counted = await countStatements(server);
    const statementsFor = async (athletes: number): Promise<number> => {
      for (let made = 0; made < athletes; made++) await plant(await seedAthlete(server, club.org_id), 1);
      const { statements, status } = await counted.get(path(club), club.coach);
      assert.equal(status, 200);
      return statements.length;
    };
    try {
      const [first, few, many] = [await statementsFor(1), await statementsFor(1), await statementsFor(58)];
      assert.equal(many, few);
      assert.ok(first === few && few <= 6, `${first}, then ${few} statements`);
    } finally {
      await counted.close();
    }
  });
});
