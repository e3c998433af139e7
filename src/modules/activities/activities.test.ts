import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { describeActivity } from '../../../sandbox/recordings/describe-activity.ts';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { HOUR_MS } from '../../shared/time.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  grantAdmin,
  signUp,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import type { StoredActivity } from './activity.ts';
import { findMemberActivity } from './queries.ts';

const ACTIVITIES = '/api/v1/activities';
const FIRST = Date.parse('2026-05-01T05:00:00.000Z');
const RUN = simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }));

/** An activity as a platform reports it, without file or streams. */
function activityOf(user: TestUser, changes: Partial<StoredActivity> = {}): StoredActivity {
  const { streams: _, session_index: __, intensity: ___, ...imported } = describeActivity(RUN);
  const now = new Date(FIRST);
  return {
    ...imported,
    id: newId(),
    user_id: user.user_id,
    source: 'manual',
    external_id: null,
    workout_type: null,
    name: 'Morning run',
    timezone: 'Europe/London',
    training_load: null,
    vdot: null,
    is_race: false,
    private: false,
    created_at: now,
    updated_at: now,
    ...changes,
  };
}

describe('activities', () => {
  let server: TestServer;
  let owner: TestUser;
  let stranger: TestUser;
  before(async () => {
    server = await testServer();
    [owner, stranger] = await Promise.all([signUp(server), signUp(server)]);
  });

  const get = (user: TestUser, path: string): Promise<TestResponse> =>
    server.request('GET', path, { token: user.token });
  const patch = (user: TestUser, id: string, body: unknown): Promise<TestResponse> =>
    server.request('PATCH', `${ACTIVITIES}/${id}`, { token: user.token, body });
  const idsOf = (answer: TestResponse): string[] =>
    answer.body.data.activities.map((activity: { id: string }) => activity.id);

  async function store(...activities: StoredActivity[]): Promise<void> {
    await insertActivities(server.deps.db, activities);
  }

  async function stored(user: TestUser, changes: Partial<StoredActivity> = {}): Promise<string> {
    const activity = activityOf(user, changes);
    await store(activity);
    return activity.id;
  }

  async function uploaded(user: TestUser): Promise<string> {
    const { status, body } = await uploadFile(server, user, writeFit([RUN]));
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.activities[0].id;
  }

  describe('GET /activities', () => {
    test('lists those of one sport, by pages, and counts them alone', async () => {
      const user = await signUp(server);
      const activities = Array.from({ length: 6 }, (_, hour) =>
        activityOf(user, {
          start_time: new Date(FIRST + hour * HOUR_MS),
          sport_type: hour % 2 === 0 ? 'ride' : 'run',
        }),
      );
      await store(...activities);
      const rides = activities
        .filter(({ sport_type }) => sport_type === 'ride')
        .map(({ id }) => id)
        .reverse();
      const first = await get(user, `${ACTIVITIES}?sport_type=ride&limit=2`);
      assert.deepEqual([idsOf(first), first.body.data.total], [rides.slice(0, 2), 3]);
      const { next_cursor } = first.body.data;
      assert.deepEqual(
        idsOf(await get(user, `${ACTIVITIES}?sport_type=ride&cursor=${next_cursor}`)),
        rides.slice(2),
      );
      const from = new Date(FIRST + 3 * HOUR_MS).toISOString();
      assert.deepEqual(
        idsOf(await get(user, `${ACTIVITIES}?sport_type=ride&from=${from}`)),
        rides.slice(0, 1),
      );
      assert.deepEqual(idsOf(await get(user, `${ACTIVITIES}?sport_type=yoga`)), []);
      assert.equal((await get(user, `${ACTIVITIES}?sport_type=flying`)).status, 400);
    });

    test('lists the own ones, private ones too, newest first, in pages and ranges', async () => {
      const user = await signUp(server);
      const activities = Array.from({ length: 7 }, (_, hour) =>
        activityOf(user, { start_time: new Date(FIRST + hour * HOUR_MS), private: hour % 2 === 0 }),
      );
      await store(...activities);
      const ids = activities.map(({ id }) => id).reverse();

      const all = await get(user, ACTIVITIES);
      assert.equal(all.status, 200);
      assert.deepEqual(idsOf(all), ids);
      const { activities: _, ...page } = all.body.data;
      assert.deepEqual(page, { next_cursor: null, total: 7 });
      assert.equal(all.body.data.activities[0].private, true);
      assert.equal(all.body.data.activities[1].private, false);

      const three = await get(user, `${ACTIVITIES}?limit=3`);
      assert.deepEqual(idsOf(three), ids.slice(0, 3));
      assert.equal(three.body.data.total, 7);

      const between = (from_ms: number, to_ms: number): string =>
        `from=${new Date(from_ms).toISOString()}&to=${new Date(to_ms).toISOString()}`;
      const range = between(FIRST + HOUR_MS, FIRST + 3 * HOUR_MS);
      const ranged = await get(user, `${ACTIVITIES}?${range}&limit=2`);
      assert.deepEqual(idsOf(ranged), ids.slice(3, 5));
      assert.equal(ranged.body.data.total, 3);
      const rest = await get(user, `${ACTIVITIES}?${range}&cursor=${ranged.body.data.next_cursor}`);
      assert.deepEqual(idsOf(rest), ids.slice(5, 6));
      assert.deepEqual([rest.body.data.total, rest.body.data.next_cursor], [3, null]);
      const narrower = between(FIRST + HOUR_MS + 1, FIRST + 3 * HOUR_MS - 1);
      assert.deepEqual(idsOf(await get(user, `${ACTIVITIES}?${narrower}`)), ids.slice(4, 5));
      const none = { activities: [], next_cursor: null, total: 0 };
      assert.deepEqual((await get(stranger, ACTIVITIES)).body.data, none);
    });

    test('one page after another gives each once, also of one moment and while others come in', async () => {
      const user = await signUp(server);
      const activities = Array.from({ length: 11 }, (_, index) =>
        activityOf(user, {
          start_time: new Date(index < 8 ? FIRST : 0),
        }),
      );
      await store(...activities);
      const byId = (some: readonly StoredActivity[]): string[] =>
        some
          .map(({ id }) => id)
          .sort()
          .reverse();
      const expected = [...byId(activities.slice(0, 8)), ...byId(activities.slice(8))];
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = await get(user, `${ACTIVITIES}?limit=3${query}`);
        assert.equal(page.status, 200, JSON.stringify(page.body));
        seen.push(...idsOf(page));
        cursor = page.body.data.next_cursor;
        await stored(user, { start_time: new Date(FIRST + HOUR_MS) });
      }
      assert.deepEqual(seen, expected);
    });

    test('refuses parameters out of bounds, and callers without credentials', async () => {
      const queries = [
        'limit=0',
        'limit=101',
        'limit=ten',
        'offset=0',
        'cursor=',
        `cursor=${'-'.repeat(32)}`,
        `cursor=${'A'.repeat(31)}`,
        `from=${FIRST}`,
        'to=2026-05',
        'start_date=0',
        'from=2026-05-02&to=2026-05-01',
      ];
      for (const query of queries) {
        const { status, body } = await get(owner, `${ACTIVITIES}?${query}`);
        assert.deepEqual([status, body.code], [400, 'validation_error'], query);
      }
      assert.equal((await get(owner, `${ACTIVITIES}?from=2026-05-01&to=2026-05-01`)).status, 200);
      assert.equal((await server.request('GET', ACTIVITIES)).status, 401);
    });
  });

  test('an own activity reads as it was uploaded, with its streams', async () => {
    const id = await uploaded(owner);
    const { status, body } = await get(owner, `${ACTIVITIES}/${id}`);
    assert.equal(status, 200);
    const listed = await get(owner, ACTIVITIES);
    const inList = listed.body.data.activities.find((one: { id: string }) => one.id === id);
    assert.deepEqual(body.data.activity, inList);

    const streams = await get(owner, `${ACTIVITIES}/${id}/streams`);
    assert.equal(streams.status, 200);
    assert.equal(streams.body.data.activity_id, id);
    const columns: Record<string, unknown[]> = streams.body.data.streams;
    assert.deepEqual(columns.time_s, RUN.samples.time_s);
    assert.deepEqual(columns.heart_rate_bpm, RUN.samples.heart_rate_bpm);
    for (const [name, column] of Object.entries(columns))
      assert.equal(column.length, columns.time_s?.length, name);

    const manual = await stored(owner);
    const none = await get(owner, `${ACTIVITIES}/${manual}/streams`);
    assert.deepEqual([none.status, none.body.data.streams], [200, {}]);
  });

  test('what is not the own does not exist, whatever one does with it', async () => {
    const id = await uploaded(await signUp(server));
    const requests: [string, string, unknown][] = [
      ['GET', '', undefined],
      ['GET', '/streams', undefined],
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
    ];
    for (const [method, suffix, body] of requests) {
      for (const other of [id, newId(), 'no-uuid']) {
        const path = `${ACTIVITIES}/${other}${suffix}`;
        const answer = await server.request(method, path, { token: stranger.token, body });
        assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${method} ${path}`);
        const anonymous = await server.request(method, path, { body });
        assert.equal(anonymous.status, 401, `${method} ${path}`);
      }
    }
    await grantAdmin(server, stranger.user_id);
    assert.equal((await get(stranger, `${ACTIVITIES}/${id}`)).status, 404, 'nor for platform admins');
  });

  describe('PATCH /activities/{id}', () => {
    test('changes what the athlete decides and nothing else', async () => {
      const id = await stored(owner, { start_time: new Date(FIRST + 1) });
      const before = (await get(owner, `${ACTIVITIES}/${id}`)).body.data.activity;
      const change = {
        name: '  朝の "ジョグ"  ',
        description: 'Legs\nheavy',
        private: true,
        workout_type: 'easy-run',
      };
      const { status, body } = await patch(owner, id, change);
      assert.equal(status, 200, JSON.stringify(body));
      const { updated_at, ...after } = body.data.activity;
      const { updated_at: earlier, ...unchanged } = before;
      assert.ok(updated_at > earlier);
      assert.deepEqual(after, {
        ...unchanged,
        name: '朝の "ジョグ"',
        description: 'Legs\nheavy',
        private: true,
        workout_type: 'easy-run',
      });
      assert.deepEqual((await get(owner, `${ACTIVITIES}/${id}`)).body, body);

      const cleared = await patch(owner, id, { description: null, workout_type: null });
      const { description, workout_type, name } = cleared.body.data.activity;
      assert.deepEqual([description, workout_type, name], [null, null, '朝の "ジョグ"']);
      for (const same of [{}, { description: null, name: '朝の "ジョグ"', private: true }])
        assert.deepEqual(
          (await patch(owner, id, same)).body,
          cleared.body,
          'the time of the change included',
        );
    });

    test('refuses what does not fit', async () => {
      const id = await stored(owner);
      const bodies = [
        { name: '' },
        { name: ' \n' },
        { name: null },
        { name: 'x'.repeat(201) },
        { name: 'a\0b' },
        { description: 'x'.repeat(10_001) },
        { private: 'true' },
        { is_race: null },
        { workout_type: 'sprint' },
        { workout_type: 'race', is_race: false },
        { distance_m: 1 },
        { athlete_id: stranger.user_id },
        { sport_type: 'quidditch' },
        { start_time: '2026-05-01T05:00:00' },
        { start_time: '2026-02-30T05:00:00Z' },
        { start_time: '9999-05-01T05:00:00Z' },
        { duration_s: 0 },
        { duration_s: 60, moving_time_s: 61 },
        [],
      ];
      for (const body of bodies) {
        const answer = await patch(owner, id, body);
        assert.deepEqual([answer.status, answer.body.code], [400, 'validation_error'], JSON.stringify(body));
      }
      assert.equal((await get(owner, `${ACTIVITIES}/${id}`)).body.data.activity.name, 'Morning run');
    });

    test('the workout type race and the mark of a race go together', async () => {
      const id = await stored(owner);
      const steps: [object, [string | null, boolean]][] = [
        [{ workout_type: 'race' }, ['race', true]],
        [{ is_race: false }, [null, false]],
        [{ is_race: true }, [null, true]],
        [{ workout_type: 'long-run' }, ['long-run', true]],
        [{ is_race: false }, ['long-run', false]],
        [{ workout_type: 'race' }, ['race', true]],
        [{ workout_type: null }, [null, true]],
      ];
      for (const [change, expected] of steps) {
        const { body } = await patch(owner, id, change);
        const { workout_type, is_race } = body.data.activity;
        assert.deepEqual([workout_type, is_race], expected, JSON.stringify(change));
      }
    });
  });

  describe('POST /activities', () => {
    const enter = (user: TestUser, body: object): Promise<TestResponse> =>
      server.request('POST', ACTIVITIES, { token: user.token, body });
    const WORKOUT = {
      sport_type: 'run',
      start_time: '2026-05-02T06:30:00+08:00',
      duration_s: 3_000,
      moving_time_s: 2_900,
      distance_m: 10_000,
      average_heart_rate_bpm: 150,
      description: 'Without a watch.',
      workout_type: 'tempo',
      timezone: 'Asia/Taipei',
    };

    test('stores a workout that was entered by hand, once, whoever sends it twice at once', async () => {
      const user = await signUp(server);
      const answers = await Promise.all([1, 2, 3].map(() => enter(user, WORKOUT)));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 201]);
      const { activity } = answers[0]?.body.data ?? {};
      const { start_time, sport_type, ...told } = WORKOUT;
      assert.partialDeepStrictEqual(activity, {
        ...told,
        source: 'manual',
        external_id: null,
        sport_type: 'run',
        start_time: '2026-05-01T22:30:00.000Z',
        average_pace_s_per_km: 290,
        average_pace_s_per_100m: null,
        is_race: false,
        private: false,
        laps: [],
      });
      const list = await get(user, ACTIVITIES);
      assert.deepEqual(list.body.data.activities, [activity]);
      const other = await enter(user, { ...WORKOUT, distance_m: 10_001 });
      assert.equal(other.status, 201, 'another workout');
      const gone = await server.request('DELETE', `${ACTIVITIES}/${activity.id}`, { token: user.token });
      assert.equal(gone.status, 200);
      assert.equal((await enter(user, WORKOUT)).status, 201, 'what was deleted can be entered anew');
    });

    test('a swim has a pace for each 100 m, and a ride none', async () => {
      const user = await signUp(server);
      const paces = async (sport_type: string) => {
        const { body } = await enter(user, { ...WORKOUT, sport_type, start_time: '2026-05-03T00:00:00Z' });
        const { average_pace_s_per_km, average_pace_s_per_100m } = body.data.activity;
        return [average_pace_s_per_km, average_pace_s_per_100m];
      };
      assert.deepEqual(await paces('open_water_swim'), [null, 29]);
      assert.deepEqual(await paces('ride'), [null, null]);
      assert.deepEqual(await paces('hike'), [290, null]);
    });

    test('refuses what does not fit, and names it', async () => {
      const user = await signUp(server);
      const wrong: [object, string][] = [
        [{ sport_type: undefined }, 'sport_type'],
        [{ sport_type: 'quidditch' }, 'sport_type'],
        [{ start_time: undefined }, 'start_time'],
        [{ start_time: '2026-05-02' }, 'start_time'],
        [{ start_time: '2026-02-30T00:00:00Z' }, 'start_time'],
        [{ start_time: '9999-01-01T00:00:00Z' }, 'start_time'],
        [{ duration_s: 0 }, 'duration_s'],
        [{ moving_time_s: 3_001 }, 'moving_time_s'],
        [{ max_heart_rate_bpm: 149 }, 'max_heart_rate_bpm'],
        [{ timezone: 'Asia/Nowhere' }, 'timezone'],
        [{ workout_type: 'race', is_race: false }, 'is_race'],
        [{ distance: 10 }, 'distance'],
      ];
      for (const [change, path] of wrong) {
        const { status, body } = await enter(user, { ...WORKOUT, ...change });
        assert.deepEqual([status, body.details?.[0]?.path], [400, path], JSON.stringify(change));
      }
      assert.equal((await server.request('POST', ACTIVITIES, { body: WORKOUT })).status, 401);
      assert.equal((await get(user, ACTIVITIES)).body.data.total, 0);
    });
  });

  describe('DELETE /activities/{id}', () => {
    async function left({ user_id }: TestUser): Promise<Record<string, number>> {
      const { db, store } = server.deps;
      const rows = await db.one<Record<string, number>>(sql`
        SELECT (SELECT count(*) FROM activity_files WHERE user_id = ${user_id}) AS files,
          (SELECT count(*) FROM activities WHERE user_id = ${user_id}) AS activities,
          (SELECT count(*) FROM activity_streams WHERE user_id = ${user_id}) AS streams`);
      return { ...rows, objects: (await Array.fromAsync(store.list(`uploads/${user_id}/`))).length };
    }
    const remove = (user: TestUser, id: string): Promise<TestResponse> =>
      server.request('DELETE', `${ACTIVITIES}/${id}`, { token: user.token });

    test('takes the streams and the file along, and the file may come anew', async () => {
      const user = await signUp(server);
      const id = await uploaded(user);
      assert.equal((await remove(user, id)).status, 200);
      assert.deepEqual(await left(user), { files: 0, activities: 0, streams: 0, objects: 0 });
      assert.equal((await get(user, `${ACTIVITIES}/${id}`)).status, 404);
      assert.equal((await remove(user, id)).status, 404);
      assert.notEqual(await uploaded(user), id);
    });

    test('the file stays as long as one of its activities does, also when several go at once', async () => {
      const user = await signUp(server);
      const second = simulateActivity(
        exampleSimulation(steadyRun(1_000, { trail: true }), {
          start: new Date(RUN.start.getTime() + (RUN.duration_s + 60) * 1000),
          resolution_s: 5,
        }),
      );
      const bytes = writeFit([RUN, second]);
      const ids = idsOf(await uploadFile(server, user, bytes));
      assert.equal(ids.length, 2);
      assert.equal((await remove(user, ids[0] ?? '')).status, 200);
      assert.deepEqual(await left(user), { files: 1, activities: 1, streams: 1, objects: 1 });
      const again = await uploadFile(server, user, bytes);
      assert.deepEqual([again.status, idsOf(again)], [200, ids.slice(1)]);
      assert.equal((await remove(user, ids[1] ?? '')).status, 200);
      assert.deepEqual(await left(user), { files: 0, activities: 0, streams: 0, objects: 0 });

      // One round is not enough for two to meet on a server with many connections.
      for (let round = 0; round < 5; round++) {
        const renewed = idsOf(await uploadFile(server, user, bytes));
        const answers = await Promise.all([...renewed, ...renewed].map((id) => remove(user, id)));
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 404, 404]);
        assert.deepEqual(await left(user), { files: 0, activities: 0, streams: 0, objects: 0 });
      }
    });
  });

  describe('GET /organizations/{org_id}/athletes/{user_id}/activities', () => {
    test('shows coaches what the athlete shares with coaches', async () => {
      const club = await createOrganization(server);
      const athlete = await addMember(server, club);
      const assistant = await addCoach(server, club);
      const path = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/activities`;
      const plain = await stored(athlete, { start_time: new Date(FIRST) });
      const race = await stored(athlete, { start_time: new Date(FIRST + HOUR_MS), is_race: true });
      await stored(athlete, { private: true });
      const settle = async (privacy: object): Promise<void> => {
        const url = `/api/v1/users/${athlete.user_id}`;
        assert.equal(
          (await server.request('PUT', url, { token: athlete.token, body: { privacy } })).status,
          200,
        );
      };

      const shared = await get(assistant, path);
      assert.equal(shared.status, 200, JSON.stringify(shared.body));
      assert.deepEqual(idsOf(shared), [race, plain]);
      assert.deepEqual([shared.body.data.total, shared.body.data.next_cursor], [2, null]);
      const newest = (await get(assistant, `${path}?limit=1`)).body.data;
      assert.equal(newest.total, 2);
      assert.deepEqual(idsOf(await get(assistant, `${path}?cursor=${newest.next_cursor}`)), [plain]);
      const ofNone = await get(assistant, `${path}?sport_type=windsurfing`);
      assert.deepEqual([idsOf(ofNone), ofNone.body.data.total], [[], 0]);
      const [first] = shared.body.data.activities;
      assert.deepEqual(first.privacy_filtered, ['map_polyline', 'start_latlng']);
      assert.ok(!('private' in first) && !('map_polyline' in first) && 'average_speed_mps' in first);

      await settle({ share_pace_data: false, share_race_history: false });
      const paceless = await get(club.coach, path);
      assert.deepEqual([idsOf(paceless), paceless.body.data.total], [[plain], 1]);
      const only = await get(club.coach, `${path}?limit=1`);
      assert.equal(only.body.data.next_cursor, null, 'hidden ones do not show as another page');
      const [withoutPace] = paceless.body.data.activities;
      assert.ok(!('average_speed_mps' in withoutPace) && !('best_efforts' in withoutPace));
      assert.ok(!('distance_m' in withoutPace.laps[0]) && 'duration_s' in withoutPace.laps[0]);

      await settle({ share_activity_with_coach: false });
      const hidden = await get(club.coach, path);
      assert.deepEqual([idsOf(hidden), hidden.body.data.total], [[], 0]);
    });

    test('is for coaches of that organization only, and for its members only', async () => {
      const [club, other] = await Promise.all([createOrganization(server), createOrganization(server)]);
      const [athlete, mate] = await Promise.all([addMember(server, club), addMember(server, club)]);
      const elsewhere = await addMember(server, other);
      const admin = await signUp(server);
      await grantAdmin(server, admin.user_id);
      const pathOf = (id: string): string => `/api/v1/organizations/${club.org_id}/athletes/${id}/activities`;
      const cases: [string, Promise<TestResponse>, number][] = [
        ['the coach', get(club.coach, pathOf(athlete.user_id)), 200],
        ['a team mate', get(mate, pathOf(athlete.user_id)), 403],
        ['the coach of another club', get(other.coach, pathOf(athlete.user_id)), 404],
        ['a platform admin', get(admin, pathOf(athlete.user_id)), 403],
        ['nobody', server.request('GET', pathOf(athlete.user_id)), 401],
        ['a member of another club', get(club.coach, pathOf(elsewhere.user_id)), 404],
        ['no id', get(club.coach, pathOf('me')), 404],
        ['a bad limit', get(club.coach, `${pathOf(athlete.user_id)}?limit=0`), 400],
      ];
      for (const [who, answer, status] of cases) assert.equal((await answer).status, status, who);

      const gone = `/api/v1/organizations/${club.org_id}/members/${athlete.user_id}`;
      assert.equal((await server.request('DELETE', gone, { token: club.coach.token })).status, 200);
      assert.equal((await get(club.coach, pathOf(athlete.user_id))).status, 404, 'a member who left');
    });

    test('a member whose account is not active stays on the roster, without their training', async () => {
      const club = await createOrganization(server);
      const athlete = await addMember(server, club);
      await stored(athlete, {});
      const team = `/api/v1/organizations/${club.org_id}`;
      const setStatus = (status: string) =>
        server.deps.db.execute(sql`UPDATE users SET status = ${status} WHERE user_id = ${athlete.user_id}`);
      for (const status of ['suspended', 'deactivated']) {
        await setStatus(status);
        const training = await get(club.coach, `${team}/athletes/${athlete.user_id}/activities`);
        assert.deepEqual([training.status, training.body.code], [404, 'not_found'], status);
        const { body } = await get(club.coach, `${team}/members`);
        assert.deepEqual(
          body.members.map(({ user_id, status }: Record<string, unknown>) => [user_id, status]),
          [[athlete.user_id, 'active']],
          'the status of the membership, which is the coach’s',
        );
        assert.equal(body.count, 1);
      }
      await setStatus('active');
      const back = await get(club.coach, `${team}/athletes/${athlete.user_id}/activities`);
      assert.equal(back.body.data.total, 1);
    });
  });

  test('an organization finds the activities of its current members only, with their settings', async () => {
    const [club, other] = await Promise.all([createOrganization(server), createOrganization(server)]);
    const athlete = await addMember(server, club);
    const activity = activityOf(athlete, { private: true });
    await store(activity);
    const { db } = server.deps;
    const find = (org_id: string) => findMemberActivity(db, { org_id, activity_id: activity.id });
    const found = await find(club.org_id);
    assert.deepEqual(found?.activity, activity);
    assert.equal(found.settings.share_pace_data, true);
    assert.equal(await find(other.org_id), null);
    assert.equal(await findMemberActivity(db, { org_id: club.org_id, activity_id: newId() }), null);
    const membership = `/api/v1/organizations/${club.org_id}/members/${athlete.user_id}`;
    assert.equal((await server.request('DELETE', membership, { token: athlete.token })).status, 200);
    assert.equal(await find(club.org_id), null, 'after leaving');
  });
});
