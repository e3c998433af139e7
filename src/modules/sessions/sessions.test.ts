import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { answerSession, hoursAhead, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { eventually } from '../../test/eventually.ts';
import {
  addCoach,
  addMember,
  createGroup,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { setVdot } from '../../test/saved-plans.ts';
import { walkPages } from '../../test/walk-pages.ts';

const WORKOUT = {
  workout_type: 'intervals',
  text: '- Easy 15m\n\nMain set 5x\n- Threshold 1km\n- 60s rest\n\n- 2km',
  groups: [{ name: 'Marathon', zone: 'marathon' }],
};

describe('club sessions', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server, { fields: { settings: { timezone: 'Asia/Taipei' } } });
  });
  after(() => server.clock.reset());

  const at = (id: string) => `${sessionsOf(club)}/${id}`;
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    token = club.coach.token,
  ) => server.request(method, path, { token, ...(body === undefined ? {} : { body }) });
  const told = async (user: TestUser, type: string): Promise<{ title: string; message: string }[]> => {
    const { body } = await send('GET', '/api/v1/notifications/center', undefined, user.token);
    return body.data.notifications.filter((one: { type: string }) => one.type === type);
  };

  test('a session from its planning to its end', async () => {
    const runner = await addMember(server, club);
    const group = await createGroup(server, club, { members: [runner] });
    const made = await planSession(server, club, {
      title: ' Tuesday track ',
      place: { text: 'Riverside track', point: { latitude_deg: 25.0713, longitude_deg: 121.5312 } },
      capacity: 20,
      coach_user_id: club.coach.user_id,
      group_ids: [group.id],
      duration_s: 5_400,
      workout: WORKOUT,
    });
    assert.deepEqual(
      [made.title, made.timezone, made.duration_s, made.capacity, made.status, made.group_ids, made.series],
      ['Tuesday track', 'Asia/Taipei', 5_400, 20, 'scheduled', [group.id], null],
    );
    assert.deepEqual(made.place, {
      text: 'Riverside track',
      point: { latitude_deg: 25.0713, longitude_deg: 121.5312 },
    });
    assert.equal(Date.parse(made.ends_at) - Date.parse(made.starts_at), 5_400_000);
    await eventually(async () => (await told(runner, 'session_planned')).length === 1, Boolean);
    await answerSession(server, made, runner, 'yes');
    const moved = await send('PATCH', at(made.id), {
      starts_at: hoursAhead(server, 72),
      place: { text: '' },
    });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    assert.deepEqual(moved.body.data.session.place, { text: '', point: null });
    await eventually(async () => (await told(runner, 'session_changed')).length === 1, Boolean);
    const off = await send('PATCH', at(made.id), { status: 'cancelled', cancel_reason: 'Thunder.' });
    assert.deepEqual(
      [off.body.data.session.status, off.body.data.session.cancel_reason],
      ['cancelled', 'Thunder.'],
    );
    await eventually(async () => (await told(runner, 'session_cancelled')).length === 1, Boolean);
    const late = await answerSession(server, made, runner, 'no');
    assert.deepEqual([late.status, late.body.code], [409, 'session_cancelled']);
    assert.equal(
      (await send('PATCH', at(made.id), { status: 'scheduled' })).body.data.session.status,
      'scheduled',
    );
    assert.equal((await send('DELETE', at(made.id))).status, 200);
    await eventually(async () => (await told(runner, 'session_cancelled')).length === 2, Boolean);
    assert.equal((await send('GET', at(made.id))).status, 404);
    assert.equal((await send('DELETE', at(made.id))).status, 404);
  });

  test('what cannot be a session is refused with what to change', async () => {
    const refusals: readonly [object, string][] = [
      [{ starts_at: hoursAhead(server, -1) }, 'starts_at: must lie in the future'],
      [{ starts_at: '2026-02-30T19:00' }, 'starts_at: must be an ISO 8601 time'],
      [{ starts_at: '9000-01-01T19:00:00Z' }, 'starts_at: must lie within 3660 days'],
      [{ timezone: 'Mars/Olympus' }, 'timezone: must be an IANA time zone'],
      [{ answer_until: hoursAhead(server, 60) }, 'answer_until: must not be after'],
      [{ coach_user_id: newId() }, 'coach_user_id: names no coach'],
      [{ group_ids: [newId()] }, 'group_ids.0: names no group'],
      [{ workout: { workout_type: 'intervals' } }, 'workout.segments: is required, or text'],
      [{ workout: { workout_type: 'intervals', text: 'run about' } }, 'workout.text: line 1'],
      [{ workout: { ...WORKOUT, groups: [{ name: 'B' }] } }, 'workout.groups.0.segments: is required'],
      [
        { workout: { ...WORKOUT, groups: [WORKOUT.groups[0], WORKOUT.groups[0]] } },
        'workout.groups.1.name: must be another name',
      ],
      [{ series: {} }, 'series.until: is required, or occurrences'],
      [{ series: { occurrences: 10_000 } }, 'series.occurrences: makes more than 366 sessions'],
      [{ series: { until: '9999-12-31' } }, 'series.until: makes more than 366 sessions'],
      [{ series: { until: '2026-02-30' } }, 'series.until: is no day of any calendar'],
      [{ series: { until: '2020-01-01' } }, 'series.until: must not be before'],
      [{ series: { until: '2030-01-01', occurrences: 3 } }, 'series.until: must be left out with'],
    ];
    for (const [fields, why] of refusals) {
      const body = { title: 'Run', starts_at: hoursAhead(server, 48), ...fields };
      const { status, body: answer } = await send('POST', sessionsOf(club), body);
      assert.equal(status, 400, why);
      assert.ok(answer.error.startsWith(why), `${answer.error} begins with ${why}`);
    }
    const session = await planSession(server, club);
    for (const [body, why] of [
      [{ timezone: 'UTC' }, 'timezone: is required with starts_at'],
      [{ cancel_reason: 'Rain' }, 'cancel_reason: is required with status'],
    ] as const) {
      const { status, body: answer } = await send('PATCH', at(session.id), body);
      assert.deepEqual([status, answer.error.startsWith(why)], [400, true], answer.error);
    }
  });

  test('nobody but coaches plans, and nobody from elsewhere sees anything', async () => {
    const session = await planSession(server, club);
    const body = { title: 'Run', starts_at: hoursAhead(server, 48) };
    const [member, stranger, platform] = [
      await addMember(server, club),
      await signUp(server),
      await signUp(server),
    ];
    await grantAdmin(server, platform.user_id);
    const assistant = await addCoach(server, club);
    for (const [user, expected, reads] of [
      [member, 403, 200],
      [stranger, 404, 404],
      [platform, 403, 403],
      [assistant, 201, 200],
      [{ token: '' }, 401, 401],
    ] as const) {
      assert.equal((await send('POST', sessionsOf(club), body, user.token)).status, expected);
      assert.equal((await send('GET', at(session.id), undefined, user.token)).status, reads);
    }
    assert.equal((await send('PATCH', at(session.id), { title: 'X' }, member.token)).status, 403);
    assert.equal((await send('DELETE', at(session.id), undefined, member.token)).status, 403);
  });

  test('each athlete has their own paces, and coaches those that are shared', async () => {
    const [fast, slow, closed] = [
      await addMember(server, club),
      await addMember(server, club),
      await addMember(server, club),
    ];
    await setVdot(server, fast.user_id, 60);
    await setVdot(server, slow.user_id, 35);
    await setVdot(server, closed.user_id, 50);
    for (const [user, share_pace_data] of [
      [fast, true],
      [slow, true],
      [closed, false],
    ] as const) {
      await send('PUT', `/api/v1/users/${user.user_id}`, { privacy: { share_pace_data } }, user.token);
    }
    const session = await planSession(server, club, { workout: WORKOUT });
    type Read = { segments: { repeat?: { segments: { target?: { type: string; min: number } }[] } }[] };
    const own = async (user: TestUser): Promise<{ type: string; min: number } | undefined> => {
      const { body } = await send('GET', at(session.id), undefined, user.token);
      const workout: Read = body.data.session.own.workout;
      return workout.segments[1]?.repeat?.segments[0]?.target;
    };
    const [of_fast, of_slow, of_closed] = [await own(fast), await own(slow), await own(closed)];
    assert.deepEqual([of_fast?.type, of_slow?.type, of_closed?.type], ['pace', 'pace', 'pace']);
    assert.ok(Number(of_fast?.min) < Number(of_closed?.min) && Number(of_closed?.min) < Number(of_slow?.min));
    const { body } = await send('GET', at(session.id));
    assert.equal(body.data.session.workout.segments[1].repeat.segments[0].target.type, 'effort');
    assert.deepEqual([body.data.session.own.is_athlete, body.data.session.own.workout], [false, null]);
    const listed = await send('GET', `${at(session.id)}/participants?limit=200`);
    const targets = (user: TestUser) =>
      listed.body.data.participants.find(({ user_id }: { user_id: string }) => user_id === user.user_id)
        .targets;
    assert.deepEqual(targets(fast)[1], of_fast);
    assert.deepEqual([targets(closed)[1].type, targets(slow)[1].min], ['effort', of_slow?.min]);
    await answerSession(server, session, fast, 'yes', { workout_group: 'Marathon' });
    assert.ok(Number((await own(fast))?.min) > Number(of_fast?.min), 'the marathon group runs slower');
    const unknown = await answerSession(server, session, slow, 'yes', { workout_group: 'Milers' });
    assert.equal(unknown.status, 400);
  });

  test('lists are in the order of time, by pages and between days', async () => {
    const own = await createOrganization(server);
    for (const hours of [90, 30, 60, 120])
      await planSession(server, own, { starts_at: hoursAhead(server, hours) });
    const pages = await walkPages(
      (query) => send('GET', `${sessionsOf(own)}?${query}`, undefined, own.coach.token),
      { name: 'sessions', query: 'limit=3' },
    );
    const starts = pages.flat().map(({ starts_at }) => String(starts_at));
    assert.deepEqual([starts, pages.length], [starts.toSorted(), 2]);
    assert.equal(starts.length, 4);
    const query = `?from=${hoursAhead(server, 50)}&to=${hoursAhead(server, 100)}`;
    const { body } = await send('GET', `${sessionsOf(own)}${query}`, undefined, own.coach.token);
    assert.equal(body.data.sessions.length, 2);
  });

  test('who comes is reminded once, half a day before', async () => {
    const [yes, no] = [await addMember(server, club), await addMember(server, club)];
    const session = await planSession(server, club, { starts_at: hoursAhead(server, 13) });
    await answerSession(server, session, yes, 'yes');
    await answerSession(server, session, no, 'no');
    const { remind } = await import('./remind.ts');
    const run = () => remind(server.deps, new AbortController().signal);
    await run();
    assert.equal((await told(yes, 'session_reminder')).length, 0);
    server.clock.advance(2 * 3_600_000);
    await Promise.all([run(), run()]);
    await eventually(async () => (await told(yes, 'session_reminder')).length > 0, Boolean);
    await run();
    assert.deepEqual(
      [(await told(yes, 'session_reminder')).length, (await told(no, 'session_reminder')).length],
      [1, 0],
    );
    server.clock.reset();
  });
});
