import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createSignals } from '../../../infra/signals/index.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { setStatus, signUp, type TestUser } from '../../../test/factories.ts';
import { type Followed, followEvents } from '../../../test/follow-events.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import type { ReadEvent } from '../../../test/read-events.ts';
import { tellPeople } from '../../../test/tell-people.ts';
import type * as wire from './contract.ts';

const CENTRE = '/api/v1/notifications/center';

describe('the stream of a notification centre', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const follow = async ({ token }: TestUser, query = ''): Promise<Followed> =>
    await followEvents(server, `${CENTRE}/stream${query}`, token);
  const change = async ({ token }: TestUser, method: string, rest: string): Promise<void> => {
    assert.equal((await server.request(method, `${CENTRE}${rest}`, { token })).status, 200);
  };
  const listOf = async ({ token }: TestUser): Promise<readonly wire.Notification[]> =>
    (await server.request('GET', `${CENTRE}?page_size=100`, { token })).body.data.notifications;
  const counts = (unread: number, total: number): ReadEvent => ({ type: 'counts', unread, total });
  const words = (events: readonly ReadEvent[]): string[] =>
    events.map(({ type, unread, total, notification }) =>
      type === 'counts' ? `${unread} of ${total}` : (notification?.title ?? type),
    );

  test('says how many there are, then what comes, and what becomes of it on any device', async () => {
    const user = await signUp(server);
    await tellPeople(server, [user.user_id]);
    const stream = await follow(user);
    assert.deepEqual(await stream.first(1), [counts(1, 1)]);
    await tellPeople(server, [user.user_id]);
    const [newest] = await listOf(user);
    const expected: ReadEvent[] = [
      counts(1, 1),
      { type: 'notification', notification: newest },
      counts(2, 2),
    ];
    assert.deepEqual(await stream.first(3), expected);
    await change(user, 'PATCH', `/${newest?.id}/read`);
    assert.deepEqual(await stream.first(4), [...expected, counts(1, 2)]);
    await change(user, 'DELETE', `/${newest?.id}`);
    assert.deepEqual(await stream.first(5), [...expected, counts(1, 2), counts(1, 1)]);
    await change(user, 'POST', '/mark-all-read');
    assert.deepEqual((await stream.first(6)).at(-1), counts(0, 1));
    stream.leave();
  });

  test('begins for somebody who was never told anything, too', async () => {
    const user = await signUp(server);
    const [stream, since] = [await follow(user), await follow(user, '?after=0')];
    assert.deepEqual(await stream.first(1), [counts(0, 0)]);
    assert.deepEqual(await since.first(1), [counts(0, 0)]);
    const { subject } = await tellPeople(server, [user.user_id]);
    for (const one of [stream, since]) {
      assert.deepEqual(words(await one.first(3)), ['0 of 0', `News ${subject}`, '1 of 1']);
      one.leave();
    }
  });

  test('goes on where another one ended: everything once, in its order, however much it is', async () => {
    const user = await signUp(server);
    for (let told = 0; told < 3; told += 1) await tellPeople(server, [user.user_id]);
    const stream = await follow(user, '?after=0');
    const [, second] = await stream.first(4);
    stream.leave();
    for (let told = 0; told < 205; told += 1) await tellPeople(server, [user.user_id]);
    const next = await follow(user, `?after=${second?.notification.created_at}`);
    const events = await next.first(207);
    next.leave();
    const times = events.slice(0, 206).map(({ notification }) => notification.created_at);
    assert.deepEqual(
      times,
      [...new Set(times)].toSorted((a, b) => a - b),
    );
    assert.ok(times[0] > second?.notification.created_at);
    assert.deepEqual(events.at(-1), counts(208, 208));
    const ahead = await follow(user, '?after=253402300799999');
    assert.deepEqual(await ahead.first(1), [counts(208, 208)]);
    const { subject } = await tellPeople(server, [user.user_id]);
    assert.deepEqual(words(await ahead.first(3)), ['208 of 208', `News ${subject}`, '209 of 209']);
    ahead.leave();
  });

  test('hears of what another process did, which gives no signal here', async () => {
    const user = await signUp(server);
    const stream = await follow(user);
    await stream.first(1);
    const elsewhere = { signals: createSignals() };
    const { subject } = await tellPeople(server, [user.user_id], {}, elsewhere);
    assert.deepEqual(words(await stream.first(3)), ['0 of 0', `News ${subject}`, '1 of 1']);
    stream.leave();
  });

  test('is the caller’s alone', async () => {
    const [user, other] = [await signUp(server), await signUp(server)];
    const stream = await follow(user);
    await stream.first(1);
    await tellPeople(server, [other.user_id]);
    const { subject } = await tellPeople(server, [user.user_id]);
    assert.deepEqual(words(await stream.first(3)), ['0 of 0', `News ${subject}`, '1 of 1']);
    stream.leave();
  });

  test('ends where a sixth of the same person begins: the first, and no other', async () => {
    const [user, other] = [await signUp(server), await signUp(server)];
    const streams: Followed[] = [await follow(other)];
    for (let open = 0; open < 6; open += 1) {
      const stream = await follow(user);
      await stream.first(1);
      streams.push(stream);
    }
    assert.deepEqual(words((await streams[1]?.whole()) ?? []), ['0 of 0', 'done']);
    const { subject } = await tellPeople(server, [user.user_id, other.user_id]);
    for (const stream of [...streams.slice(0, 1), ...streams.slice(2)]) {
      assert.deepEqual(words(await stream.first(3)), ['0 of 0', `News ${subject}`, '1 of 1']);
      stream.leave();
    }
    const again = await follow(user);
    assert.deepEqual(await again.first(1), [counts(1, 1)]);
    again.leave();
  });

  test('is done after an hour', async () => {
    const user = await signUp(server);
    const stream = await follow(user);
    await stream.first(1);
    try {
      server.clock.advance(HOUR_MS);
      assert.deepEqual(words(await stream.whole()), ['0 of 0', 'done']);
    } finally {
      server.clock.reset();
    }
  });

  test('says no more to a token that opens nothing any more', async () => {
    const user = await signUp(server);
    const stream = await follow(user);
    await stream.first(1);
    for (const status of ['suspended', 'active'] as const) {
      await setStatus(server, { email: user.email, status });
    }
    await tellPeople(server, [user.user_id]);
    const events = await stream.whole();
    assert.deepEqual(
      events.map(({ type }) => type),
      ['counts', 'error', 'done'],
    );
    assert.match(events[1]?.error, /access token/i);
  });

  test('ends with the account', async () => {
    const user = await signUp(server);
    await tellPeople(server, [user.user_id]);
    const stream = await follow(user);
    await stream.first(1);
    const { token, password } = user;
    const answer = await server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
    assert.equal(answer.status, 200);
    assert.deepEqual(words(await stream.whole()), ['1 of 1', 'done']);
  });
});
