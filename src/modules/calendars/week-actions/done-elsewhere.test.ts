import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { addDays } from '../../../shared/calendar.ts';
import {
  addMember,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { share, storeRun } from '../../../test/feedback-stage.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { saveQuietPlan } from '../../../test/saved-plans.ts';

type Found = {
  workout: { id: string };
  compliance: { status: string; activity_ids: string[] };
  done_elsewhere: boolean;
};

describe('workouts that were done without a recording', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    today = server.clock.now().toISOString().slice(0, 10);
  });

  /** An athlete in UTC whose plan began `ago` days ago: its first workout is one of 50 minutes on that day, the next two days later. */
  async function runner(ago: number) {
    const athlete = await addMember(server, club);
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = (preferences::jsonb || '{"timezone": "UTC"}') WHERE user_id = ${athlete.user_id}`);
    const start_date = addDays(today, -ago);
    const { body } = await saveQuietPlan(server, club, { start_date, athlete_ids: [athlete.user_id] });
    const { plan_id } = body.data.assigned[0];
    const at = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/plans`;
    const found = async (after = 0, { token }: TestUser = athlete): Promise<Found> => {
      const day = addDays(start_date, after);
      const path = token === athlete.token ? '/api/v1/plans/mine' : at;
      const { data } = (await server.request('GET', `${path}?from=${day}&to=${day}`, { token })).body;
      return data.days[0].workouts[0];
    };
    const mark = async (after: number, body: object) => {
      const { workout } = await found(after);
      const path = `${at}/${plan_id}/workouts/${workout.id}`;
      return await server.request('PATCH', path, { token: club.coach.token, body });
    };
    return { athlete, start_date, found, mark };
  }
  async function teamRow({ user_id }: TestUser, date: string): Promise<Found> {
    const path = `/api/v1/organizations/${club.org_id}/calendar?from=${date}&to=${date}`;
    const { data } = (await server.request('GET', path, { token: club.coach.token })).body;
    return data.athletes.find((one: { user_id: string }) => one.user_id === user_id).days[0].workouts[0];
  }
  const said = ({ compliance: { status, activity_ids }, done_elsewhere }: Found) => [
    ...[status, activity_ids?.length ?? 0],
    done_elsewhere,
  ];

  test('are done in each calendar once a coach says so, and not run again once that is undone', async () => {
    const { athlete, start_date, found, mark } = await runner(2);
    assert.deepEqual(said(await found()), ['missed', 0, false]);
    const marked = await mark(0, { done_elsewhere: true });
    assert.equal(marked.status, 200, JSON.stringify(marked.body));
    assert.deepEqual(marked.body.data.findings, []);
    for (const one of [await found(), await found(0, club.coach), await teamRow(athlete, start_date)])
      assert.deepEqual(said(one), ['done', 0, true]);
    // Saying it again changes nothing, so that there is nothing to undo.
    assert.equal((await mark(0, { done_elsewhere: true })).body.data.undo_token, null);
    const { undo_token } = marked.body.data;
    const undone = await server.request(
      'POST',
      `/api/v1/organizations/${club.org_id}/calendar/actions/undo`,
      { token: club.coach.token, body: { undo_token } },
    );
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    assert.deepEqual(said(await found()), ['missed', 0, false]);
    assert.equal((await mark(0, { done_elsewhere: true })).status, 200);
    assert.equal((await mark(0, { done_elsewhere: false })).status, 200);
    assert.deepEqual(said(await teamRow(athlete, start_date)), ['missed', 0, false]);
  });

  test('are done whatever the athlete shares, since it is the coach who says it', async () => {
    const { athlete, start_date, found, mark } = await runner(2);
    await share(server, athlete, { share_activity_with_coach: false, share_pace_data: false });
    assert.equal((await teamRow(athlete, start_date)).compliance.status, 'unknown');
    assert.equal((await mark(0, { done_elsewhere: true })).status, 200);
    assert.deepEqual(said(await teamRow(athlete, start_date)), ['done', 0, true]);
    assert.deepEqual(said(await found(0, club.coach)), ['done', 0, true]);
  });

  test('are told by their recording once there is one', async () => {
    const { athlete, found, mark } = await runner(1);
    await mark(0, { done_elsewhere: true });
    await storeRun(server, athlete.user_id, { moving_time_s: 1_500, duration_s: 1_500, distance_m: 5_000 });
    assert.deepEqual(said(await found()), ['partly', 1, true]);
  });

  test('are those up to today that nothing else is said of in the same request', async () => {
    const { athlete, found, mark } = await runner(0);
    const early = await mark(2, { done_elsewhere: true });
    assert.deepEqual([early.status, early.body.code], [409, 'change_refused']);
    assert.match(early.body.error, /still to come/);
    const both = await mark(0, { done_elsewhere: true, title: 'Long' });
    assert.deepEqual(
      [both.status, both.body.error],
      [400, 'done_elsewhere: is said alone: send other changes apart.'],
    );
    assert.equal((await mark(0, { done_elsewhere: true })).status, 200);
    const moved = await mark(0, { date: addDays(today, 1) });
    assert.equal(moved.status, 409, 'what was done stays');
    const { workout } = await found();
    const path = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/plans/${workout.id}/workouts/${workout.id}`;
    const own = await server.request('PATCH', path, { token: athlete.token, body: { done_elsewhere: true } });
    assert.equal(own.status, 403);
  });
});
