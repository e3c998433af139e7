import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  grantAdmin,
  signUp,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';
import { waitForLock } from '../../../test/wait-for-lock.ts';
import { webPushToken } from '../../../test/web-push-token.ts';

let server: TestServer;
let runner: TestUser;
before(async () => {
  server = await testServer();
  runner = await signUp(server);
});

const DEVICE = '/api/v1/notifications/tokens/device';

const pushToken = (): string => `${randomUUID()}:APA91b`;

const send = (method: string, body: object, { token }: { token?: string }): Promise<TestResponse> =>
  server.request(method, DEVICE, { ...(token === undefined ? {} : { token }), body });

const register = (user: { token?: string }, fields: object = {}): Promise<TestResponse> =>
  send('POST', { token: pushToken(), platform: 'android', ...fields }, user);

const read = (about: { user_id: string }, { token }: { token?: string } = runner): Promise<TestResponse> =>
  server.request('GET', `/api/v1/notifications/tokens/info/${about.user_id}`, {
    ...(token === undefined ? {} : { token }),
  });

async function summaryOf(user: TestUser) {
  const { status, body } = await read(user, user);
  assert.equal(status, 200);
  return body.data;
}

const rowsOf = ({ user_id }: TestUser) =>
  server.deps.db.query<{ token_hash: Buffer; sealed_token: Buffer; device_id: string | null }>(
    sql`SELECT * FROM device_tokens WHERE user_id = ${user_id} ORDER BY last_active_at`,
  );

test('a device is registered, known again, seen in the person’s data, and given up', async (t) => {
  t.after(() => server.clock.reset());
  const user = await signUp(server);
  const token = webPushToken();
  const metadata = { device_model: 'Pixel 11', os_version: '17', timezone: 'Asia/Taipei' };
  const said = { device_id: 'a1', app_version: '4.2.0', metadata };
  const first = await register(user, {
    token,
    platform: 'web',
    ...said,
    user_id: user.user_id.toUpperCase(),
    metadata,
  });
  const { created_at, last_active_at, ...data } = first.body.data;
  assert.deepEqual([first.status, first.body.status], [201, 'ok']);
  assert.deepEqual(data, { user_id: user.user_id, platform: 'web', ...said });
  assert.equal(last_active_at, created_at);

  server.clock.advance(HOUR_MS);
  const unknown = { device_model: null, os_version: null, timezone: null };
  const again = await register(user, {
    token,
    platform: 'web',
    device_id: ' ',
    app_version: null,
    metadata: { os_version: '' },
  });
  assert.equal(again.status, 200);
  const known = { created_at, last_active_at: again.body.data.last_active_at };
  assert.deepEqual(again.body.data, {
    ...{ user_id: user.user_id, platform: 'web', device_id: null, app_version: null, metadata: unknown },
    ...known,
  });
  assert.ok(known.last_active_at >= created_at + HOUR_MS);

  const [row, ...more] = await rowsOf(user);
  assert.equal(more.length, 0);
  const purpose = `push token ${hashToken(token).toString('hex')} of ${user.user_id}`;
  const sealed = Buffer.from(row?.sealed_token ?? '');
  assert.equal(server.deps.secretBox.open(purpose, sealed).toString(), token);
  const { auth } = JSON.parse(token).keys;
  assert.ok(!sealed.includes(auth));
  const { files, records } = await takeOut(server, user);
  const [device, ...others] = records('devices.json');
  assert.deepEqual([device.platform, device.metadata, others.length], ['web', unknown, 0]);
  for (const [name, content] of files) assert.ok(!content.includes(auth), name);

  assert.deepEqual(await summaryOf(user), {
    user_id: user.user_id,
    token_count: 1,
    platforms: ['web'],
    is_valid: true,
    last_active_at: known.last_active_at,
  });
  assert.equal((await send('DELETE', { token }, user)).status, 200);
  assert.equal((await send('DELETE', { token }, user)).status, 404);
  const none = {
    user_id: user.user_id,
    token_count: 0,
    platforms: [],
    is_valid: false,
    last_active_at: null,
  };
  assert.deepEqual(await summaryOf(user), none);
});

