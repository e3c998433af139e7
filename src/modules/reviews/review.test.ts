import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DEFAULT_PRIVACY, PRIVACY_SETTINGS, type PrivacySettings } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { eventually } from '../../test/eventually.ts';
import { addMember, createOrganization, type TestOrganization, type TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { saveQuietPlan, setVdot } from '../../test/saved-plans.ts';

const ALL_ON = Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true]));

describe('the review of a workout', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    today = server.clock.now().toISOString().slice(0, 10);
  });

  const get = (path: string, { token }: { readonly token: string }) =>
    server.request('GET', `/api/v1${path}`, { token });
  const atClub = (athlete: TestUser, id: string, organization = club) =>
    `/organizations/${organization.org_id}/athletes/${athlete.user_id}/activities/${id}`;
  const share = (athlete: TestUser, settings: Partial<PrivacySettings>) =>
    server.deps.db.execute(sql`
      UPDATE users SET privacy = ${JSON.stringify({ ...DEFAULT_PRIVACY, ...ALL_ON, ...settings })}
      WHERE user_id = ${athlete.user_id}`);

  async function run(
    athlete: TestUser,
    days: number,
    more: Parameters<typeof makeActivity>[1] = {},
  ): Promise<string> {
    const activity = makeActivity(athlete.user_id, {
      ...{ source: 'upload', external_id: null, sport_type: 'run', workout_type: null },
      ...{ private: false, is_race: false, duration_s: 3_000, moving_time_s: 3_000, distance_m: 8_000 },
      start_time: new Date(`${addDays(today, -days)}T06:00:00Z`),
      ...more,
    });
    await insertActivities(server.deps.db, [activity]);
    return activity.id;
  }

  /** Somebody who ran today what was planned, and before that, with a comment on today's run. */
  async function runner() {
    const athlete = await addMember(server, club);
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = (preferences::jsonb || '{"timezone": "UTC"}') WHERE user_id = ${athlete.user_id}`);
    await share(athlete, {});
    await setVdot(server, athlete.user_id, 45);
    await saveQuietPlan(server, club, { start_date: today, athlete_ids: [athlete.user_id] });
    const earlier = await run(athlete, 3);
    const id = await run(athlete, 0, { start_time: new Date(`${today}T00:00:00Z`) });
    const { status } = await server.request('POST', `/api/v1${atClub(athlete, id)}/comments`, {
      token: club.coach.token,
      body: { text: 'Evenly run.' },
    });
    assert.equal(status, 201);
    return { athlete, id, earlier };
  }

  async function partsOf(athlete: TestUser, id: string) {
    const [activity, planned, comments] = await Promise.all(
      ['', '/planned', '/comments'].map((part) => get(`${atClub(athlete, id)}${part}`, club.coach)),
    );
    assert.ok(activity !== undefined && planned !== undefined && comments !== undefined);
    return { activity, planned, comments };
  }

  test('a coach has the activity, what was planned, comments and neighbours in one answer, each as it is alone', async () => {
    const { athlete, id, earlier } = await runner();
    const { status, body } = await get(`${atClub(athlete, id)}/review`, club.coach);
    assert.equal(status, 200, JSON.stringify(body));
    const { activity, planned, comments } = await partsOf(athlete, id);
    assert.deepEqual(body.data.activity, activity.body.data.activity);
    assert.deepEqual(body.data.planned, planned.body.data.planned);
    assert.deepEqual(body.data.privacy_filtered, planned.body.data.privacy_filtered);
    assert.deepEqual(body.data.comments, comments.body.data);
    assert.deepEqual(body.data.neighbours, { earlier_id: earlier, later_id: null });
    assert.equal(body.data.athlete.user_id, athlete.user_id);
    assert.equal(body.data.planned.title, '50 min easy');
    assert.equal(body.data.comments.posts[0].text, 'Evenly run.');
  });

  test('an athlete has their own, with the comments of the organization that is named', async () => {
    const { athlete, id, earlier } = await runner();
    const path = `/activities/${id}`;
    const alone = (await get(`${path}/review`, athlete)).body.data;
    assert.equal(alone.comments, null);
    const { body } = await get(`${path}/review?org_id=${club.org_id}`, athlete);
    assert.deepEqual(body.data.activity, (await get(path, athlete)).body.data.activity);
    assert.deepEqual(body.data.planned, (await get(`${path}/planned`, athlete)).body.data.planned);
    assert.deepEqual(body.data.comments, (await get(`${atClub(athlete, id)}/comments`, athlete)).body.data);
    assert.deepEqual(body.data.neighbours, { earlier_id: earlier, later_id: null });
    assert.deepEqual(alone, { ...body.data, comments: null });
  });

  test('whatever an athlete withholds, a review shows no more than its parts do', async () => {
    const { athlete, id } = await runner();
    for (const setting of PRIVACY_SETTINGS) {
      await share(athlete, { [setting]: false });
      const { status, body } = await get(`${atClub(athlete, id)}/review`, club.coach);
      const { activity, planned, comments } = await partsOf(athlete, id);
      assert.equal(status, activity.status, setting);
      if (status !== 200) continue;
      assert.deepEqual(body.data.activity, activity.body.data.activity, setting);
      assert.deepEqual(body.data.planned, planned.body.data.planned, setting);
      assert.deepEqual(body.data.privacy_filtered, planned.body.data.privacy_filtered, setting);
      assert.deepEqual(body.data.comments, comments.body.data, setting);
    }
  });

  test('neighbours of a coach are the next ones that show, and those of the athlete all of theirs', async () => {
    const athlete = await addMember(server, club);
    await share(athlete, { share_race_history: false });
    const ids = [];
    for (const more of [{}, { private: true }, {}, { is_race: true, workout_type: 'race' as const }, {}])
      ids.push(await run(athlete, 9 - ids.length, more));
    const [first, hidden, middle, race, last] = ids;
    const asCoach = await get(`${atClub(athlete, middle ?? '')}/review`, club.coach);
    assert.deepEqual(asCoach.body.data.neighbours, { earlier_id: first, later_id: last });
    const asAthlete = await get(`/activities/${middle}/review`, athlete);
    assert.deepEqual(asAthlete.body.data.neighbours, { earlier_id: hidden, later_id: race });
    for (const id of [hidden, race])
      assert.equal((await get(`${atClub(athlete, id ?? '')}/review`, club.coach)).status, 404);
  });

  test('nobody else has it, nor the comments of an organization that one is not in', async () => {
    const { athlete, id } = await runner();
    const [other, fellow] = [await createOrganization(server), await addMember(server, club)];
    assert.equal((await get(`${atClub(athlete, id)}/review`, fellow)).status, 403);
    assert.equal((await get(`${atClub(athlete, id)}/review`, other.coach)).status, 404);
    assert.equal((await get(`${atClub(athlete, id, other)}/review`, other.coach)).status, 404);
    assert.equal((await get(`/activities/${id}/review`, fellow)).status, 404);
    assert.equal((await get(`/activities/${id}/review?org_id=${other.org_id}`, athlete)).status, 404);
  });

  test('that a coach has read activities and plans is noted for the athlete', async () => {
    const { athlete, id } = await runner();
    await get(`${atClub(athlete, id)}/review`, club.coach);
    const noted = async (): Promise<string[]> => {
      const { body } = await get('/users/me/accesses?limit=50', athlete);
      return body.data.accesses.flatMap(({ read }: { read: { data: string } | null }) => read?.data ?? []);
    };
    const kinds = await eventually(noted, (found) => found.includes('activities') && found.includes('plans'));
    assert.deepEqual([...kinds].sort(), ['activities', 'plans']);
  });
});
