import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { grantAdmin, setStatus, signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

const read = (server: TestServer, { token }: TestUser, id: string): Promise<TestResponse> =>
  server.request('GET', `/api/v1/users/${id}/public`, { token });
const change = (server: TestServer, user: TestUser, body: unknown): Promise<TestResponse> =>
  server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body });

const TEXTS = {
  display_name: 'Yuki T.',
  first_name: 'Yuki',
  last_name: 'Tanaka',
  bio: 'Runs before work.',
  profile_image_url: 'https://images.example.org/yuki.jpg',
};

test('the public profile: four fields always, picture and bio when they are shared', async () => {
  const server = await testServer();
  const [user, other] = [await signUp(server), await signUp(server)];
  await change(server, user, {
    ...TEXTS,
    gender: 'female',
    birth_year: 1991,
    mbti: 'ENFP',
    next_race: { name: 'Marathon', date: '2028-02-29', distance_m: 42_195 },
    zones: { heartrate: { max_bpm: 190 } },
    integrations: { garmin: { connected: true } },
  });
  const own = (await server.request('GET', `/api/v1/users/${user.user_id}`, { token: user.token })).body.data;
  const always = {
    user_id: user.user_id,
    username: own.username,
    display_name: TEXTS.display_name,
    created_at: own.created_at,
  };
  const { bio, profile_image_url } = TEXTS;
  const open = await read(server, other, user.user_id);
  assert.deepEqual(
    [open.status, open.body],
    [200, { status: 'ok', data: { ...always, profile_image_url, bio } }],
  );
  assert.deepEqual(
    (await read(server, user, user.user_id)).body,
    open.body,
    'themself they see what others see',
  );
  assert.equal((await read(server, other, user.user_id.toUpperCase())).status, 200);

  await change(server, user, { privacy: { share_profile_info: false } });
  assert.deepEqual((await read(server, other, user.user_id)).body.data, always);
  await grantAdmin(server, other.user_id);
  assert.deepEqual(
    (await read(server, other, user.user_id)).body.data,
    always,
    'an admin reads it elsewhere',
  );
});

test('who has chosen no name goes by the user name, never by the real one; what is not set is null', async () => {
  const server = await testServer();
  const [user, other] = [await signUp(server), await signUp(server)];
  await change(server, user, { first_name: 'Yuki', last_name: 'Tanaka' });
  const { data } = (await read(server, other, user.user_id)).body;
  assert.equal(data.display_name, data.username);
  assert.deepEqual([data.bio, data.profile_image_url], [null, null]);
  assert.doesNotMatch(JSON.stringify(data), /Tanaka/);
});

test('an account that is not active is as one that never was', async () => {
  const server = await testServer();
  const [user, other] = [await signUp(server), await signUp(server)];
  const absent = await read(server, other, newId());
  assert.deepEqual([absent.status, absent.body.code], [404, 'not_found']);
  for (const status of ['suspended', 'inactive', 'deactivated'] as const) {
    await setStatus(server, { email: user.email, status });
    const hidden = await read(server, other, user.user_id);
    assert.deepEqual([hidden.status, withoutId(hidden)], [404, withoutId(absent)], status);
  }
  await setStatus(server, { email: user.email, status: 'active' });
  assert.equal((await read(server, other, user.user_id)).status, 200);
});

test('without credentials, and with what is no id', async () => {
  const server = await testServer();
  const user = await signUp(server);
  assert.equal((await server.request('GET', `/api/v1/users/${user.user_id}/public`)).status, 401);
  for (const id of ['me', 'username', '0', '%00', "'"]) {
    const { status, body } = await read(server, user, id);
    assert.deepEqual([status, body.code], [404, 'not_found'], id);
  }
});

function withoutId({ body: { request_id: _, ...rest } }: TestResponse) {
  return rest;
}