test('a token belongs to one person: who registers it has it, also of many at once', async (t) => {
  t.after(() => server.clock.reset());
  const [one, other] = [await signUp(server), await signUp(server)];
  const token = pushToken();
  const first = await register(one, { token, device_id: 'shared' });
  server.clock.advance(HOUR_MS);
  const moved = await register(other, { token, device_id: 'shared' });
  assert.deepEqual([first.status, moved.status], [201, 200]);
  const { created_at, last_active_at } = moved.body.data;
  assert.equal(created_at, last_active_at, 'theirs since now');
  assert.deepEqual([(await rowsOf(one)).length, (await rowsOf(other)).length], [0, 1]);
  assert.equal((await send('DELETE', { token }, one)).status, 404, 'it is not theirs any more');

  const same = pushToken();
  const twice = await Promise.all([1, 2, 3].map(() => register(one, { token: same })));
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), [200, 200, 201]);
});

test('two who take each other’s tokens at once do not wait for each other in a circle', async () => {
  const users = [await signUp(server), await signUp(server)] as const;
  const tokens = [pushToken(), pushToken()];
  for (const [index, user] of users.entries()) await register(user, { token: tokens[index] });
  // They would deadlock without an order, since a third user has the token that the first one waits for. Each of the two begins,
  // whoever owns which token.
  for (const [round, order] of [
    [0, 1] as const,
    [0, 1] as const,
    [1, 0] as const,
    [1, 0] as const,
  ].entries()) {
    const answers: Promise<TestResponse>[] = [];
    await server.deps.db.transaction(async (tx) => {
      const held = hashToken(tokens[0] ?? '');
      await tx.execute(sql`SELECT FROM device_tokens WHERE token_hash = ${held} FOR UPDATE`);
      for (const who of order) {
        answers.push(register(users[who], { token: tokens[(who + round + 1) % 2] }));
        await waitForLock(tx, answers.length);
      }
    });
    for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
  }
  const rows = await Promise.all(users.map(rowsOf));
  assert.ok(rows.every(({ length }) => length === 1));
});

test('a device has one token: a new one takes the place of the old, also of several at once', async () => {
  const [user, other] = [await signUp(server), await signUp(server)];
  await register(other, { device_id: 'phone' });
  const all = await Promise.all([1, 2, 3, 4].map(() => register(user, { device_id: 'phone' })));
  assert.deepEqual(
    all.map(({ status }) => status),
    [201, 201, 201, 201],
  );
  await register(user, { device_id: 'tablet' });
  await register(user);
  await register(user);
  const ids = (await rowsOf(user)).map(({ device_id }) => device_id);
  assert.deepEqual(ids.toSorted(), [null, null, 'phone', 'tablet']);
  assert.equal((await rowsOf(other)).length, 1, 'another’s device of the same name stays');
});

test('of more than fifty devices the longest unused go, never the one that was just registered', async () => {
  const user = await signUp(server);
  const now = server.clock.now();
  await server.deps.db.execute(sql`
    INSERT INTO device_tokens (token_hash, user_id, sealed_token, platform, device_id, created_at, last_active_at)
    SELECT sha256(gen_random_uuid()::text::bytea), ${user.user_id}, 'x', 'ios', n::text, ${now}::timestamptz,
           ${now}::timestamptz + (n - 10) * interval '1 hour'
    FROM generate_series(1, 52) n`);
  assert.equal((await register(user, { device_id: 'new' })).status, 201);
  const ids = (await rowsOf(user)).map(({ device_id }) => device_id);
  assert.equal(ids.length, 50);
  assert.ok(ids.includes('new') && ids.includes('4') && !ids.includes('3'));
});

test('a token is taken for valid for 270 days', async () => {
  const user = await signUp(server);
  await register(user, { platform: 'ios' });
  await register(user, { platform: 'android' });
  await register(user, { platform: 'ios' });
  const age = async (platform: string, ms: number): Promise<void> => {
    const at = new Date(server.clock.now().getTime() - ms);
    await server.deps.db.execute(sql`
      UPDATE device_tokens SET last_active_at = ${at} WHERE user_id = ${user.user_id} AND platform = ${platform}`);
  };
  await age('ios', 270 * DAY_MS);
  await age('android', 270 * DAY_MS - HOUR_MS);
  const { token_count, platforms, is_valid } = await summaryOf(user);
  assert.deepEqual([token_count, platforms, is_valid], [3, ['android', 'ios'], true]);
  await age('android', 270 * DAY_MS);
  assert.equal((await summaryOf(user)).is_valid, false);
});

