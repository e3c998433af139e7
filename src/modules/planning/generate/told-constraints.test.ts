import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '../../../shared/calendar.ts';
import { addMember, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type PlanStage, planStage } from '../../../test/plan-stage.ts';

describe('a plan that takes what its athlete told', () => {
  let server: TestServer;
  let stage: PlanStage;
  let start_date: string;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
    const today = server.clock.now().toISOString().slice(0, 10);
    const place = new Date(`${today}T00:00:00Z`).getUTCDay();
    start_date = addDays(today, 7 + ((8 - place) % 7));
  });
  const on = (days: number): string => addDays(start_date, days);
  const plain = { weeks: 3, experience_level: 'intermediate', constraints_from: 'availability' };
  const draft = (athlete: TestUser, more: object = {}) =>
    stage.ask('/draft', { ...plain, start_date, athlete_id: athlete.user_id, ...more });
  async function told(entries: readonly object[], share: object = {}): Promise<TestUser> {
    const athlete = await addMember(server, stage.club);
    const { token } = athlete;
    for (const { path = '/availability', ...body } of entries as { path?: string }[]) {
      const answer = await server.request('POST', `/api/v1${path}`, { token, body });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
    }
    const body = { privacy: share };
    await server.request('PUT', `/api/v1/users/${athlete.user_id}`, { token, body });
    return athlete;
  }
  const constraintsFor = async ({ user_id }: TestUser) => {
    const query = `from=${start_date}&to=${on(20)}`;
    const path = `/api/v1/organizations/${stage.club.org_id}/athletes/${user_id}/availability/constraints?${query}`;
    const { status, body } = await server.request('GET', path, { token: stage.club.coach.token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const WEEKLY = { kind: 'unavailable', weekdays: ['monday'] };
  const away = () => ({ kind: 'unavailable', from: on(8), to: on(10), reason: 'Visiting family' });
  const knee = () => ({ path: '/injuries', kind: 'injury', area: 'Knee', from: on(0), running: 'no_hills' });
  const race = (days: number) => ({
    path: '/races',
    date: on(days),
    name: 'Ten',
    event: '10k',
    priority: 'c',
    target_time_s: 2_700,
  });

  test('has it in understood_as as the constraints of the athlete have it, says where it is from, and keeps to it', async () => {
    const entries = [
      WEEKLY,
      away(),
      { kind: 'limited', minutes: 30, weekdays: ['friday'] },
      knee(),
      race(13),
    ];
    const athlete = await told(entries, { share_injuries_with_coach: true });
    const offered = await constraintsFor(athlete);
    assert.deepEqual(offered.constraints, {
      days_off: ['monday'],
      unavailable: [{ from: on(8), to: on(10), reason: 'Visiting family' }],
      injuries: [{ area: 'Knee', from: on(0), to: null, running: 'no_hills' }],
      races: [{ date: on(13), distance_m: 10_000, priority: 'c', target_time_s: 2_700 }],
    });
    assert.deepEqual(
      offered.not_taken.map(({ reason }: { reason: string }) => reason),
      ['minutes'],
    );
    const { status, body } = await draft(athlete);
    assert.equal(status, 200, JSON.stringify(body));
    const { constraints, sources } = body.data.understood_as;
    const taken = ({ days_off, unavailable, injuries, races }: typeof constraints) => ({
      days_off,
      unavailable,
      injuries,
      races,
    });
    assert.deepEqual(taken(constraints), offered.constraints);
    assert.deepEqual(
      sources.map(({ field, from }: { field: string; from: string }) => [field, from]),
      ['days_off', 'unavailable', 'races', 'injuries'].map((field) => [field, 'availability']),
    );
    const plan = await stage.ask('/generate', {
      ...plain,
      start_date,
      athlete_id: athlete.user_id,
      refined_draft: body.data.draft,
    });
    assert.equal(plan.status, 200, JSON.stringify(plan.body));
    const { token } = athlete;
    const looks = await server.request('GET', '/api/v1/users/me/accesses', { token });
    assert.match(JSON.stringify(looks.body), /"availability"/, 'the athlete reads who looked');
    const days: string[] = plan.body.data.content.map(({ date }: { date: string }) => date);
    const off = [on(0), on(7), on(14), on(8), on(9), on(10)];
    assert.deepEqual(
      days.filter((date) => off.includes(date)),
      [],
    );
    assert.ok(days.includes(on(13)), 'and the race is on its day');
    assert.equal(taken(plan.body.data.understood_as.constraints).unavailable.length, 1);
  });

  test('takes only what its coach may see', async () => {
    const hidden = { share_race_goal: false, share_availability_with_coach: false };
    const athlete = await told([WEEKLY, away(), knee(), race(13)], hidden);
    const none = { days_off: [], unavailable: [], injuries: [], races: [] };
    const offered = await constraintsFor(athlete);
    assert.deepEqual(offered.constraints, none);
    assert.deepEqual(offered.privacy_filtered, ['availability', 'availability_reason', 'injuries', 'races']);
    const { body } = await draft(athlete);
    assert.deepEqual(body.data.understood_as.sources, []);
  });

  test('is refused with both names where what was told contradicts what is asked for', async () => {
    const athlete = await told([away(), WEEKLY]);
    const race_on = { date: on(9), event: '10k', priority: 'b' };
    const answer = await draft(athlete, { constraints: { races: [race_on], long_run_day: 'monday' } });
    assert.equal(answer.status, 400);
    const { error } = answer.body;
    assert.match(error, /constraints\.races\.0/);
    assert.match(error, /availability\.unavailable\.0/);
    const paths = answer.body.details.map(({ path }: { path: string }) => path);
    assert.ok(paths.includes('constraints_from'), paths.join());
    const all = answer.body.details.map(({ message }: { message: string }) => message).join('\n');
    assert.match(all, /availability\.days_off/);
    assert.match(all, /constraints\.long_run_day/);
  });

  test('does not take a race a second time that the request has, as goal or among its own', async () => {
    const athlete = await told([race(13), race(20)]);
    const goal = { event: '10k', race_date: on(20) };
    const races = [{ date: on(13), event: '10k', priority: 'a' }];
    const { status, body } = await draft(athlete, { goal, constraints: { races } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.data.understood_as.constraints.races.map(({ priority }: { priority: string }) => priority),
      ['a'],
    );
  });

  test('needs an athlete, who is one of the organization’s', async () => {
    const nobody = await stage.ask('/draft', { ...plain, start_date });
    assert.equal(nobody.status, 400);
    assert.match(nobody.body.error, /^constraints_from: is required with athlete_id/);
    const other = await planStage(server);
    const stranger = await addMember(server, other.club);
    assert.equal((await draft(stranger)).status, 404);
  });

  test('asks for a week at least where constraints are read, and for a coach', async () => {
    const athlete = await told([]);
    const read = (path: string, token: string) => server.request('GET', `/api/v1${path}`, { token });
    const own = await read(`/availability/constraints?from=${on(0)}&to=${on(3)}`, athlete.token);
    assert.equal(own.status, 400);
    assert.match(own.body.error, /a plan has a week at least/);
    assert.equal((await read('/availability/constraints', athlete.token)).status, 200);
    const path = `/organizations/${stage.club.org_id}/athletes/${athlete.user_id}/availability/constraints`;
    assert.equal((await read(path, athlete.token)).status, 403);
    assert.equal((await read(path, '')).status, 401);
    assert.equal((await read(path, (await planStage(server)).club.coach.token)).status, 404);
  });
});
