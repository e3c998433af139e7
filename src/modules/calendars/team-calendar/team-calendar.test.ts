import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_PRIVACY } from '../../../privacy/index.ts';
import { addDays, weekdayOf } from '../../../shared/calendar.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { countStatements } from '../../../test/count-statements.ts';
import {
  addMember,
  assignPlan,
  createGroup,
  createOrganization,
  signUp,
  type TestOrganization,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { insertActivities } from '../../../test/insert-activities.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { seedAthlete } from '../../../test/seed-athletes.ts';
import { anyDays, type SessionOfDay, sessionInShort, storeDays } from '../../../test/told-days.ts';

type Row = {
  user_id: string;
  display_name: string;
  timezone: string;
  today: string;
  plans: { plan_id: string; saved_plan_id: string; title: string }[];
  days: {
    date: string;
    workouts: Record<string, unknown>[];
    activities?: Record<string, unknown>[];
  }[];
  weeks: Record<string, unknown>[];
  privacy_filtered: string[];
};

const ZONES = ['UTC', 'Asia/Taipei', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const SPORTS = ['run', 'trail_run', 'ride', 'strength_training'] as const;

const anyAthlete = fc.record({
  timezone: fc.constantFrom(...ZONES),
  settings: fc.record({
    share_activity_with_coach: fc.boolean(),
    share_race_history: fc.boolean(),
    share_race_goal: fc.boolean(),
    share_pace_data: fc.boolean(),
    share_availability_with_coach: fc.boolean(),
    share_injuries_with_coach: fc.boolean(),
  }),
  days: anyDays,
  races: fc.array(fc.record({ after: fc.integer({ min: -12, max: 15 }), is_run: fc.boolean() }), {
    maxLength: 3,
  }),
  /** Days ago that each of their plans began. */
  plans: fc.array(fc.integer({ min: -5, max: 24 }), { maxLength: 2 }),
  strava: fc.boolean(),
  done: fc.array(
    fc.record({
      days_ago: fc.integer({ min: -3, max: 24 }),
      hour: fc.integer({ min: 0, max: 23 }),
      sport_type: fc.constantFrom(...SPORTS),
      workout_type: fc.constantFrom(null, 'easy-run' as const, 'intervals' as const),
      km: fc.integer({ min: 1, max: 18 }),
      is_race: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
      private: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
      source: fc.constantFrom('upload' as const, 'garmin' as const, 'strava' as const),
    }),
    { maxLength: 12 },
  ),
});

describe('the calendar of a team', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    today = server.clock.now().toISOString().slice(0, 10);
  });

  const team = async (query = '', { org_id, coach } = club) =>
    await server.request('GET', `/api/v1/organizations/${org_id}/calendar${query}`, { token: coach.token });
  const rowsOf = async (query = '', organization = club): Promise<Row[]> => {
    const { status, body } = await team(query, organization);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.athletes;
  };
  const single = async (user_id: string, query: string, { org_id, coach } = club) =>
    (
      await server.request('GET', `/api/v1/organizations/${org_id}/athletes/${user_id}/plans${query}`, {
        token: coach.token,
      })
    ).body.data;

  test('each row is what the calendar of the athlete says, and sums are those of its days', async (t) => {
    await checkProperty(t, chosenRuns(20), {
      any: fc.record({
        athletes: fc.array(anyAthlete, { minLength: 1, maxLength: 4 }),
        from: fc.integer({ min: -12, max: 3 }),
        length: fc.integer({ min: 1, max: 14 }),
      }),
      story: (example) => JSON.stringify(example),
      check: async ({ athletes, from: after, length }) => {
        const organization = await createOrganization(server);
        for (const athlete of athletes) {
          const { user_id } = await seedAthlete(server, organization.org_id, {
            timezone: athlete.timezone,
            privacy: athlete.settings,
          });
          if (athlete.strava) {
            await server.deps.db.execute(
              sql`UPDATE users SET integrations = '{"strava": true}' WHERE user_id = ${user_id}`,
            );
          }
          const planned = [];
          for (const ago of athlete.plans) {
            const given = { start_date: addDays(today, -ago), weeks: 2 };
            const [plan] = await assignPlan(server, organization.org_id, [{ user_id }], given);
            assert.ok(plan !== undefined);
            planned.push(...plan.workouts.map(({ id }) => ({ plan_id: plan.id, workout_id: String(id) })));
          }
          await storeDays(server, { org_id: organization.org_id, user_id, planned }, athlete.days);
          for (const { after, is_run } of athlete.races) {
            await storeRace(user_id, addDays(today, after), is_run && after <= 0);
          }
          await insertActivities(
            server.deps.db,
            athlete.done.map(({ days_ago, hour, km, source, ...one }) =>
              makeActivity(user_id, {
                ...one,
                source,
                external_id: null,
                start_time: new Date(Date.parse(`${today}T00:00:00Z`) - days_ago * DAY_MS + hour * 3_600_000),
                duration_s: km * 330,
                moving_time_s: km * 320,
                distance_m: km * 1_000,
              }),
            ),
          );
        }
        const from = addDays(today, after);
        const query = `?from=${from}&to=${addDays(from, length - 1)}`;
        const rows = await rowsOf(query, organization);
        assert.equal(rows.length, athletes.length);
        for (const row of rows) await matches(row, query, organization);
        await glanceMatches(organization);
      },
    });
  });

  const storeRace = async (user_id: string, date: string, is_run: boolean) =>
    await server.deps.db.execute(sql`
      INSERT INTO races (id, user_id, race_day, name, distance_m, priority, target_time_s, result_time_s, created_at, updated_at)
      VALUES (${newId()}, ${user_id}, ${date}, 'Harbour Run', 10000, 'a', 2700, ${is_run ? 2_690 : null}, now(), now())`);

  async function matches(row: Row, query: string, organization: TestOrganization): Promise<void> {
    const own = await single(row.user_id, query, organization);
    const shows_sums = !own.privacy_filtered.includes('workouts.distance_m');
    assert.deepEqual([row.timezone, row.today], [own.timezone, own.today]);
    type Own = {
      date: string;
      workouts: {
        plan_id: string;
        workout: Record<string, unknown>;
        compliance: { status: string; share: number };
        conflict?: object;
        replaced_by: string | null;
      }[];
      sessions: SessionOfDay[];
      activities: { duration_s: number; distance_m: number }[];
      races?: object[];
      availability?: object | null;
      injuries?: object[];
      comments: object;
    };
    const shows_done = !row.privacy_filtered.includes('days.activities');
    const expected = own.days.map((day: Own) => ({
      date: day.date,
      sessions: day.sessions.map(sessionInShort),
      workouts: day.workouts.map(({ plan_id, workout, compliance: { status, share }, ...told }) => ({
        ...told,
        plan_id,
        workout_id: workout.id,
        workout_type: workout.workout_type,
        title: workout.title,
        ...(shows_sums && { distance_m: workout.distance_m, duration_s: workout.duration_s }),
        compliance: { status, share },
      })),
      ...(shows_done && { activities: day.activities }),
      ...(day.races && { races: day.races }),
      ...(day.availability !== undefined && { availability: day.availability }),
      ...(day.injuries && { injuries: day.injuries }),
      comments: day.comments,
    }));
    const ofBeside = (names: string[]) => names.filter((name) => /races|availability|injuries/.test(name));
    assert.deepEqual(ofBeside(row.privacy_filtered), ofBeside(own.privacy_filtered));
    assert.deepEqual(row.days, expected);
    type Plan = { id: string; saved_plan_id: string; title: string; start_date: string; end_date: string };
    const [from, to] = [own.days[0].date, own.days.at(-1).date];
    const reaching = own.plans.filter(
      ({ start_date, end_date }: Plan) => start_date <= to && end_date >= from,
    );
    assert.deepEqual(
      row.plans,
      reaching.map(({ id: plan_id, saved_plan_id, title }: Plan) => ({ plan_id, saved_plan_id, title })),
    );
    if (!shows_done) assert.ok(own.days.every(({ activities }: Own) => activities.length === 0));
    for (const week of row.weeks) {
      const first = String(week.week_start);
      assert.equal(weekdayOf(first), 'monday');
      const whole: Own[] = (await single(row.user_id, `?from=${first}&to=${addDays(first, 6)}`, organization))
        .days;
      const workouts = whole.flatMap((day) => day.workouts.map(({ workout }) => workout));
      const done = whole.flatMap(({ activities }) => activities);
      const sum = (numbers: number[]) => Math.round(numbers.reduce((all, one) => all + one, 0));
      assert.deepEqual(week, {
        week_start: first,
        planned_workouts: workouts.length,
        ...(shows_sums && {
          planned_distance_m: sum(workouts.map(({ distance_m }) => Number(distance_m))),
          planned_duration_s: sum(workouts.map(({ duration_s }) => Number(duration_s))),
        }),
        ...(shows_done && {
          done_activities: done.length,
          done_distance_m: sum(done.map(({ distance_m }) => distance_m)),
          // Moving time, ten seconds a kilometre less.
          done_duration_s: sum(done.map(({ distance_m }) => (distance_m / 1_000) * 320)),
        }),
        comments: { total: 0, unread: 0 },
      });
    }
    assert.ok(row.weeks.length >= 2 && row.weeks.length <= 4);
  }

  const glance = async (query = '', { org_id, coach } = club) =>
    await server.request('GET', `/api/v1/organizations/${org_id}/athletes/weeks${query}`, {
      token: coach.token,
    });

  /** The week overview equals the calendar and says no more. */
  async function glanceMatches(organization: TestOrganization): Promise<void> {
    const { data } = (await glance('', organization)).body;
    const query = `?from=${data.week_start}&to=${addDays(data.week_start, 6)}`;
    const rows = await rowsOf(query, organization);
    assert.equal(weekdayOf(data.week_start), 'monday');
    assert.deepEqual(
      data.athletes.map(({ user_id }: Row) => user_id),
      rows.map(({ user_id }) => user_id),
    );
    for (const [place, row] of rows.entries()) {
      const own = data.athletes[place];
      const shows_sums = !row.privacy_filtered.includes('days.workouts.distance_m');
      const shows_done = !row.privacy_filtered.includes('days.activities');
      assert.deepEqual(own.privacy_filtered, [
        ...(shows_done ? [] : ['days.done_distance_m']),
        ...(shows_sums ? [] : ['days.planned_distance_m']),
      ]);
      const expected = row.days.map(({ workouts, activities = [] }) => {
        const planned = workouts as {
          workout_type: string;
          distance_m?: number;
          compliance: { share: number };
        }[];
        const main = planned.find(({ workout_type }) => !EASY.has(workout_type)) ?? planned[0];
        const to_run = planned.filter(({ workout_type }) => workout_type !== 'cross-training');
        const runs = activities.filter(({ sport_type }) => String(sport_type).endsWith('run'));
        const sum = (numbers: number[]) => Math.round(numbers.reduce((all, one) => all + one, 0));
        return {
          kind: main?.workout_type ?? null,
          share: main?.compliance.share ?? null,
          planned_distance_m:
            shows_sums && to_run.length > 0 ? sum(to_run.map(({ distance_m = 0 }) => distance_m)) : null,
          done_distance_m: runs.length > 0 ? sum(runs.map(({ distance_m }) => Number(distance_m))) : null,
        };
      });
      assert.deepEqual(own.days, expected);
      const { plans } = await single(row.user_id, '', organization);
      const current = (plans as { saved_plan_id: string; end_date: string }[]).filter(
        ({ end_date }) => end_date >= row.today,
      );
      assert.deepEqual(
        new Set(own.plans.map(({ plan_id }: { plan_id: string }) => plan_id)),
        new Set(current.map(({ saved_plan_id }) => saved_plan_id)),
      );
    }
  }
  const EASY = new Set(['easy-run', 'recovery-run', 'strides', 'strength', 'cross-training', 'race']);

  test('at a glance it comes by pages of five hundred, for coaches alone', async () => {
    const organization = await createOrganization(server);
    const athlete = await addMember(server, organization, { fields: { display_name: 'Ben' } });
    await seedAthlete(server, organization.org_id, { display_name: 'anna' });
    await assignPlan(server, organization.org_id, [athlete], { start_date: today, title: 'To the lake' });
    const first = await glance('?sort=name&limit=1', organization);
    assert.equal(first.body.data.athletes.length, 1);
    const second = await glance(`?sort=name&limit=1&cursor=${first.body.data.next_cursor}`, organization);
    const [ben] = second.body.data.athletes;
    assert.deepEqual(
      [ben.user_id, ben.plans.map(({ title }: { title: string }) => title)],
      [athlete.user_id, ['To the lake']],
    );
    assert.equal((await glance('?limit=501', organization)).status, 400);
    assert.equal((await glance('?sort=last_activity', organization)).status, 400);
    const path = `/api/v1/organizations/${organization.org_id}/athletes/weeks`;
    assert.equal((await server.request('GET', path, { token: athlete.token })).status, 403);
    assert.equal((await server.request('GET', path, { token: club.coach.token })).status, 404);
    const { data } = (await server.request('GET', '/api/v1/users/me/accesses', { token: athlete.token }))
      .body;
    assert.ok(JSON.stringify(data).includes('"plans"'));
  });

  test('comes by pages, by name or by joining, of a group or of a coach', async () => {
    const organization = await createOrganization(server);
    const people = [];
    for (const [place, display_name] of ['Cara', 'anna', 'Bea'].entries()) {
      const joined_at = new Date(server.clock.now().getTime() + place * 1_000);
      people.push(await seedAthlete(server, organization.org_id, { display_name, joined_at }));
    }
    const names = (rows: Row[]) => rows.map(({ display_name }) => display_name);
    assert.deepEqual(names(await rowsOf('?sort=name', organization)), ['anna', 'Bea', 'Cara']);
    assert.deepEqual(names(await rowsOf('?sort=name&order=desc', organization)), ['Cara', 'Bea', 'anna']);
    assert.deepEqual(names(await rowsOf('', organization)), ['Cara', 'anna', 'Bea']);
    const paged = [];
    let cursor = '';
    do {
      const { data } = (await team(`?limit=1&sort=name${cursor}`, organization)).body;
      paged.push(...data.athletes);
      cursor = data.next_cursor === null ? '' : `&cursor=${data.next_cursor}`;
      if (paged.length === 1) {
        const other = await team(`?limit=1${cursor}`, organization);
        assert.deepEqual([other.status, other.body.error.includes('cursor')], [400, true]);
      }
    } while (cursor !== '');
    assert.deepEqual(names(paged), ['anna', 'Bea', 'Cara']);
    const { id } = await createGroup(server, organization, {
      members: people.slice(0, 1).map((one) => ({ ...one, token: '', email: '', password: '' })),
    });
    assert.deepEqual(names(await rowsOf(`?group_id=${id}`, organization)), ['Cara']);
    assert.deepEqual(names(await rowsOf(`?coach_id=${organization.coach.user_id}`, organization)), []);
    await server.deps.db.execute(sql`
      UPDATE organization_members SET coach_id = ${organization.coach.user_id} WHERE user_id = ${people[1]?.user_id}`);
    assert.deepEqual(names(await rowsOf(`?coach_id=${organization.coach.user_id}`, organization)), ['anna']);
    const theirs = await createGroup(server, club, {});
    assert.deepEqual(await rowsOf(`?group_id=${theirs.id}`, organization), []);
  });

  test('takes as many statements for many athletes as for one', async (t) => {
    const organization = await createOrganization(server);
    const counting = await countStatements(server);
    t.after(() => counting.close());
    const counts = [];
    for (const more of [1, 5]) {
      for (let made = 0; made < more; made += 1) {
        const privacy = { ...DEFAULT_PRIVACY, share_pace_data: made % 2 === 0 };
        const { user_id } = await seedAthlete(server, organization.org_id, { privacy });
        await assignPlan(server, organization.org_id, [{ user_id }], { start_date: today });
      }
      const hidden = await seedAthlete(server, organization.org_id, { privacy: { share_pace_data: false } });
      await assignPlan(server, organization.org_id, [hidden], { start_date: today });
      const { token } = organization.coach;
      const path = `/api/v1/organizations/${organization.org_id}`;
      for (const list of ['calendar', 'athletes/weeks']) {
        const { status, statements } = await counting.get(`${path}/${list}`, { token });
        assert.equal(status, 200);
        counts.push(statements.length);
      }
    }
    assert.deepEqual(counts.slice(0, 2), counts.slice(2));
  });

  test('is for coaches of the organization, and tells athletes who looked', async () => {
    const organization = await createOrganization(server);
    const athlete = await addMember(server, organization);
    const path = `/api/v1/organizations/${organization.org_id}/calendar`;
    const stranger = await signUp(server);
    assert.equal((await server.request('GET', path)).status, 401);
    assert.equal((await server.request('GET', path, { token: athlete.token })).status, 403);
    assert.equal((await server.request('GET', path, { token: stranger.token })).status, 404);
    assert.equal((await server.request('GET', path, { token: club.coach.token })).status, 404);
    const [first, second] = await Promise.all([team('', organization), team('', organization)]);
    assert.deepEqual([first.status, second.body], [200, first.body]);
    assert.equal(first.body.data.athletes[0].user_id, athlete.user_id);
    const { data } = (await server.request('GET', '/api/v1/users/me/accesses', { token: athlete.token }))
      .body;
    assert.ok(JSON.stringify(data).includes('"plans"'));
  });

  test('is of days that there are, fourteen at the most, this week and the next unless somebody says', async () => {
    const { from, to } = (await team()).body.data;
    assert.deepEqual([weekdayOf(from), to], ['monday', addDays(from, 13)]);
    for (const query of [
      `?from=${today}&to=${addDays(today, 14)}`,
      `?from=${today}&to=${addDays(today, -1)}`,
      '?from=2026-02-30',
      '?to=tomorrow',
      '?limit=201',
      '?sort=last_activity',
      '?cursor=AAAA',
    ]) {
      assert.equal((await team(query)).status, 400, query);
    }
  });
});
