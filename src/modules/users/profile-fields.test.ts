import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectPlatform, signUp, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

const change = (server: TestServer, user: TestUser, body: unknown): Promise<TestResponse> =>
  server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body });

async function profileOf(server: TestServer, { user_id, token }: TestUser) {
  const { status, body } = await server.request('GET', `/api/v1/users/${user_id}`, { token });
  assert.equal(status, 200);
  return body.data;
}

const RACE = { name: '東京マラソン 🏃', date: '2028-02-29', distance_m: 42_195, goal_time_s: 12_600 };

test('who somebody is: set, kept, cleared by null', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  const person = { gender: 'non_binary', birth_year: 1991, mbti: 'enfp', next_race: RACE };
  const answer = await change(server, user, person);
  assert.deepEqual(
    [answer.status, answer.body.data.updated_fields.toSorted()],
    [200, Object.keys(person).sort()],
  );
  const set = await profileOf(server, user);
  assert.deepEqual(set, { ...before, ...person, mbti: 'ENFP', updated_at: set.updated_at });

  assert.equal((await change(server, user, { bio: 'Runs.' })).status, 200);
  const kept = await profileOf(server, user);
  assert.deepEqual(kept, { ...set, bio: 'Runs.', updated_at: kept.updated_at });

  const cleared = { gender: null, birth_year: null, mbti: null, next_race: null };
  assert.equal((await change(server, user, cleared)).status, 200);
  assert.partialDeepStrictEqual(await profileOf(server, user), cleared);
});

test('the next race is replaced whole; without a goal it has none', async () => {
  const server = await testServer();
  const user = await signUp(server);
  await change(server, user, { next_race: RACE });
  const { goal_time_s: _, ...other } = { ...RACE, name: 'Park run', distance_m: 5_000.5 };
  assert.equal((await change(server, user, { next_race: other })).status, 200);
  const shoes = await change(server, user, { next_race: { ...other, shoes: 'red' } });
  assert.deepEqual([shoes.status, shoes.body.details[0].path], [400, 'next_race.shoes']);
  assert.deepEqual((await profileOf(server, user)).next_race, { ...other, goal_time_s: null });
});

test('all sixteen types, in any case', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const types = ['e', 'i'].flatMap((a) =>
    ['n', 's'].flatMap((b) => ['f', 't'].flatMap((c) => ['j', 'p'].map((d) => a + b.toUpperCase() + c + d))),
  );
  assert.equal(new Set(types).size, 16);
  for (const mbti of types) {
    assert.equal((await change(server, user, { mbti })).status, 200);
    assert.equal((await profileOf(server, user)).mbti, mbti.toUpperCase());
  }
});

test('nobody is born after this year, by the server’s clock', async () => {
  const server = await startTestServer();
  try {
    const user = await signUp(server);
    const year = server.clock.now().getUTCFullYear();
    assert.equal((await change(server, user, { birth_year: 1900 })).status, 200);
    assert.equal((await change(server, user, { birth_year: year })).status, 200);
    const early = await change(server, user, { birth_year: year + 1 });
    assert.deepEqual(early.body.details, [
      { path: 'birth_year', message: `must be a year from 1900 to ${year}` },
    ]);
    const secondsLeft = (Date.UTC(year + 1, 0, 1) - server.clock.now().getTime()) / 1_000;
    server.clock.advance((secondsLeft + 1) * 1_000);
    const { body } = await server.request('POST', '/api/v1/auth/login', {
      body: { email: user.email, password: user.password },
    });
    const later = { ...user, token: body.access_token };
    assert.equal((await change(server, later, { birth_year: year + 1 })).status, 200);
  } finally {
    await server.stop();
  }
});

test('integrations are merged by provider; whether Strava and Garmin are connected is not the app’s to tell', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const connected = async () => {
    const { integrations } = await profileOf(server, user);
    return Object.keys(integrations).filter((name) => integrations[name].connected);
  };
  const said = await change(server, user, {
    integrations: {
      strava: { connected: true, athlete_id: '7', last_sync_at: '2026-07-01T06:30:00Z' },
      coros: { connected: false },
    },
  });
  assert.deepEqual(said.body.data, {
    message: 'Profile updated.',
    updated_fields: ['integrations'],
    not_taken: ['integrations.strava.connected'],
  });
  assert.deepEqual(await connected(), []);
  const answers = await Promise.all(
    ['garmin', 'apple_health', 'coros'].map((name) =>
      change(server, user, { integrations: { [name]: { connected: true } } }),
    ),
  );
  assert.deepEqual(
    answers.map(({ body }) => body.data.not_taken),
    [['integrations.garmin.connected'], undefined, undefined],
  );
  assert.deepEqual(await connected(), ['apple_health', 'coros']);
  await connectPlatform(server, user, { provider: 'strava', provider_user_id: '4711' });
  await change(server, user, { integrations: { strava: { connected: false }, coros: { connected: false } } });
  assert.deepEqual(await connected(), ['strava', 'apple_health']);
  const { integrations } = await profileOf(server, user);
  const last_sync_at = null;
  assert.deepEqual(integrations, {
    strava: { connected: true, athlete_id: '4711', provider_user_id: '4711', last_sync_at },
    garmin: { connected: false },
    apple_health: { connected: true, provider_user_id: null, last_sync_at },
    coros: { connected: false },
  });
  assert.equal((await change(server, user, { integrations })).status, 200, 'what was read can be sent back');
});

