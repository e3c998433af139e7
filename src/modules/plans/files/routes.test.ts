import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Decoder, Stream } from '@garmin/fitsdk';
import ICAL from 'ical.js';
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

const START = '2030-07-01';

describe('plans and workouts as files', () => {
  let server: TestServer;
  let club: TestOrganization;
  let athlete: TestUser;
  let own: Awaited<ReturnType<typeof assignPlan>>[number];
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    athlete = await addMember(server, club);
    const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: START, title: '秋 10k' });
    assert.ok(plan !== undefined);
    own = plan;
  });

  const get = async (path: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  const status = async (path: string, token?: string): Promise<number> =>
    (await get(path, token)).answer.status;

  const savedPath = (): string => `/organizations/${club.org_id}/plans/${own.saved_plan_id}`;
  const ownPath = (): string => `/plans/mine/${own.id}`;
  const firstWorkout = () => {
    const [workout] = own.workouts;
    assert.ok(workout !== undefined);
    return workout;
  };
  const stepsOf = (bytes: Uint8Array) => {
    const { messages, errors } = new Decoder(Stream.fromByteArray([...bytes])).read();
    assert.deepEqual(errors, []);
    return messages.workoutStepMesgs ?? [];
  };

  test('an athlete takes the own plan to a calendar, and a workout with the own paces to a watch', async () => {
    const calendar = await get(`${ownPath()}/calendar`, athlete.token);
    const { headers } = calendar.answer;
    assert.deepEqual(
      [calendar.answer.status, headers.get('content-type'), headers.get('cache-control')],
      [200, 'text/calendar; charset=utf-8', 'no-store'],
    );
    assert.match(headers.get('content-disposition') ?? '', /filename\*=UTF-8''%E7%A7%8B%2010k\.ics/);
    const events = new ICAL.Component(ICAL.parse(new TextDecoder().decode(calendar.bytes)));
    assert.deepEqual(
      events.getAllSubcomponents('vevent').map((event) => String(event.getFirstPropertyValue('summary'))),
      own.workouts.map(({ title }) => title),
    );

    const { id } = firstWorkout();
    const watch = await get(`${ownPath()}/workouts/${id}/fit`, athlete.token);
    assert.deepEqual(
      [watch.answer.status, watch.answer.headers.get('content-type')],
      [200, 'application/vnd.ant.fit'],
    );
    assert.equal(watch.answer.headers.get('content-length'), String(watch.bytes.length));
    const speeds = stepsOf(watch.bytes).filter(({ targetType }) => targetType === 'speed');
    assert.ok(speeds.length > 0, 'the sample has paces of its athlete');
  });

  test('coaches take what they saved, and a workout of the library', async () => {
    const { token } = club.coach;
    const [saved] = (await server.request('GET', `/api/v1${savedPath()}`, { token })).body.data.plan.content;
    const answers = await Promise.all([
      get(`${savedPath()}/calendar`, token),
      get(`${savedPath()}/workouts/${saved.id}/fit`, token),
    ]);
    assert.deepEqual(
      answers.map(({ answer }) => answer.status),
      [200, 200],
    );
    const made = await server.request('POST', `/api/v1/organizations/${club.org_id}/workouts`, {
      token,
      body: {
        title: 'Hills',
        workout_type: 'hills',
        segments: [{ kind: 'work', duration_s: 1_800, target: { type: 'pace', zone: 'easy' } }],
      },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { bytes } = await get(
      `/organizations/${club.org_id}/workouts/${made.body.data.workout.id}/fit`,
      token,
    );
    assert.deepEqual(
      stepsOf(bytes).map(({ durationTime }) => durationTime),
      [1_800],
    );
  });

  test('what is nobody’s, somebody else’s or taken back is not there', async () => {
    const stranger = await signUp(server);
    const { id } = firstWorkout();
    const paths = [`${ownPath()}/calendar`, `${ownPath()}/workouts/${id}/fit`];
    for (const path of paths) {
      assert.equal(await status(path), 401);
      assert.equal(await status(path, stranger.token), 404);
      assert.equal(await status(path, club.coach.token), 404);
    }
    assert.equal(await status(`${ownPath()}/workouts/${newId()}/fit`, athlete.token), 404);
    assert.equal(await status(`/plans/mine/${newId()}/calendar`, athlete.token), 404);
    const [ended] = await assignPlan(server, club.org_id, [athlete], {
      start_date: START,
      ended_at: server.clock.now(),
    });
    assert.equal(await status(`/plans/mine/${ended?.id}/calendar`, athlete.token), 404);
  });

  test('a calendar program reads all own plans by a link, until it is renewed or ended', async () => {
    const { token } = athlete;
    const path = '/api/v1/plans/mine/subscription';
    const ask = async (method: string) => (await server.request(method, path, { token })).body.data;
    const read = async (url: string) => {
      const answer = await fetch(url);
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    };
    assert.deepEqual(await ask('GET'), { subscription: null });
    const { url, created_at } = (await ask('POST')).subscription;
    assert.ok(url.startsWith(`${server.url}/calendars/`));
    assert.deepEqual(await ask('GET'), { subscription: { created_at } });
    const secret = url.split('/').at(-2);
    const { rows } = await server.deps.db.executeSql(
      'SELECT row_to_json(c)::text AS row FROM calendar_links c WHERE user_id = $1',
      [athlete.user_id],
    );
    assert.equal(JSON.stringify(rows).includes(secret), false, 'what is stored opens nothing');

    const language = { preferences: { language: 'ja' } };
    await server.request('PUT', `/api/v1/users/${athlete.user_id}`, { token, body: language });
    await assignPlan(server, club.org_id, [athlete], { start_date: '2030-09-02', title: 'Second' });
    await assignPlan(server, club.org_id, [athlete], { start_date: '2020-01-06', title: 'Long over' });
    const first = await read(url);
    assert.deepEqual(
      [first.status, first.headers.get('content-type'), first.headers.get('cache-control')],
      [200, 'text/calendar; charset=utf-8', 'no-store'],
    );
    const calendar = new ICAL.Component(ICAL.parse(first.text));
    const days = calendar
      .getAllSubcomponents('vevent')
      .map((event) => String(event.getFirstPropertyValue('dtstart')).slice(0, 7));
    assert.deepEqual([...new Set(days)].sort().slice(0, 1), ['2030-07']);
    assert.ok(days.includes('2030-09') && !days.includes('2020-01'));
    assert.match(first.text, /トレーニングプラン/);

    const made = await Promise.all([ask('POST'), ask('POST')]);
    const urls: string[] = made.map(({ subscription }) => subscription.url);
    assert.equal((await read(url)).status, 404, 'a new link ends the old one');
    const statuses = await Promise.all(urls.map(async (one) => (await read(one)).status));
    assert.deepEqual(statuses.toSorted(), [200, 404], 'of two at once one is left');
    for (const _ of [1, 2]) assert.equal((await server.request('DELETE', path, { token })).status, 200);
    for (const one of [...urls, `${server.url}/calendars/x/plans.ics`])
      assert.equal((await read(one)).status, 404);
    assert.deepEqual(await ask('GET'), { subscription: null });
  });

  test('athletes and other clubs do not see what coaches saved', async () => {
    const other = await createOrganization(server);
    const paths = [
      `${savedPath()}/calendar`,
      `${savedPath()}/workouts/${firstWorkout().id}/fit`,
      `/organizations/${club.org_id}/workouts/${newId()}/fit`,
    ];
    for (const path of paths) {
      assert.equal(await status(path), 401);
      assert.equal(await status(path, athlete.token), 403);
      assert.equal(await status(path, other.coach.token), 404);
    }
    const { token } = club.coach;
    assert.equal(await status(`${savedPath()}/workouts/${newId()}/fit`, token), 404);
    assert.equal(await status(`/organizations/${club.org_id}/workouts/${newId()}/fit`, token), 404);
    assert.equal(
      await status(`/organizations/${other.org_id}/plans/${own.saved_plan_id}/calendar`, other.coach.token),
      404,
    );
  });
});
