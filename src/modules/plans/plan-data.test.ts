import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../shared/calendar.ts';
import { addMember, assignPlan, createOrganization, signUp } from '../../test/factories.ts';
import { testServer } from '../../test/harness.ts';
import { saveQuietPlan, setVdot } from '../../test/saved-plans.ts';
import { planData } from './plan-data.ts';

test('all plans that somebody was given, of each organization the latest start first, each once', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const other = await signUp(server);
  const expected: [org_id: string, plan_id: string][] = [];
  for (const count of [25, 0, 11]) {
    const club = await createOrganization(server);
    await addMember(server, club, { user });
    await addMember(server, club, { user: other });
    const given: { place: string; id: string }[] = [];
    for (let index = 0; index < count; index += 1) {
      const start_date = addDays('2026-01-05', Math.floor(index / 3));
      const [plan] = await assignPlan(server, club.org_id, [user, other], { start_date });
      if (plan !== undefined) given.push({ place: `${start_date} ${plan.id}`, id: plan.id });
    }
    const latestFirst = given.toSorted((a, b) => (a.place < b.place ? 1 : -1));
    expected.push(...latestFirst.map(({ id }): [string, string] => [club.org_id, id]));
    server.clock.advance(1_000);
  }
  server.clock.reset();
  const actual: [string, string][] = [];
  for await (const file of planData(server.deps).collect(user.user_id)) {
    if (file.name !== 'plans.json' || !('records' in file)) continue;
    for await (const page of file.records) {
      assert.ok(page.length <= 10);
      const plans: { org_id: string; id: string }[] = page.map((text) => JSON.parse(text));
      actual.push(...plans.map(({ org_id, id }): [string, string] => [org_id, id]));
    }
  }
  assert.deepEqual(actual, expected);
});

test('a plan says of which VDOT its numbers are, and who wrote plans and workouts is told which', async () => {
  const server = await testServer();
  const club = await createOrganization(server);
  const { org_id, coach } = club;
  const athlete = await addMember(server, club);
  await setVdot(server, athlete.user_id, 47.5);
  const start_date = server.clock.now().toISOString().slice(0, 10);
  const saved = await saveQuietPlan(server, club, { start_date, athlete_ids: [athlete.user_id] });
  const workout = {
    title: 'Half an hour',
    workout_type: 'easy-run',
    segments: [{ kind: 'work', duration_s: 1_800 }],
  };
  const path = `/api/v1/organizations/${org_id}/workouts`;
  const written = await server.request('POST', path, { token: coach.token, body: workout });
  assert.equal(written.status, 201, JSON.stringify(written.body));

  const of = async (user_id: string) => {
    const told: Record<string, Record<string, unknown>[]> = {};
    for await (const file of planData(server.deps).collect(user_id)) {
      if (!('records' in file)) continue;
      const pages: (readonly string[])[] = [];
      for await (const page of file.records) pages.push(page);
      told[file.name] = pages.flat().map((text) => JSON.parse(text));
    }
    return told;
  };
  const theirs = await of(athlete.user_id);
  assert.deepEqual(
    theirs['plans.json']?.map(({ title, vdot, ended_at }) => [title, vdot, ended_at]),
    [['Quiet weeks', 47.5, null]],
  );
  assert.deepEqual([theirs['saved_plans.json'], theirs['library_workouts.json']], [[], []]);
  const { plan } = saved.body.data;
  const { id, created_at } = written.body.data.workout;
  const coaches = await of(coach.user_id);
  assert.deepEqual(coaches['saved_plans.json'], [
    { saved_plan_id: plan.id, org_id, title: plan.title, created_at: plan.created_at },
  ]);
  assert.deepEqual(coaches['library_workouts.json'], [
    { workout_id: id, org_id, title: 'Half an hour', created_at },
  ]);
});
