import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { createOrganization, signUp, type TestOrganization, type TestUser } from '../../test/factories.ts';
import {
  type FeedbackStage,
  feedbackStage,
  ofActivity,
  ofWorkout,
  say,
  storeRun,
} from '../../test/feedback-stage.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

describe('what an athlete says of workouts', () => {
  let server: TestServer;
  let club: TestOrganization;
  let stage: FeedbackStage;
  let athlete: TestUser;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    stage = await feedbackStage(server, club);
    athlete = stage.athlete;
  });

  const read = async (path: string, { token }: { token: string } = athlete) =>
    await server.request('GET', path, { token });
  const current = async (path: string) => (await read(path)).body.data.feedback;
  const refused = async (path: string, body: object, method = 'PUT') => {
    const answer = await server.request(method, path, { token: athlete.token, body });
    return [answer.status, answer.body.code];
  };

  test('is kept as a whole by PUT, part by part by PATCH, and taken back by DELETE', async () => {
    const path = ofActivity(stage.activity_id);
    assert.deepEqual((await read(path)).body.data, { feedback: null });
    const tapped = (await say(server, athlete, path, { rpe: 6 })).body.data;
    assert.deepEqual([tapped.ignored, tapped.feedback.rpe, tapped.feedback.note], [[], 6, null]);
    await say(server, athlete, path, { note: '  Legs heavy.\n脚很重 \u{1F3C3} ' });
    await say(server, athlete, path, { pain: { area: 'calf', side: 'left', level: 3 } });
    const { id, told_at, rated_at, ...rest } = await current(path);
    assert.deepEqual(rest, {
      kind: 'activity',
      activity_id: stage.activity_id,
      workout: null,
      rpe: 6,
      feel: null,
      session_load: { value_au: 360, source: 'rpe' },
      note: 'Legs heavy.\n脚很重 \u{1F3C3}',
      skipped: null,
      pain: { area: 'calf', side: 'left', level: 3 },
    });
    assert.ok(rated_at <= told_at && id.length === 36);
    await say(server, athlete, path, { feel: 5, pain: { area: 'hip', level: 1 } }, 'PUT');
    const replaced = await current(path);
    assert.deepEqual(
      [replaced.id, replaced.rpe, replaced.note, replaced.feel, replaced.session_load, replaced.pain],
      [id, null, null, 5, null, { area: 'hip', side: null, level: 1 }],
    );
    const gone = await server.request('DELETE', path, { token: athlete.token });
    assert.deepEqual([gone.status, gone.body.data], [200, { feedback: null, ignored: [] }]);
    assert.deepEqual((await read(path)).body.data, { feedback: null });
    const { rows } = await server.deps.db.executeSql(
      'SELECT note, pain, told_at, last_at FROM feedback WHERE id = $1',
      [id],
    );
    assert.deepEqual(rows, [{ note: null, pain: null, told_at: null, last_at: null }], 'the words are gone');
    assert.equal((await server.request('DELETE', path, { token: athlete.token })).status, 200);
  });

  test('is of a planned workout as well, which keeps it in another copy of the plan', async () => {
    const own = await feedbackStage(server, club);
    const path = ofWorkout(own);
    const { plan_id, saved_plan_id, workout_id, workout_date } = own;
    await say(server, own.athlete, path, { skipped: { reason: 'no_time' }, note: 'Work.' }, 'PUT');
    const { feedback } = (await read(path, own.athlete)).body.data;
    assert.deepEqual(
      [feedback.kind, feedback.activity_id, feedback.skipped, feedback.session_load, feedback.workout],
      [
        'workout',
        null,
        { reason: 'no_time' },
        null,
        { org_id: club.org_id, plan_id, saved_plan_id, workout_id, date: workout_date },
      ],
    );
    const { user_id } = own.athlete;
    const at = `/api/v1/organizations/${club.org_id}/plans/${saved_plan_id}/assignments`;
    const { token } = club.coach;
    assert.equal((await server.request('DELETE', `${at}/${user_id}`, { token })).status, 200);
    assert.equal(
      (await read(path, own.athlete)).body.data.feedback.id,
      feedback.id,
      'also of a plan that was taken back',
    );
    const given = await server.request('POST', at, { token, body: { athlete_ids: [user_id] } });
    const again = given.body.data.assigned[0].plan_id;
    assert.notEqual(again, plan_id);
    assert.equal(
      (await read(ofWorkout({ plan_id: again, workout_id }), own.athlete)).body.data.feedback.id,
      feedback.id,
    );
    const gone = await server.request(
      'DELETE',
      `/api/v1/organizations/${club.org_id}/plans/${saved_plan_id}`,
      { token },
    );
    assert.equal(gone.status, 200);
    const list = await server.request('GET', '/api/v1/feedback', { token: own.athlete.token });
    assert.deepEqual(list.body.data.feedback[0], { ...feedback }, 'words stay when a coach deletes the plan');
  });

  test('says clearly what contradicts: skipped and rated, and skipped and done', async () => {
    const path = ofWorkout(stage);
    assert.deepEqual(await refused(path, { skipped: { reason: 'ill' }, rpe: 3 }), [400, 'validation_error']);
    await say(server, athlete, path, { skipped: { reason: 'ill' } });
    assert.deepEqual(await refused(path, { rpe: 3 }, 'PATCH'), [409, 'workout_skipped']);
    await say(server, athlete, path, { rpe: 3 }, 'PUT');
    assert.deepEqual(await refused(path, { skipped: { reason: 'ill' } }, 'PATCH'), [409, 'workout_rated']);
    await say(server, athlete, path, { skipped: null, rpe: null });

    const own = await feedbackStage(server, club, { begins_in_days: -1 });
    const { token } = own.athlete;
    const day = own.workout_date;
    const calendar = await server.request('GET', `/api/v1/plans/mine?from=${day}&to=${day}`, { token });
    assert.equal(calendar.body.data.days[0].workouts[0].compliance.status, 'done');
    const body = { skipped: { reason: 'no_time' } };
    const answer = await server.request('PUT', ofWorkout(own), { token, body });
    assert.deepEqual([answer.status, answer.body.code], [409, 'workout_done']);
    await say(server, own.athlete, ofWorkout(own), { rpe: 5 }, 'PUT');
  });

  test('takes nothing that is no feedback', async () => {
    const path = ofActivity(stage.activity_id);
    for (const body of [
      { rpe: 0 },
      { rpe: 11 },
      { rpe: 6.5 },
      { feel: 6 },
      { note: 'x'.repeat(2_001) },
      { note: 'a\u0007b' },
      { note: 'a\u202eb' },
      { note: 'a\u0000b' },
      { pain: { area: 'soul', level: 1 } },
      { pain: { area: 'knee' } },
      { pain: { area: 'knee', level: 11 } },
      { skipped: { reason: 'ill' } },
      { occurred_at: '2026-02-30T10:00:00Z', rpe: 1 },
      { occurred_at: 'yesterday', rpe: 1 },
      { mood: 3 },
    ]) {
      assert.deepEqual(await refused(path, body), [400, 'validation_error'], JSON.stringify(body));
    }
    assert.deepEqual(await refused(ofWorkout(stage), { skipped: { reason: 'because' } }), [
      400,
      'validation_error',
    ]);
    await say(server, athlete, path, { note: 'x'.repeat(2_000) });
  });

  test('is nobody else’s, and of nothing that is not theirs', async () => {
    const stranger = await signUp(server);
    for (const [path, unknown] of [
      [ofActivity(stage.activity_id), ofActivity(newId())],
      [ofWorkout(stage), ofWorkout({ plan_id: stage.plan_id, workout_id: newId() })],
    ] as const) {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: { rpe: 3 } };
        const [theirs, none] = [
          await server.request(method, path, { token: stranger.token, ...body }),
          await server.request(method, unknown, { token: athlete.token, ...body }),
        ];
        assert.deepEqual([theirs.status, theirs.body.error], [404, none.body.error]);
        assert.equal((await server.request(method, path, body)).status, 401);
      }
    }
    assert.equal((await server.request('GET', '/api/v1/feedback')).status, 401);
    const list = await server.request('GET', '/api/v1/feedback', { token: stranger.token });
    assert.deepEqual(list.body, { status: 'ok', data: { feedback: [], next_cursor: null } });
  });

  test('is listed the last said first, by pages and of a range of times', async () => {
    const own = await feedbackStage(server, club);
    const { token, user_id } = own.athlete;
    const day = (days: number): string =>
      new Date(server.clock.now().getTime() - days * 86_400_000).toISOString();
    const ids = [
      own.activity_id,
      await storeRun(server, user_id),
      await storeRun(server, user_id, { private: true }),
    ];
    for (const [place, id] of ids.entries())
      await say(server, own.athlete, ofActivity(id), { rpe: 4, occurred_at: day(place + 1) });
    await say(server, own.athlete, ofWorkout(own), { note: 'Soon.', occurred_at: day(9) });
    const list = async (query: string) =>
      (await server.request('GET', `/api/v1/feedback${query}`, { token })).body.data;
    const idsOf = (page: { feedback: { activity_id: string | null }[] }) =>
      page.feedback.map((one) => one.activity_id);
    assert.deepEqual(idsOf(await list('')), [...ids, null]);
    const first = await list('?limit=3');
    assert.deepEqual(idsOf(first), ids);
    const second = await list(`?limit=3&cursor=${first.next_cursor}`);
    assert.deepEqual([idsOf(second), second.next_cursor], [[null], null]);
    assert.deepEqual(idsOf(await list(`?from=${day(2.5)}&to=${day(1.5)}`)), [ids[1]]);
    assert.equal(
      (await server.request('GET', '/api/v1/feedback?from=2026-02-02&to=2026-02-01', { token })).status,
      400,
    );
  });

  test('goes with its activity, and with its athlete', async () => {
    const own = await feedbackStage(server, club);
    const { token, user_id } = own.athlete;
    await say(server, own.athlete, ofActivity(own.activity_id), { rpe: 4 });
    await say(server, own.athlete, ofWorkout(own), { note: 'Fine.' });
    const count = async () =>
      (
        await server.deps.db.one<{ count: number }>(
          sql`SELECT count(*)::int AS count FROM feedback WHERE user_id = ${user_id}`,
        )
      ).count;
    assert.equal(await count(), 2);
    assert.equal(
      (await server.request('DELETE', `/api/v1/activities/${own.activity_id}`, { token })).status,
      200,
    );
    assert.equal(await count(), 1);
    await server.deps.db.execute(sql`DELETE FROM users WHERE user_id = ${user_id}`);
    assert.equal(await count(), 0);
  });

  test('two writes at once both count', async () => {
    const path = ofActivity(await storeRun(server, athlete.user_id));
    await Promise.all([
      say(server, athlete, path, { rpe: 8 }),
      say(server, athlete, path, { note: 'At once.' }),
      say(server, athlete, path, { feel: 2 }),
    ]);
    const { rpe, feel, note } = await current(path);
    assert.deepEqual([rpe, feel, note], [8, 2, 'At once.']);
  });
});
