import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_PRIVACY } from '../../../privacy/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import { DAY_MS } from '../../../shared/time.ts';
import {
  addMember,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { insertActivities } from '../../../test/insert-activities.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { quietContent, saveQuietPlan, setVdot } from '../../../test/saved-plans.ts';

type Planned = { id: string; date: string; title: string; distance_m: number; segments: object[] };

describe('changes of athletes’ own plans', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    today = server.clock.now().toISOString().slice(0, 10);
  });
  const day = (days: number) => addDays(today, days);

  /** Athletes in UTC with a plan of quiet weeks, which began three days ago: workouts on days -3, -1, 2, 4, 6, 9, 11, 13, 16. */
  async function runners(count: number) {
    const athletes: TestUser[] = [];
    for (let made = 0; made < count; made += 1) {
      const athlete = await addMember(server, club);
      await server.deps.db.execute(sql`
        UPDATE users SET preferences = (preferences::jsonb || '{"timezone": "UTC"}') WHERE user_id = ${athlete.user_id}`);
      await setVdot(server, athlete.user_id, 40 + 10 * made);
      athletes.push(athlete);
    }
    const start_date = day(-3);
    const athlete_ids = athletes.map(({ user_id }) => user_id);
    const { body } = await saveQuietPlan(server, club, { start_date, weeks: 3, athlete_ids });
    const plan_ids = athletes.map(
      ({ user_id }) => body.data.assigned.find((one: { user_id: string }) => one.user_id === user_id).plan_id,
    );
    return { athletes, athlete_ids, plan_ids, saved_plan_id: body.data.plan.id, start_date };
  }
  const first = <T>(list: readonly T[]): T => {
    const [one] = list;
    assert.ok(one !== undefined);
    return one;
  };
  const actions = `/calendar/actions`;
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    await server.request(method as 'POST', `/api/v1/organizations/${club.org_id}${path}`, {
      token: club.coach.token,
      ...(body === undefined ? {} : { body }),
      headers,
    });
  async function act(body: object, headers: Record<string, string> = {}) {
    const answer = await send('POST', actions, body, headers);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data as {
      changes: { user_id: string; change: string; from_date: string; to_date: string; workout_id: string }[];
      refused: { user_id: string; reason: string; date: string | null }[];
      undo_token: string;
    };
  }
  const undo = (undo_token: string) => send('POST', `${actions}/undo`, { undo_token });
  async function planned(athlete: TestUser): Promise<Planned[]> {
    const path = `/api/v1/plans/mine?from=${day(-3)}&to=${day(25)}`;
    const { data } = (await server.request('GET', path, { token: athlete.token })).body;
    return data.days.flatMap(({ workouts }: { workouts: { workout: Planned }[] }) =>
      workouts.map(({ workout }) => workout),
    );
  }
  const daysOf = async (athlete: TestUser) =>
    (await planned(athlete)).map(({ date }) => (Date.parse(date) - Date.parse(today)) / DAY_MS);
  const stored = async (plan_id: string) =>
    await server.deps.db.one<{
      workouts: Planned[];
      weekly_info: Record<string, { workout_count: number }>;
      own: string[];
    }>(
      sql`SELECT workouts, weekly_info, to_json(own_workout_ids) AS own FROM plan_assignments WHERE id = ${plan_id}`,
    );
  const WHOLE = [-3, -1, 2, 4, 6, 9, 11, 13, 16];

  test('a coach moves, changes and deletes one workout of one athlete, and undoes it', async () => {
    const { athletes, plan_ids } = await runners(2);
    const [athlete, other] = athletes as [TestUser, TestUser];
    const [plan_id = ''] = plan_ids;
    const before = await stored(plan_id);
    const workout = (await planned(athlete))[3];
    assert.ok(workout !== undefined);
    const path = `/athletes/${athlete.user_id}/plans/${plan_id}/workouts/${workout.id}`;
    const moved = await send('PATCH', path, { date: day(3) });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    assert.deepEqual(
      [moved.body.data.changes[0].change, moved.body.data.changes[0].to_date, moved.body.data.refused],
      ['moved', day(3), []],
    );
    assert.deepEqual(await daysOf(athlete), [-3, -1, 2, 3, 6, 9, 11, 13, 16]);
    assert.deepEqual(await daysOf(other), WHOLE, 'another athlete’s copy is their own');
    const text = await send('PATCH', path, {
      title: 'Tempo',
      workout_type: 'tempo',
      text: '- 20m\n- 5km Z4 Pace',
    });
    if (text.status !== 200) assert.equal(text.body.code, 'validation_error', JSON.stringify(text.body));
    const edit = await send('PATCH', path, {
      title: 'Tempo',
      workout_type: 'tempo',
      segments: [{ kind: 'work', distance_m: 5_000, target: { zone: 'threshold' } }],
    });
    assert.equal(edit.status, 200, JSON.stringify(edit.body));
    const now = (await planned(athlete))[3];
    assert.deepEqual([now?.title, now?.distance_m, now?.date], ['Tempo', 5_000, day(3)]);
    assert.ok(Array.isArray(edit.body.data.findings));
    const gone = await send('DELETE', path);
    assert.equal(gone.body.data.changes[0].change, 'removed');
    const { weekly_info } = await stored(plan_id);
    assert.equal(weekly_info['2']?.workout_count, 2, 'sums of the week are reckoned anew');
    for (const { body } of [gone, edit, ...(text.status === 200 ? [text] : []), moved].toSorted((a, b) =>
      a === gone ? -1 : b === gone ? 1 : 0,
    ))
      assert.equal((await undo(body.data.undo_token)).status, 200);
    assert.deepEqual(await stored(plan_id), before);
    assert.equal((await undo(gone.body.data.undo_token)).status, 404, 'once');
  });

  test('refuses what is past, done, of another day or taken, and says why', async () => {
    const { athletes, plan_ids } = await runners(1);
    const [athlete, plan_id] = [first(athletes), first(plan_ids)];
    const [past, , next, later] = await planned(athlete);
    const edit = (id: string | undefined, body: object) =>
      send('PATCH', `/athletes/${athlete.user_id}/plans/${plan_id}/workouts/${id}`, body);
    for (const [id, body, words] of [
      [past?.id, { date: day(1) }, 'before today'],
      [next?.id, { date: day(-1) }, 'is over'],
      [next?.id, { date: day(18) }, 'none of the plan'],
      [next?.id, { date: later?.date }, 'another workout'],
    ] as const) {
      const { status, body: answer } = await edit(id, body);
      assert.deepEqual(
        [status, answer.code, answer.error.includes(words)],
        [409, 'change_refused', true],
        words,
      );
    }
    assert.equal((await edit(next?.id, { date: day(0) })).status, 200);
    await insertActivities(server.deps.db, [
      makeActivity(athlete.user_id, {
        source: 'upload',
        external_id: null,
        private: false,
        is_race: false,
        sport_type: 'run',
        workout_type: null,
        start_time: server.clock.now(),
        duration_s: 3_000,
        moving_time_s: 3_000,
        distance_m: 9_000,
      }),
    ]);
    assert.equal((await edit(next?.id, { date: day(1) })).body.error.includes('was done'), true);
    for (const body of [{}, { date: 'soon' }, { title: ' ' }, { segments: [] }])
      assert.equal((await edit(later?.id, body)).status, 400, JSON.stringify(body));
    assert.equal((await edit(plan_id, { date: day(1) })).status, 404);
  });

  test('weeks of several athletes are shifted, swapped, cleared and moved, tried first and undone', async () => {
    const { athletes, athlete_ids } = await runners(2);
    const stranger = '019cbf50-c67e-7ca9-a131-3f99f6136c44';
    const week = { athlete_ids: [...athlete_ids, stranger], from: day(2), until: day(6) };
    const shift = { ...week, action: 'shift', days: 1 };
    const tried = await act({ ...shift, dry_run: true });
    assert.equal(tried.undo_token, null);
    assert.deepEqual(await daysOf(first(athletes)), WHOLE);
    const shifted = await act(shift);
    assert.deepEqual({ ...shifted, undo_token: null }, tried, 'it does what it said');
    assert.deepEqual(shifted.refused, [
      { user_id: stranger, workout_id: null, date: null, reason: 'not_a_member' },
    ]);
    for (const athlete of athletes) assert.deepEqual(await daysOf(athlete), [-3, -1, 3, 5, 7, 9, 11, 13, 16]);
    assert.equal((await undo(shifted.undo_token)).status, 200);
    const swapped = await act({ action: 'swap', athlete_ids, from: day(2), to: day(3) });
    assert.equal(swapped.changes.length, 2);
    assert.deepEqual(await daysOf(first(athletes)), [-3, -1, 3, 4, 6, 9, 11, 13, 16]);
    const taken = await act({ action: 'move', athlete_ids, from: day(3), to: day(4) });
    assert.deepEqual(
      [taken.changes, taken.undo_token, taken.refused.map(({ reason }) => reason)],
      [[], null, ['day_taken', 'day_taken']],
    );
    const replaced = await act({
      action: 'move',
      athlete_ids,
      from: day(3),
      to: day(4),
      conflict: 'replace',
    });
    assert.deepEqual(
      replaced.changes.map(({ change }) => change),
      ['removed', 'moved', 'removed', 'moved'],
    );
    const cleared = await act({ action: 'clear', athlete_ids, from: day(-3), until: day(6) });
    assert.deepEqual(await daysOf(first(athletes)), [-3, -1, 9, 11, 13, 16]);
    assert.ok(cleared.refused.every(({ reason }) => reason === 'past'));
    for (const { undo_token } of [cleared, replaced, swapped])
      assert.equal((await undo(undo_token)).status, 200);
    for (const athlete of athletes) assert.deepEqual(await daysOf(athlete), WHOLE);
    for (const body of [
      { action: 'shift', athlete_ids, from: day(1) },
      { action: 'move', athlete_ids, to: day(1) },
      { action: 'move', athlete_ids, from: day(1), to: day(2), conflict: 'add' },
      { action: 'swap', athlete_ids, from: day(1), until: day(3), to: day(2) },
      { action: 'clear', athlete_ids, from: day(1), until: day(40) },
      { action: 'copy', athlete_ids, from: day(1), to: day(2) },
      { action: 'clear', athlete_ids: [], from: day(1) },
    ])
      assert.equal((await send('POST', actions, body)).status, 400, JSON.stringify(body));
  });

  test('a copy is new, at the paces of whom it is for, and nothing is put on a day without a plan', async () => {
    const { athletes, athlete_ids } = await runners(2);
    const [slow, fast] = athletes as [TestUser, TestUser];
    const [source] = (await planned(slow)).filter(({ date }) => date === day(4));
    const copied = await act({
      action: 'copy',
      source_athlete_id: slow.user_id,
      workout_ids: [source?.id],
      athlete_ids,
      to: day(5),
    });
    assert.deepEqual(
      copied.changes.map(({ change, to_date }) => [change, to_date]),
      [
        ['added', day(5)],
        ['added', day(5)],
      ],
    );
    const [at5] = (await planned(fast)).filter(({ date }) => date === day(5));
    const [own4] = (await planned(fast)).filter(({ date }) => date === day(4));
    assert.ok(at5 !== undefined && own4 !== undefined && source !== undefined);
    assert.notEqual(at5.id, source.id);
    assert.deepEqual([at5.segments, at5.distance_m], [own4.segments, own4.distance_m], 'their own paces');
    assert.notDeepEqual(at5.segments, source.segments);
    const far = await act({
      action: 'copy',
      source_athlete_id: slow.user_id,
      from: day(4),
      athlete_ids,
      to: day(60),
    });
    assert.deepEqual(
      far.refused.map(({ reason }) => reason),
      ['no_plan', 'no_plan'],
    );
  });

  test('races stay, unless one is named alone', async () => {
    const { athletes, athlete_ids, plan_ids } = await runners(1);
    const plan_id = first(plan_ids);
    await server.deps.db.execute(sql`
      UPDATE plan_assignments SET workouts = (SELECT json_agg(CASE WHEN w ->> 'date' = ${day(6)}
        THEN w::jsonb || '{"workout_type": "race"}' ELSE w::jsonb END) FROM json_array_elements(workouts) w) WHERE id = ${plan_id}`);
    const shifted = await act({ action: 'shift', athlete_ids, from: day(2), until: day(6), days: 1 });
    assert.deepEqual(
      shifted.refused.map(({ reason, date }) => [reason, date]),
      [['race', day(7)]],
    );
    const race = (await planned(first(athletes))).find(({ date }) => date === day(6));
    const named = await act({ action: 'move', athlete_ids, workout_ids: [race?.id], to: day(8) });
    assert.equal(named.changes.length, 1);
  });

  test('what was changed since is named, and nothing is undone', async () => {
    const { athletes, athlete_ids, plan_ids } = await runners(2);
    const shifted = await act({ action: 'shift', athlete_ids, from: day(2), until: day(6), days: 1 });
    const workout = (await planned(first(athletes))).find(({ date }) => date === day(3));
    const path = `/athletes/${first(athletes).user_id}/plans/${first(plan_ids)}/workouts/${workout?.id}`;
    assert.equal((await send('PATCH', path, { title: 'Other' })).status, 200);
    const before = await stored(plan_ids[1] ?? '');
    const refused = await undo(shifted.undo_token);
    assert.deepEqual([refused.status, refused.body.code], [409, 'changed_since']);
    assert.ok(JSON.stringify(refused.body.details).includes(`of ${day(3)} was changed since`));
    assert.equal(refused.body.details.length, 1);
    assert.deepEqual(await stored(plan_ids[1] ?? ''), before);
    const elsewhere = await createOrganization(server);
    const theirs = await server.request('POST', `/api/v1/organizations/${elsewhere.org_id}${actions}/undo`, {
      token: elsewhere.coach.token,
      body: { undo_token: shifted.undo_token },
    });
    assert.equal(theirs.status, 404, 'a token is good in its organization alone');
  });

  test('sent again by its key it is done once, and of two at once one waits for the other', async () => {
    const { athletes, athlete_ids } = await runners(1);
    const headers = { 'idempotency-key': `shift-${athlete_ids[0]}` };
    const body = { action: 'shift', athlete_ids, from: day(2), until: day(6), days: 1 };
    const [one, two] = await Promise.all([act(body, headers), act(body, headers)]);
    assert.deepEqual(one, two);
    assert.deepEqual(await daysOf(first(athletes)), [-3, -1, 3, 5, 7, 9, 11, 13, 16]);
    assert.equal((await undo(one.undo_token)).status, 200);
    const move = { action: 'move', athlete_ids, from: day(2), to: day(3) };
    const both = await Promise.all([act(move), act(move)]);
    assert.deepEqual(both.map(({ changes }) => changes.length).toSorted(), [0, 1]);
    assert.deepEqual(
      (await daysOf(first(athletes))).filter((at) => at < 5),
      [-3, -1, 3, 4],
    );
  });

  test('a change of the saved plan leaves what was changed in a copy', async () => {
    const { athletes, athlete_ids, saved_plan_id, start_date } = await runners(2);
    const [athlete, other] = athletes as [TestUser, TestUser];
    await act({ action: 'move', athlete_ids: athlete_ids.slice(0, 1), from: day(4), to: day(5) });
    await act({ action: 'clear', athlete_ids: athlete_ids.slice(0, 1), from: day(9) });
    const { body } = await send('GET', `/plans/${saved_plan_id}`);
    const known = new Map<string, Planned>(body.data.plan.content.map((one: Planned) => [one.date, one]));
    const content = quietContent(start_date, 3).map((one) => ({
      ...one,
      id: known.get(one.date)?.id,
      title: `New ${one.title}`,
    }));
    const changed = await send('PATCH', `/plans/${saved_plan_id}`, { content });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(await daysOf(other), WHOLE);
    assert.deepEqual(await daysOf(athlete), [-3, -1, 2, 5, 6, 11, 13, 16]);
    const titles = (await planned(athlete)).map(({ title }) => title.startsWith('New'));
    assert.deepEqual(titles, [false, false, true, false, true, true, true, true]);
  });

  test('athletes move their own within its week, and coaches find it in the log', async () => {
    const { athletes, plan_ids } = await runners(1);
    const [athlete, plan_id] = [first(athletes), first(plan_ids)];
    const [past, , next] = await planned(athlete);
    const move = (id: string | undefined, date: string, user = athlete) =>
      server.request('POST', `/api/v1/plans/mine/${plan_id}/workouts/${id}/move`, {
        token: user.token,
        body: { date },
      });
    const weekday = (new Date(next?.date ?? '').getUTCDay() + 6) % 7;
    const sunday = addDays(next?.date ?? '', 6 - weekday);
    const days = Array.from({ length: 7 }, (_, place) => addDays(sunday, place - 6));
    const taken = new Set((await planned(athlete)).map(({ date }) => date));
    const free = days.find((date) => date >= today && !taken.has(date));
    assert.ok(free !== undefined);
    assert.equal((await move(next?.id, free)).status, 200);
    assert.ok((await planned(athlete)).some(({ id, date }) => id === next?.id && date === free));
    assert.equal((await move(next?.id, addDays(sunday, 1))).status, 409);
    assert.equal((await move(past?.id, free)).status, 409);
    assert.equal((await move(next?.id, 'soon')).status, 400);
    const another = await addMember(server, club);
    assert.equal((await move(next?.id, free, another)).status, 404);
    const { body } = await send('GET', '/audit-logs?event_type=workout_moved');
    assert.ok(JSON.stringify(body).includes(athlete.user_id));
  });

  test('is for coaches of the organization', async () => {
    const { athletes, athlete_ids, plan_ids } = await runners(1);
    const athlete = first(athletes);
    const elsewhere = await createOrganization(server);
    const [workout] = (await planned(athlete)).slice(2);
    const base = `/api/v1/organizations/${club.org_id}`;
    const one = `${base}/athletes/${athlete.user_id}/plans/${first(plan_ids)}/workouts/${workout?.id}`;
    for (const [method, path, body] of [
      ['POST', `${base}${actions}`, { action: 'clear', athlete_ids, from: day(2) }],
      ['POST', `${base}${actions}/undo`, { undo_token: 'x'.repeat(43) }],
      ['PATCH', one, { title: 'Mine' }],
      ['DELETE', one, undefined],
    ] as const) {
      const sent = body === undefined ? {} : { body };
      assert.equal((await server.request(method, path, sent)).status, 401);
      assert.equal((await server.request(method, path, { ...sent, token: athlete.token })).status, 403);
      assert.equal(
        (await server.request(method, path, { ...sent, token: elsewhere.coach.token })).status,
        404,
      );
    }
    await server.deps.db.execute(sql`
      UPDATE users SET privacy = ${JSON.stringify({ ...DEFAULT_PRIVACY, share_pace_data: false })} WHERE user_id = ${athlete.user_id}`);
    const edit = await server.request('PATCH', one, { token: club.coach.token, body: { title: 'Easy' } });
    assert.equal(edit.status, 200);
    assert.ok(!JSON.stringify(edit.body).includes('distance_m'));
    assert.deepEqual(await daysOf(athlete), WHOLE);
  });
});
