import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_PRIVACY, type PrivacySettings } from '../../../privacy/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import {
  addMember,
  assignPlan,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { insertActivities } from '../../../test/insert-activities.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { saveQuietPlan, setVdot } from '../../../test/saved-plans.ts';

type Entry = { workout: Record<string, unknown>; compliance: Record<string, unknown>; plan_id: string };
type Day = { date: string; workouts: Entry[]; activities: { id: string; is_planned: boolean }[] };

describe('the training calendar', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    today = server.clock.now().toISOString().slice(0, 10);
  });

  /** An athlete in UTC whose plan began so many days ago: runs on days 0, 2 and 5 of each week. */
  async function runner(daysAgo: number, weeks = 2) {
    const athlete = await addMember(server, club);
    await place(athlete, 'UTC');
    await setVdot(server, athlete.user_id, 45);
    const start_date = addDays(today, -daysAgo);
    const { body } = await saveQuietPlan(server, club, { start_date, weeks, athlete_ids: [athlete.user_id] });
    return { athlete, start_date, plan_id: body.data.assigned[0].plan_id, saved_plan_id: body.data.plan.id };
  }
  const place = (athlete: TestUser, timezone: string) =>
    server.deps.db.execute(sql`
      UPDATE users SET preferences = (preferences::jsonb || ${JSON.stringify({ timezone })}::jsonb)
      WHERE user_id = ${athlete.user_id}`);
  const share = (athlete: TestUser, settings: Partial<PrivacySettings>) =>
    server.deps.db.execute(sql`
      UPDATE users SET privacy = ${JSON.stringify({ ...DEFAULT_PRIVACY, ...settings })}
      WHERE user_id = ${athlete.user_id}`);
  async function run(athlete: TestUser, at: string, fields: Record<string, unknown> = {}): Promise<string> {
    const activity = {
      ...makeActivity(athlete.user_id),
      source: 'upload' as const,
      external_id: null,
      sport_type: 'run' as const,
      workout_type: null,
      private: false,
      is_race: false,
      start_time: new Date(at.length > 10 ? at : `${at}T08:00:00Z`),
      duration_s: 3000,
      moving_time_s: 3000,
      distance_m: 8000,
      ...fields,
    };
    await insertActivities(server.deps.db, [activity]);
    return activity.id;
  }
  const mine = async (athlete: TestUser, query = '') =>
    await server.request('GET', `/api/v1/plans/mine${query}`, { token: athlete.token });
  const theirs = async (athlete: TestUser, query = '', organization = club) =>
    await server.request(
      'GET',
      `/api/v1/organizations/${organization.org_id}/athletes/${athlete.user_id}/plans${query}`,
      { token: organization.coach.token },
    );
  const statuses = (days: readonly Day[]) =>
    days.flatMap(({ date, workouts }) => workouts.map(({ compliance }) => `${date} ${compliance.status}`));

  test('shows day by day what was planned and what became of it', async () => {
    const { athlete, start_date, plan_id, saved_plan_id } = await runner(6);
    const done = await run(athlete, start_date, { workout_type: 'easy-run' });
    const short = await run(athlete, addDays(start_date, 2), {
      duration_s: 1500,
      moving_time_s: 1500,
      distance_m: 4000,
    });
    const extra = await run(athlete, addDays(start_date, 3), { sport_type: 'ride' });
    const { status, body } = await mine(athlete, `?from=${start_date}&to=${addDays(start_date, 8)}`);
    assert.equal(status, 200);
    const { days, summary, plans } = body.data as {
      days: Day[];
      summary: object;
      plans: Record<string, unknown>[];
    };
    assert.deepEqual(
      days.map(({ date }) => date),
      Array.from({ length: 9 }, (_, place) => addDays(start_date, place)),
    );
    assert.deepEqual(statuses(days), [
      `${start_date} done`,
      `${addDays(start_date, 2)} partly`,
      `${addDays(start_date, 5)} missed`,
      `${addDays(start_date, 7)} upcoming`,
    ]);
    assert.deepEqual(summary, { planned: 4, done: 1, partly: 1, missed: 1, upcoming: 1, unknown: 0 });
    assert.deepEqual(days[0]?.workouts[0]?.compliance, {
      status: 'done',
      share: 1,
      days_off: 0,
      type_match: true,
      activity_ids: [done],
    });
    assert.deepEqual(days[2]?.workouts[0]?.compliance.activity_ids, [short]);
    assert.deepEqual(
      [days[3]?.workouts, days[3]?.activities.map(({ id, is_planned }) => [id, is_planned])],
      [[], [[extra, false]]],
    );
    assert.deepEqual(
      [plans.length, plans[0]?.id, plans[0]?.saved_plan_id, plans[0]?.org_name, plans[0]?.title],
      [1, plan_id, saved_plan_id, club.name, 'Quiet weeks'],
    );
    assert.equal(days[0]?.workouts[0]?.plan_id, plan_id);
    assert.ok(Number(days[0]?.workouts[0]?.workout.distance_m) > 0);
  });

  test('is of all organizations, this week and the next unless somebody says, and bounded', async () => {
    const { athlete } = await runner(0);
    const other = await createOrganization(server);
    await addMember(server, other, { user: athlete });
    const start_date = addDays(today, 30);
    await saveQuietPlan(server, other, { start_date, title: 'Next', athlete_ids: [athlete.user_id] });
    const { data } = (await mine(athlete)).body;
    assert.deepEqual([data.days.length, data.days[0].day, data.today], [14, 'monday', today]);
    assert.deepEqual(
      data.plans.map(({ title }: { title: string }) => title),
      ['Quiet weeks', 'Next'],
    );
    const later = (await mine(athlete, `?from=${start_date}`)).body.data;
    assert.equal(later.days[0].workouts.length, 1);
    const seen = (await theirs(athlete, '', other)).body.data;
    assert.deepEqual(
      seen.plans.map(({ title }: { title: string }) => title),
      ['Next'],
    );
    assert.equal(seen.summary.planned, 0, 'what another organization gave is no business of this one');
    for (const query of [
      `?from=${today}&to=${addDays(today, 100)}`,
      `?from=${today}&to=${addDays(today, -1)}`,
      '?from=2026-02-30',
      '?to=2026-13-01',
      '?from=tomorrow',
    ]) {
      assert.equal((await mine(athlete, query)).status, 400, query);
    }
    assert.equal((await mine(athlete, `?from=${today}&to=${addDays(today, 99)}`)).body.data.days.length, 100);
  });

  test('a day is one where the athlete lives', async () => {
    const { athlete, start_date } = await runner(6);
    await place(athlete, 'Asia/Taipei');
    // Midnight has passed there.
    const id = await run(athlete, `${addDays(start_date, -1)}T16:30:00Z`);
    const { data } = (await mine(athlete, `?from=${start_date}&to=${start_date}`)).body;
    assert.deepEqual(data.days[0].workouts[0].compliance.activity_ids, [id]);
  });

  test('does not depend on how much of it is asked for', async () => {
    const { athlete, start_date } = await runner(6);
    // Before the plan, and no part of it; a day early; and the only one of the last workout, a day late.
    await run(athlete, addDays(start_date, -1));
    await run(athlete, start_date);
    const early = await run(athlete, addDays(start_date, 1));
    const late = await run(athlete, addDays(start_date, 6));
    const of = async (day: string) =>
      (await mine(athlete, `?from=${day}&to=${day}`)).body.data.days[0].workouts[0].compliance;
    const [second, last] = [await of(addDays(start_date, 2)), await of(addDays(start_date, 5))];
    assert.deepEqual([second.activity_ids, second.days_off], [[early], -1]);
    assert.deepEqual([last.activity_ids, last.days_off], [[late], 1]);
  });

  test('a coach sees of it what the athlete shares', async () => {
    const { athlete, start_date } = await runner(6);
    const secret = await run(athlete, start_date, { private: true });
    const shown = await run(athlete, addDays(start_date, 2), { duration_s: 3500, moving_time_s: 3500 });
    const query = `?from=${start_date}&to=${addDays(start_date, 8)}`;
    const all = (await theirs(athlete, query)).body.data;
    assert.deepEqual(
      all.privacy_filtered,
      ['days.injuries'],
      'which are shared by nobody who has not said so',
    );
    assert.deepEqual(
      statuses(all.days).map((one) => one.slice(11)),
      ['missed', 'done', 'missed', 'upcoming'],
      'what is private is not there, not even as done',
    );
    assert.ok(!JSON.stringify(all).includes(secret) && JSON.stringify(all).includes(shown));

    await share(athlete, { share_activity_with_coach: false });
    const nothing = (await theirs(athlete, query)).body.data;
    assert.deepEqual(
      statuses(nothing.days).map((one) => one.slice(11)),
      ['unknown', 'unknown', 'unknown', 'upcoming'],
    );
    assert.deepEqual(
      nothing.days.flatMap(({ activities }: Day) => activities),
      [],
    );
    assert.equal((await mine(athlete, query)).body.data.summary.done, 2, 'the athlete sees everything');
  });

  test('without share_pace_data nothing of it tells the paces', async () => {
    const twins = [await runner(6), await runner(6)];
    const query = `?from=${addDays(today, -6)}&to=${addDays(today, 8)}`;
    const views: string[] = [];
    for (const [place, { athlete, plan_id }] of twins.entries()) {
      await share(athlete, { share_pace_data: false });
      await setVdot(server, athlete.user_id, place === 0 ? 35 : 65);
      const { org_id, coach } = club;
      const { saved_plan_id } = twins[place] ?? { saved_plan_id: '' };
      const plan = `/api/v1/organizations/${org_id}/plans/${saved_plan_id}`;
      await server.request('DELETE', `${plan}/assignments/${athlete.user_id}`, { token: coach.token });
      const again = await server.request('POST', `${plan}/assignments`, {
        token: coach.token,
        body: { athlete_ids: [athlete.user_id] },
      });
      const own = again.body.data.assigned[0].plan_id;
      assert.notEqual(own, plan_id);
      const id = await run(athlete, addDays(today, -6), { name: 'Run' });
      const { days, summary, privacy_filtered } = (await theirs(athlete, query)).body.data;
      assert.ok(privacy_filtered.includes('workouts.distance_m'));
      const text = JSON.stringify({ days, summary, privacy_filtered });
      // Ids of workouts and activities are each one's own.
      views.push(
        text
          .replaceAll(own, 'plan')
          .replaceAll(id, 'run')
          .replaceAll(/"id":"[^"]*"/g, '"id":""'),
      );
    }
    assert.equal(views[0], views[1]);
    assert.ok(views[0]?.includes('"share":1'));
  });

  test('belongs to the athlete and to the coaches of their organization', async () => {
    const { athlete } = await runner(0);
    const other = await createOrganization(server);
    const path = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/plans`;
    assert.equal((await server.request('GET', '/api/v1/plans/mine')).status, 401);
    assert.equal((await server.request('GET', path)).status, 401);
    assert.equal((await server.request('GET', path, { token: athlete.token })).status, 403);
    assert.equal((await server.request('GET', path, { token: other.coach.token })).status, 404);
    assert.equal((await theirs(athlete, '', other)).status, 404);
    assert.deepEqual((await mine(other.coach)).body.data.plans, []);
  });

  test('a plan that was taken back is in it no more, and one that is over still is where it was', async () => {
    const { athlete, saved_plan_id } = await runner(0);
    const past = addDays(today, -30);
    await assignPlan(server, club.org_id, [athlete], { start_date: past, weeks: 2 });
    const planned = async (from: string) => (await mine(athlete, `?from=${from}`)).body.data.summary.planned;
    assert.deepEqual([await planned(past), await planned(today)], [6, 6]);
    const { plans } = (await mine(athlete)).body.data;
    assert.equal(plans.length, 1, 'what is over is not among those that are to come');
    const path = `/api/v1/organizations/${club.org_id}/plans/${saved_plan_id}/assignments/${athlete.user_id}`;
    await server.request('DELETE', path, { token: club.coach.token });
    assert.deepEqual([await planned(past), await planned(today)], [6, 0]);
  });
});
