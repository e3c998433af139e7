import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { addDays } from '../../../shared/calendar.ts';
import { newId } from '../../../shared/ids.ts';
import {
  addMember,
  assignPlan,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';

type Conflict = { kind: string; entry_id: string; from: string; to: string | null };

describe('conflicts of a plan with an athlete’s days', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    today = server.clock.now().toISOString().slice(0, 10);
  });
  const day = (days: number): string => addDays(today, days);
  async function ask(method: string, path: string, { token }: TestUser, body?: unknown) {
    const answer = await server.request(method, `/api/v1${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    return answer;
  }
  async function put(user: TestUser, path: string, body: object): Promise<string> {
    const answer = await ask('POST', path, user, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return (answer.body.data.entry ?? answer.body.data.injury).id;
  }
  /** Intervals on day 2, strength on day 4, a long run of 90 minutes on day 7. */
  async function runner() {
    const athlete = await addMember(server, club);
    const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: day(1), weeks: 1 });
    assert.ok(plan);
    return { athlete, plan };
  }
  async function inCalendar(path: string, user: TestUser): Promise<[number, Conflict | undefined][]> {
    const { status, body } = await ask('GET', `${path}?from=${day(1)}&to=${day(7)}`, user);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.days.flatMap(
      (one: { date: string; workouts: { conflict?: Conflict }[] }, place: number) =>
        one.workouts.map(({ conflict }) => [place + 1, conflict]),
    );
  }
  const offered = async (athlete: TestUser, plan_id: string) => {
    const { status, body } = await ask('GET', `/plans/mine/${plan_id}/conflicts`, athlete);
    return status === 200 ? body.data.conflicts : [status, body.error];
  };

  test('a calendar shows what does not go with its days, and a move is offered that nothing does by itself', async () => {
    const { athlete, plan } = await runner();
    assert.deepEqual(await offered(athlete, plan.id), []);
    const away = await put(athlete, '/availability', { kind: 'unavailable', from: day(2), to: day(3) });
    const short = await put(athlete, '/availability', {
      kind: 'limited',
      minutes: 60,
      from: day(7),
      to: day(7),
    });
    const conflicts: [number, Conflict | undefined][] = [
      [2, { kind: 'unavailable', entry_id: away, from: day(2), to: day(3) }],
      [4, undefined],
      [7, { kind: 'limited', entry_id: short, from: day(7), to: day(7) }],
    ];
    assert.deepEqual(await inCalendar('/plans/mine', athlete), conflicts);
    const offers = await offered(athlete, plan.id);
    assert.deepEqual(
      offers.map((one: { date: string; move_to: string; conflict: Conflict; workout_id: string }) => [
        one.date,
        one.move_to,
        one.conflict.kind,
        one.workout_id,
      ]),
      [
        [day(2), day(1), 'unavailable', plan.workouts[0]?.id],
        [day(7), day(6), 'limited', plan.workouts[2]?.id],
      ],
    );
    assert.deepEqual(await inCalendar('/plans/mine', athlete), conflicts, 'nothing has moved');
  });

  test('a coach sees conflicts with what the athlete shows them, and no others', async () => {
    const { athlete } = await runner();
    const path = `/organizations/${club.org_id}/athletes/${athlete.user_id}/plans`;
    const illness = { kind: 'illness', area: 'Flu', from: day(1), to: day(2), running: 'none' };
    const ill = await put(athlete, '/injuries', illness);
    const away = await put(athlete, '/availability', { kind: 'travelling', from: day(7), to: day(7) });
    const kinds = async () => (await inCalendar(path, club.coach)).map(([place, one]) => [place, one?.kind]);
    assert.deepEqual(await kinds(), [
      [2, undefined],
      [4, undefined],
      [7, 'travelling'],
    ]);
    const share = async (privacy: object) =>
      assert.equal((await ask('PUT', `/users/${athlete.user_id}`, athlete, { privacy })).status, 200);
    await share({ share_injuries_with_coach: true });
    assert.deepEqual(await inCalendar(path, club.coach), [
      [2, { kind: 'injury', entry_id: ill, from: day(1), to: day(2) }],
      [4, undefined],
      [7, { kind: 'travelling', entry_id: away, from: day(7), to: day(7) }],
    ]);
    await share({ share_injuries_with_coach: false, share_availability_with_coach: false });
    assert.deepEqual(
      (await kinds()).map(([, kind]) => kind),
      [undefined, undefined, undefined],
    );
  });

  test('a coach who sees no paces learns none by how long a workout takes the athlete', async () => {
    const [slow, fast] = [await addMember(server, club), await addMember(server, club)];
    const people = [
      { user_id: slow.user_id, pace_s_per_km: 420 },
      { user_id: fast.user_id, pace_s_per_km: 200 },
    ];
    await assignPlan(server, club.org_id, people, { start_date: day(1), weeks: 1 });
    const seen = [];
    for (const athlete of [slow, fast]) {
      // Lies between the times that the two athletes need for the same intervals.
      await put(athlete, '/availability', { kind: 'limited', minutes: 75, from: day(2), to: day(2) });
      const privacy = { share_pace_data: false };
      await ask('PUT', `/users/${athlete.user_id}`, athlete, { privacy });
      const path = `/organizations/${club.org_id}/athletes/${athlete.user_id}/plans`;
      seen.push((await inCalendar(path, club.coach)).map(([place, one]) => [place, one?.kind]));
    }
    assert.deepEqual(seen[0], seen[1]);
    assert.notDeepEqual(
      (await inCalendar('/plans/mine', slow))[0]?.[1]?.kind,
      (await inCalendar('/plans/mine', fast))[0]?.[1]?.kind,
      'to themselves they differ',
    );
  });

  test('the calendar of the team judges a workout by what it consists of, as that of the athlete does', async () => {
    const { athlete, plan } = await runner();
    const fast = [
      { kind: 'work', duration_s: 1_800, target: { type: 'effort', min: 8, max: 9, zone: 'interval' } },
    ];
    await server.deps.db.execute(sql`
      UPDATE plan_assignments SET workouts = (
        SELECT json_agg(CASE WHEN w ->> 'date' = ${day(7)}
          THEN w::jsonb || jsonb_build_object('segments', ${JSON.stringify(fast)}::jsonb) ELSE w::jsonb END)
        FROM json_array_elements(workouts) w) WHERE id = ${plan.id}`);
    const hurt = { kind: 'injury', area: 'Knee', from: day(6), to: day(8), running: 'easy_only' };
    const id = await put(athlete, '/injuries', hurt);
    const privacy = { share_injuries_with_coach: true };
    assert.equal((await ask('PUT', `/users/${athlete.user_id}`, athlete, { privacy })).status, 200);
    const own = `/organizations/${club.org_id}/athletes/${athlete.user_id}/plans`;
    const expected = [[2], [4], [7, { kind: 'injury', entry_id: id, from: day(6), to: day(8) }]];
    const plain = (found: unknown) => JSON.parse(JSON.stringify(found).replaceAll(',null]', ']'));
    assert.deepEqual(plain(await inCalendar(own, club.coach)), expected);
    const path = `/organizations/${club.org_id}/calendar?limit=200&from=${day(1)}&to=${day(7)}`;
    const { body } = await ask('GET', path, club.coach);
    const row = body.data.athletes.find(({ user_id }: TestUser) => user_id === athlete.user_id);
    const found = row.days.flatMap(({ workouts }: { workouts: { conflict?: Conflict }[] }, place: number) =>
      workouts.map(({ conflict }) => [place + 1, conflict]),
    );
    assert.deepEqual(plain(found), expected);
  });

  test('only one’s own plan has conflicts: another’s and what is no plan answer alike', async () => {
    const { athlete, plan } = await runner();
    const none = await offered(athlete, newId());
    assert.equal(none[0], 404);
    assert.deepEqual(await offered(await signUp(server), plan.id), none);
    assert.deepEqual(await offered(club.coach, plan.id), none);
    const nobody = await server.request('GET', `/api/v1/plans/mine/${plan.id}/conflicts`, {});
    assert.equal(nobody.status, 401);
  });
});
