import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../shared/calendar.ts';
import { addMember, assignPlan, createOrganization, signUp } from '../../test/factories.ts';
import { testServer } from '../../test/harness.ts';
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
      // Each day three times, so that pages end among them.
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
