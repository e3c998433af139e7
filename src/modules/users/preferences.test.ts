import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { createApiKey, createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

const PATH = '/api/v1/users/me/preferences';
const patch = (server: TestServer, user: TestUser, body: unknown): Promise<TestResponse> =>
  server.request('PATCH', PATH, { token: user.token, body });

async function profileOf(server: TestServer, { user_id, token }: TestUser) {
  return (await server.request('GET', `/api/v1/users/${user_id}`, { token })).body.data;
}

test('preferences are changed key by key, and answered whole', async () => {
  const server = await testServer();
  const [user, other] = [await signUp(server, { preferences: { language: 'ja' } }), await signUp(server)];
  const [before, others] = [await profileOf(server, user), await profileOf(server, other)];
  const changes = {
    timezone: 'Asia/Taipei',
    unit_system: 'imperial',
    coach_persona: 'joy',
    workout_days: ['sunday', 'monday'],
    service_lab: true,
  };
  const { status, body } = await patch(server, user, { ...changes, shoe_size: 43, status: 'suspended' });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    status: 'ok',
    data: {
      message: 'Preferences updated.',
      updated_fields: body.data.updated_fields,
      preferences: { language: 'ja', ...changes },
    },
  });
  assert.deepEqual(body.data.updated_fields.toSorted(), Object.keys(changes).sort());
  const after = await profileOf(server, user);
  assert.deepEqual(after, { ...before, preferences: body.data.preferences, updated_at: after.updated_at });
  assert.deepEqual(await profileOf(server, other), others, 'nobody else’s');
});

test('two changes at once both take effect', async () => {
  const server = await testServer();
  const user = await signUp(server);
  await Promise.all([
    patch(server, user, { language: 'zh-TW' }),
    patch(server, user, { unit_system: 'imperial' }),
    patch(server, user, { timezone: 'Asia/Taipei' }),
    patch(server, user, { workout_days: ['friday'] }),
  ]);
  assert.deepEqual((await profileOf(server, user)).preferences, {
    language: 'zh-TW',
    timezone: 'Asia/Taipei',
    unit_system: 'imperial',
    coach_persona: 'rex',
    workout_days: ['friday'],
    service_lab: false,
  });
});

test('nothing sent that is known, nothing changed', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  for (const body of [{}, { Language: 'ja', preferences: { language: 'ja' } }]) {
    const answer = await patch(server, user, body);
    assert.deepEqual([answer.status, answer.body.data.updated_fields], [200, []]);
    assert.deepEqual(answer.body.data.preferences, before.preferences);
  }
  assert.deepEqual(await profileOf(server, user), before);
});

test('preferences that an older version stored have the defaults of what it did not know', async () => {
  const server = await testServer();
  const user = await signUp(server);
  await server.deps.db.execute(
    sql`UPDATE users SET preferences = '{"language": "ja"}' WHERE user_id = ${user.user_id}`,
  );
  const { body } = await patch(server, user, { coach_persona: 'joy' });
  const { language, coach_persona, timezone, workout_days } = body.data.preferences;
  assert.deepEqual([language, coach_persona, timezone, workout_days], ['ja', 'joy', 'UTC', []]);
});

test('what does not fit is refused whole, and named', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  const cases: [object, string, RegExp][] = [
    [{ language: 'de' }, 'language', /one of en, zh-TW, ja/],
    [{ language: null }, 'language', /one of/],
    [{ timezone: 'Asia/Nowhere' }, 'timezone', /IANA time zone name such as/],
    [{ timezone: '' }, 'timezone', /IANA time zone name such as/],
    [{ timezone: 8 }, 'timezone', /not a number/],
    [{ unit_system: 'Metric' }, 'unit_system', /one of metric, imperial/],
    [{ coach_persona: 'sid' }, 'coach_persona', /one of rex, joy/],
    [{ workout_days: ['Monday'] }, 'workout_days.0', /one of monday/],
    [{ workout_days: 'monday' }, 'workout_days', /an array, not a string/],
    [{ workout_days: null }, 'workout_days', /not null/],
    [{ workout_days: ['monday', 'monday'] }, 'workout_days', /must not name anything twice/],
    [{ service_lab: 1 }, 'service_lab', /true or false/],
    [{ unknown: '\ud83d' }, 'unknown', /unpaired surrogate/],
  ];
  for (const [fields, path, says] of cases) {
    const { status, body } = await patch(server, user, { unit_system: 'imperial', ...fields });
    assert.equal(status, 400, JSON.stringify(fields));
    assert.deepEqual([body.code, body.details[0].path], ['validation_error', path], body.error);
    assert.match(body.error, says);
  }
  assert.deepEqual(await profileOf(server, user), before);
});

test('only a signed-in person has preferences', async () => {
  const server = await testServer();
  const { secret } = await createApiKey(server, await createOrganization(server), { scopes: ['admin'] });
  for (const [options, refused] of [
    [{}, [401, 'unauthenticated']],
    [{ token: 'x' }, [401, 'unauthenticated']],
    [{ token: secret }, [403, 'forbidden']],
  ] as const) {
    const { status, body } = await server.request('PATCH', PATH, { ...options, body: { language: 'ja' } });
    assert.deepEqual([status, body.code], refused);
  }
});
