import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type FcmSandbox, startFcm } from '../../../../sandbox/fcm/start-fcm.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { sql } from '../../../infra/db/sql.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import type { AskNotifications } from '../../../test/ask-notifications.ts';
import { eventually } from '../../../test/eventually.ts';
import {
  addCoach,
  addMember,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { openPushStage } from '../../../test/push-stage.ts';
import { forgetDevices } from '../devices/device-queries.ts';

/** A server of their own, with a push service that answers, so that a push to everybody reaches nobody of other tests. */
describe('pushes through a push service', () => {
  let fcm: FcmSandbox;
  let server: TestServer;
  let club: TestOrganization;
  let admin: TestUser;
  let ask: AskNotifications;
  before(async () => {
    fcm = await startFcm();
    server = await startTestServer(fcm.env());
    ({ club, admin, ask } = await openPushStage(server));
  });
  after(async () => {
    await server.stop();
    await fcm.stop();
  });

  async function device(user: TestUser, name = 'ok'): Promise<string> {
    const token = `${name}-${randomUUID()}`;
    const { status } = await ask('POST', '/tokens/device', user, { token, platform: 'android' });
    assert.equal(status, 201);
    return token;
  }
  const devicesOf = async (user: TestUser): Promise<number> =>
    (await ask('GET', `/tokens/info/${user.user_id}`, user)).body.data.token_count;
  const pushed = () =>
    fcm.messages.list().filter(({ data }) => data === undefined || !('notification_id' in data));
  const timesTo = (token: string): number => pushed().filter((one) => one.token === token).length;

  /** A member who had no device when they were told of their membership, so that this causes no push during the test. */
  async function settledMember(): Promise<TestUser> {
    const member = await addMember(server, club);
    await eventually(
      async () => (await ask('GET', '/center/counts', member)).body.total,
      (total) => total === 1,
    );
    return member;
  }

  test('to one person: what it says of each device is counted, and those that are no more are forgotten', async () => {
    const runner = await settledMember();
    const [phone, watch] = [await device(runner), await device(runner)];
    for (const name of ['dead', 'bogus', 'busy', 'apns', 'lost']) await device(runner, name);
    const body = { user_id: runner.user_id, title: 'Track is closed', message: 'At the river.' };
    const first = await ask('POST', '/direct-push', club.coach, { ...body, data: { open: '/calendar' } });
    assert.deepEqual([first.status, first.body.data], [200, { tokens_sent: 2, failed_tokens: 5 }]);
    const [got] = pushed().filter((one) => one.token === phone);
    assert.deepEqual(
      [got?.notification, got?.data, String(got?.android?.priority).toLowerCase()],
      [{ title: body.title, body: body.message }, { open: '/calendar', type: 'direct' }, 'high'],
    );
    assert.equal(await devicesOf(runner), 5, 'without the two that were dead and bogus');
    const second = await ask('POST', '/direct-push', club.coach, body);
    assert.deepEqual(second.body.data, { tokens_sent: 2, failed_tokens: 3 });
    assert.deepEqual([timesTo(phone), timesTo(watch)], [2, 2]);
    await server.deps.db.execute(sql`DELETE FROM device_tokens WHERE user_id = ${runner.user_id}`);
  });

  test('a device that was registered again meanwhile is not forgotten', async () => {
    const runner = await settledMember();
    const token = await device(runner, 'dead');
    const { db } = server.deps;
    const { user_id } = runner;
    const gone = [{ user_id, token_hash: hashToken(token) }];
    const asked_at = server.clock.now();
    const later = new Date(server.clock.now().getTime() + SECOND_MS);
    const at = async (time: Date) =>
      await db.execute(
        sql`UPDATE device_tokens SET last_active_at = ${time} WHERE token_hash = ${hashToken(token)}`,
      );
    await at(later);
    await forgetDevices(db, gone, asked_at);
    assert.equal(await devicesOf(runner), 1);
    await at(asked_at);
    await forgetDevices(db, gone, asked_at);
    assert.equal(await devicesOf(runner), 0);
  });

  test('to topics: each device of who hears of it gets it once, and the counts add up', async () => {
    const [member, assistant] = [await settledMember(), await addCoach(server, club)];
    const left = await settledMember();
    const path = `/api/v1/organizations/${club.org_id}/members/${left.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: left.token })).status, 200);
    const stranger = await signUp(server);
    const people = { member, assistant, head: club.coach, left, stranger };
    const tokens = new Map<string, string>();
    for (const [name, user] of Object.entries(people)) tokens.set(name, await device(user));
    const gone = await device(member, 'dead');
    const topic = '/topics/trail-news';
    for (const user of [member, stranger]) assert.equal((await ask('PUT', topic, user)).status, 200);
    assert.equal((await ask('DELETE', topic, member)).status, 200);

    const words = { title: 'News', message: 'Of the day.', data: { open: '/news' } };
    const whoGets = async (by: TestUser, fields: object, said: object = {}): Promise<string[]> => {
      fcm.messages.forget();
      const { status, body } = await ask('POST', '/push', by, { ...words, ...fields });
      assert.equal(status, 202);
      const { push_id } = body.data;
      const { body: done } = await eventually(
        () => ask('GET', `/push/${push_id}`, by),
        ({ body: read }) => read.data.state === 'done',
      );
      assert.ok(done.data.finished_at >= done.data.created_at);
      const [{ channel, counted_in: _, skipped, recipients, ...counts }] = done.data.deliveries;
      assert.deepEqual([channel, done.data.deliveries.length], ['push', 1]);
      const sum = Object.values<number>(counts).reduce((all, count) => all + count, 0);
      assert.deepEqual([sum, counts.sent], [recipients, pushed().length]);
      assert.ok(skipped.no_device >= 0);
      const times = [...tokens].map(([name, token]) => [name, timesTo(token)] as const);
      for (const [name, count] of times) assert.ok(count <= 1, name);
      const [some] = pushed();
      assert.deepEqual(
        [some?.notification, some?.data],
        [
          { title: words.title, body: words.message },
          { ...words.data, type: 'topic', ...said },
        ],
      );
      return times.filter(([, count]) => count === 1).map(([name]) => name);
    };
    const inClub = await whoGets(club.coach, { topic: `org-${club.org_id}` }, { org_id: club.org_id });
    assert.deepEqual(inClub.toSorted(), ['assistant', 'head', 'member']);
    assert.equal(await devicesOf(member), 1, `${gone} was dead`);
    assert.deepEqual(await whoGets(admin, { topic: 'trail-news' }), ['stranger']);
    assert.deepEqual(await whoGets(admin, {}), [...tokens.keys()], 'without a topic: everybody');
  });
});
