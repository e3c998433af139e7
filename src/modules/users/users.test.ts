import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DEFAULT_PRIVACY } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { grantAdmin, signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { findUser } from './index.ts';

const read = (server: TestServer, user: TestUser, id = user.user_id): Promise<TestResponse> =>
  server.request('GET', `/api/v1/users/${id}`, { token: user.token });
const change = (
  server: TestServer,
  user: TestUser,
  body: unknown,
  id = user.user_id,
): Promise<TestResponse> => server.request('PUT', `/api/v1/users/${id}`, { token: user.token, body });

async function profileOf(server: TestServer, user: TestUser) {
  const { status, body } = await read(server, user);
  assert.equal(status, 200);
  return body.data;
}

test('the own profile is read at /users/me as well, in the same answer', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const me = await read(server, user, 'me');
  assert.equal(me.status, 200);
  assert.deepEqual(me.body, (await read(server, user)).body);
  assert.equal((await server.request('GET', '/api/v1/users/me')).status, 401);
  assert.equal((await change(server, user, { bio: 'Runs.' }, 'me')).status, 405);
});

test('a new profile, with every field', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const profile = await profileOf(server, user);
  const { user_id, email, username, created_at, updated_at, last_login_at, subscription, ...rest } = profile;
  assert.equal(user_id, user.user_id);
  assert.equal(email, user.email);
  assert.match(username, /^runner(_\d+)?$/);
  for (const time of [created_at, updated_at, last_login_at, subscription.started_at]) {
    assert.ok(Math.abs(time - server.clock.now().getTime()) < 60_000, `epoch milliseconds: ${time}`);
  }
  assert.deepEqual(subscription, {
    tier: 'free',
    status: 'active',
    started_at: created_at,
    expires_at: null,
  });
  assert.deepEqual(rest, {
    display_name: null,
    first_name: null,
    last_name: null,
    bio: null,
    profile_image_url: null,
    status: 'active',
    membership_role: 'athlete',
    is_verified: true,
    preferences: {
      language: 'en',
      timezone: 'UTC',
      unit_system: 'metric',
      coach_persona: 'rex',
      workout_days: [],
      service_lab: false,
    },
    integrations: {
      strava: { connected: false },
      garmin: { connected: false },
      apple_health: { connected: false },
      coros: { connected: false },
    },
    notification_settings: {
      leaderboard_like: true,
      new_activity_like: true,
      new_activity_comment: true,
      new_message: true,
      unread_mail: true,
      new_follower: true,
      ai_coach_notification: true,
      email_notification: true,
      activity_completed_notification: true,
      workout_reminder: true,
      weekly_summary: true,
    },
    privacy: DEFAULT_PRIVACY,
    zones: {},
    gender: null,
    birth_year: null,
    mbti: null,
    next_race: null,
  });
});

test('a profile is its owner’s: others learn not even whether it exists; admins read anyone’s', async () => {
  const server = await testServer();
  const [user, other] = [await signUp(server), await signUp(server)];
  const hidden = await read(server, user, other.user_id);
  const absent = await read(server, user, newId());
  assert.equal(hidden.status, 403);
  assert.deepEqual(
    { ...absent, headers: null, body: { ...absent.body, request_id: '' } },
    {
      ...hidden,
      headers: null,
      body: { ...hidden.body, request_id: '' },
    },
  );
  assert.equal((await change(server, user, { bio: 'x' }, other.user_id)).status, 403);
  assert.equal((await read(server, user, 'nobody')).status, 404);
  assert.equal((await read(server, user, user.user_id.toUpperCase())).status, 200);
  for (const method of ['GET', 'PUT']) {
    const path = `/api/v1/users/${user.user_id}`;
    assert.equal((await server.request(method, path, method === 'PUT' ? { body: {} } : {})).status, 401);
  }
  await grantAdmin(server, user.user_id);
  assert.equal((await read(server, user, other.user_id)).body.data.user_id, other.user_id);
  assert.equal((await read(server, user, newId())).status, 404);
  assert.equal((await change(server, user, { bio: 'x' }, other.user_id)).status, 403);
});

