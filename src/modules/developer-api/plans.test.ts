import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { newId } from '../../shared/ids.ts';
import { calendarDay } from '../../shared/time.ts';
import { COMPUTED } from '../../test/ceiling/expected-plan.ts';
import {
  addMember,
  assignPlan,
  createApiKey,
  createOrganization,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

describe('training plans through the developer API', () => {
  let server: TestServer;
  let club: TestOrganization;
  let apiKey: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    ({ secret: apiKey } = await createApiKey(server, club, { scopes: ['plans:read'] }));
  });

  const get = (where: string, key = apiKey) =>
    server.request('GET', `/developer/v1${where}`, { apiKey: key });
  /** Where the seeded athletes live. */
  const dayIn = (zone = 'Asia/Taipei') => calendarDay(server.clock.now(), zone);
  const listOf = (athlete_id: string, query = '') => `/plans?athlete_id=${athlete_id}${query}`;

  async function dataOf(where: string, key = apiKey) {
    const { status, body } = await get(where, key);
    assert.equal(status, 200, `${where}: ${JSON.stringify(body)}`);
    assert.equal(body.success, true);
    return body.data;
  }

  async function assertRefused(where: string, status = 404, code = 'not_found'): Promise<string> {
    const { body, ...answer } = await get(where);
    assert.equal(answer.status, status, `${where}: ${JSON.stringify(body)}`);
    assert.equal(body.code, code);
    return body.error;
  }

  async function idsOf(athlete_id: string, query = ''): Promise<string[]> {
    return (await dataOf(listOf(athlete_id, query))).plans.map(({ id }: { id: string }) => id);
  }

  test('an athlete without a plan has an empty list', async () => {
    const { user_id } = await seedAthlete(server, club.org_id);
    const empty = { plans: [], limit: 50, offset: 0, athlete_id: user_id };
    assert.deepEqual(await dataOf(listOf(user_id)), empty);
    assert.deepEqual(await dataOf(listOf(user_id, '&limit=7&offset=3')), {
      ...empty,
      limit: 7,
      offset: 3,
    });
  });

  test('a plan comes whole, with sets of repeats inside repeats, listed and alone', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: dayIn(), weeks: 2 });
    const expected = { ...plan, privacy_filtered: [] };
    assert.deepEqual((await dataOf(listOf(athlete.user_id))).plans, [expected]);
    const alone = await dataOf(`/plans/${plan?.id}`);
    assert.deepEqual(alone, { plan: expected });
    assert.deepEqual(await dataOf(`/plans/${plan?.id.toUpperCase()}`), alone);
    const [intervals] = (await dataOf(`/plans/${plan?.id}`)).plan.workouts;
    const [, sets] = intervals.segments;
    assert.equal(sets.repeat.segments[0].repeat.segments[0].target.zone, 'threshold');
  });

  test('the latest start comes first, then the id, in pages without gaps', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const seeded = [];
    const today = dayIn();
    for (const days of [7, 0, 14, 7, 7, 0, -3, 14, 7]) {
      const start_date = addDays(today, days);
      seeded.push(...(await assignPlan(server, club.org_id, [athlete], { start_date })));
    }
    const order = seeded
      .toSorted((a, b) => (`${a.start_date} ${a.id}` < `${b.start_date} ${b.id}` ? 1 : -1))
      .map(({ id }) => id);
    assert.deepEqual(await idsOf(athlete.user_id), order);
    const paged = [];
    for (let offset = 0; offset < 12; offset += 2) {
      const page = await idsOf(athlete.user_id, `&limit=2&offset=${offset}`);
      assert.ok(page.length <= 2);
      paged.push(...page);
    }
    assert.deepEqual(paged, order);
    assert.deepEqual(await idsOf(athlete.user_id, '&offset=2147483647'), []);
  });

  test('a request that does not fit is refused before anything is looked for', async () => {
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=1.5',
      'limit=',
      'offset=-1',
      'offset=x',
      'offset=1e3',
    ])
      await assertRefused(listOf(newId(), `&${query}`), 400, 'validation_error');
    await assertRefused('/plans', 400, 'validation_error');
    await assertRefused(`${listOf(newId())}&athlete_id=${newId()}`, 400, 'validation_error');
    await assertRefused(listOf('x'.repeat(101)), 400, 'validation_error');
  });

  test('active is what was not ended and is not over: from the assignment on, before its first day too', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const assign = (start_date: string, options: { weeks?: number; ended_at?: Date } = {}) =>
      assignPlan(server, club.org_id, [athlete], { start_date, ...options });
    const today = dayIn();
    const [far] = await assign(addDays(today, 300));
    const [lastDay] = await assign(addDays(today, -13), { weeks: 2 });
    const [over] = await assign(addDays(today, -14), { weeks: 2 });
    const [ended] = await assign(today, { ended_at: server.clock.now() });
    assert.equal(lastDay?.end_date, today);
    assert.deepEqual(await idsOf(athlete.user_id), [far?.id, lastDay?.id]);
    for (const plan of [far, lastDay]) await dataOf(`/plans/${plan?.id}`);
    const none = await assertRefused(`/plans/${newId()}`);
    for (const plan of [over, ended]) assert.equal(await assertRefused(`/plans/${plan?.id}`), none);
  });

  test('the last day is over when it is over where the athlete lives', async () => {
    // 25 hours apart: never the same day.
    const [early, late] = await Promise.all([
      seedAthlete(server, club.org_id, { timezone: 'Pacific/Kiritimati' }),
      seedAthlete(server, club.org_id, { timezone: 'Pacific/Pago_Pago' }),
    ]);
    const start_date = addDays(dayIn('Pacific/Pago_Pago'), -6);
    const [over, active] = await assignPlan(server, club.org_id, [early, late], { start_date });
    assert.deepEqual(await idsOf(early.user_id), []);
    await assertRefused(`/plans/${over?.id}`);
    assert.deepEqual(await idsOf(late.user_id), [active?.id]);
    await dataOf(`/plans/${active?.id}`);
  });

  test('who is not in the organization has no plans: elsewhere, left, not active, never, no id', async () => {
    const other = await createOrganization(server);
    const [elsewhere, left, suspended] = await Promise.all([
      seedAthlete(server, other.org_id),
      seedAthlete(server, club.org_id, { left_at: new Date() }),
      seedAthlete(server, club.org_id, { account_status: 'suspended' }),
    ]);
    const plans = [
      ...(await assignPlan(server, other.org_id, [elsewhere], { start_date: dayIn() })),
      ...(await assignPlan(server, club.org_id, [left, suspended], { start_date: dayIn() })),
    ];
    const texts = new Set<string>();
    for (const id of [elsewhere.user_id, left.user_id, suspended.user_id, newId(), 'nobody'])
      texts.add(await assertRefused(listOf(id)));
    assert.equal(texts.size, 1);
    const single = new Set<string>();
    for (const id of [...plans.map(({ id }) => id), ...plans.map((plan) => plan.saved_plan_id), newId()])
      single.add(await assertRefused(`/plans/${id}`));
    assert.equal(single.size, 1);
    await assertRefused('/plans/7');
    const { secret } = await createApiKey(server, other);
    assert.equal((await dataOf(`/plans/${plans[0]?.id}`, secret)).plan.athlete_id, elsewhere.user_id);
  });

  const remove = async (user_id: string) => {
    const path = `/api/v1/organizations/${club.org_id}/members/${user_id}`;
    assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
  };

  test('a member of two clubs shows each club its own plans, and keeps those of one on leaving the other', async () => {
    const other = await createOrganization(server);
    const otherKey = (await createApiKey(server, other)).secret;
    const member = await addMember(server, club);
    await addMember(server, other, { user: member });
    const start_date = dayIn('UTC');
    const [mine] = await assignPlan(server, club.org_id, [member], { start_date });
    const [theirs] = await assignPlan(server, other.org_id, [member], { start_date });
    assert.deepEqual(await idsOf(member.user_id), [mine?.id]);
    await assertRefused(`/plans/${theirs?.id}`);
    await remove(member.user_id);
    await assertRefused(`/plans/${mine?.id}`);
    const { plans } = await dataOf(listOf(member.user_id), otherKey);
    assert.deepEqual(plans, [{ ...theirs, privacy_filtered: [] }]);
  });

  test('one saved plan is a plan of its own for each athlete', async () => {
    const [fast, slow] = await Promise.all([
      seedAthlete(server, club.org_id),
      seedAthlete(server, club.org_id, { privacy: { share_pace_data: false } }),
    ]);
    const [first, second] = await assignPlan(
      server,
      club.org_id,
      [
        { ...fast, pace_s_per_km: 200 },
        { ...slow, pace_s_per_km: 400 },
      ],
      { start_date: dayIn() },
    );
    assert.equal(first?.saved_plan_id, second?.saved_plan_id);
    assert.deepEqual((await dataOf(`/plans/${first?.id}`)).plan, { ...first, privacy_filtered: [] });
    const { plan } = await dataOf(`/plans/${second?.id}`);
    assert.deepEqual([plan.id, plan.athlete_id], [second?.id, slow.user_id]);
    assert.ok(plan.privacy_filtered.length > 0);
  });

  test('share_pace_data off leaves what was prescribed, and nothing that tells the paces', async () => {
    const privacy = { share_pace_data: false };
    const views = [];
    for (const pace_s_per_km of [200, 400]) {
      const athlete = await seedAthlete(server, club.org_id, { privacy });
      const options = { start_date: dayIn() };
      await assignPlan(server, club.org_id, [{ ...athlete, pace_s_per_km }], options);
      const { plans } = await dataOf(listOf(athlete.user_id));
      assert.deepEqual((await dataOf(`/plans/${plans[0].id}`)).plan, plans[0]);
      views.push(plans[0]);
    }
    const [view, other] = views;
    assert.deepEqual(view.privacy_filtered, COMPUTED);
    const [intervals, strength, long] = view.workouts;
    const { segments } = intervals;
    assert.deepEqual(segments[0].target, { type: 'effort', min: 2, max: 3, zone: null });
    const sets = segments[1].repeat;
    const step = sets.segments[0].repeat.segments[0];
    assert.deepEqual([sets.times, sets.segments[0].repeat.times], [3, 4]);
    assert.deepEqual(step, { kind: 'work', distance_m: 400, target: { type: 'pace', zone: 'threshold' } });
    assert.deepEqual(long.segments, [
      { kind: 'work', duration_s: 5400, target: { type: 'heart_rate', zone: '2' } },
    ]);
    assert.deepEqual(view.weekly_info['1'], {
      phase: 'build',
      focus: 'First threshold work',
      workout_count: 3,
    });
    assert.equal(typeof strength.library_workout_id, 'string');
    // Nobody can tell the two athletes apart by what is left, but for ids and times.
    const anonymous = (plan: unknown) =>
      JSON.stringify(plan, (key, value) => (/(^|_)id$|_at$/.test(key) ? undefined : value));
    assert.equal(anonymous(view), anonymous(other));
  });

  test('no other setting touches a plan: it holds nothing that the athlete did', async () => {
    const privacy = Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, name === 'share_pace_data']));
    const athlete = await seedAthlete(server, club.org_id, { privacy });
    const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: dayIn() });
    assert.deepEqual((await dataOf(`/plans/${plan?.id}`)).plan, { ...plan, privacy_filtered: [] });
  });

  test('a change of the settings holds from the next request on', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: dayIn() });
    const filtered = async () => [
      (await dataOf(`/plans/${plan?.id}`)).plan.privacy_filtered,
      (await dataOf(listOf(athlete.user_id))).plans[0].privacy_filtered,
    ];
    assert.deepEqual(await filtered(), [[], []]);
    await server.deps.db.execute(sql`
      UPDATE users SET privacy = privacy || '{"share_pace_data": false}' WHERE user_id = ${athlete.user_id}`);
    assert.deepEqual(await filtered(), [COMPUTED, COMPUTED]);
  });

  test('who leaves takes no plan along: gone at once, and not back on joining again', async () => {
    const member = await addMember(server, club);
    const start_date = dayIn('UTC');
    const [plan] = await assignPlan(server, club.org_id, [member], { start_date });
    const places = [listOf(member.user_id), `/plans/${plan?.id}`];
    for (const where of places) await dataOf(where);
    await remove(member.user_id);
    for (const where of places) await assertRefused(where);
    const logs = `/api/v1/organizations/${club.org_id}/audit-logs?event_type=member_removed&limit=1`;
    const { body } = await server.request('GET', logs, { token: club.coach.token });
    assert.deepEqual(body.logs[0].data, { group_ids: [], plan_ids: [plan?.id] });
    await addMember(server, club, { user: member });
    assert.deepEqual(await idsOf(member.user_id), []);
    await assertRefused(`/plans/${plan?.id}`);
  });

  test('the scope plans:read is asked for, and the alias read has it', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: dayIn() });
    for (const [scope, status] of [
      ['read', 200],
      ['admin', 200],
      ['plans:read', 200],
      ['activities:read', 403],
      ['athletes:read', 403],
    ] as const) {
      const { secret } = await createApiKey(server, club, { scopes: [scope] });
      for (const where of [listOf(athlete.user_id), `/plans/${plan?.id}`]) {
        const answer = await get(where, secret);
        assert.equal(answer.status, status, `${scope} ${where}`);
        if (status === 403) assert.equal(answer.body.code, 'missing_scope');
      }
    }
  });
});
