import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { AskNotifications } from '../../../test/ask-notifications.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { openPushStage, PUSH_WORDS } from '../../../test/push-stage.ts';

let server: TestServer;
let club: TestOrganization;
let admin: TestUser;
let ask: AskNotifications;
before(async () => {
  ({ server, club, admin, ask } = await openPushStage(await testServer()));
});

const direct = (by: TestUser, user_id: string, fields: object = {}) =>
  ask('POST', '/direct-push', by, { user_id, ...PUSH_WORDS, ...fields });
const push = (by: TestUser, fields: object) => ask('POST', '/push', by, fields);

async function registerDevice({ token }: TestUser, platform = 'ios'): Promise<string> {
  const device = randomUUID();
  const path = '/api/v1/notifications/tokens/device';
  const { status } = await server.request('POST', path, { token, body: { token: device, platform } });
  assert.equal(status, 201);
  return device;
}

/** The pushes to a device, the newest last, without those that the server itself sends. */
async function pushesTo(device: string) {
  const end = `-${hashToken(device).toString('hex').slice(0, 16)}.push.json`;
  const outbox = join(server.dataDir, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith(end)).sort();
  const pushes = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8'))),
  );
  return pushes.filter(({ data }) => data.notification_id === undefined);
}

describe('a push to one person', () => {
  test('goes to all their valid devices, and the counts say so', async () => {
    const runner = await addMember(server, club);
    const [phone, tablet, old, unreadable] = [
      await registerDevice(runner),
      await registerDevice(runner, 'android'),
      await registerDevice(runner),
      await registerDevice(runner),
    ];
    const elsewhere = await registerDevice(await addMember(server, club));
    const last_active_at = new Date(server.clock.now().getTime() - 271 * DAY_MS);
    const { db } = server.deps;
    await db.execute(
      sql`UPDATE device_tokens SET last_active_at = ${last_active_at} WHERE token_hash = ${hashToken(old)}`,
    );
    await db.execute(sql`
      UPDATE device_tokens SET sealed_token = sealed_token || '\\x00' WHERE token_hash = ${hashToken(unreadable)}`);

    const data = { open: '/calendar', 名: '前' };
    const sent = await direct(club.coach, runner.user_id.toUpperCase(), { data });
    assert.deepEqual(
      [sent.status, sent.body],
      [200, { status: 'ok', message: 'Sent to 2 of 3 devices.', data: { tokens_sent: 2, failed_tokens: 1 } }],
    );
    for (const [device, platform] of [
      [phone, 'ios'],
      [tablet, 'android'],
    ] as const) {
      const [one, ...more] = await pushesTo(device);
      assert.equal(more.length, 0);
      const { id, device: _, ttl_s, ...rest } = one;
      assert.ok(id.length === 36 && ttl_s > 0);
      const said = { ...data, type: 'direct' };
      assert.deepEqual(rest, {
        platform,
        title: PUSH_WORDS.title,
        body: PUSH_WORDS.message,
        data: said,
        urgency: 'high',
      });
    }
    for (const device of [old, unreadable, elsewhere]) assert.deepEqual(await pushesTo(device), []);

    const { title, message: body } = PUSH_WORDS;
    const again = await push(admin, { user_id: runner.user_id, title, body });
    assert.deepEqual([again.status, again.body], [200, sent.body]);
    assert.deepEqual(
      (await pushesTo(phone)).map((one) => one.data),
      [{ ...data, type: 'direct' }, { type: 'direct' }],
    );
  });

  test('to somebody without devices goes nowhere, and says so', async () => {
    const runner = await addMember(server, club);
    const { status, body } = await direct(club.coach, runner.user_id);
    assert.deepEqual([status, body.data], [200, { tokens_sent: 0, failed_tokens: 0 }]);
    assert.equal(body.message, 'There is no device that a push could reach.');
  });

  test('does not wait for the end of quiet hours', async () => {
    const runner = await addMember(server, club);
    const device = await registerDevice(runner);
    const quiet_hours = { start: '00:00', end: '23:59' };
    assert.equal((await ask('PATCH', '/settings', runner, { quiet_hours })).status, 200);
    assert.equal((await direct(club.coach, runner.user_id)).body.data.tokens_sent, 1);
    assert.equal((await pushesTo(device)).length, 1);
  });

  test('is for coaches of the athlete and for admins; to all others nobody is there', async () => {
    const runner = await addMember(server, club);
    const assistant = await addCoach(server, club);
    const other = await createOrganization(server);
    const left = await addMember(server, club);
    const path = `/api/v1/organizations/${club.org_id}/members/${left.user_id}`;
    await server.request('DELETE', path, { token: left.token });
    for (const coach of [club.coach, assistant, admin])
      assert.equal((await direct(coach, runner.user_id)).status, 200);
    assert.equal((await direct(admin, left.user_id)).status, 200);
    const refused: readonly [TestUser, string][] = [
      [other.coach, runner.user_id],
      [await addMember(server, club), runner.user_id],
      [club.coach, left.user_id],
      [club.coach, other.coach.user_id],
    ];
    for (const [by, user_id] of refused) {
      const [theirs, nobodys] = [await direct(by, user_id), await direct(by, newId())];
      assert.deepEqual([theirs.status, theirs.body.error], [404, nobodys.body.error]);
    }
    assert.equal((await direct(admin, newId())).status, 404);
    const own = await direct(runner, runner.user_id);
    assert.deepEqual([own.status, own.body.code], [403, 'forbidden']);
  });

  test('is refused by the name of what is wrong with it', async () => {
    const runner = await addMember(server, club);
    const device = await registerDevice(runner);
    const wrong: readonly [object, RegExp][] = [
      [{ data: { count: 3 } }, /^data\.count: must be a string, not a number\.$/],
      [{ data: { a: 'x', deep: { er: 'x' } } }, /^data\.deep: must be a string, not an object\.$/],
      [{ data: { nothing: null } }, /^data\.nothing: must be a string, not null\.$/],
      [{ data: { 'a\nb': 7 } }, /^data\.a\nb: must be a string, not a number\.$/],
      [{ data: ['a'] }, /^data: must be an object, not an array\.$/],
      ...['from', 'message_type', 'collapse_key', 'google', 'google.sent', 'gcm.n.e', 'GCM'].map(
        (name): [object, RegExp] => [
          { data: { fine: 'x', [name]: 'x' } },
          new RegExp(`^data\\.${name}: is a name that push services keep for themselves`),
        ],
      ),
      ...['type', 'category', 'notification_id', 'campaign_id', 'org_id', 'Type'].map(
        (name): [object, RegExp] => [
          { data: { fine: 'x', [name]: 'x' } },
          new RegExp(`^data\\.${name.toLowerCase()}: is said by the server itself`),
        ],
      ),
      [{ data: { much: 'x'.repeat(4_097) } }, /^data\.much: must have at most 3,993 characters/],
      [
        { data: { a: 'x'.repeat(2_000), b: 'x'.repeat(2_000) } },
        /^data: must become 112 bytes shorter, of 4,014: title, text and data have 4,105 together, .+ push services take 3,993\.$/,
      ],
      [{ data: { much: '走'.repeat(1_330) } }, /^data: must become 98 bytes shorter, of 4,000: /],
      [{ message: '走'.repeat(1_330) }, /^message: must become 59 bytes shorter, of 3,990: /],
      [{ title: ' ' }, /^title: must be one line, not blank/],
      [{ title: 'a\nb' }, /^title: must be one line, not blank/],
      [{ title: 'x'.repeat(121) }, /^title: must have at most 120 characters/],
      [{ message: '\n \n' }, /^message: must not be blank/],
      [{ message: 'a\u0007' }, /^message: must not be blank, and have no control characters/],
      [{ message: undefined }, /^message: is required/],
      [{ title: undefined }, /^title: is required/],
      [{ user_id: undefined }, /^user_id: is required/],
      [{ user_id: 'everybody' }, /^user_id: must be a UUID/],
    ];
    for (const [fields, says] of wrong) {
      const { status, body } = await direct(club.coach, runner.user_id, fields);
      assert.equal(status, 400, JSON.stringify(fields));
      assert.match(body.error, says);
    }
    assert.deepEqual(await pushesTo(device), []);
    const data = { fromage: 'x', agoogle: 'x', much: '' };
    const bare = { title: PUSH_WORDS.title, body: PUSH_WORDS.message };
    const used = Buffer.byteLength(JSON.stringify({ ...bare, data: { ...data, type: 'direct' } }));
    const full = { ...data, much: 'x'.repeat(3_993 - used) };
    assert.equal((await direct(club.coach, runner.user_id, { data: full })).body.data.tokens_sent, 1);
    const over = { ...full, much: `${full.much}x` };
    assert.equal((await direct(club.coach, runner.user_id, { data: over })).status, 400);
  });

  test('is in the logs of the clubs that coach and athlete share: to whom, and not what', async () => {
    const [shared, other] = [await createOrganization(server), await createOrganization(server)];
    const runner = await addMember(server, shared);
    const logOf = async ({ org_id, coach }: TestOrganization) => {
      const path = `/api/v1/organizations/${org_id}/audit-logs?event_type=push_sent`;
      return (await server.request('GET', path, { token: coach.token })).body.logs;
    };
    await server.request('POST', `/api/v1/organizations/${other.org_id}/members`, {
      token: other.coach.token,
      body: { user_id: runner.user_id },
    });
    assert.equal((await direct(shared.coach, runner.user_id)).status, 200);
    assert.deepEqual(await logOf(shared), [], 'without a device nothing goes out');
    await registerDevice(runner);
    for (const by of [shared.coach, admin]) assert.equal((await direct(by, runner.user_id)).status, 200);
    const [entry, ...more] = await logOf(shared);
    assert.deepEqual(
      [entry.actor_id, entry.target_id, entry.target_name, entry.data.to, more],
      [shared.coach.user_id, runner.user_id, null, 'person', []],
    );
    assert.deepEqual(Object.keys(entry.data).toSorted(), ['push_id', 'to']);
    assert.deepEqual(await logOf(other), []);
  });

  test('comes 20 times an hour from one coach, and 30 times a minute to whomever', async (t) => {
    t.after(() => server.clock.reset());
    const { coach, ...own } = await createOrganization(server);
    const [one, two] = [
      await addMember(server, { coach, ...own }),
      await addMember(server, { coach, ...own }),
    ];
    const statuses = async (count: number, user_id: string): Promise<number[]> =>
      (await Promise.all(Array.from({ length: count }, () => direct(coach, user_id)))).map(
        ({ status }) => status,
      );
    const many = await statuses(22, one.user_id);
    assert.deepEqual(many.toSorted(), [...Array.from({ length: 20 }, () => 200), 429, 429]);
    const refused = await direct(coach, one.user_id);
    assert.match(refused.body.error, /20 pushes to this person within an hour/);
    assert.ok(Number(refused.headers.get('retry-after')) > 3_500);
    assert.equal((await direct(admin, one.user_id)).status, 200, 'others have their own');
    assert.deepEqual(
      await statuses(10, two.user_id),
      Array.from({ length: 10 }, () => 200),
    );
    const soon = await direct(coach, two.user_id);
    assert.match(soon.body.error, /30 pushes within a minute/);
    assert.ok(Number(soon.headers.get('retry-after')) <= 60);
    server.clock.advance(MINUTE_MS + 1_000);
    assert.equal((await direct(coach, two.user_id)).status, 200);
    assert.equal((await direct(coach, one.user_id)).status, 429);
    server.clock.advance(HOUR_MS);
    assert.equal((await direct(coach, one.user_id)).status, 200);
  });
});
