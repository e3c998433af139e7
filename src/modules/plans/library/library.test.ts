import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { USUAL_QUOTAS } from '../../../shared/quotas.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  setTier,
  type TestOrganization,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { walkPages } from '../../../test/walk-pages.ts';
import { INTERVALS_INPUT } from './segment-contract.ts';

describe('the workout library of an organization', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
  });

  const pathOf = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}/workouts`;
  const INTERVALS = { title: ' 5 × 1 km ', workout_type: 'intervals', segments: INTERVALS_INPUT };
  const create = (body: object, organization = club, token = organization.coach.token) =>
    server.request('POST', pathOf(organization), { token, body });
  const inSegments = (...segments: object[]) => create({ ...INTERVALS, segments });

  test('a workout from its making to its end', async () => {
    const { token, user_id } = club.coach;
    const made = await create({ ...INTERVALS, labels: [' track ', 'track', 'autumn'] });
    assert.equal(made.status, 201);
    const { workout } = made.body.data;
    assert.deepEqual(
      [workout.title, workout.description, workout.labels, workout.created_by, workout.org_id],
      ['5 × 1 km', '', ['track', 'autumn'], user_id, club.org_id],
    );
    const [, { repeat }] = workout.segments;
    assert.deepEqual(
      repeat.segments[0].target,
      { type: 'effort', min: 6, max: 7, zone: 'threshold' },
      'a zone is an effort until an athlete gets the workout',
    );
    assert.ok(workout.distance_m > 7_000 + 2_000 && workout.distance_m < 11_000, `${workout.distance_m} m`);

    const path = `${pathOf(club)}/${workout.id}`;
    assert.deepEqual((await server.request('GET', path, { token })).body, {
      status: 'ok',
      data: { workout },
    });
    server.clock.advance(60_000);
    const patched = await server.request('PATCH', path, { token, body: { description: 'On the track.' } });
    server.clock.reset();
    assert.equal(patched.status, 200);
    const { updated_at } = patched.body.data.workout;
    assert.deepEqual(patched.body.data.workout, { ...workout, description: 'On the track.', updated_at });
    assert.ok(updated_at > workout.updated_at);
    const unchanged = await server.request('PATCH', path, { token, body: {} });
    assert.deepEqual(unchanged.body.data.workout, patched.body.data.workout);

    const deleted = [1, 2].map(() => server.request('DELETE', path, { token }));
    const statuses = (await Promise.all(deleted)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 404], 'of two at once one finds nothing');
    assert.equal((await server.request('GET', path, { token })).status, 404);
  });

  test('is listed in pages, by kind, labels and words', async () => {
    const organization = await createOrganization(server);
    const { token } = organization.coach;
    for (const [title, workout_type, labels] of [
      ['Hills', 'hills', ['track', 'spring']],
      ['Long run', 'long-run', ['spring']],
      ['5 × 1 KM', 'intervals', ['track']],
    ] as const) {
      const segments = [{ kind: 'work', duration_s: 1800 }];
      assert.equal((await create({ title, workout_type, labels, segments }, organization)).status, 201);
      server.clock.advance(1_000);
    }
    const read = (query: string) => server.request('GET', `${pathOf(organization)}?${query}`, { token });
    const titles = async (query: string, between?: () => Promise<unknown>) => {
      const pages = await walkPages(read, { name: 'workouts', query, ...(between && { between }) });
      return pages.map((page) => page.map(({ title }) => title));
    };
    assert.deepEqual(await titles(''), [['5 × 1 KM', 'Long run', 'Hills']]);
    assert.deepEqual(await titles('workout_type=hills'), [['Hills']]);
    assert.deepEqual(await titles('label=track'), [['5 × 1 KM', 'Hills']]);
    assert.deepEqual(await titles('label=track&limit=1'), [['5 × 1 KM'], ['Hills']]);
    assert.deepEqual(await titles('label=track&label=spring'), [['Hills']]);
    assert.deepEqual(await titles('q=1%20km'), [['5 × 1 KM']]);
    assert.deepEqual(await titles('q=%25'), [[]], 'a percent sign is one');
    const add = () => create({ ...INTERVALS, title: 'Later' }, organization);
    assert.deepEqual(await titles('limit=2', add), [['5 × 1 KM', 'Long run'], ['Hills']]);
    server.clock.reset();
    await server.deps.db.execute(sql`
      UPDATE library_workouts SET created_at = ${server.clock.now()} WHERE org_id = ${organization.org_id}`);
    const alike = (await titles('limit=1')).flat();
    assert.deepEqual(
      alike.toSorted(),
      ['5 × 1 KM', 'Hills', 'Later', 'Long run'],
      'also when all have one time',
    );
    for (const query of ['limit=501', 'offset=1', 'cursor=', `cursor=${'_'.repeat(32)}`])
      assert.equal((await read(query)).status, 400, query);
  });

  test('what is no workout is said at its path', async () => {
    const target = { type: 'pace', min: 300, max: 280 };
    for (const [segment, path] of [
      [{ kind: 'work' }, 'segments.0'],
      [{ kind: 'work', duration_s: 60, distance_m: 200 }, 'segments.0'],
      [{ kind: 'work', duration_s: 0 }, 'segments.0.duration_s'],
      [{ kind: 'work', duration_s: 60, repeat: { times: 2, segments: [] } }, 'segments.0.repeat.segments'],
      [
        { kind: 'work', duration_s: 60, repeat: { times: 2, segments: [{ kind: 'work', duration_s: 5 }] } },
        'segments.0.repeat',
      ],
      [{ kind: 'repeat' }, 'segments.0.repeat'],
      [
        { kind: 'repeat', repeat: { times: 2, segments: [{ kind: 'work' }] } },
        'segments.0.repeat.segments.0',
      ],
      [
        {
          kind: 'repeat',
          duration_s: 9,
          repeat: { times: 2, segments: [{ kind: 'work', duration_s: 5 }] },
        },
        'segments.0.duration_s',
      ],
      [{ kind: 'work', duration_s: 60, target }, 'segments.0.target'],
      [{ kind: 'work', duration_s: 60, target: { type: 'pace', min: 30 } }, 'segments.0.target'],
      [{ kind: 'work', duration_s: 60, target: { min: 300 } }, 'segments.0.target.type'],
      [{ kind: 'work', duration_s: 60, target: { type: 'effort' } }, 'segments.0.target.zone'],
      [{ kind: 'work', duration_s: 60, target: { zone: 'hyper' } }, 'segments.0.target.zone'],
    ] as const) {
      const { status, body } = await inSegments(segment);
      assert.deepEqual(
        [status, body.code, body.details?.[0].path],
        [400, 'validation_error', path],
        body.error,
      );
    }
    assert.equal((await inSegments()).status, 400);
    const forever = {
      kind: 'repeat',
      repeat: { times: 100, segments: [{ kind: 'work', duration_s: 604_800 }] },
    };
    assert.equal((await inSegments(forever)).body.details[0].path, 'segments');
    assert.equal((await create({ ...INTERVALS, title: '  ' })).status, 400);
    assert.equal((await create({ ...INTERVALS, workout_type: 'yoga' })).status, 400);
  });

  const TEXT = `Warmup