test('a partial change: what is sent changes, what is not stays', async () => {
  const server = await testServer();
  const user = await signUp(server, { display_name: 'Yuki', preferences: { language: 'ja' } });
  const before = await profileOf(server, user);
  const answer = await change(server, user, {
    privacy: { share_pace_data: false, share_activity_map: true },
    bio: 'Runs before breakfast.\nSometimes after.',
    preferences: { timezone: 'Asia/Taipei', workout_days: ['tuesday', 'sunday'], coach_persona: 'joy' },
    notification_settings: { weekly_summary: false },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.status, 'ok');
  assert.equal(typeof answer.body.data.message, 'string');
  assert.deepEqual(answer.body.data.updated_fields.toSorted(), [
    'bio',
    'notification_settings',
    'preferences',
    'privacy',
  ]);
  const after = await profileOf(server, user);
  assert.deepEqual(after, {
    ...before,
    updated_at: after.updated_at,
    bio: 'Runs before breakfast.\nSometimes after.',
    privacy: { ...DEFAULT_PRIVACY, share_pace_data: false, share_activity_map: true },
    preferences: {
      ...before.preferences,
      timezone: 'Asia/Taipei',
      workout_days: ['tuesday', 'sunday'],
      coach_persona: 'joy',
    },
    notification_settings: { ...before.notification_settings, weekly_summary: false },
  });
  assert.ok(after.updated_at > before.updated_at);
});

test('texts: stored as typed, cleared by null or blanks', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const texts = {
    display_name: '🏃 山田 '.repeat(10),
    first_name: ' Zoë',
    last_name: 'O’Brien',
    bio: 'b'.repeat(1_000),
    profile_image_url: 'https://images.example.org/a.jpg?size=2',
  };
  assert.deepEqual((await change(server, user, texts)).body.data.updated_fields, Object.keys(texts));
  assert.partialDeepStrictEqual(await profileOf(server, user), texts);
  const cleared = { display_name: null, first_name: '', last_name: '  ', bio: null, profile_image_url: '' };
  assert.equal((await change(server, user, cleared)).status, 200);
  assert.partialDeepStrictEqual(await profileOf(server, user), {
    display_name: null,
    first_name: null,
    last_name: null,
    bio: null,
    profile_image_url: null,
  });
});

test('nothing sent, nothing changed', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  const answer = await change(server, user, {});
  assert.deepEqual([answer.status, answer.body.data.updated_fields], [200, []]);
  assert.deepEqual(await profileOf(server, user), before);
});

test('what is sent as it was changes nothing, the time of the last change included', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const body = {
    bio: 'Hills.',
    privacy: { share_pb: false },
    preferences: { language: 'ja' },
    next_race: { name: 'Hill race', date: '2027-05-01', distance_m: 12_000, goal_time_s: null },
    zones: { heartrate: { max_bpm: 190 } },
  };
  assert.equal((await change(server, user, body)).status, 200);
  const before = await profileOf(server, user);
  assert.equal((await change(server, user, body)).status, 200);
  const language = { token: user.token, body: { language: 'ja', no_such_preference: 1 } };
  const preferences = await server.request('PATCH', '/api/v1/users/me/preferences', language);
  assert.deepEqual([preferences.status, preferences.body.data.updated_fields], [200, ['language']]);
  assert.deepEqual(await profileOf(server, user), before);
});

test('a name that nobody knows is refused with the nearest that is known, wherever it stands', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  const cases: [object, string][] = [
    [
      { privacy: { share_actvity_with_coach: false } },
      'privacy.share_actvity_with_coach: is not a field of this request. Did you mean share_activity_with_coach?',
    ],
    [
      { bio: 'x', notification_settings: { weekly_sumary: false } },
      'notification_settings.weekly_sumary: is not a field of this request. Did you mean weekly_summary?',
    ],
    [{ email: 'other@example.org' }, 'email: is not a field of this request; the nearest is bio.'],
    [{ privcay: {} }, 'privcay: is not a field of this request. Did you mean privacy?'],
  ];
  for (const [body, error] of cases) {
    const answer = await change(server, user, body);
    assert.deepEqual([answer.status, answer.body.error], [400, error]);
  }
  const query = await server.request('GET', `/api/v1/users/${user.user_id}?fields=bio`, {
    token: user.token,
  });
  assert.equal(query.body.error, 'fields: is not a parameter of this request, which takes none.');
  assert.deepEqual(await profileOf(server, user), before);
});

