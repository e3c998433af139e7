import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { type Narrowing, narrowedTo, PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { countStatements } from '../../test/count-statements.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { takeOut } from '../../test/personal-archive.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { privacyOf } from '../users/index.ts';
import { insertMember } from './member-queries.ts';
import { MEMBER_PRIVACY } from './privacy-queries.ts';

const ALL_OFF = Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, false]));
const ALL_ON = Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, true]));

describe('what a member closes for one organization', () => {
  let server: TestServer;
  let club: TestOrganization;
  let member: TestUser;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    member = await addMember(server, club);
    await share(member, { ...ALL_ON, share_pb: false });
  });

  const ask = (
    method: 'GET' | 'PUT',
    { token }: Pick<TestUser, 'token'> = member,
    body?: unknown,
    { org_id }: { org_id: string } = club,
  ) =>
    server.request(method, `/api/v1/organizations/${org_id}/membership/privacy`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  async function share({ user_id, token }: TestUser, privacy: object): Promise<void> {
    const answer = await server.request('PUT', `/api/v1/users/${user_id}`, { token, body: { privacy } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }

  test('is told with what then holds there, and changes setting by setting', async () => {
    const general = { ...ALL_ON, share_pb: false };
    const steps = [
      [{}, {}],
      [{ share_pace_data: false }, { share_pace_data: false }],
      [
        { share_race_goal: false, share_activity_map: true },
        { share_pace_data: false, share_race_goal: false },
      ],
      [
        { share_pace_data: true, share_pb: false },
        { share_race_goal: false, share_pb: false },
      ],
      [{ share_pb: true }, { share_race_goal: false }],
      [ALL_OFF, ALL_OFF],
      [ALL_ON, {}],
    ] as const;
    for (const [changes, privacy] of steps) {
      const { status, body } = await ask('PUT', member, changes);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body, { status: 'ok', data: { privacy, effective: { ...general, ...privacy } } });
      assert.deepEqual((await ask('GET')).body, body);
    }
  });

  test('is refused where it names no setting, or says neither true nor false, and nothing of it is stored', async () => {
    const refused = [
      [{ share_pbs: false }, 'share_pbs: is not a field of this request. Did you mean share_pb?'],
      [
        { share_race_goal: false, participate_leaderboard: false },
        'participate_leaderboard: is not a field of this request. Did you mean paticipate_leaderboard?',
      ],
      [{ share_pb: null }, 'share_pb: must be true or false, not null.'],
      [{ share_pb: 'false' }, 'share_pb: must be true or false, not a string.'],
      [[], 'body: a JSON object is required, sent as application/json.'],
    ] as const;
    for (const [body, error] of refused) {
      const answer = await ask('PUT', member, body);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
    }
    assert.deepEqual((await ask('GET')).body.data.privacy, {});
  });

  test('is nobody’s but a member’s, suspended or not', async () => {
    const suspended = await addMember(server, club);
    const path = `/api/v1/organizations/${club.org_id}/members/${suspended.user_id}`;
    await server.request('PATCH', path, { token: club.coach.token, body: { status: 'suspended' } });
    assert.equal((await ask('PUT', suspended, { share_pb: false })).status, 200);

    const stranger = await signUp(server);
    const nothing = await ask('PUT', stranger, { share_pb: false }, { org_id: newId() });
    for (const method of ['GET', 'PUT'] as const) {
      const body = method === 'PUT' ? { share_pb: false } : undefined;
      const { status, body: told } = await ask(method, stranger, body);
      assert.deepEqual([status, told.error], [404, nothing.body.error]);
      assert.equal(
        (await ask(method, club.coach, body)).status,
        404,
        'of the coach there is nothing to close',
      );
    }
  });

  test('holds after leaving and joining again, and cannot be changed in between', async () => {
    const user = await addMember(server, club);
    await ask('PUT', user, { share_pace_data: false });
    const path = `/api/v1/organizations/${club.org_id}/members/${user.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: user.token })).status, 200);
    assert.equal((await ask('GET', user)).status, 404);
    assert.equal((await ask('PUT', user, { share_pace_data: true })).status, 404);
    const again = { display_name: null, member_level: null, labels: [], joined_at: server.clock.now() };
    const { org_id } = club;
    await server.deps.db.transaction((tx) => insertMember(tx, { org_id, user_id: user.user_id, ...again }));
    assert.deepEqual((await ask('GET', user)).body.data.privacy, { share_pace_data: false });
  });

  test('of many changes at once none is lost', async () => {
    const user = await addMember(server, club);
    await ask('PUT', user, { share_pb: false });
    const changes = PRIVACY_SETTINGS.map((setting) => ({ [setting]: setting === 'share_pb' }));
    const answers = await Promise.all(changes.map((change) => ask('PUT', user, change)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const { share_pb: _, ...others } = ALL_OFF;
    assert.deepEqual((await ask('GET', user)).body.data.privacy, others);
  });

  test('is the athlete’s business: the club’s log does not say so, their own archive does', async () => {
    const user = await addMember(server, club);
    const logs = async () =>
      (
        await server.request('GET', `/api/v1/organizations/${club.org_id}/audit-logs?limit=200`, {
          token: club.coach.token,
        })
      ).body.logs;
    const before = await logs();
    await ask('PUT', user, { share_pace_data: false });
    assert.deepEqual(await logs(), before);
    const [membership] = (await takeOut(server, user)).records('memberships.json');
    assert.deepEqual(membership.narrowed_privacy, { share_pace_data: false });
  });

  test('the names of a club’s coaches and its log follow it, too', async () => {
    const user = await addMember(server, club);
    const names = { first_name: 'Yuki', last_name: 'Tanaka' };
    await server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body: names });
    await ask('PUT', user, { share_profile_info: false });
    const path = `/api/v1/organizations/${club.org_id}`;
    const { token } = club.coach;
    const put = await server.request('PUT', `${path}/coaches/${user.user_id}`, {
      token,
      body: { role: 'admin' },
    });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    await server.request('DELETE', `${path}/coaches/${user.user_id}`, { token });
    const { body } = await server.request('GET', `${path}/audit-logs?target_id=${user.user_id}`, { token });
    assert.equal(body.logs.length, 3);
    assert.doesNotMatch(JSON.stringify([put.body, body]), /Tanaka/);
  });

  test('costs the lists of two clubs of one athlete no statement more', async () => {
    const others = await createOrganization(server);
    const user = await addMember(server, others);
    await addMember(server, club, { user });
    await insertActivities(server.deps.db, [makeActivity(user.user_id)]);
    assert.equal((await ask('PUT', user, { share_pb: false })).status, 200);
    const keys: { secret: string }[] = [];
    for (const one of [club, others])
      keys.push(await createApiKey(server, one, { scopes: ['activities:read'] }));
    const counting = await countStatements(server);
    try {
      const read = async () => {
        const path = `/developer/v1/activities?athlete_id=${user.user_id}`;
        const answers = [];
        for (const { secret } of keys) answers.push(await counting.get(path, { apiKey: secret }));
        return answers.map(({ body, statements }) => [
          body.data.activities[0].privacy_filtered.includes('best_efforts'),
          statements.filter((text) => text.includes('activities')).length,
        ]);
      };
      await read();
      assert.deepEqual(await read(), [
        [true, 1],
        [false, 1],
      ]);
    } finally {
      await counting.close();
    }
  });
});

describe('the settings that hold for one club', () => {
  const anyStored = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.dictionary(fc.constantFrom(...PRIVACY_SETTINGS), fc.jsonValue({ maxDepth: 1 })),
    },
    { weight: 5, arbitrary: fc.dictionary(fc.constantFrom(...PRIVACY_SETTINGS), fc.boolean()) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2, noUnicodeString: true }) },
  );
  const anyNarrowing = fc
    .subarray([...PRIVACY_SETTINGS])
    .map((closed) => Object.fromEntries(closed.map((setting) => [setting, false])) as Narrowing);

  test('are the same in SQL as in code, whatever is stored', async () => {
    const { db } = (await testServer()).deps;
    const pairs = fc.sample(fc.tuple(anyStored, anyNarrowing), { numRuns: 300, seed: 1964 });
    const rows = await db.query<{ privacy: unknown; general: unknown }>(sql`
      SELECT ${rawSql(MEMBER_PRIVACY)} AS privacy, u.privacy AS general
      FROM json_array_elements(${JSON.stringify(pairs)}::json) WITH ORDINALITY AS pair(value, place)
      CROSS JOIN LATERAL (SELECT (pair.value -> 0)::jsonb AS privacy) u
      CROSS JOIN LATERAL (SELECT (pair.value -> 1)::jsonb AS narrowed_privacy) m
      ORDER BY pair.place`);
    assert.equal(rows.length, pairs.length);
    for (const [place, [, narrowing]] of pairs.entries()) {
      const { privacy, general } = rows[place] ?? {};
      assert.deepEqual(privacyOf({ privacy }), narrowedTo(privacyOf({ privacy: general }), narrowing));
    }
  });

  test('the database refuses what would open something', async () => {
    const server = await testServer();
    const { org_id } = await createOrganization(server);
    const { user_id } = await signUp(server);
    const store = (narrowed: unknown) =>
      server.deps.db.execute(sql`
        INSERT INTO organization_members (org_id, user_id, joined_at, narrowed_privacy)
        VALUES (${org_id}, ${user_id}, ${server.clock.now()}, ${JSON.stringify(narrowed)})
        ON CONFLICT (org_id, user_id) DO UPDATE SET narrowed_privacy = excluded.narrowed_privacy`);
    for (const fine of [{}, { share_pb: false }, ALL_OFF]) await store(fine);
    const opening = [
      { share_pb: true },
      { share_pb: 'false' },
      { share_pb: null },
      { share_pb: [] },
      [],
      false,
      null,
    ];
    for (const narrowed of opening)
      await assert.rejects(store(narrowed), /check constraint/, String(narrowed));
  });

  test('are what is read of a member, never the general ones alone', () => {
    const files = globSync('src/modules/**/*.ts').filter(
      (file) => !file.endsWith('.test.ts') && !file.endsWith('privacy-queries.ts'),
    );
    const general = files.filter((file) => /\bu\.privacy\b(?! \|\|)/.test(readFileSync(file, 'utf8')));
    assert.ok(files.length > 100);
    assert.deepEqual(general, []);
  });
});
