import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, before, describe, test } from 'node:test';
import { CHAT_SERVICES } from '../../../infra/chat/index.ts';
import { sql } from '../../../infra/db/sql.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { type ChatStage, chatStage } from '../../../test/chat-stage.ts';
import { eventually } from '../../../test/eventually.ts';
import { addMember, createOrganization, signUp } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';
import { deleteExpiredCodes } from './queries.ts';

describe('chats', () => {
  let stage: ChatStage;
  let server: TestServer;
  before(async () => {
    stage = await chatStage();
    ({ server } = stage);
  });
  afterEach(() => server.clock.reset());

  test('are connected by a code that is sent from them, and what goes out by chat comes there', async () => {
    const { line, telegram, ask, linkOf, chatsOf } = stage;
    const user = await signUp(server, { preferences: { language: 'ja' } });
    const { body } = await ask('GET', '', user);
    assert.deepEqual(
      body.data.chats,
      CHAT_SERVICES.map((service) => ({ service, available: true, linked_at: null })),
    );
    const phone = telegram.person();
    const link = await linkOf(user);
    assert.equal(link.url, `https://t.me/ekiden_sandbox_bot?start=${link.code}`);
    assert.equal((await phone.opens(link.url)).status, 200);
    assert.match(phone.received().join(), /^このトークは Ekiden のアカウント「[a-z0-9_]+」に接続されました/);

    const desk = line.person();
    const { code, url } = await linkOf(user, 'line');
    assert.equal(url, `https://line.me/R/oaMessage/%40ekiden-sandbox/?${code}`);
    const typed = `${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase();
    const wide = typed.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
    assert.equal((await desk.says(wide)).status, 200);
    assert.deepEqual(await chatsOf(user), ['line', 'telegram']);
    await eventually(
      () => desk.received().join(),
      (text) => /^このトークは Ekiden のアカウント「[a-z0-9_]+」に接続されました/.test(text),
    );

    const club = await createOrganization(server);
    await addMember(server, club, { user });
    const words = { title: 'Track is closed', body: 'We meet at the river.', channels: ['chat'] };
    const { token } = club.coach;
    const campaigns = `/api/v1/organizations/${club.org_id}/campaigns`;
    const made = await server.request('POST', campaigns, {
      token,
      body: { ...words, audience: 'all', draft: true },
    });
    const id: string = made.body.data.campaign.id;
    assert.equal((await server.request('POST', `${campaigns}/${id}/send`, { token })).status, 200);
    for (const chat of [phone, desk])
      await eventually(
        () => chat.received().at(-1) ?? '',
        (text) => /^Track is closed\n\nWe meet at the river\.\n\n/.test(text),
      );

    const { records } = await takeOut(server, user);
    const kept = records('chats.json').map(({ service, chat_id }) => [service, chat_id]);
    assert.deepEqual(kept, [
      ['line', desk.user_id],
      ['telegram', phone.chat_id],
    ]);
  });

  test('a code is good once, for ten minutes, until the next one; a new one ends it', async () => {
    const { telegram, linkOf, chatsOf, whoHas } = stage;
    const user = await signUp(server);
    const phone = telegram.person();
    const first = await linkOf(user);
    const second = await linkOf(user);
    await phone.says(first.code);
    assert.deepEqual(await chatsOf(user), []);
    assert.match(
      phone.received().join(),
      /^To connect Telegram, get a code in the Ekiden app.*連結 Telegram.*を接続/s,
    );

    server.clock.advance(10 * MINUTE_MS + SECOND_MS);
    await phone.says(second.code);
    assert.deepEqual(await chatsOf(user), [], 'it was over');
    assert.ok((await deleteExpiredCodes(server.deps.db, server.clock.now())) > 0);
    const third = await linkOf(user);
    await phone.says(`/start ${third.code}`);
    assert.deepEqual(await chatsOf(user), ['telegram']);

    const other = telegram.person();
    await other.says(third.code);
    assert.equal(await whoHas(phone.chat_id), user.user_id);
    assert.equal(await whoHas(other.chat_id), null, 'it was used up');
    const [stored] = await server.deps.db.query(
      sql`SELECT 1 FROM chat_link_codes WHERE user_id = ${user.user_id}`,
    );
    assert.equal(stored, undefined);
  });

  test('a code for one messenger connects none at another, and one given up connects nothing', async () => {
    const { line, telegram, ask, linkOf, chatsOf } = stage;
    const user = await signUp(server);
    const [phone, desk] = [telegram.person(), line.person()];
    const { code } = await linkOf(user, 'line');
    await phone.says(code);
    assert.deepEqual(await chatsOf(user), []);
    assert.equal((await ask('DELETE', '/line', user)).status, 200);
    await desk.says(code);
    assert.deepEqual(await chatsOf(user), []);
    const nothing = await ask('DELETE', '/line', user);
    assert.deepEqual([nothing.status, nothing.body.code], [404, 'not_found']);
    const unknown = await ask('POST', '/signal/link', user);
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found']);
    assert.match(unknown.body.error, /neither line nor telegram/);
  });

  test('a chat belongs to whoever connected it last, and a person has one of each', async () => {
    const { telegram, linkOf, chatsOf, whoHas } = stage;
    const [one, another] = [await signUp(server), await signUp(server)];
    const [phone, newer] = [telegram.person(), telegram.person()];
    await phone.says((await linkOf(one)).code);
    await phone.says((await linkOf(another)).code);
    assert.equal(await whoHas(phone.chat_id), another.user_id);
    assert.deepEqual(await chatsOf(one), []);
    await newer.says((await linkOf(another)).code);
    assert.equal(await whoHas(newer.chat_id), another.user_id);
    assert.equal(await whoHas(phone.chat_id), null);
  });

  test('two who take each other’s chats at once, and one code from two chats, end in one state', async () => {
    const { telegram, linkOf, whoHas } = stage;
    const users = [await signUp(server), await signUp(server)];
    const [left, right] = [telegram.person(), telegram.person()];
    const codes = async () => Promise.all(users.map(async (user) => (await linkOf(user)).code));
    for (const [mine, yours] of [
      [left, right],
      [right, left],
    ] as const) {
      const [a = '', b = ''] = await codes();
      const posts = await Promise.all([mine.says(a), yours.says(b)]);
      assert.deepEqual(
        posts.map(({ status }) => status),
        [200, 200],
      );
      assert.equal(await whoHas(mine.chat_id), users[0]?.user_id);
      assert.equal(await whoHas(yours.chat_id), users[1]?.user_id);
    }
    const user = await signUp(server);
    const phones = [telegram.person(), telegram.person(), telegram.person()];
    const { code } = await linkOf(user);
    await Promise.all(phones.map((phone) => phone.says(code)));
    const owners = await Promise.all(phones.map(({ chat_id }) => whoHas(chat_id)));
    assert.equal(owners.filter((owner) => owner === user.user_id).length, 1);
  });

  test('end in the app, by a word in the chat, and when the account there is blocked', async () => {
    const { line, telegram, ask, linkOf, chatsOf } = stage;
    const user = await signUp(server);
    const [phone, desk] = [telegram.person(), line.person()];
    const connect = async () => {
      await phone.says((await linkOf(user)).code);
      await desk.says((await linkOf(user, 'line')).code);
      assert.deepEqual(await chatsOf(user), ['line', 'telegram']);
    };
    await connect();
    for (const text of ['What time is it?', 'please stop talking']) await phone.says(text);
    assert.deepEqual(await chatsOf(user), ['line', 'telegram']);
    await phone.says(' STOP ');
    assert.match(phone.received().at(-1) ?? '', /^This chat is not connected to Ekiden any more/);
    await desk.says('配信停止');
    assert.deepEqual(await chatsOf(user), []);
    await eventually(
      () => desk.received().at(-1) ?? '',
      (text) => /^This chat is not connected/.test(text),
    );
    const told = phone.received().length;
    await phone.says('stop');
    assert.equal(phone.received().length, told, 'who was not connected is told nothing');

    await connect();
    for (const service of CHAT_SERVICES) assert.equal((await ask('DELETE', `/${service}`, user)).status, 200);
    assert.deepEqual(await chatsOf(user), []);

    await connect();
    assert.deepEqual([(await phone.blocks()).status, (await desk.blocks()).status], [200, 200]);
    assert.deepEqual(await chatsOf(user), []);
  });

  test('go with the account, codes too', async () => {
    const { line, telegram, linkOf, whoHas } = stage;
    const user = await signUp(server);
    const phone = telegram.person();
    await phone.says((await linkOf(user)).code);
    const { code } = await linkOf(user, 'line');
    const body = { password: user.password };
    const gone = await server.request('DELETE', '/api/v1/users/me', { token: user.token, body });
    assert.ok(gone.status < 300, JSON.stringify(gone.body));
    assert.equal(await whoHas(phone.chat_id), null);
    const desk = line.person();
    assert.equal((await desk.says(code)).status, 200);
    assert.equal(await whoHas(desk.user_id), null);
  });
});

test('where the operator has no account at a messenger, nobody connects one and nothing comes', async () => {
  const server = await testServer();
  const { token } = await signUp(server);
  const { body } = await server.request('GET', '/api/v1/notifications/chat', { token });
  assert.deepEqual(body.data.chats[0], { service: 'line', available: false, linked_at: null });
  for (const service of CHAT_SERVICES) {
    const link = await server.request('POST', `/api/v1/notifications/chat/${service}/link`, { token });
    assert.deepEqual([link.status, link.body.code], [503, 'not_configured']);
    const post = await server.request('POST', `/api/webhooks/${service}`, {
      headers: { 'x-line-signature': randomUUID() },
      body: { events: [] },
    });
    assert.equal(post.status, 503);
  }
});
