import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '../../../shared/calendar.ts';
import {
  addMember,
  createGroup,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { saveQuietPlan } from '../../../test/saved-plans.ts';

describe('what giving a plan would do', () => {
  let server: TestServer;
  let club: TestOrganization;
  let start_date: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    start_date = addDays(server.clock.now().toISOString().slice(0, 10), 7);
  });
  const day = (days: number): string => addDays(start_date, days);
  const ask = (method: string, path: string, { token }: TestUser, body?: object) =>
    server.request(method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  const preview = (plan_id: string, body: object, by: TestUser = club.coach) =>
    ask('POST', `/organizations/${club.org_id}/plans/${plan_id}/assignment-preview`, by, body);
  const assignments = async (plan_id: string) =>
    (await ask('GET', `/organizations/${club.org_id}/plans/${plan_id}/assignments`, club.coach)).body.data
      .assignments;

  test('is told of each athlete, and writes nothing', async () => {
    const [free, busy] = [await addMember(server, club), await addMember(server, club)];
    const stranger = await signUp(server);
    const group = await createGroup(server, club, { members: [free, busy] });
    const other = await saveQuietPlan(server, club, {
      start_date,
      title: 'Another',
      athlete_ids: [busy.user_id],
    });
    const { plan } = (await saveQuietPlan(server, club, { start_date, weeks: 2 })).body.data;
    const away = { kind: 'unavailable', from: day(2), to: day(3) };
    assert.equal((await ask('POST', '/availability', free, away)).status, 201);

    const asked = { group_ids: [group.id], athlete_ids: [stranger.user_id] };
    const { status, body } = await preview(plan.id, asked);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.data.start_date, body.data.end_date], [start_date, day(13)]);
    const told = new Map(
      body.data.athletes.map(({ user_id, ...rest }: { user_id: string }) => [user_id, rest]),
    );
    assert.equal(told.size, 3);
    assert.deepEqual(told.get(stranger.user_id), {
      display_name: null,
      reason: 'not_a_member',
      other_plans: [],
      conflicts: [],
    });
    const { display_name, ...ofFree } = told.get(free.user_id) as { display_name: string };
    assert.ok(display_name.length > 0);
    assert.deepEqual(ofFree, {
      reason: null,
      other_plans: [],
      conflicts: [{ date: day(2), kind: 'unavailable' }],
    });
    const [assigned] = other.body.data.assigned;
    const { other_plans, reason } = told.get(busy.user_id) as { other_plans: unknown; reason: unknown };
    assert.equal(reason, null);
    assert.deepEqual(other_plans, [
      {
        plan_id: assigned.plan_id,
        saved_plan_id: other.body.data.plan.id,
        title: 'Another',
        start_date,
        end_date: day(6),
        same_days: 3,
      },
    ]);
    assert.deepEqual(await assignments(plan.id), []);

    // On these later days the plan has no conflicts.
    const later = (await preview(plan.id, { ...asked, start_date: day(28) })).body.data;
    assert.deepEqual([later.start_date, later.end_date], [day(28), day(41)]);
    for (const one of later.athletes)
      assert.deepEqual([one.other_plans, one.conflicts], [[], []], one.user_id);
  });

  test('names no day that an athlete keeps from coaches', async () => {
    const athlete = await addMember(server, club);
    const { plan } = (await saveQuietPlan(server, club, { start_date })).body.data;
    await ask('POST', '/availability', athlete, { kind: 'unavailable', from: day(0), to: day(6) });
    const conflicts = async (): Promise<number> =>
      (await preview(plan.id, { athlete_ids: [athlete.user_id] })).body.data.athletes[0].conflicts.length;
    assert.equal(await conflicts(), 3);
    const privacy = { share_availability_with_coach: false };
    assert.equal((await ask('PUT', `/users/${athlete.user_id}`, athlete, { privacy })).status, 200);
    assert.equal(await conflicts(), 0);
  });

  test('says who has it already, whom a list of plans names', async () => {
    const athlete = await addMember(server, club, { fields: { display_name: 'Yuki' } });
    const athlete_ids = [athlete.user_id];
    const { plan } = (await saveQuietPlan(server, club, { start_date, athlete_ids })).body.data;
    const [one] = (await preview(plan.id, { athlete_ids })).body.data.athletes;
    assert.deepEqual([one.display_name, one.reason], ['Yuki', 'already_assigned']);
    assert.deepEqual(
      (await assignments(plan.id)).map((it: { display_name: string }) => it.display_name),
      ['Yuki'],
    );
    const { plans } = (await ask('GET', `/organizations/${club.org_id}/plans`, club.coach)).body.data;
    const listed = plans.find(({ id }: { id: string }) => id === plan.id);
    assert.deepEqual(listed.athletes, [{ user_id: athlete.user_id, display_name: 'Yuki' }]);
  });

  test('is for coaches of the organization alone, and refuses nobody and unknown groups', async () => {
    const athlete = await addMember(server, club);
    const { plan } = (await saveQuietPlan(server, club, { start_date })).body.data;
    const athlete_ids = [athlete.user_id];
    assert.equal((await preview(plan.id, { athlete_ids }, athlete)).status, 403);
    const other = await createOrganization(server);
    assert.equal((await preview(plan.id, { athlete_ids }, other.coach)).status, 404);
    assert.equal((await preview(athlete.user_id, { athlete_ids })).status, 404);
    assert.equal((await preview(plan.id, {})).status, 400);
    assert.equal((await preview(plan.id, { group_ids: [plan.id] })).status, 404);
    assert.equal((await preview(plan.id, { athlete_ids, start_date: '0001-01-01' })).status, 400);
  });
});
