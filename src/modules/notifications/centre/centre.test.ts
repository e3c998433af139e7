import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';
import { someNews, tellPeople } from '../../../test/tell-people.ts';
import { walkPages } from '../../../test/walk-pages.ts';
import type * as wire from './contract.ts';
import { CATEGORIES } from './notification.ts';
import { holdCentres } from './queries.ts';
import { tell } from './tell.ts';

const CENTRE = '/api/v1/notifications/center';

describe('the notification centre', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const get = async ({ token }: TestUser, rest = ''): Promise<TestResponse> =>
    await server.request('GET', `${CENTRE}${rest}`, { token });
  const pageOf = async (user: TestUser, query = ''): Promise<wire.NotificationList> => {
    const { status, body } = await get(user, query);
    assert.deepEqual([status, body.status], [200, 'ok'], JSON.stringify(body));
    return body.data;
  };
  const countsOf = async (user: TestUser): Promise<unknown> => (await get(user, '/counts')).body;
  const change = async ({ token }: TestUser, method: string, rest: string): Promise<TestResponse> =>
    await server.request(method, `${CENTRE}${rest}`, { token });
  const first = async (user: TestUser): Promise<wire.Notification> => {
    const [one] = (await pageOf(user)).notifications;
    assert.ok(one !== undefined);
    return one;
  };

  /** Tells this many notifications at one moment. */
  async function tellMany(user: TestUser, count: number): Promise<void> {
    const frozen = server.clock.now();
    const deps = { ...server.deps, clock: { now: () => frozen } };
    await server.deps.db.transaction(async (tx) => {
      await holdCentres(tx, [user.user_id]);
      for (let made = 0; made < count; made += 1)
        await tell(deps, tx, [user.user_id], someNews({ category: CATEGORIES[made % 5] ?? 'team' }));
    });
  }

  test('of somebody who was never told anything is empty, and can be read whole', async () => {
    const user = await signUp(server);
    assert.deepEqual(await pageOf(user), { notifications: [], has_more: false, next_before: null });
    assert.deepEqual(await countsOf(user), { unread: 0, total: 0 });
    const all = await change(user, 'POST', '/mark-all-read');
    assert.deepEqual([all.status, all.body.status], [200, 'ok']);
    assert.deepEqual(await countsOf(user), { unread: 0, total: 0 });
  });

  test('says what was told, whole and nothing more', async () => {
    const user = await signUp(server);
    const now = server.clock.now().getTime();
    const data = { org_id: newId(), nested: { list: [1, '2', null] } };
    const { subject } = await tellPeople(server, [user.user_id], { category: 'reminders', data });
    const { id, created_at, ...one } = await first(user);
    assert.deepEqual(one, {
      category: 'reminders',
      type: 'test_news',
      title: `News ${subject}`,
      message: 'Something has happened.',
      data,
      is_read: false,
    });
    assert.ok(created_at >= now && created_at <= server.clock.now().getTime());
    assert.match(id, /^[0-9a-f-]{36}$/);
  });

  test('pages by time neither skip nor repeat any, though all came in one millisecond', async () => {
    const user = await signUp(server);
    await tellMany(user, 23);
    const seen: wire.Notification[] = [];
    const sizes: number[] = [];
    for (let before: number | null | undefined; before !== null; ) {
      const page = await pageOf(user, `?page_size=7${before === undefined ? '' : `&before=${before}`}`);
      seen.push(...page.notifications);
      sizes.push(page.notifications.length);
      assert.equal(page.has_more, page.next_before !== null);
      before = page.next_before;
      await tellPeople(server, [user.user_id]);
    }
    assert.deepEqual(sizes, [7, 7, 7, 2]);
    assert.equal(new Set(seen.map(({ id }) => id)).size, 23);
    const times = seen.map(({ created_at }) => created_at);
    assert.deepEqual(
      times,
      [...new Set(times)].toSorted((a, b) => b - a),
    );
    assert.equal((await pageOf(user)).notifications.length, 20, 'as many as a page has by itself');
    const exact = await pageOf(user, `?before=${times.at(-2)}&page_size=1`);
    assert.deepEqual(exact, { notifications: [seen.at(-1)], has_more: false, next_before: null });
    assert.deepEqual((await pageOf(user, '?before=0')).notifications, []);
  });

  test('pages by cursor are the same, and each pair of names is named by one of them', async () => {
    const user = await signUp(server);
    await tellMany(user, 8);
    const all = (await pageOf(user)).notifications;
    const read = (query: string) => get(user, `?${query.includes('cursor') ? query : `${query}&cursor=`}`);
    const pages = await walkPages(read, {
      name: 'notifications',
      query: 'limit=4',
      between: () => tellPeople(server, [user.user_id]),
    });
    assert.deepEqual(pages, [all.slice(0, 4), all.slice(4)]);
    const first = await pageOf(user, '?page_size=1&cursor=');
    assert.deepEqual(Object.keys(first), ['notifications', 'has_more', 'next_before', 'next_cursor']);
    const [second] = (await pageOf(user, `?limit=1&before=${first.next_before}`)).notifications;
    assert.deepEqual((await pageOf(user, `?limit=1&cursor=${first.next_cursor}`)).notifications, [second]);
    assert.equal((await pageOf(user, '?category=social&cursor=')).next_cursor, null);
    for (const [query, path] of [
      ['page_size=1&limit=1', 'page_size'],
      ['before=1&cursor=', 'before'],
      [`cursor=${'_'.repeat(32)}`, 'cursor'],
      ['cursor=x', 'cursor'],
      ['limit=101', 'limit'],
    ] as const) {
      const { status, body } = await get(user, `?${query}`);
      assert.deepEqual([status, body.details?.[0].path], [400, path], query);
    }
  });

  test('of one category has all of it and nothing else', async () => {
    const user = await signUp(server);
    await tellMany(user, 12);
    for (const category of CATEGORIES) {
      const page = await pageOf(user, `?category=${category}&page_size=2`);
      const rest = await pageOf(user, `?category=${category}&page_size=2&before=${page.next_before ?? 0}`);
      const found = [...page.notifications, ...rest.notifications];
      assert.deepEqual(
        found.map((one) => one.category),
        Array(category === 'training' || category === 'team' ? 3 : 2).fill(category),
      );
    }
  });

  test('reads one, reads all that there is, and what comes later is new again', async () => {
    const user = await signUp(server);
    await tellMany(user, 3);
    const { notifications } = await pageOf(user);
    const [, middle] = notifications;
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await change(user, 'PATCH', `/${middle?.id}/read`)).status, 200);
      assert.deepEqual(await countsOf(user), { unread: 2, total: 3 });
    }
    const read = async () => (await pageOf(user)).notifications.map(({ is_read }) => is_read);
    assert.deepEqual(await read(), [false, true, false]);
    assert.equal((await change(user, 'POST', '/mark-all-read')).status, 200);
    assert.deepEqual([await read(), await countsOf(user)], [[true, true, true], { unread: 0, total: 3 }]);
    // This holds even when the clock was set back.
    await tellPeople(server, [user.user_id], {}, { clock: { now: () => new Date(0) } });
    assert.deepEqual(
      [await read(), await countsOf(user)],
      [[false, true, true, true], { unread: 1, total: 4 }],
    );
    assert.equal((await change(user, 'PATCH', `/${(await first(user)).id}/read`)).status, 200);
    assert.deepEqual(await countsOf(user), { unread: 0, total: 4 });
  });

  test('what is deleted is gone, words and all, and is not told again', async () => {
    const user = await signUp(server);
    const news = await tellPeople(server, [user.user_id]);
    const { id } = await first(user);
    await tellMany(user, 2);
    const gone = await change(user, 'DELETE', `/${id}`);
    assert.deepEqual([gone.status, gone.body.status], [200, 'ok']);
    assert.deepEqual(await countsOf(user), { unread: 2, total: 2 });
    await tellPeople(server, [user.user_id], news);
    assert.deepEqual(await countsOf(user), { unread: 2, total: 2 });
    assert.ok((await pageOf(user)).notifications.every((one) => one.id !== id));
    for (const [method, rest] of [
      ['DELETE', ''],
      ['PATCH', '/read'],
    ] as const) {
      const { status, body } = await change(user, method, `/${id}${rest}`);
      assert.deepEqual([status, body.code], [404, 'not_found']);
    }
    const { rows } = await server.deps.db.executeSql(
      'SELECT to_jsonb(n)::text AS row FROM notifications n WHERE id = $1',
      [id],
    );
    assert.doesNotMatch(JSON.stringify(rows), /News|happened|about/);
    const told = (await takeOut(server, user)).records('notifications.json');
    assert.deepEqual(
      told.map((one) => one.id),
      (await pageOf(user)).notifications.map((one) => one.id),
    );
  });

  test('of somebody else is that of nobody: none of it is read, marked or deleted', async () => {
    const [owner, other] = [await signUp(server), await signUp(server)];
    await tellPeople(server, [owner.user_id, other.user_id]);
    const { id } = await first(owner);
    for (const [method, rest] of [
      ['DELETE', ''],
      ['PATCH', '/read'],
    ] as const) {
      const theirs = await change(other, method, `/${id}${rest}`);
      const none = await change(other, method, `/${newId()}${rest}`);
      assert.deepEqual([theirs.status, theirs.body.error], [404, none.body.error]);
    }
    assert.equal((await change(other, 'POST', '/mark-all-read')).status, 200);
    assert.deepEqual(await countsOf(owner), { unread: 1, total: 1 });
    assert.deepEqual(await countsOf(other), { unread: 0, total: 1 });
    assert.equal((await first(owner)).id, id);
  });

  test('stays silent where its setting is off', async () => {
    const [wants, declines] = [await signUp(server), await signUp(server)];
    const { user_id, token } = declines;
    const body = { notification_settings: { workout_reminder: false } };
    assert.equal((await server.request('PUT', `/api/v1/users/${user_id}`, { token, body })).status, 200);
    const users = [wants.user_id, user_id];
    await tellPeople(server, users, { type: 'workout_reminder' });
    assert.deepEqual(
      [await countsOf(wants), await countsOf(declines)],
      [
        { unread: 1, total: 1 },
        { unread: 0, total: 0 },
      ],
    );
    await tellPeople(server, users);
    assert.deepEqual(await countsOf(declines), { unread: 1, total: 1 });
  });

  test('counts what was there before it was counted, and what comes with it', async () => {
    const users = [await signUp(server), await signUp(server)].map(({ user_id }) => user_id);
    const news = await tellPeople(server, users);
    const third = await signUp(server);
    await tellPeople(server, [...users, third.user_id, third.user_id, newId()], news);
    const { rows } = await server.deps.db.executeSql(
      'SELECT total, unread FROM notification_centres WHERE user_id = ANY($1::uuid[])',
      [[...users, third.user_id]],
    );
    assert.deepEqual(rows, Array(3).fill({ total: 1, unread: 1 }));
    assert.equal(
      (
        await server.deps.db.one<{ n: number }>(sql`
        SELECT count(*)::int AS n FROM notifications WHERE subject = ${news.subject}`)
      ).n,
      3,
    );
  });
});
