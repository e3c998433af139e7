import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { CHAT_NAMES, CHAT_SERVICES } from '../../../infra/chat/index.ts';
import { sql } from '../../../infra/db/sql.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { type ChatStage, chatStage } from '../../../test/chat-stage.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { waitForLock } from '../../../test/wait-for-lock.ts';

describe('posts of chat messengers', () => {
  let stage: ChatStage;
  let server: TestServer;
  before(async () => {
    stage = await chatStage();
    ({ server } = stage);
  });
  afterEach(() => server.clock.reset());

  test('what comes again changes nothing', async () => {
    const { line, telegram, linkOf, everything } = stage;
    const user = await signUp(server);
    const [phone, desk] = [telegram.person(), line.person()];
    const posts = {
      connected: await desk.says((await linkOf(user, 'line')).code),
      stopped: await desk.says('stop'),
    };
    const updates = {
      connected: await phone.says((await linkOf(user)).code),
      stopped: await phone.says('stop'),
    };
    server.clock.advance(SECOND_MS);
    await desk.says((await linkOf(user, 'line')).code);
    await phone.says((await linkOf(user)).code);
    const [before_it, told] = [await everything(), phone.received().length];
    for (const post of [posts.connected, posts.stopped]) {
      assert.equal((await line.redeliver(post)).status, 200);
      assert.equal((await line.post(JSON.parse(post.body).events)).status, 200);
    }
    for (const { body } of [updates.connected, updates.stopped])
      assert.equal((await telegram.post(body)).status, 200);
    assert.deepEqual(await everything(), before_it);
    assert.equal(phone.received().length, told);
  });

  test('posts that each take a chat which the other ends do not wait for each other in a circle', async () => {
    const { line, linkOf, whoHas } = stage;
    const [one, two] = [line.person(), line.person()];
    for (const person of [one, two]) await person.says((await linkOf(await signUp(server), 'line')).code);
    const said = (by: { user_id: string }, text: string) => ({
      type: 'message',
      timestamp: server.clock.now().getTime(),
      source: { type: 'user', userId: by.user_id },
      message: { type: 'text', text },
    });
    const takers = [await signUp(server), await signUp(server)] as const;
    const codes = [(await linkOf(takers[0], 'line')).code, (await linkOf(takers[1], 'line')).code] as const;
    const posts: Promise<{ status: number }>[] = [];
    await server.deps.db.transaction(async (tx) => {
      const ids = takers.map(({ user_id }) => user_id);
      await tx.execute(sql`SELECT FROM chat_link_codes WHERE user_id = ANY(${ids}::uuid[]) FOR UPDATE`);
      posts.push(
        line.post([said(one, codes[0]), said(two, 'stop')]),
        line.post([said(two, codes[1]), said(one, 'stop')]),
      );
      await waitForLock(tx, posts.length);
    });
    assert.deepEqual(
      (await Promise.all(posts)).map(({ status }) => status),
      [200, 200],
    );
    // Each person has taken their chat; the other post may have ended it before or after.
    const owners = [await whoHas(one.user_id), await whoHas(two.user_id)];
    for (const [n, owner] of owners.entries()) assert.ok(owner === null || owner === takers[n]?.user_id);
  });

  test('what nobody has signed, or for a group, or is none, changes nothing', async () => {
    const { line, telegram, linkOf, everything } = stage;
    const user = await signUp(server);
    const [phone, desk] = [telegram.person(), line.person()];
    const { code: at_line } = await linkOf(user, 'line');
    const { code } = await linkOf(user);
    const before_it = await everything();
    const event = {
      type: 'message',
      timestamp: 1,
      source: { type: 'user', userId: desk.user_id },
      message: { type: 'text', text: at_line },
    };
    assert.equal((await line.post([event], { secret: 'another' })).status, 401);
    const update = {
      update_id: 1,
      message: { chat: { id: Number(phone.chat_id), type: 'private' }, date: 1, text: code },
    };
    assert.equal((await telegram.post(update, { secret: 'another' })).status, 401);
    const json = { 'content-type': 'application/json' };
    for (const service of CHAT_SERVICES) {
      const url = `${server.url}/api/webhooks/${service}`;
      const unsigned = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(update) });
      assert.equal(unsigned.status, 401);
    }
    assert.equal((await desk.says(at_line, 'group')).status, 200);
    assert.equal((await phone.says(code, 'group')).status, 200);
    for (const odd of [
      {},
      { ...event, timestamp: 'now' },
      { ...event, source: null },
      { ...event, message: [] },
      { ...event, source: { type: 'user', userId: 'a b' } },
      { ...event, timestamp: 1e300 },
    ])
      assert.equal((await line.post([odd])).status, 200, JSON.stringify(odd));
    assert.equal((await line.post([])).status, 200, 'as LINE’s console tries the address');
    for (const odd of [
      { update_id: 2, message: { ...update.message, date: 'x' } },
      { update_id: 3, message: { ...update.message, text: null } },
      { update_id: 4, message: { ...update.message, chat: { id: 1.5, type: 'private' } } },
      { update_id: 5, my_chat_member: 7 },
    ])
      assert.equal((await telegram.post(odd)).status, 200, JSON.stringify(odd));
    for (const none of ['[]', 'x', '{"update_id":"1"}'])
      assert.equal((await telegram.post(none)).status, 400, none);
    assert.deepEqual(await everything(), before_it);
  });

  test('of several events in one post each chat’s last one counts, and one has a code that two have sent', async () => {
    const { line, linkOf, whoHas } = stage;
    const users = [await signUp(server), await signUp(server)];
    const [a, b, c] = [line.person(), line.person(), line.person()];
    const [one = '', two = ''] = await Promise.all(
      users.map(async (user) => (await linkOf(user, 'line')).code),
    );
    const event = ({ user_id }: { user_id: string }, text: string) => ({
      type: 'message',
      timestamp: server.clock.now().getTime() + MINUTE_MS,
      source: { type: 'user', userId: user_id },
      message: { type: 'text', text },
    });
    const events = [event(a, one), event(b, 'stop'), event(b, two), event(c, one), event(a, 'Thanks!')];
    assert.equal((await line.post(events)).status, 200);
    const owners = await Promise.all([a, b, c].map(({ user_id }) => whoHas(user_id)));
    const [of_a, of_b, of_c] = owners;
    assert.equal(of_b, users[1]?.user_id);
    assert.deepEqual(
      [of_a, of_c].filter((owner) => owner !== null),
      [users[0]?.user_id],
    );
    await line.post([event(b, two), event(b, 'stop')]);
    assert.equal(await whoHas(b.user_id), null);
  });

  for (const service of CHAT_SERVICES)
    test(`a chat that moves says so in it, with the account’s name, and to whom it was: ${service}`, async () => {
      const { linkOf } = stage;
      const victim = await signUp(server, { preferences: { language: 'zh-TW' } });
      const taker = await signUp(server, { preferences: { language: 'ja' } });
      const chat = stage[service].person();
      await chat.says((await linkOf(victim, service)).code);
      const { code } = await linkOf(taker, service);
      const post = await chat.says(code);
      assert.equal(post.status, 200);
      const [first = '', second = ''] = await eventually(
        () => chat.received(),
        (texts) => texts.length === 2,
      );
      assert.match(first, new RegExp(`Ekiden 帳號「${await nameOf(victim)}」`));
      assert.doesNotMatch(first, /另一個帳號/);
      assert.match(second, new RegExp(`Ekiden 帳號「${await nameOf(taker)}」。在此之前它連結的是另一個帳號`));
      assert.match(
        second,
        new RegExp(`アカウント「${await nameOf(taker)}」に接続されました。これまでは別の`),
      );
      assert.ok(!second.includes(await nameOf(victim)));

      await chat.says(code);
      const [moved, ...more] = await told(victim);
      assert.deepEqual(more, []);
      assert.deepEqual([moved?.category, moved?.type, moved?.data], ['reminders', 'chat_moved', { service }]);
      assert.match(`${moved?.title}`, new RegExp(`^你的 ${CHAT_NAMES[service]} 聊天室已連結到另一個帳號$`));
      assert.deepEqual(await told(taker), []);
      assert.ok(
        !JSON.stringify(moved).includes(await nameOf(taker)),
        'a name would have to go with its account',
      );
    });

  test('of one’s own chat, connected again or at another phone, nobody is told', async () => {
    const { telegram, linkOf } = stage;
    const user = await signUp(server);
    const [phone, newer] = [telegram.person(), telegram.person()];
    for (const chat of [phone, phone, newer]) await chat.says((await linkOf(user)).code);
    for (const text of [...phone.received(), ...newer.received()]) {
      assert.match(
        text,
        new RegExp(`^This chat is connected to the Ekiden account “${await nameOf(user)}” now\\. If`),
      );
    }
    assert.deepEqual(await told(user), []);
  });

  test('of all whose chats move at once each is told once', async () => {
    const { line, telegram, linkOf, whoHas } = stage;
    const users = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
    const phone = telegram.person();
    const codes = await Promise.all(users.map(async (user) => (await linkOf(user)).code));
    const posts = await Promise.all(codes.map((code) => phone.says(code)));
    assert.deepEqual(
      posts.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const has = await whoHas(phone.chat_id);
    for (const user of users) assert.equal((await told(user)).length, user.user_id === has ? 0 : 1);

    const [one, another] = [await signUp(server), await signUp(server)];
    const [left, right] = [line.person(), line.person()];
    await left.says((await linkOf(one, 'line')).code);
    await right.says((await linkOf(another, 'line')).code);
    const swapped = [
      [left, (await linkOf(another, 'line')).code],
      [right, (await linkOf(one, 'line')).code],
    ] as const;
    const timestamp = server.clock.now().getTime();
    const events = swapped.map(([{ user_id }, text]) => ({
      type: 'message',
      timestamp,
      source: { type: 'user', userId: user_id },
      message: { type: 'text', text },
    }));
    assert.equal((await line.post(events)).status, 200);
    assert.equal(await whoHas(left.user_id), another.user_id);
    for (const user of [one, another]) assert.equal((await told(user)).length, 1);
  });

  async function nameOf({ user_id, token }: TestUser): Promise<string> {
    return (await server.request('GET', `/api/v1/users/${user_id}`, { token })).body.data.username;
  }

  async function told({ token }: TestUser): Promise<Record<string, unknown>[]> {
    const { body } = await server.request('GET', '/api/v1/notifications/center', { token });
    return body.data.notifications;
  }
});
