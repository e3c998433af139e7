import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { answerSession, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { addMember, createOrganization, type TestOrganization, type TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { saveQuietPlan, setVdot } from '../../test/saved-plans.ts';

const WORKOUT = { workout_type: 'intervals', text: '5x\n- Threshold 1km\n- 60s rest' };

describe('sessions in calendars', () => {
  let server: TestServer;
  let club: TestOrganization;
  let runner: TestUser;
  let plan: { id: string; start_date: string };
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    runner = await addMember(server, club);
    await setVdot(server, runner.user_id, 50);
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = preferences || '{"timezone": "UTC"}' WHERE user_id = ${runner.user_id}`);
    const start_date = new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    const { body } = await saveQuietPlan(server, club, {
      start_date,
      weeks: 2,
      athlete_ids: [runner.user_id],
    });
    plan = { id: body.data.assigned[0].plan_id, start_date };
  });

  const ask = (method: 'GET' | 'PUT' | 'DELETE' | 'PATCH', path: string, token: string, body?: object) =>
    server.request(method, path, { token, ...(body === undefined ? {} : { body }) });
  const dayOf = async (path: string, token: string) => {
    const range = `?from=${plan.start_date}&to=${plan.start_date}`;
    const { status, body } = await ask('GET', `${path}${range}`, token);
    assert.equal(status, 200, JSON.stringify(body));
    return { ...body.data.days[0], summary: body.data.summary };
  };
  const mine = () => dayOf('/api/v1/plans/mine', runner.token);
  const theirs = (organization = club) =>
    dayOf(
      `/api/v1/organizations/${organization.org_id}/athletes/${runner.user_id}/plans`,
      organization.coach.token,
    );

  test('who has said yes has the session beside the plan, and in its place only by their own word', async () => {
    const session = await planSession(server, club, {
      starts_at: `${plan.start_date}T18:00:00Z`,
      workout: WORKOUT,
    });
    assert.deepEqual((await mine()).sessions, []);
    await answerSession(server, session, runner, 'yes');
    const day = await mine();
    assert.deepEqual([day.sessions.length, day.workouts.length, day.workouts[0].replaced_by], [1, 1, null]);
    const [entry] = day.sessions;
    assert.deepEqual(
      [entry.kind, entry.session_id, entry.org_name, entry.workout.workout_type, entry.compliance.status],
      ['session', session.id, club.name, 'intervals', 'upcoming'],
    );
    assert.equal(entry.workout.segments[0].repeat.segments[0].target.type, 'pace');

    const at = `${sessionsOf(club)}/${session.id}/replaces`;
    const workout_id = day.workouts[0].workout.id;
    const replaced = await ask('PUT', at, runner.token, { plan_id: plan.id, workout_id });
    assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
    for (const shown of [await mine(), await theirs()]) {
      assert.equal(shown.workouts[0].replaced_by, session.id);
      assert.deepEqual([shown.summary.planned, shown.summary.upcoming], [1, 1]);
    }
    const other = { plan_id: plan.id, workout_id: session.id };
    assert.equal((await ask('PUT', at, runner.token, other)).status, 404);
    assert.equal((await ask('PUT', at, club.coach.token, { plan_id: plan.id, workout_id })).status, 409);
    await answerSession(server, session, runner, 'no');
    const back = await mine();
    assert.deepEqual([back.sessions, back.workouts[0].replaced_by], [[], null]);
    assert.equal((await ask('PUT', at, runner.token, { plan_id: plan.id, workout_id })).status, 409);
    // A new yes does not restore which workout the session replaces.
    await answerSession(server, session, runner, 'yes');
    assert.equal((await mine()).workouts[0].replaced_by, null);
    await ask('PUT', at, runner.token, { plan_id: plan.id, workout_id });
    assert.equal((await ask('DELETE', at, runner.token)).status, 200);
    assert.equal((await mine()).workouts[0].replaced_by, null);
    await ask('PUT', at, runner.token, { plan_id: plan.id, workout_id });
    await ask('PATCH', `${sessionsOf(club)}/${session.id}`, club.coach.token, { status: 'cancelled' });
    assert.equal((await mine()).workouts[0].replaced_by, null);
  });

  test('a coach sees sessions of their own club alone, by effort where paces are not shared', async () => {
    const other = await createOrganization(server);
    await addMember(server, other, { user: runner });
    const session = await planSession(server, club, {
      starts_at: `${plan.start_date}T06:00:00Z`,
      workout: WORKOUT,
    });
    await answerSession(server, session, runner, 'yes');
    assert.equal((await theirs(other)).sessions.length, 0);
    const targetOf = async (): Promise<{ type: string }> =>
      (await theirs()).sessions[0].workout.segments[0].repeat.segments[0].target;
    assert.equal((await targetOf()).type, 'pace');
    const share = (share_pace_data: boolean) =>
      ask('PUT', `/api/v1/users/${runner.user_id}`, runner.token, { privacy: { share_pace_data } });
    await share(false);
    assert.equal((await targetOf()).type, 'effort');
    await share(true);
    await server.request('DELETE', `${sessionsOf(club)}/${session.id}`, { token: club.coach.token });
  });

  test('calendar programs have sessions with what was answered, and not what was declined', async () => {
    const link = await server.request('POST', '/api/v1/plans/mine/subscription', { token: runner.token });
    const feed = async (): Promise<string> => {
      const answer = await fetch(link.body.data.subscription.url.replace(/^https?:\/\/[^/]+/, server.url));
      assert.equal(answer.status, 200);
      return (await answer.text()).replaceAll('\r\n ', '');
    };
    const eventOf = (text: string, id: string): string =>
      text.split('BEGIN:VEVENT').find((event) => event.includes(`${id}@ekiden`)) ?? '';
    const session = await planSession(server, club, {
      starts_at: `${plan.start_date}T11:00:00Z`,
      place: { text: 'Track; gate 3', point: { latitude_deg: 25, longitude_deg: 121.5 } },
      capacity: 1,
      workout: WORKOUT,
    });
    assert.match(eventOf(await feed(), session.id), /PARTSTAT=NEEDS-ACTION/);
    const first = await addMember(server, club);
    await answerSession(server, session, first, 'yes');
    await answerSession(server, session, runner, 'yes');
    assert.match(eventOf(await feed(), session.id), /PARTSTAT=TENTATIVE/);
    await answerSession(server, session, first, 'no');
    const event = eventOf(await feed(), session.id);
    assert.match(event, /PARTSTAT=ACCEPTED/);
    assert.match(event, /STATUS:CONFIRMED/);
    assert.match(event, /LOCATION:Track\\; gate 3/);
    assert.match(event, /GEO:25;121.5/);
    assert.match(event, /5 × /);
    await ask('PATCH', `${sessionsOf(club)}/${session.id}`, club.coach.token, { status: 'cancelled' });
    const cancelled = eventOf(await feed(), session.id);
    assert.match(cancelled, /STATUS:CANCELLED/);
    assert.match(cancelled, /SEQUENCE:1/);
    const file = async (token: string) =>
      await fetch(`${server.url}${sessionsOf(club)}/${session.id}/calendar`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const own = await file(runner.token);
    assert.match(String(own.headers.get('content-type')), /text\/calendar/);
    assert.match(await own.text(), /PARTSTAT=ACCEPTED/);
    assert.equal((await file(club.coach.token)).status, 200);
    assert.equal((await file('')).status, 401);
    const later = await planSession(server, club, { starts_at: `${plan.start_date}T15:00:00Z` });
    await answerSession(server, later, runner, 'no');
    assert.equal(eventOf(await feed(), later.id), '');
  });
});