test('an unknown provider is refused with the four there are', async () => {
  const server = await testServer();
  const user = await signUp(server);
  for (const name of ['polar', 'Strava', '', 'constructor']) {
    const { status, body } = await change(server, user, {
      integrations: { coros: { connected: true }, [name]: { connected: true } },
    });
    assert.equal(status, 400, name);
    assert.equal(body.details[0].path, `integrations.${name === '' ? '""' : name}`);
    assert.match(body.error, /strava, garmin, apple_health, coros\.$/);
  }
  assert.equal((await profileOf(server, user)).integrations.coros.connected, false);
});

test('subscriptions are merged key by key', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const { subscription } = await profileOf(server, user);
  for (const status of ['inactive', 'cancelled', 'expired', 'trialing', 'active']) {
    assert.equal((await change(server, user, { subscription: { status } })).status, 200);
    assert.deepEqual((await profileOf(server, user)).subscription, { ...subscription, status });
  }
  const whole = {
    tier: 'Gold ★',
    status: 'trialing',
    started_at: 1_782_887_400_000,
    expires_at: 1_790_000_000_000,
  };
  await Promise.all(
    Object.entries(whole).map(([name, value]) => change(server, user, { subscription: { [name]: value } })),
  );
  assert.deepEqual((await profileOf(server, user)).subscription, whole);
  await change(server, user, { subscription: { expires_at: null } });
  assert.deepEqual((await profileOf(server, user)).subscription, { ...whole, expires_at: null });
});

test('what does not fit is refused whole, and named', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  const huge = 9e15 + 1e15;
  const cases: [object, string, RegExp][] = [
    [{ gender: 'Female' }, 'gender', /one of female, male, non_binary, null/],
    [{ gender: '' }, 'gender', /one of/],
    [{ gender: 1 }, 'gender', /one of/],
    [{ birth_year: 1899 }, 'birth_year', /a year from 1900 to this one/],
    [{ birth_year: '1991' }, 'birth_year', /a year from 1900 to this one, not a string/],
    [{ birth_year: 1991.5 }, 'birth_year', /a year from 1900/],
    [{ birth_year: huge }, 'birth_year', /too large a number/],
    [{ mbti: 'ENF' }, 'mbti', /one of the 16 types, such as ENFP/],
    [{ mbti: 'ENFPP' }, 'mbti', /./],
    [{ mbti: 'XNFP' }, 'mbti', /16 types/],
    [{ mbti: ' ENFP' }, 'mbti', /./],
    [{ mbti: 7 }, 'mbti', /must be a string or null/],
    [{ next_race: {} }, 'next_race.name', /is required/],
    [{ next_race: [] }, 'next_race', /an object or null, not an array/],
    [{ next_race: { ...RACE, name: '' } }, 'next_race.name', /must not be empty/],
    [{ next_race: { ...RACE, name: ' \u3000' } }, 'next_race.name', /must not be blank/],
    [{ next_race: { ...RACE, name: 'a\nb' } }, 'next_race.name', /line breaks/],
    [{ next_race: { ...RACE, name: 'x'.repeat(101) } }, 'next_race.name', /at most 100 characters/],
    [{ next_race: { ...RACE, date: '2026-02-29' } }, 'next_race.date', /a day of the calendar such as/],
    [{ next_race: { ...RACE, date: '2026-12-20T00:00:00Z' } }, 'next_race.date', /a day of the calendar/],
    [{ next_race: { ...RACE, date: '0000-01-01' } }, 'next_race.date', /a day of the calendar/],
    [{ next_race: { ...RACE, date: 20_261_220 } }, 'next_race.date', /must be a string/],
    [{ next_race: { ...RACE, date: null } }, 'next_race.date', /not null/],
    [{ next_race: { ...RACE, distance_m: 0 } }, 'next_race.distance_m', /from 100 to 1000000/],
    [{ next_race: { ...RACE, distance_m: '42195' } }, 'next_race.distance_m', /not a string/],
    [{ next_race: { ...RACE, goal_time_s: 12_600.5 } }, 'next_race.goal_time_s', /whole number/],
    [{ next_race: { ...RACE, goal_time_s: -1 } }, 'next_race.goal_time_s', /whole number/],
    [{ integrations: null }, 'integrations', /must be an object, not null/],
    [{ integrations: { strava: true } }, 'integrations.strava', /must be an object/],
    [{ integrations: { strava: null } }, 'integrations.strava', /must be an object/],
    [{ integrations: { strava: {} } }, 'integrations.strava.connected', /is required/],
    [{ integrations: { strava: { connected: 'true' } } }, 'integrations.strava.connected', /true or false/],
    [{ subscription: null }, 'subscription', /must be an object, not null/],
    [
      { subscription: { status: 'paused' } },
      'subscription.status',
      /active, inactive, cancelled, expired, trialing/,
    ],
    [{ subscription: { status: null } }, 'subscription.status', /one of/],
    [{ subscription: { tier: '' } }, 'subscription.tier', /must not be empty/],
    [{ subscription: { tier: '  ' } }, 'subscription.tier', /must not be blank/],
    [{ subscription: { tier: 'x'.repeat(51) } }, 'subscription.tier', /at most 50/],
    [{ subscription: { started_at: null } }, 'subscription.started_at', /not null/],
    [{ subscription: { started_at: '2026-07-01' } }, 'subscription.started_at', /whole number/],
    [{ subscription: { expires_at: -1 } }, 'subscription.expires_at', /whole number/],
    [{ subscription: { expires_at: 253_402_300_800_000 } }, 'subscription.expires_at', /whole number/],
  ];
  for (const [fields, path, says] of cases) {
    const { status, body } = await change(server, user, { bio: 'changed', ...fields });
    assert.equal(status, 400, JSON.stringify(fields));
    assert.deepEqual([body.code, body.details[0].path], ['validation_error', path], body.error);
    assert.match(body.error, says);
  }
  assert.deepEqual(await profileOf(server, user), before);
});
