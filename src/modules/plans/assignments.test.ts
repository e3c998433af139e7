import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { assignPlan, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

// These are the guarantees of the tables themselves, whoever writes to them. Reading is tested over HTTP, in developer-api.
describe('the tables of plans', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
  });

  const give = (org_id: string, plan_id: string, user_id: string, fields: Record<string, unknown> = {}) => {
    const row = { start_date: '2026-07-06', weeks: 2, weekly_info: '{}', workouts: '[]', ...fields };
    const now = server.clock.now();
    return server.deps.db.execute(sql`
      INSERT INTO plan_assignments (id, org_id, plan_id, user_id, start_date, weeks, weekly_info, workouts,
        assigned_at, updated_at)
      VALUES (${newId()}, ${org_id}, ${plan_id}, ${user_id}, ${row.start_date}, ${row.weeks}, ${row.weekly_info},
        ${row.workouts}, ${now}, ${now})`);
  };
  const code = (expected: string) => (error: unknown) =>
    typeof error === 'object' && error !== null && Reflect.get(error, 'code') === expected;
  const FOREIGN_KEY = code('23503');
  const CHECK = code('23514');

  test('a plan is given to members of its own organization, and to nobody else', async () => {
    const other = await createOrganization(server);
    const [first, mine, theirs] = await Promise.all([
      seedAthlete(server, club.org_id),
      seedAthlete(server, club.org_id),
      seedAthlete(server, other.org_id),
    ]);
    const [plan] = await assignPlan(server, club.org_id, [first], { start_date: '2026-07-06' });
    const saved = plan?.saved_plan_id ?? '';
    await assert.rejects(give(club.org_id, saved, theirs.user_id), FOREIGN_KEY);
    await assert.rejects(give(other.org_id, saved, theirs.user_id), FOREIGN_KEY);
    await assert.rejects(give(other.org_id, saved, mine.user_id), FOREIGN_KEY);
    await assert.rejects(give(club.org_id, newId(), mine.user_id), FOREIGN_KEY);
    assert.equal(await give(club.org_id, saved, mine.user_id), 1);
  });

  test('nobody has the same plan twice at once, but again once it was taken back', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: '2026-07-06' });
    const saved = plan?.saved_plan_id ?? '';
    await assert.rejects(give(club.org_id, saved, athlete.user_id), code('23505'));
    await server.deps.db.execute(sql`
      UPDATE plan_assignments SET ended_at = now() WHERE user_id = ${athlete.user_id} AND org_id = ${club.org_id}`);
    assert.equal(await give(club.org_id, saved, athlete.user_id), 1);
  });

  test('weeks are 1 to 52, days have a last one, and the content has its form', async () => {
    const [first, athlete] = await Promise.all([1, 2].map(() => seedAthlete(server, club.org_id)));
    if (!first || !athlete) throw new Error('two athletes');
    const [plan] = await assignPlan(server, club.org_id, [first], { start_date: '2026-07-06' });
    const saved = plan?.saved_plan_id ?? '';
    for (const fields of [
      { weeks: 0 },
      { weeks: 53 },
      { start_date: '1969-12-31' },
      { start_date: '9999-01-02' },
      { start_date: 'infinity' },
      { weekly_info: '[]' },
      { workouts: '{}' },
      { workouts: 'null' },
    ]) {
      await assert.rejects(give(club.org_id, saved, athlete.user_id, fields), CHECK, JSON.stringify(fields));
    }
    assert.equal(await give(club.org_id, saved, athlete.user_id, { start_date: '9999-01-01', weeks: 52 }), 1);
    const { end_date } = await server.deps.db.one<{ end_date: string }>(sql`
      SELECT end_date FROM plan_assignments WHERE user_id = ${athlete.user_id} AND weeks = 52`);
    assert.equal(end_date, '9999-12-30');
  });

  test('a saved plan takes those given with it when it is deleted, and stays when its coach is', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const coach = await seedAthlete(server, club.org_id);
    const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: '2026-07-06' });
    const { db } = server.deps;
    const saved = plan?.saved_plan_id;
    await db.execute(sql`UPDATE plans SET created_by = ${coach.user_id} WHERE id = ${saved}`);
    await db.execute(sql`DELETE FROM users WHERE user_id = ${coach.user_id}`);
    const count = async () =>
      (
        await db.one<{ count: number }>(sql`
          SELECT count(*) AS count FROM plan_assignments WHERE user_id = ${athlete.user_id}`)
      ).count;
    assert.equal(await count(), 1);
    await db.execute(sql`DELETE FROM plans WHERE id = ${saved} AND org_id = ${club.org_id}`);
    assert.equal(await count(), 0);
  });
});
