import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newId } from '../../../shared/ids.ts';
import { addMember, createOrganization, type TestOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { setVdot } from '../../../test/saved-plans.ts';

describe('reading a typed workout over HTTP', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
  });
  const read = async (body: object, token = club.coach.token) =>
    await server.request('POST', `/api/v1/organizations/${club.org_id}/typed-workouts`, { token, body });
  const LINE = '15min easy, 3x1200m @10k jog 400m';
  const workOf = (one: { segments: { repeat?: { segments: object[] } }[] }) =>
    one.segments.find(({ repeat }) => repeat)?.repeat?.segments[0];

  test('each athlete gets their own paces; who shares none gets efforts, and nothing tells them from somebody unknown', async () => {
    const [fast, slow, hiding, unknown] = await Promise.all([0, 1, 2, 3].map(() => addMember(server, club)));
    assert.ok(fast && slow && hiding && unknown);
    await setVdot(server, fast.user_id, 60);
    await setVdot(server, slow.user_id, 40);
    await setVdot(server, hiding.user_id, 55);
    const off = await server.request('PUT', `/api/v1/users/${hiding.user_id}`, {
      token: hiding.token,
      body: { privacy: { share_pace_data: false } },
    });
    assert.equal(off.status, 200);
    const stranger = newId();
    const ids = [fast, slow, hiding, unknown].map(({ user_id }) => user_id);
    const answer = await read({ text: LINE, athlete_ids: [...ids, stranger, ids[0]?.toUpperCase()] });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { workout, athletes, unread, unknown_athlete_ids } = answer.body.data;
    assert.deepEqual([workout.workout_type, unread, unknown_athlete_ids], ['intervals', [], [stranger]]);
    assert.deepEqual(
      athletes.map((one: { user_id: string }) => one.user_id),
      ids,
    );
    const [first, second, third, fourth] = athletes;
    assert.deepEqual([first.has_own_paces, third.has_own_paces], [true, false]);
    const [quick, slower] = [first, second].map(
      (one) => workOf(one) as { target: { type: string; min: number } },
    );
    assert.ok(quick?.target.type === 'pace' && quick.target.min < (slower?.target.min ?? 0));
    assert.ok(first.distance_m > second.distance_m);
    assert.deepEqual({ ...third, user_id: '' }, { ...fourth, user_id: '' });
    assert.deepEqual(third.segments, workout.segments);
  });

  test('what was read is put into the library and read there alike, in the language asked for', async () => {
    const { workout } = (await read({ text: LINE, language: 'zh-TW' })).body.data;
    assert.match(workout.title, /\p{Script=Han}/u);
    for (const told of [{ segments: workout.segments }, { text: workout.text }]) {
      const body = { title: workout.title, workout_type: workout.workout_type, ...told };
      const path = `/api/v1/organizations/${club.org_id}/workouts`;
      const kept = await server.request('POST', path, { token: club.coach.token, body });
      assert.equal(kept.status, 201, JSON.stringify(kept.body));
      assert.deepEqual(kept.body.data.workout.segments, workout.segments);
    }
    assert.deepEqual((await read({ text: 'rest' })).body.data.is_rest, true);
    assert.equal((await read({ text: 'fluffy' })).body.data.workout, null);
  });

  test('what is too long, has control characters or marks of direction, or names too many is refused with its name', async () => {
    for (const text of ['a'.repeat(100_000), '5 km\u0007', '5\u202e km', '', '\u2066']) {
      const { status, body } = await read({ text });
      assert.deepEqual([status, body.details?.[0]?.path], [400, 'text'], JSON.stringify(body).slice(0, 200));
    }
    const athlete_ids = Array.from({ length: 201 }, () => newId());
    assert.equal((await read({ text: '5 km', athlete_ids })).status, 400);
    const athlete = await addMember(server, club);
    assert.equal((await read({ text: '5 km' }, athlete.token)).status, 403);
    const other = await createOrganization(server);
    assert.equal((await read({ text: '5 km' }, other.coach.token)).status, 404);
  });
});