- Easy 15m

Main set 5x
- Fast and tall 800mtr 3:50-3:45/km Pace
- 90s 120-140bpm intensity=rest

Cooldown
- RPE 2-3 2km`;
  const { segments: _, ...UNTOLD } = INTERVALS;
  const inText = (text: unknown, more = {}) => create({ ...UNTOLD, text, ...more });

  test('a workout is made of a text, is told in both ways, and is the same made again of its text', async () => {
    const made = await inText(TEXT);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { segments, text, id } = made.body.data.workout;
    const numbers = (type: string, min: number, max: number) => ({ type, min, max, zone: null });
    const zone = { type: 'effort', min: 2, max: 4, zone: 'easy' };
    const work = { kind: 'work', distance_m: 800, target: numbers('pace', 225, 230), note: 'Fast and tall' };
    const rest = { kind: 'recovery', duration_s: 90, target: numbers('heart_rate', 120, 140) };
    assert.deepEqual(segments, [
      { kind: 'warmup', duration_s: 900, target: zone },
      { kind: 'repeat', repeat: { times: 5, segments: [work, rest] } },
      { kind: 'cooldown', distance_m: 2000, target: numbers('effort', 2, 3) },
    ]);
    const again = await inText(text);
    assert.deepEqual([again.body.data.workout.segments, again.body.data.workout.text], [segments, text]);

    const { token } = club.coach;
    const path = `${pathOf(club)}/${id}`;
    const patch = (body: object) => server.request('PATCH', path, { token, body });
    assert.equal((await patch({ text })).body.data.workout.updated_at, made.body.data.workout.updated_at);
    const changed = await patch({ text: '- 30m' });
    assert.deepEqual(changed.body.data.workout.segments, [{ kind: 'work', duration_s: 1800 }]);
    assert.equal((await server.request('GET', path, { token })).body.data.workout.text, '- 30m');
    const listed = await server.request('GET', pathOf(club), { token });
    assert.ok(listed.body.data.workouts.some((one: { text: string }) => one.text === '- 30m'));
    assert.equal((await patch({ text, segments })).status, 400);
    assert.equal((await server.request('GET', path, { token })).body.data.workout.text, '- 30m');
  });

  test('of a text each line that cannot be kept is named with its number, its words and the reason', async () => {
    const text = 'Warmup\n- 15m Z2 Pace\n\n- 400m\n- Fast 1km 4:00/km';
    const { status, body } = await inText(text);
    assert.deepEqual([status, body.code], [400, 'validation_error']);
    assert.deepEqual(
      body.details.map(({ path }: { path: string }) => path),
      ['text', 'text', 'text'],
    );
    const [zone, length, pace] = body.details.map(({ message }: { message: string }) => message);
    assert.match(zone, /^line 2, "- 15m Z2 Pace": .*zone/);
    assert.match(length, /^line 4, "- 400m": .*\(maybe 400mtr\)$/);
    assert.match(pace, /^line 5, "- Fast 1km 4:00\/km": .*\(maybe 4:00\/km Pace\)$/);
    assert.match(body.error, /^text: line 2, /);
  });

  test('a text that is none is refused and nothing is kept', async () => {
    const { token } = club.coach;
    const count = async () =>
      (await server.request('GET', `${pathOf(club)}?limit=500`, { token })).body.data.workouts.length;
    const before = await count();
    for (const [text, more, path] of [
      [undefined, {}, 'segments'],
      [TEXT, { segments: INTERVALS_INPUT }, 'text'],
      ['', {}, 'text'],
      [null, {}, 'text'],
      [7, {}, 'text'],
      ['- 10m '.repeat(170_000), {}, 'text'],
      ['- 10m\n'.repeat(10_000), {}, 'text'],
      ['x\n'.repeat(10_000), {}, 'text'],
      ['- 10m\u0000', {}, 'text'],
      ['- 10m\u0007', {}, 'text'],
      ['- \u202E10m easy', {}, 'text'],
      ['3x\n'.repeat(500), {}, 'text'],
      ['  - 3x\n    - 4x\n      - 10m', {}, 'text'],
      [`Set 1/2\n\n${'Set 1/2\n- 10m\n\n'.repeat(100)}`, {}, 'text'],
      ['100x\n- 160h', {}, 'text'],
      [`${'3x\n- 10m\n- 20m\n- 30m\n\n'.repeat(90)}`, {}, 'text'],
      ['- Easy 10m 6:00/km Pace', {}, 'text'],
    ] as const) {
      const { status, body } = await inText(text, more);
      const label = String(text).slice(0, 20);
      assert.deepEqual([status, body.details?.[0].path], [400, path], `${label}: ${body.error}`);
      assert.ok(body.error.length < 1_000);
    }
    assert.equal((await inText('- 10m\n'.repeat(1_000_000))).status, 413);
    assert.equal(await count(), before);
    const hebrew = await inText('- ריצה קלה 10m');
    assert.equal(hebrew.body.data.workout.segments[0].note, 'ריצה קלה');
  });

  test('numbers without a zone stand for themselves, and strength covers no distance', async () => {
    const target = { type: 'pace', min: 290, max: null, zone: null };
    const paced = await inSegments({ kind: 'work', distance_m: 2000, target });
    assert.deepEqual(paced.body.data.workout.segments[0].target, target);
    assert.deepEqual([paced.body.data.workout.duration_s, paced.body.data.workout.distance_m], [580, 2000]);
    const segments = [{ kind: 'work', duration_s: 1200 }];
    const strength = await create({ title: 'Hips', workout_type: 'strength', segments });
    assert.deepEqual(
      [strength.body.data.workout.duration_s, strength.body.data.workout.distance_m],
      [1200, 0],
    );
  });

  test('belongs to the coaches of its organization alone', async () => {
    const other = await createOrganization(server);
    const assistant = await addCoach(server, club);
    const member = await addMember(server, club);
    const made = await create(INTERVALS, club, assistant.token);
    assert.equal(made.status, 201);
    const path = `${pathOf(club)}/${made.body.data.workout.id}`;
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const send = (at: string, token?: string) =>
        server.request(method, at, {
          ...(token === undefined ? {} : { token }),
          ...(method === 'PATCH' ? { body: { title: 'Mine' } } : {}),
        });
      assert.equal((await send(path)).status, 401);
      assert.equal((await send(path, member.token)).status, 403);
      assert.equal((await send(path, other.coach.token)).status, 404);
      const theirs = await send(`${pathOf(other)}/${made.body.data.workout.id}`, other.coach.token);
      const none = await send(`${pathOf(other)}/${newId()}`, other.coach.token);
      assert.deepEqual([theirs.status, theirs.body.error], [404, none.body.error]);
    }
    assert.equal(
      (await server.request('GET', path, { token: club.coach.token })).body.data.workout.title,
      '5 × 1 km',
    );
  });

  test('of a tier without coach_agent it can be read and emptied, not filled', async () => {
    const organization = await createOrganization(server);
    const { token } = organization.coach;
    const { body } = await create(INTERVALS, organization);
    await setTier(server, organization.org_id, 'free');
    const path = `${pathOf(organization)}/${body.data.workout.id}`;
    assert.equal((await create(INTERVALS, organization)).body.code, 'feature_not_enabled');
    const patched = await server.request('PATCH', path, { token, body: { title: 'New' } });
    assert.equal(patched.body.code, 'feature_not_enabled');
    assert.equal((await server.request('GET', path, { token })).status, 200);
    assert.equal((await server.request('DELETE', path, { token })).status, 200);
  });

  test('is full at some point, also for two at once', async () => {
    const organization = await createOrganization(server);
    await server.deps.db.execute(sql`
      INSERT INTO library_workouts (id, org_id, title, description, workout_type, segments, created_at, updated_at)
      SELECT gen_random_uuid(), ${organization.org_id}, 'Run', '', 'easy-run', '[]', now(), now()
      FROM generate_series(1, ${USUAL_QUOTAS.library_workouts - 1})`);
    const answers = await Promise.all([1, 2].map(() => create(INTERVALS, organization)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 429]);
    const { library_workouts: limit } = USUAL_QUOTAS;
    const quota = { name: 'library_workouts', used: limit, limit };
    assert.deepEqual(answers.find(({ status }) => status === 429)?.body.quota, quota);
  });
});
