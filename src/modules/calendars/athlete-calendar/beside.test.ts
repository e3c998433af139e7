import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_PRIVACY, type PrivacySettings } from '../../../privacy/index.ts';
import { addDays, mondayOfDay } from '../../../shared/calendar.ts';
import {
  addMember,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { insertActivities } from '../../../test/insert-activities.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { saveQuietPlan, setVdot } from '../../../test/saved-plans.ts';

type Day = {
  date: string;
  workouts: {
    workout?: { id: string };
    workout_id?: string;
    title?: string;
    distance_m?: number;
    compliance: { share: number | null };
  }[];
  activities?: { id: string; distance_m: number }[];
  races?: {
    name: string;
    priority: string;
    target_time_s: number | null;
    result: object | null;
    activity_id: string | null;
  }[];
  availability?: { minutes: number | null; entries: { kind: string; reason: string | null }[] } | null;
  injuries?: { area: string }[];
  comments: { total: number; unread: number };
};
type Week = { week_start: string; comments: Day['comments'] };
type Answer = { days: Day[]; weeks: Week[]; privacy_filtered: string[] };

const SHARED: Partial<PrivacySettings> = {
  share_race_goal: true,
  share_race_history: true,
  share_availability_with_coach: true,
  share_injuries_with_coach: true,
};

describe('races, availability and comments beside a training calendar', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    today = server.clock.now().toISOString().slice(0, 10);
  });
  const day = (days: number) => addDays(today, days);

  const send = async (method: string, path: string, token: string, body?: object) => {
    const answer = await server.request(method, `/api/v1${path}`, { token, ...(body && { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const share = (athlete: TestUser, settings: Partial<PrivacySettings>) =>
    server.deps.db.execute(sql`
      UPDATE users SET privacy = ${JSON.stringify({ ...DEFAULT_PRIVACY, ...SHARED, ...settings })}
      WHERE user_id = ${athlete.user_id}`);

  /** An athlete in UTC with a plan that began today, a run of today, a race, a day off and an injury. */
  async function athleteWithDays(organization = club) {
    const athlete = await addMember(server, organization);
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = (preferences::jsonb || '{"timezone": "UTC"}') WHERE user_id = ${athlete.user_id}`);
    await share(athlete, {});
    await setVdot(server, athlete.user_id, 45);
    const { body } = await saveQuietPlan(server, organization, {
      start_date: today,
      weeks: 2,
      athlete_ids: [athlete.user_id],
    });
    const activity = {
      ...makeActivity(athlete.user_id),
      source: 'upload' as const,
      external_id: null,
      sport_type: 'run' as const,
      workout_type: null,
      private: false,
      is_race: false,
      start_time: new Date(`${today}T00:00:30Z`),
      duration_s: 3000,
      moving_time_s: 3000,
      distance_m: 8000,
    };
    await insertActivities(server.deps.db, [activity]);
    await send('POST', '/races', athlete.token, {
      date: day(5),
      name: 'Harbour Half',
      event: 'half_marathon',
      priority: 'a',
      target_time_s: 6_300,
    });
    await send('POST', '/availability', athlete.token, {
      kind: 'unavailable',
      from: day(3),
      to: day(4),
      reason: 'Night shift',
    });
    await send('POST', '/injuries', athlete.token, {
      kind: 'injury',
      area: 'Knee',
      from: day(6),
      to: day(7),
      running: 'no_hills',
    });
    return { athlete, plan_id: body.data.assigned[0].plan_id as string, activity_id: activity.id };
  }
  const range = () => `?from=${today}&to=${day(8)}`;
  const own = async (athlete: TestUser): Promise<Answer> =>
    await send('GET', `/plans/mine${range()}`, athlete.token);
  const theirs = async (athlete: TestUser, coach = club.coach): Promise<Answer> =>
    await send(
      'GET',
      `/organizations/${club.org_id}/athletes/${athlete.user_id}/plans${range()}`,
      coach.token,
    );
  const team = async (athlete: TestUser): Promise<Answer> => {
    const { athletes } = await send(
      'GET',
      `/organizations/${club.org_id}/calendar${range()}&limit=200`,
      club.coach.token,
    );
    return athletes.find(({ user_id }: { user_id: string }) => user_id === athlete.user_id);
  };
  const on = (answer: Answer, date: string): Day => {
    const found = answer.days.find((one) => one.date === date);
    assert.ok(found !== undefined);
    return found;
  };
  const comment = async (path: string, token: string, text = 'Well done.') =>
    (await send('POST', `/organizations/${club.org_id}${path}/comments`, token, { text })).post as {
      id: string;
    };

  test('each day has races, what was told of it and injuries, for the athlete, a coach and the team', async () => {
    const { athlete } = await athleteWithDays();
    for (const answer of [await own(athlete), await theirs(athlete), await team(athlete)]) {
      const [race] = on(answer, day(5)).races ?? [];
      assert.deepEqual(
        [race?.name, race?.priority, race?.target_time_s, race?.result],
        ['Harbour Half', 'a', 6_300, null],
      );
      assert.deepEqual(on(answer, day(3)).availability?.minutes, 0);
      assert.equal(on(answer, day(3)).availability?.entries[0]?.kind, 'unavailable');
      assert.equal(on(answer, day(2)).availability, null, 'nothing was told of it');
      assert.deepEqual(
        on(answer, day(7)).injuries?.map(({ area }) => area),
        ['Knee'],
      );
      assert.deepEqual(on(answer, day(8)).injuries, []);
      assert.deepEqual(on(answer, day(8)).races, []);
    }
    assert.equal(on(await own(athlete), day(3)).availability?.entries[0]?.reason, 'Night shift');
    const { data } = (await server.request('GET', '/api/v1/users/me/accesses', { token: athlete.token }))
      .body;
    for (const kind of ['"races"', '"availability"', '"plans"'])
      assert.ok(JSON.stringify(data).includes(kind), kind);
  });

  test('a cell of the team has title, kind, distances and what became of it', async () => {
    const { athlete } = await athleteWithDays();
    const { workouts, activities } = on(await team(athlete), today);
    const [workout] = workouts;
    assert.equal(workout?.title, '50 min easy');
    assert.ok(Number(workout?.distance_m) > 5_000);
    assert.ok(Number(workout?.compliance.share) > 0.8);
    assert.equal(activities?.[0]?.distance_m, 8_000);
  });

  test('what the athlete withholds is absent and named', async () => {
    const { athlete } = await athleteWithDays();
    const named = async () => {
      const answers = [await theirs(athlete), await team(athlete)];
      return answers.map((answer) => ({ answer, hidden: answer.privacy_filtered }));
    };
    await share(athlete, { share_race_goal: false });
    for (const { answer, hidden } of await named()) {
      assert.deepEqual(on(answer, day(5)).races, []);
      assert.ok(hidden.includes('days.races.upcoming') && !hidden.includes('days.races.past'));
    }
    await share(athlete, {
      share_race_goal: false,
      share_race_history: false,
      share_availability_with_coach: false,
      share_injuries_with_coach: false,
    });
    for (const { answer, hidden } of await named()) {
      for (const part of ['races', 'availability', 'injuries'] as const)
        assert.ok(
          answer.days.every((one) => !(part in one)),
          part,
        );
      for (const name of ['days.availability', 'days.injuries', 'days.races.past', 'days.races.upcoming'])
        assert.ok(hidden.includes(name), name);
    }
    await share(athlete, { share_activity_with_coach: false });
    for (const { hidden } of await named()) assert.ok(hidden.includes('days.activities'));
    const mine = await own(athlete);
    assert.equal(on(mine, day(5)).races?.length, 1, 'athletes see everything of their own');
  });

  test('counts comments by day and by week, and what of them the reader has not read', async () => {
    const { athlete, plan_id, activity_id } = await athleteWithDays();
    const base = `/athletes/${athlete.user_id}`;
    const workout = on(await own(athlete), today).workouts[0]?.workout?.id ?? '';
    const { coach } = club;
    await comment(`${base}/activities/${activity_id}`, coach.token);
    const gone = await comment(`${base}/activities/${activity_id}`, athlete.token);
    await comment(`${base}/plans/${plan_id}/workouts/${workout}`, coach.token);
    await comment(`${base}/weeks/${mondayOfDay(today)}`, coach.token);
    const weekOf = ({ weeks }: Answer) =>
      weeks.find(({ week_start }) => week_start === mondayOfDay(today))?.comments;
    assert.deepEqual(on(await own(athlete), today).comments, { total: 3, unread: 2 });
    assert.deepEqual(weekOf(await own(athlete)), { total: 1, unread: 1 });
    for (const answer of [await theirs(athlete), await team(athlete)]) {
      assert.deepEqual(on(answer, today).comments, { total: 3, unread: 1 });
      assert.deepEqual(on(answer, day(1)).comments, { total: 0, unread: 0 });
      assert.deepEqual(weekOf(answer), { total: 1, unread: 0 });
    }
    await send('DELETE', `/posts/${gone.id}`, athlete.token);
    assert.deepEqual(on(await team(athlete), today).comments, { total: 2, unread: 0 });
  });

  test('comments on what a coach may not see are not counted, and none of another club’s', async () => {
    const { athlete, activity_id } = await athleteWithDays();
    const other = await createOrganization(server);
    await server.deps.db.execute(sql`
      INSERT INTO organization_members (org_id, user_id, joined_at) VALUES (${other.org_id}, ${athlete.user_id}, now())`);
    await comment(`/athletes/${athlete.user_id}/activities/${activity_id}`, club.coach.token);
    await send(
      'POST',
      `/organizations/${other.org_id}/athletes/${athlete.user_id}/activities/${activity_id}/comments`,
      other.coach.token,
      {
        text: 'From elsewhere',
      },
    );
    assert.deepEqual(on(await own(athlete), today).comments, { total: 2, unread: 2 });
    assert.equal(on(await theirs(athlete), today).comments.total, 1);
    assert.equal(on(await team(athlete), today).comments.total, 1);
    await share(athlete, { share_activity_with_coach: false });
    assert.equal(on(await theirs(athlete), today).comments.total, 0);
    assert.equal(on(await team(athlete), today).comments.total, 0);
    await server.deps.db.execute(sql`
      UPDATE organization_members SET status = 'suspended' WHERE org_id = ${other.org_id} AND user_id = ${athlete.user_id}`);
    assert.equal(on(await own(athlete), today).comments.total, 1, 'who is suspended reads nothing there');
  });

  test('names the recording of a race where the day shows it', async () => {
    const { athlete, activity_id } = await athleteWithDays();
    const { race } = await send('POST', '/races', athlete.token, {
      date: today,
      name: 'Park Run',
      distance_m: 8_000,
      activity_id,
      result: { time_s: 2_990 },
    });
    assert.equal(race.activity_id, activity_id);
    assert.equal(on(await team(athlete), today).races?.[0]?.activity_id, activity_id);
    await share(athlete, { share_activity_with_coach: false });
    const [hidden] = on(await theirs(athlete), today).races ?? [];
    assert.deepEqual([hidden?.name, hidden?.activity_id], ['Park Run', null]);
  });
});