test('who may ask whether pushes reach somebody; coaches learn the day and no more', async () => {
  const [club, elsewhere] = [await createOrganization(server), await createOrganization(server)];
  const athlete = await addMember(server, club);
  const { last_active_at } = (await register(athlete)).body.data;
  const day = Math.floor(last_active_at / DAY_MS) * DAY_MS;
  const platform = await signUp(server);
  await grantAdmin(server, platform.user_id);
  const assistant = await addCoach(server, club);
  const unknown = await read({ user_id: newId() });
  assert.equal(unknown.status, 404);
  const callers: [string, { token?: string }, number][] = [
    ['nobody', {}, 401],
    ['themself', athlete, 200],
    ['head coach', club.coach, 200],
    ['assistant coach', assistant, 200],
    ['coach elsewhere', elsewhere.coach, 404],
    ['team mate', await addMember(server, club), 404],
    ['platform admin', platform, 200],
  ];
  for (const [who, by, status] of callers) {
    const answer = await read(athlete, by);
    assert.equal(answer.status, status, who);
    if (status === 404) assert.equal(answer.body.error, unknown.body.error);
    if (status !== 200) continue;
    assert.equal(answer.body.data.token_count, 1);
    const sees = ['themself', 'platform admin'].includes(who) ? last_active_at : day;
    assert.equal(answer.body.data.last_active_at, sees, who);
  }
  assert.equal((await read({ user_id: newId() }, platform)).status, 404);
  assert.equal((await read(club.coach, assistant)).status, 404, 'a coach is no athlete');
  const path = `/api/v1/organizations/${club.org_id}/members/${athlete.user_id}`;
  const { token } = club.coach;
  await server.request('PATCH', path, { token, body: { status: 'suspended' } });
  assert.equal((await read(athlete, assistant)).status, 200, 'still on the roster');
  await server.request('DELETE', path, { token });
  assert.deepEqual(
    [(await read(athlete, club.coach)).status, (await read(athlete, athlete)).status],
    [404, 200],
  );
});

test('bad input, and nobody', async () => {
  const other = await signUp(server);
  const refused: [path: string, value: unknown][] = [
    ['token', undefined],
    ['token', null],
    ['token', ''],
    ['token', ' abc'],
    ['token', 'a\nb'],
    ['token', 'a\u009fb'],
    ['token', 'x'.repeat(4_097)],
    ['token', 7],
    ['platform', undefined],
    ['platform', 'iOS'],
    ['user_id', 'me'],
    ['device_id', 'x'.repeat(256)],
    ['app_version', 4],
    ['metadata', []],
    ['metadata.imei', 'no field'],
    ['token', 'ランナー🏃'],
    ['token', 'two words'],
    ['token', 'a0'.repeat(32)],
    ['token', webPushToken()],
    ['metadata.timezone', 'x'.repeat(65)],
  ];
  for (const [path, value] of refused) {
    const [field = '', inner] = path.split('.');
    const { status, body } = await register(runner, {
      [field]: inner === undefined ? value : { [inner]: value },
    });
    assert.deepEqual([status, body.details?.[0]?.path], [400, path], `${path}: ${value}`);
  }
  for (const body of [{}, { token: '' }, []]) assert.equal((await send('DELETE', body, runner)).status, 400);
  assert.deepEqual(
    [(await register({})).status, (await send('DELETE', { token: 'x' }, {})).status],
    [401, 401],
  );
  const forged = await register(runner, { user_id: other.user_id });
  assert.deepEqual([forged.status, forged.body.code], [403, 'forbidden']);
  assert.deepEqual([...(await rowsOf(runner)), ...(await rowsOf(other))], []);
  const longest = 'cX8f:APA91b-_'.repeat(400).slice(0, 4_096);
  const odd = { device_id: '💥\u202e\u0001', metadata: { device_model: '\'"; DROP TABLE users; --' } };
  const { status, body } = await register(runner, { token: longest, ...odd });
  assert.deepEqual([status, body.data.device_id], [201, odd.device_id]);
  assert.equal((await send('DELETE', { token: longest }, runner)).status, 200);
});
