import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newEmail, signUp, type TestUser, verificationToken } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { changeUsername } from './change-username.ts';
import { createUser } from './index.ts';
import { USERNAME_PATTERN } from './suggest-username.ts';

const rename = (server: TestServer, { token }: TestUser, username: unknown): Promise<TestResponse> =>
  server.request('PUT', '/api/v1/users/username', { token, body: { username } });
const check = (server: TestServer, { token }: TestUser, username: string): Promise<TestResponse> =>
  server.request('GET', `/api/v1/users/check-username?username=${encodeURIComponent(username)}`, { token });

async function profileOf(server: TestServer, { user_id, token }: TestUser) {
  return (await server.request('GET', `/api/v1/users/${user_id}`, { token })).body.data;
}

const newName = (): string => `Run_${randomBytes(8).toString('hex')}`;

test('a user name is changed, spelt anew, kept, and given up', async () => {
  const server = await testServer();
  const [user, other] = [await signUp(server), await signUp(server)];
  const [first, second] = [newName(), newName()];
  const answer = await rename(server, user, first);
  assert.deepEqual(answer.status, 200);
  assert.deepEqual(answer.body, { status: 'ok', message: 'User name changed.', username: first });
  const { updated_at } = await profileOf(server, user);
  assert.equal((await rename(server, user, first)).status, 200, 'their own');
  assert.equal((await profileOf(server, user)).updated_at, updated_at, 'which is no change');
  assert.equal((await rename(server, user, first.toUpperCase())).status, 200, 'in another case');
  assert.equal((await profileOf(server, user)).username, first.toUpperCase());

  const taken = await rename(server, other, first.toLowerCase());
  assert.deepEqual([taken.status, taken.body.code], [409, 'conflict']);
  assert.match(taken.body.error, /Choose another one\.$/);
  assert.equal((await rename(server, user, second)).status, 200);
  assert.equal((await rename(server, other, first)).status, 200, 'the former one is free');
});

test('of many who want a name at once, one gets it', async () => {
  const server = await testServer();
  const people = await Promise.all(Array.from({ length: 6 }, () => signUp(server)));
  const name = newName();
  const spellings = [name, name.toUpperCase(), name.toLowerCase()];
  const answers = await Promise.all(
    people.map((user, index) => rename(server, user, spellings[index % spellings.length])),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
  const names = await Promise.all(people.map(async (user) => (await profileOf(server, user)).username));
  assert.equal(names.filter((one) => one.toLowerCase() === name.toLowerCase()).length, 1);
});

test('two people who each want the other’s name keep their own, however often they try', async () => {
  const server = await testServer();
  const [one, two] = [await signUp(server), await signUp(server)];
  const [first, second] = [newName(), newName()];
  await rename(server, one, first);
  await rename(server, two, second);
  const taking = (user: TestUser, name: string): Promise<unknown> =>
    changeUsername(server.deps, { type: 'user', user_id: user.user_id, roles: ['user'] }, name);
  for (let round = 0; round < 300; round += 1) {
    const settled = await Promise.allSettled([taking(one, second), taking(two, first)]);
    for (const outcome of settled) {
      assert.ok(outcome.status === 'rejected');
      assert.match(outcome.reason.message, /^Somebody else has this user name/);
    }
  }
  const names = [(await profileOf(server, one)).username, (await profileOf(server, two)).username];
  assert.deepEqual(names, [first, second]);
});

test('whether a name is free is as a change would find it', async () => {
  const server = await testServer();
  const [user, other] = [await signUp(server), await signUp(server)];
  const name = newName();
  const free = await check(server, user, name);
  assert.deepEqual([free.status, free.body], [200, { status: 'ok', available: true, username: name }]);
  await rename(server, user, name);
  assert.deepEqual((await check(server, user, name)).body.available, true, 'their own is theirs to have');
  for (const spelling of [name, name.toLowerCase(), name.toUpperCase()]) {
    const { body } = await check(server, other, spelling);
    assert.deepEqual(body, { status: 'ok', available: false, username: spelling });
  }
});

test('what is no user name is refused, in both places alike', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  const wrong = [
    '',
    'ab',
    'x'.repeat(31),
    'with space',
    'dash-ed',
    'dot.ted',
    'yūki',
    'ｙｕｋｉ',
    'a\nb',
    'yuki\n',
    '../me',
    '<b>x</b>',
  ];
  for (const name of wrong) {
    const [changed, checked] = [await rename(server, user, name), await check(server, user, name)];
    for (const { status, body } of [changed, checked]) {
      assert.deepEqual(
        [status, body.code, body.details[0].path],
        [400, 'validation_error', 'username'],
        name,
      );
      assert.match(
        body.error,
        /3 to 30 characters, each a letter, a digit or an underscore|at most 30 characters/,
      );
    }
  }
  for (const name of [null, 7, ['abc'], { a: 1 }, 'a\u0000bc', '\ud83dabc']) {
    assert.equal((await rename(server, user, name)).status, 400, JSON.stringify(name));
  }
  assert.equal((await rename(server, user, undefined)).body.error, 'username: is required.');
  const path = '/api/v1/users/check-username';
  const missing = await server.request('GET', path, { token: user.token });
  assert.deepEqual([missing.status, missing.body.error], [400, 'username: is required.']);
  assert.deepEqual(await profileOf(server, user), before);
});

test('without credentials: 401; other methods: 405', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const put = await server.request('PUT', '/api/v1/users/username', { body: { username: newName() } });
  const get = await server.request('GET', '/api/v1/users/check-username?username=abc');
  assert.deepEqual([put.status, get.status], [401, 401]);
  const read = await server.request('GET', '/api/v1/users/username', { token: user.token });
  assert.deepEqual([read.status, read.headers.get('allow')], [405, 'PUT']);
  const write = await server.request('PUT', '/api/v1/users/check-username', { token: user.token, body: {} });
  assert.deepEqual([write.status, write.headers.get('allow')], [405, 'GET, HEAD']);
});

test('twenty sign-ups of one prefix at once get twenty names', async () => {
  const server = await testServer();
  const prefix = `r${randomBytes(5).toString('hex')}`;
  const names = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const token = await verificationToken(server, newEmail(prefix));
      const body = { token, password: 'Sakura-1964' };
      const answer = await server.request('POST', '/api/v1/auth/complete-signup', { body });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body.profile.username as string;
    }),
  );
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 20);
  assert.equal(names.filter((name) => name === prefix).length, 1, 'one gets the prefix itself');
  for (const name of names) assert.match(name, new RegExp(`^${prefix}(_[0-9]+)?$`));
});

test('names from odd prefixes are unique too', async () => {
  const server = await testServer();
  const { db } = server.deps;
  const prefixes = ['42', '+++', '', '東京', 'Ø', 'zoë', '🏃', 'x'.repeat(64), '_'.repeat(40), 'A.b'];
  for (const prefix of prefixes) {
    const names = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const email = newEmail(prefix);
        const user = await db.transaction((tx) =>
          createUser(tx, { email, is_verified: true, now: server.clock.now() }),
        );
        return user.username;
      }),
    );
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 5, prefix);
    for (const name of names) assert.match(name, new RegExp(USERNAME_PATTERN));
  }
});
