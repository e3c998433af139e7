import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { addDays } from '../../../shared/calendar.ts';
import { USUAL_QUOTAS } from '../../../shared/quotas.ts';
import { addMember, createOrganization, type TestOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { quietContent, saveQuietPlan, setVdot } from '../../../test/saved-plans.ts';
import { MAX_CONTENT_BYTES } from '../../../training/plan-input/read-content.ts';
import { MAX_SEGMENTS_BYTES, MAX_STRETCHES } from '../../../training/plan-input/read-segments.ts';
import { findLibrary } from '../library/queries.ts';
import { lockCopies } from './assignment-queries.ts';

/** Normalization turns this letter into two. */
const TWO_LETTERS = '\u0958';

describe('how much of plans and workouts is kept', () => {
  let server: TestServer;
  let club: TestOrganization;
  let start_date: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    start_date = addDays(server.clock.now().toISOString().slice(0, 10), 7);
  });

  const easy = { kind: 'work', duration_s: 60 };
  const send = (method: 'POST' | 'PATCH', path: string, body: object, { org_id, coach } = club) =>
    server.request(method, `/api/v1/organizations/${org_id}${path}`, { token: coach.token, body });
  const keep = (fields: object, organization = club) =>
    send(
      'POST',
      '/workouts',
      { title: 'Run', workout_type: 'easy-run', segments: [easy], ...fields },
      organization,
    );
  const save = (fields: object) =>
    send('POST', '/plans', {
      title: 'Plan',
      start_date,
      weeks: 1,
      content: quietContent(start_date),
      ...fields,
    });
  const refusedAt = ({ status, body }: { status: number; body: { details?: { path: string }[] } }) => [
    status,
    body.details?.[0]?.path,
  ];

  const repeated = (segments: readonly object[]) => ({ kind: 'repeat', repeat: { times: 1, segments } });
  const wide = [1, 2, 3, 4].map(() => repeated(Array.from({ length: MAX_STRETCHES / 4 }, () => easy)));
  const long = Array.from({ length: 20 }, () => ({ ...easy, note: 'x'.repeat(MAX_SEGMENTS_BYTES / 20) }));

  test('a workout has so many stretches at all depths, and so many bytes', async () => {
    for (const segments of [wide, long]) {
      assert.deepEqual(refusedAt(await keep({ segments })), [400, 'segments']);
      const [first, ...others] = quietContent(start_date);
      const content = [{ ...first, segments }, ...others];
      assert.deepEqual(refusedAt(await save({ content })), [400, 'content.0.segments']);
    }
    assert.equal((await keep({ segments: wide.slice(1) })).status, 201);
  });

  test('a library has so many bytes, which nobody adds to nor makes a plan of more than', async () => {
    const full = await createOrganization(server);
    const made = await keep({}, full);
    await server.deps.db.execute(sql`
      INSERT INTO library_workouts (id, org_id, title, description, workout_type, segments, created_at, updated_at)
      SELECT gen_random_uuid(), ${full.org_id}, 'Run', repeat('x', ${USUAL_QUOTAS.library_bytes / 40 - 150}), 'easy-run', '[]',
        now(), now()
      FROM generate_series(1, 40)`);
    const description = 'x'.repeat(2_000);
    const path = `/workouts/${made.body.data.workout.id}`;
    assert.equal((await keep({ description }, full)).status, 201, 'there is room for two');
    assert.equal((await send('PATCH', path, { description }, full)).status, 200);
    assert.equal((await keep({ description }, full)).status, 429);
    const longer = { segments: long.slice(1) };
    assert.equal((await send('PATCH', path, longer, full)).status, 429);
    assert.equal((await send('PATCH', path, { description: '' }, full)).status, 200, 'it can be made less');
    assert.equal((await findLibrary(server.deps.db, full.org_id)).length, 42);
    await server.deps.db.execute(sql`
      UPDATE library_workouts SET description = description || repeat('x', 1000) WHERE org_id = ${full.org_id}`);
    const read = (await findLibrary(server.deps.db, full.org_id)).length;
    assert.ok(read >= 39 && read < 42, `${read} workouts`);
  });

  test('a plan has so many bytes', async () => {
    const note = 'x'.repeat(1_300);
    const weeks = Math.ceil(MAX_CONTENT_BYTES / 1_300 / 3) + 1;
    const content = quietContent(start_date, 52).map((workout) => ({
      ...workout,
      description: note,
      segments: (workout.segments ?? []).map((segment) => ({ ...segment, note })),
    }));
    assert.ok(weeks > 52);
    assert.deepEqual(refusedAt(await save({ content, weeks: 52 })), [400, 'content']);
  });

  test('titles and labels are one line, and are measured as they are stored', async () => {
    const title = TWO_LETTERS.repeat(200);
    assert.deepEqual(refusedAt(await keep({ title })), [400, 'title']);
    assert.deepEqual(refusedAt(await keep({ labels: [TWO_LETTERS.repeat(50)] })), [400, 'labels.0']);
    assert.deepEqual(refusedAt(await save({ title })), [400, 'title']);
    const [first, ...others] = quietContent(start_date);
    const content = [{ ...first, title }, ...others];
    assert.deepEqual(refusedAt(await save({ content })), [400, 'content.0.title']);
    const { plan } = (await saveQuietPlan(server, club, { start_date })).body.data;
    assert.deepEqual(refusedAt(await send('PATCH', `/plans/${plan.id}`, { title })), [400, 'title']);
    const half = TWO_LETTERS.repeat(100);
    const named = await send('PATCH', `/plans/${plan.id}`, { title: half });
    assert.equal(named.body.data.plan?.title, half.normalize());
    for (const between of ['\r\n', '\t', '\u0085', '\u2028']) {
      const lines = `Plan${between}ATTACH:x`;
      assert.deepEqual(refusedAt(await save({ title: lines })), [400, 'title']);
      assert.deepEqual(refusedAt(await keep({ title: lines })), [400, 'title']);
      assert.deepEqual(refusedAt(await keep({ labels: [lines] })), [400, 'labels.0']);
    }
  });

  test('giving and taking back again and again leaves the copy they have and the last they had begun', async () => {
    const athlete = await addMember(server, club);
    const { plan } = (await saveQuietPlan(server, club, { start_date, athlete_ids: [athlete.user_id] })).body
      .data;
    const path = `/plans/${plan.id}/assignments`;
    const takeBack = async () => {
      const at = `/api/v1/organizations/${club.org_id}${path}/${athlete.user_id}`;
      assert.equal((await server.request('DELETE', at, { token: club.coach.token })).status, 200);
    };
    const give = async (first: string) => {
      const answer = await send('POST', path, { athlete_ids: [athlete.user_id], start_date: first });
      assert.equal(answer.body.data.assigned?.length, 1, JSON.stringify(answer.body));
    };
    const today = addDays(start_date, -7);
    for (const first of [start_date, today, today, start_date]) {
      await takeBack();
      await give(first);
    }
    const rows = await server.deps.db.query<{ start_date: string; is_over: boolean }>(sql`
      SELECT start_date, ended_at IS NOT NULL AS is_over FROM plan_assignments
      WHERE plan_id = ${plan.id} ORDER BY assigned_at, id`);
    assert.deepEqual(rows, [
      { start_date: today, is_over: true },
      { start_date, is_over: false },
    ]);
  });

  test('a change reaches all copies, however few of them are read together', async () => {
    const athletes = [await addMember(server, club), await addMember(server, club)];
    for (const { user_id } of athletes) await setVdot(server, user_id, 45);
    const athlete_ids = athletes.map(({ user_id }) => user_id);
    const { plan } = (await saveQuietPlan(server, club, { start_date, athlete_ids })).body.data;
    await server.deps.db.transaction(async (tx) => {
      const id = { org_id: club.org_id, plan_id: plan.id, yesterday: start_date, limit: 20 };
      const one = await lockCopies(tx, { ...id, after: null, bytes: 10 });
      assert.equal(one.length, 1);
      const after = one[0]?.id ?? null;
      assert.equal((await lockCopies(tx, { ...id, after, bytes: 1e6 })).length, 1);
      assert.equal((await lockCopies(tx, { ...id, after: null, bytes: 1e6 })).length, 2);
    });
    const content = quietContent(start_date).map((workout) => ({ ...workout, title: 'New' }));
    const changed = await send('PATCH', `/plans/${plan.id}`, { content });
    assert.equal(changed.body.data.updated_count, 2, JSON.stringify(changed.body));
  });
});
