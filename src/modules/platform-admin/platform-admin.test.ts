import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { createOrganization, grantAdmin, setTier, signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

describe('what platform admins read of the whole server', () => {
  let server: TestServer;
  let admin: TestUser;
  before(async () => {
    server = await testServer();
    admin = await signUp(server);
    await grantAdmin(server, admin.user_id);
  });

  const list = (what: string, query: Record<string, string> = {}, user = admin): Promise<TestResponse> =>
    server.request('GET', `/api/v1/admin/${what}?${new URLSearchParams(query)}`, { token: user.token });
  const data = async (what: string, query: Record<string, string>) => {
    const { status, body } = await list(what, query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  async function idsOf(what: 'users' | 'organizations', id: string, query: Record<string, string>) {
    const ids: string[] = [];
    let cursor: string | null = '';
    do {
      const page: Record<string, never> & { next_cursor: string | null } = await data(what, {
        ...query,
        limit: '2',
        ...(cursor !== '' && { cursor }),
      });
      const items: readonly Record<string, string>[] = page[what] ?? [];
      ids.push(...items.map((item) => item[id] ?? ''));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return ids;
  }

  test('people are listed newest first, by pages that neither skip nor repeat, and found by parts of their names', async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const names = [0, 1, 2, 3, 4].map((n) => `${word}_${n}`);
    const users: TestUser[] = [];
    for (const username of names) users.push(await signUp(server, { username }));
    const ids = users.map(({ user_id }) => user_id).toReversed();
    assert.deepEqual(await idsOf('users', 'user_id', { q: word.toUpperCase() }), ids);
    const [first] = users;
    const one = await data('users', { q: first?.email ?? '' });
    const { created_at, last_login_at, ...rest } = one.users[0];
    assert.deepEqual(rest, {
      user_id: first?.user_id,
      email: first?.email,
      username: `${word}_0`,
      display_name: null,
      status: 'active',
      membership_role: 'athlete',
      is_platform_admin: false,
      is_verified: true,
    });
    for (const time of [created_at, last_login_at]) assert.match(time, /^\d{4}-.*Z$/);
    assert.deepEqual(await data('users', { q: '%' }).then(({ users: found }) => found), []);
    assert.deepEqual(await data('users', { q: randomUUID() }), { users: [], next_cursor: null });
  });

  test('people are narrowed by status, role and whether they are platform admins', async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const athlete = await signUp(server, { username: `${word}_a` });
    const coach = await signUp(server, { username: `${word}_c`, membership_role: 'coach' });
    await grantAdmin(server, athlete.user_id);
    await server.deps.db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${coach.user_id}`);
    const found = (query: Record<string, string>) => idsOf('users', 'user_id', { q: word, ...query });
    assert.deepEqual(await found({ status: 'suspended' }), [coach.user_id]);
    assert.deepEqual(await found({ membership_role: 'athlete' }), [athlete.user_id]);
    assert.deepEqual(await found({ is_platform_admin: 'true' }), [athlete.user_id]);
    assert.deepEqual(await found({ is_platform_admin: 'false' }), [coach.user_id]);
    assert.deepEqual(await found({ is_platform_admin: 'true', status: 'suspended' }), []);
  });

  test('organizations are listed with what they may use and how many they are', async () => {
    const word = `Word ${randomUUID().slice(0, 8)}`;
    const clubs = [];
    for (const letter of ['A', 'B', 'C'])
      clubs.push(await createOrganization(server, { fields: { name: `${word} ${letter}` } }));
    const [a, b, c] = clubs.map(({ org_id }) => org_id);
    await setTier(server, a ?? '', 'coach');
    await server.deps.db.execute(sql`UPDATE organizations SET suspended_at = now() WHERE org_id = ${b}`);
    const found = (query: Record<string, string> = {}) =>
      idsOf('organizations', 'org_id', { q: word.toLowerCase(), ...query });
    assert.deepEqual(await found(), [c, b, a]);
    assert.deepEqual(await found({ tier: 'coach' }), [a]);
    assert.deepEqual(await found({ suspended: 'true' }), [b]);
    assert.deepEqual(await found({ suspended: 'false' }), [c, a]);
    const { organizations } = await data('organizations', { q: `${word} A` });
    const { created_at: _, ...rest } = organizations[0];
    assert.deepEqual(rest, {
      org_id: a,
      org_name: `${word} A`,
      tier: 'coach',
      head_coach_user_id: clubs[0]?.coach.user_id,
      head_coach_accepted: true,
      suspended_at: null,
      members: 0,
      coaches: 0,
    });
  });

  test('each page is noted with who was on it and not what was looked for, and the note stays', async () => {
    const own = await signUp(server);
    await grantAdmin(server, own.user_id);
    const seen = await signUp(server);
    await list('users', { q: seen.email, status: 'active' }, own);
    await list('organizations', { q: randomUUID() }, own);
    const { body } = await list('lookups', { limit: '100' }, own);
    type Noted = { actor_id: string; listed: string; filters: string[]; shown_ids: string[] };
    const noted = (body.data.lookups as Noted[]).filter(({ actor_id }) => actor_id === own.user_id);
    assert.deepEqual(
      noted.map(({ listed, filters, shown_ids }) => [listed, filters, shown_ids]),
      [
        ['organizations', ['q'], []],
        ['users', ['q', 'status'], [seen.user_id]],
      ],
    );
    assert.doesNotMatch(JSON.stringify(noted), /@/);
    for (const change of [
      sql`DELETE FROM admin_lookups`,
      sql`UPDATE admin_lookups SET shown_ids = '{}'`,
      sql`TRUNCATE admin_lookups`,
    ])
      await assert.rejects(server.deps.db.execute(change), /append-only/);
    const next = await list('lookups', { limit: '1' }, own);
    assert.equal(next.body.data.lookups.length, 1);
    assert.equal(
      (await list('lookups', { limit: '1', cursor: next.body.data.next_cursor }, own)).status,
      200,
    );
  });

  test('nobody else is shown anything, and what makes no sense is refused', async () => {
    const user = await signUp(server, { membership_role: 'coach' });
    for (const what of ['users', 'organizations', 'lookups']) {
      const { status, body } = await list(what, {}, user);
      assert.deepEqual([status, body.code], [403, 'forbidden']);
      for (const query of [{ limit: '101' }, { limit: '0' }, { cursor: 'x' }]) {
        const refused = await list(what, query as unknown as Record<string, string>);
        assert.deepEqual(
          [refused.status, refused.body.code],
          [400, 'validation_error'],
          JSON.stringify(query),
        );
      }
    }
    for (const query of [{ status: 'gone' }, { membership_role: 'admin' }, { q: 'x'.repeat(101) }])
      assert.equal((await list('users', query as Record<string, string>)).status, 400, JSON.stringify(query));
    assert.equal((await list('organizations', { tier: 'gold' })).status, 400);
  });
});
