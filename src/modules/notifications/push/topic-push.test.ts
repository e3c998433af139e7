import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { AskNotifications } from '../../../test/ask-notifications.ts';
import { eventually } from '../../../test/eventually.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { meanwhile } from '../../../test/meanwhile.ts';
import { openPushStage, PUSH_WORDS } from '../../../test/push-stage.ts';
import { sendToTopic } from './send-to-topic.ts';

let server: TestServer;
let club: TestOrganization;
let admin: TestUser;
let ask: AskNotifications;
before(async () => {
  ({ server, club, admin, ask } = await openPushStage(await testServer()));
});

const push = (by: TestUser, fields: object) => ask('POST', '/push', by, fields);

describe('a push to a topic', () => {
  const topicOf = ({ org_id }: TestOrganization): string => `org-${org_id}`;
  const { title, message } = PUSH_WORDS;

  test('is taken from who may, and shown to who may know', async () => {
    const assistant = await addCoach(server, club);
    const topic = topicOf(club);
    const sent = await push(assistant, {
      topic: topic.toUpperCase().replace('ORG-', 'org-'),
      title,
      message,
    });
    const { push_id } = sent.body.data;
    assert.deepEqual(
      [sent.status, sent.body],
      [202, { status: 'ok', data: { push_id, topic, state: 'spreading' } }],
    );
    for (const user of [assistant, club.coach, admin]) {
      // Coaches see the channels only when the number of receivers is known.
      const { status, body } = await eventually(
        () => ask('GET', `/push/${push_id}`, user),
        (answer) => answer.body.data?.state !== 'spreading',
      );
      assert.equal(status, 200);
      const { state: _, created_at, finished_at: __, deliveries, ...rest } = body.data;
      assert.deepEqual(rest, { push_id, topic, title, message });
      assert.ok(Math.abs(Date.parse(created_at) - server.clock.now().getTime()) < HOUR_MS);
      assert.deepEqual(
        deliveries.map(({ channel }: { channel: string }) => channel),
        ['push'],
      );
    }
    const other = await createOrganization(server);
    for (const user of [other.coach, await addMember(server, club)]) {
      const [theirs, nobodys] = [
        await ask('GET', `/push/${push_id}`, user),
        await ask('GET', `/push/${newId()}`, user),
      ];
      assert.deepEqual([theirs.status, theirs.body.error], [404, nobodys.body.error]);
    }
  });

  test('of everybody is for admins, of an organization for its coaches too', async () => {
    const own = await createOrganization(server);
    const runner = await addMember(server, own);
    const open = `trail-${randomUUID()}`;
    const sent = await push(admin, { topic: open, title, message });
    assert.deepEqual([sent.status, sent.body.data.topic], [202, open]);
    for (const topic of [{}, { topic: 'general' }, { topic: open }]) {
      for (const user of [own.coach, runner]) {
        const { status, body } = await push(user, { ...topic, title, message });
        assert.deepEqual([status, body.code], [403, 'forbidden']);
      }
    }
    assert.equal((await push(runner, { topic: topicOf(own), title, message })).status, 403);
    assert.equal((await push(admin, { topic: topicOf(own), title, message })).status, 202);
    const theirs = await push(own.coach, { topic: topicOf(club), title, message });
    const nobodys = await push(own.coach, { topic: `org-${newId()}`, title, message });
    assert.deepEqual([theirs.status, theirs.body.error], [404, nobodys.body.error]);
    assert.equal((await push(admin, { topic: `org-${newId()}`, title, message })).status, 404);
    const none = await push(admin, { topic: 'org-chart', title, message });
    assert.deepEqual([none.status, none.body.details[0].path], [400, 'topic']);
  });

  test('is one of two variants, and nothing goes to everybody by mistake', async () => {
    const runner = await addMember(server, club);
    const { user_id } = runner;
    const wrong: readonly [object, RegExp][] = [
      [{ title }, /^message: is required without user_id/],
      [{ title, body: message }, /^message: is required without user_id/],
      [{ title, user_id }, /^body: is required with user_id/],
      [{ title, user_id, message }, /^body: is required with user_id/],
      [{ title, user_id, body: message, topic: 'general' }, /^topic: must be left out with user_id/],
      [{ title, user_id: null, message }, /^user_id: must be a string, not null/],
      [{ title, user_id: '', message }, /^user_id: must be a UUID/],
      [{ title, topic: null, message }, /^topic: must be a string, not null/],
      [{ message }, /^title: is required/],
      ...['trail news', '', 'ä', 'a/b', 'z'.repeat(901)].map((topic): [object, RegExp] => [
        { title, message, topic },
        /^topic: must have (?:1 to 900 characters, each a letter|at most 900)/,
      ]),
      [{ title, message, data: { from: 'x' } }, /^data\.from: is a name that push services keep/],
      [
        { title, message, data: { much: '走'.repeat(1_330) } },
        /^data: must become \d+ bytes shorter, of 4,000: /,
      ],
      [{ title, message: '走'.repeat(1_330) }, /^message: must become \d+ bytes shorter, of 3,990: /],
      [{ title, body: '走'.repeat(1_330), user_id }, /^body: must become \d+ bytes shorter, of 3,990: /],
    ];
    for (const [fields, says] of wrong) {
      const { status, body } = await push(admin, fields);
      assert.equal(status, 400, JSON.stringify(fields));
      assert.match(body.error, says);
    }
  });

  test('is in the log of its club, and is not shown any more to whoever coaches there no more', async () => {
    const own = await createOrganization(server);
    const dismissed = await addCoach(server, own);
    const { push_id } = (await push(dismissed, { topic: topicOf(own), title, message })).body.data;
    const club_path = `/api/v1/organizations/${own.org_id}`;
    const { logs } = (
      await server.request('GET', `${club_path}/audit-logs?event_type=push_sent`, { token: own.coach.token })
    ).body;
    assert.deepEqual(
      logs.map((entry: Record<string, unknown>) => [
        entry.actor_id,
        entry.target_id,
        entry.target_name,
        entry.data,
      ]),
      [[dismissed.user_id, push_id, null, { to: 'topic' }]],
    );
    const path = `${club_path}/coaches/${dismissed.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: own.coach.token })).status, 200);
    assert.equal((await ask('GET', `/push/${push_id}`, dismissed)).status, 404);
    assert.equal((await ask('GET', `/push/${push_id}`, own.coach)).status, 200);
  });

  test('is not begun by who is dismissed while it is asked for', async () => {
    const own = await createOrganization(server);
    const dismissed = await addCoach(server, own);
    const path = `/api/v1/organizations/${own.org_id}/coaches/${dismissed.user_id}`;
    const db = meanwhile(server.deps.db, async () => {
      assert.equal((await server.request('DELETE', path, { token: own.coach.token })).status, 200);
    });
    const actor = { type: 'user', user_id: dismissed.user_id, roles: [] } as const;
    const asked = { topic: topicOf(own), title, body: message, data: {}, text_field: 'message' } as const;
    await assert.rejects(sendToTopic({ ...server.deps, db }, actor, asked), { status: 404 });
  });

  test('comes 40 times a day from one person, however many clubs they found and delete', async (t) => {
    t.after(() => server.clock.reset());
    const coach = await signUp(server, { membership_role: 'coach' });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) {
      const own = await createOrganization(server, { coach });
      const some = Array.from({ length: n < 2 ? 15 : 12 }, (_, index) => {
        server.clock.advance(MINUTE_MS / 15);
        return push(coach, { topic: topicOf(own), title: `${index}`, message });
      });
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
      const body = { org_name: own.name };
      const deleted = await server.request('DELETE', `/api/v1/organizations/${own.org_id}`, {
        token: coach.token,
        body,
      });
      assert.equal(deleted.status, 200);
    }
    assert.deepEqual(statuses.toSorted(), [...Array.from({ length: 40 }, () => 202), 429, 429]);
  });

  test('comes 20 times a day to an organization, from all its coaches', async (t) => {
    t.after(() => server.clock.reset());
    const own = await createOrganization(server);
    const [one, two] = [own.coach, await addCoach(server, own)];
    const fields = { topic: topicOf(own), title, message };
    const by = (user: TestUser, count: number) =>
      Promise.all(Array.from({ length: count }, () => push(user, fields)));
    const all = (await Promise.all([by(one, 11), by(two, 11)])).flat();
    assert.equal(all.filter(({ status }) => status === 202).length, 20);
    const refused = await push(one, fields);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.ok(Number(refused.headers.get('retry-after')) > 80_000);
    server.clock.advance(DAY_MS + 1_000);
    const { email, password } = one;
    const { body } = await server.request('POST', '/api/v1/auth/login', { body: { email, password } });
    assert.equal((await push({ ...one, token: body.access_token }, fields)).status, 202);
  });
});
