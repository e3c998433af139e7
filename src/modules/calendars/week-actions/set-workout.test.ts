import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { addDays } from '../../../shared/calendar.ts';
import { addMember, createOrganization, type TestOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { saveQuietPlan, setVdot } from '../../../test/saved-plans.ts';

type Planned = { id: string; date: string; title: string; distance_m: number };

describe('a workout put on days, and moves of one’s own', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
  });
  const day = (days: number) => addDays(server.clock.now().toISOString().slice(0, 10), days);
  /** Athletes with a plan that begins a week from now: workouts on days 7, 9, 12, 14 and so on. */
  async function runners(count: number) {
    const athletes = await Promise.all(Array.from({ length: count }, () => addMember(server, club)));
    for (const [place, { user_id }] of athletes.entries()) await setVdot(server, user_id, 40 + 10 * place);
    const athlete_ids = athletes.map(({ user_id }) => user_id);
    const { body } = await saveQuietPlan(server, club, { start_date: day(7), weeks: 2, athlete_ids });
    const plans: { user_id: string; plan_id: string }[] = body.data.assigned;
    return {
      athletes,
      athlete_ids,
      plan_of: (id: string) => plans.find(({ user_id }) => user_id === id)?.plan_id,
    };
  }
  const act = async (body: object, key?: string) =>
    await server.request('POST', `/api/v1/organizations/${club.org_id}/calendar/actions`, {
      token: club.coach.token,
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const undo = async (undo_token: string) =>
    await server.request('POST', `/api/v1/organizations/${club.org_id}/calendar/actions/undo`, {
      token: club.coach.token,
      body: { undo_token },
    });
  const planned = async (token: string): Promise<Planned[]> => {
    const path = `/api/v1/plans/mine?from=${day(6)}&to=${day(22)}`;
    const { status, body } = await server.request('GET', path, { token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.days.flatMap((one: { workouts: { workout: Planned }[] }) =>
      one.workouts.map(({ workout }) => workout),
    );
  };
  const WORKOUT = {
    workout_type: 'tempo',
    title: '20 min tempo',
    segments: [{ kind: 'work', duration_s: 1_200, target: { zone: 'threshold' } }],
  };

  test('trying it says what is replaced; done, it is on all days at each athlete’s paces, and one token undoes all of it', async () => {
    const { athletes, athlete_ids } = await runners(2);
    const before = await Promise.all(athletes.map(({ token }) => planned(token)));
    const set = {
      action: 'set',
      athlete_ids,
      dates: [day(8), day(9)],
      workout: WORKOUT,
      conflict: 'replace',
    };
    const tried = await act({ ...set, dry_run: true });
    assert.equal(tried.status, 200, JSON.stringify(tried.body));
    const changesOf = (changes: { change: string; title: string }[], kind: string) =>
      changes.filter(({ change }) => change === kind).map(({ title }) => title);
    assert.deepEqual(changesOf(tried.body.data.changes, 'removed'), ['3 × 800 m', '3 × 800 m']);
    assert.equal(changesOf(tried.body.data.changes, 'added').length, 4);
    assert.equal(tried.body.data.undo_token, null);
    assert.deepEqual(await planned(athletes[0]?.token ?? ''), before[0]);

    const done = await act(set, 'set-1');
    assert.equal(done.status, 200, JSON.stringify(done.body));
    assert.deepEqual((await act(set, 'set-1')).body.data.undo_token, done.body.data.undo_token);
    const after = await Promise.all(athletes.map(({ token }) => planned(token)));
    const [slow, fast] = after.map((all) => all.filter(({ title }) => title === WORKOUT.title));
    assert.deepEqual(
      slow?.map(({ date }) => date),
      [day(8), day(9)],
    );
    assert.ok((fast?.[0]?.distance_m ?? 0) > (slow?.[0]?.distance_m ?? 0));
    assert.equal((await undo(done.body.data.undo_token)).status, 200);
    assert.deepEqual(await Promise.all(athletes.map(({ token }) => planned(token))), before);
  });

  test('what cannot be set is named by day and athlete, and the rest is done', async () => {
    const { athletes, athlete_ids } = await runners(1);
    const without = await addMember(server, club);
    const ids = [...athlete_ids, without.user_id];
    const { body } = await act({
      ...{ action: 'set', athlete_ids: ids, dates: [day(1), day(7), day(10)] },
      workout: { ...WORKOUT, segments: undefined, text: '- Threshold 20m' },
    });
    const refused = body.data.refused.map(({ user_id, date, reason }: Record<string, string>) => [
      user_id,
      date,
      reason,
    ]);
    assert.deepEqual(
      refused.toSorted(),
      [
        [athlete_ids[0], day(1), 'no_plan'],
        [athlete_ids[0], day(7), 'day_taken'],
        ...[1, 7, 10].map((at) => [without.user_id, day(at), 'no_plan']),
      ].toSorted(),
    );
    assert.deepEqual(
      body.data.changes.map((one: { to_date: string }) => one.to_date),
      [day(10)],
    );
    assert.ok((await planned(athletes[0]?.token ?? '')).some(({ date }) => date === day(10)));
    const wrong: [string, object][] = [
      ['workout', { workout: undefined }],
      ['dates', { dates: undefined }],
      ['from', { from: day(7) }],
      ['to', { to: day(7) }],
      ['workout.text', { workout: { ...WORKOUT, segments: undefined, text: '- 400m' } }],
      ['workout.segments', { workout: { ...WORKOUT, segments: undefined } }],
    ];
    for (const [path, fields] of wrong) {
      const answer = await act({ action: 'set', athlete_ids, dates: [day(10)], workout: WORKOUT, ...fields });
      assert.deepEqual(
        [answer.status, answer.body.details?.[0]?.path],
        [400, path],
        JSON.stringify(answer.body),
      );
    }
    assert.equal((await act({ action: 'clear', athlete_ids, from: day(10), workout: WORKOUT })).status, 400);
  });

  test('an athlete undoes a move of their own once, within a day, and nobody else does by that token', async () => {
    const { athletes, athlete_ids, plan_of } = await runners(2);
    const [athlete, other] = athletes;
    assert.ok(athlete && other);
    const before = await planned(athlete.token);
    // Some day of the same week, Monday to Sunday, has none.
    const workout = before[0];
    assert.ok(workout);
    const place = new Date(workout.date).getUTCDay() || 7;
    const date = addDays(workout.date, place === 7 ? -1 : 1);
    const path = `/api/v1/plans/mine/${plan_of(athlete_ids[0] ?? '')}/workouts/${workout.id}/move`;
    const move = async (key: string) => {
      const headers = { 'idempotency-key': key };
      return await server.request('POST', path, { token: athlete.token, body: { date }, headers });
    };
    const takeBack = async (undo_token: string, token = athlete.token) =>
      await server.request('POST', '/api/v1/plans/mine/moves/undo', { token, body: { undo_token } });
    // Where the plan begins on a Sunday, the day before it is none of the plan's.
    if (place === 7) {
      assert.equal((await move('none')).status, 409);
      return;
    }
    const moved = await move('one');
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    const { undo_token } = moved.body.data;
    assert.equal((await move('one')).body.data.undo_token, undo_token);
    assert.equal((await takeBack(undo_token, other.token)).status, 404);
    assert.ok((await planned(athlete.token)).some((one) => one.id === workout.id && one.date === date));
    const both = await Promise.all([takeBack(undo_token), takeBack(undo_token)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 404]);
    assert.deepEqual(await planned(athlete.token), before);

    const again = (await move('two')).body.data.undo_token;
    const id = plan_of(athlete_ids[0] ?? '');
    const at = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/plans/${id}/workouts/${workout.id}`;
    const edited = await server.request('PATCH', at, { token: club.coach.token, body: { title: 'Other' } });
    assert.equal(edited.status, 200, JSON.stringify(edited.body));
    const late = await takeBack(again);
    assert.deepEqual([late.status, late.body.code], [409, 'changed_since']);
    // What a coach did is not taken back here.
    assert.equal((await takeBack(edited.body.data.undo_token)).status, 404);
    await server.deps.db.execute(sql`
      UPDATE calendar_actions SET created_at = created_at - interval '25 hours' WHERE created_by = ${athlete.user_id}`);
    assert.equal((await takeBack(again)).status, 404);
  });
});