test('what does not fit is refused whole, and named', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  const cases: [object, string][] = [
    [{ display_name: 'x'.repeat(51) }, 'display_name'],
    [{ display_name: 'two\nlines' }, 'display_name'],
    [{ first_name: 'x'.repeat(101) }, 'first_name'],
    [{ last_name: 5 }, 'last_name'],
    [{ bio: 'b'.repeat(1_001) }, 'bio'],
    [{ bio: ['x'] }, 'bio'],
    [{ profile_image_url: 'javascript:alert(1)' }, 'profile_image_url'],
    [{ profile_image_url: 'https://' }, 'profile_image_url'],
    [{ profile_image_url: `https://example.org/${'x'.repeat(2_048)}` }, 'profile_image_url'],
    [{ privacy: { share_pb: 'false' } }, 'privacy.share_pb'],
    [{ privacy: { share_pb: null } }, 'privacy.share_pb'],
    [{ privacy: { unknown: 1 } }, 'privacy.unknown'],
    [{ privacy: null }, 'privacy'],
    [{ privacy: [true] }, 'privacy'],
    [{ notification_settings: { weekly_summary: 1 } }, 'notification_settings.weekly_summary'],
    [{ preferences: { language: 'de' } }, 'preferences.language'],
    [{ preferences: { unit_system: 'furlongs' } }, 'preferences.unit_system'],
    [{ preferences: { coach_persona: 'sid' } }, 'preferences.coach_persona'],
    [{ preferences: { timezone: 'Asia/Nowhere' } }, 'preferences.timezone'],
    [{ preferences: { timezone: '+09:00' } }, 'preferences.timezone'],
    [{ preferences: { timezone: '' } }, 'preferences.timezone'],
    [{ preferences: { workout_days: ['Monday'] } }, 'preferences.workout_days.0'],
    [{ preferences: { workout_days: ['monday', 'monday'] } }, 'preferences.workout_days'],
    [{ preferences: { service_lab: 'yes' } }, 'preferences.service_lab'],
  ];
  for (const [fields, path] of cases) {
    const { status, body } = await change(server, user, { bio: 'changed', ...fields });
    assert.equal(status, 400, JSON.stringify(fields));
    assert.equal(body.details[0].path, path);
  }
  for (const body of [[], 'text', 7]) assert.equal((await change(server, user, body)).status, 400);
  assert.deepEqual(await profileOf(server, user), before);
});

test('two changes at once both take effect', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const settings = [
    'share_pb',
    'share_pace_data',
    'share_race_history',
    'share_race_goal',
    'share_profile_info',
  ];
  await Promise.all(settings.map((setting) => change(server, user, { privacy: { [setting]: false } })));
  const { privacy } = await profileOf(server, user);
  for (const setting of settings) assert.equal(privacy[setting], false, setting);
  assert.equal(privacy.share_activity_with_coach, true);
});

test('finding users', async () => {
  const server = await testServer();
  const { db } = server.deps;
  const one = await signUp(server);
  assert.equal((await findUser(db, one.user_id))?.email, one.email);
  assert.equal(await findUser(db, newId()), null);
});

test('a profile stored by an older version has the defaults of what it does not know', async () => {
  const server = await testServer();
  const user = await signUp(server);
  await server.deps.db.execute(sql`
    UPDATE users SET preferences = '{"language": "ja"}', notification_settings = '{}', privacy = '{"share_pb": true}'
    WHERE user_id = ${user.user_id}`);
  const profile = await profileOf(server, user);
  assert.deepEqual([profile.preferences.language, profile.preferences.timezone], ['ja', 'UTC']);
  assert.equal(profile.notification_settings.weekly_summary, true);
  assert.deepEqual([profile.privacy.share_pb, profile.privacy.share_activity_with_coach], [true, false]);
});
