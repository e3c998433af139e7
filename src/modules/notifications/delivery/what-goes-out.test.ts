import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import type { MailMessage } from '../../../infra/mail/index.ts';
import { MAX_PUSH_BYTES, sizeOfPush } from '../../../infra/push/index.ts';
import { newId } from '../../../shared/ids.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { addClub, addMember } from '../../../test/delivery-club.ts';
import { type DeliveryStage, openDeliveryStage } from '../../../test/delivery-stage.ts';
import { type CampaignAudience, countCampaignAudience } from './audiences.ts';
import { sendNotices } from './send-notices.ts';

let stage: DeliveryStage;
before(async () => {
  stage = await openDeliveryStage();
});
after(() => stage.close());
beforeEach(async () => {
  stage.now = new Date('2026-07-01T09:00:00Z');
  await stage.db.execute(sql`DELETE FROM organizations`);
  await stage.db.execute(sql`DELETE FROM users`);
  await stage.db.execute(sql`DELETE FROM outgoing_messages`);
  for (const noted of [stage.taken, stage.mails, stage.campaignsDone, stage.enqueued]) noted.length = 0;
});

const addressesTaken = (): string[] => stage.taken.map(({ address }) => address).sort();
const pushStates = () =>
  stage.db.query(sql`
    SELECT state, reason, due_at FROM deliveries WHERE channel = 'push' ORDER BY state, reason`);

/** Does what `tell` does: writes to the centre first, and sends from there. */
async function tellThem(
  user_ids: readonly string[],
  type: string,
  words: { title?: string; message?: string; data?: object } = {},
): Promise<string[]> {
  const notifications = user_ids.map((user_id) => ({ id: newId(), user_id }));
  const { title = 'Strava is no longer connected', message = 'Connect it again.', data = {} } = words;
  await stage.db.transaction(async (tx) => {
    for (const { id, user_id } of notifications) {
      await tx.execute(sql`
        INSERT INTO notifications (id, user_id, category, type, subject, title, message, data, created_at)
        VALUES (${id}, ${user_id}, 'reminders', ${type}, ${id}, ${title}, ${message}, ${JSON.stringify(data)}, ${stage.now})`);
    }
    await sendNotices(tx, stage.deps, { notifications, announcement: { type }, now: stage.now });
  });
  return notifications.map(({ id }) => id);
}

describe('a notification', () => {
  test('goes out with its own words to the devices and the mailbox of its person', async () => {
    const user_id = await stage.addPerson({ devices: ['a', 'b'], language: 'ja' });
    const data = { provider: 'strava', tries: 3, deep: { is: [true] }, nothing: null };
    const [id] = await tellThem([user_id], 'connection_lost', { data });
    await stage.run();
    const email = `${user_id}@example.org`;
    assert.deepEqual(addressesTaken(), ['a', 'b', email].sort());
    assert.deepEqual(stage.taken.find(({ address }) => address === 'a')?.what, {
      id,
      title: 'Strava is no longer connected',
      body: 'Connect it again.',
      data: {
        provider: 'strava',
        tries: '3',
        deep: '{"is":[true]}',
        type: 'connection_lost',
        category: 'reminders',
        notification_id: id,
      },
      urgency: 'normal',
      ttl_s: 86_400,
    });
    const [mail] = stage.mails;
    assert.equal(mail?.subject, 'Strava is no longer connected');
    assert.match(mail?.text ?? '', /Connect it again\.\n\nこのメールは、設定でメール通知がオン/);
    assert.ok(mail?.html.includes('<html lang="ja">') && mail.from_name === undefined);
  });

  test('that stays in the centre leaves nothing behind', async () => {
    await tellThem([await stage.addPerson({ is_verified: false })], 'connection_lost');
    await tellThem([await stage.addPerson({ devices: ['a'] })], 'eclipse');
    await tellThem([], 'connection_lost');
    const { n } = await stage.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM outgoing_messages`);
    assert.deepEqual([n, stage.enqueued], [0, []]);
  });

  test('too long for a push is cut between two characters, and whole in the mail', async () => {
    const user_id = await stage.addPerson({ devices: ['a'] });
    const message = '週👨‍👩‍👧‍👦'.repeat(300);
    await tellThem([user_id], 'weekly_summary', { title: '長'.repeat(200), message });
    await stage.run();
    const { title, body } = (stage.taken.find(({ address }) => address === 'a')?.what ?? {}) as Record<
      string,
      string
    >;
    for (const [text, whole, most] of [
      [title, '長'.repeat(200), 400],
      [body, message, 2_000],
    ] as const) {
      const size = Buffer.byteLength(text ?? '');
      assert.ok(size <= most && size > most - 40, `${size} bytes`);
      assert.ok(text?.endsWith('…') && whole.startsWith(text.slice(0, -1)));
    }
    assert.match(body ?? '', /(👨‍👩‍👧‍👦|週)…$/u);
    assert.ok(stage.mails[0]?.text.includes(message));
  });

  test('takes along of its data what there is room for, beside words that take twice as much in JSON', async () => {
    const user_id = await stage.addPerson({ devices: ['a'] });
    const workouts = Array.from({ length: 12 }, () => ({ plan_id: newId(), title: '"走" '.repeat(40) }));
    const data = { workouts, date: '2026-07-01' };
    const [id] = await tellThem([user_id], 'workout_reminder', { message: '"\n\\'.repeat(1_500), data });
    await stage.run();
    const what = stage.taken[0]?.what as Parameters<typeof sizeOfPush>[0];
    const known = { type: 'workout_reminder', category: 'reminders', notification_id: id };
    assert.deepEqual(what.data, { ...known, date: '2026-07-01' });
    const size = sizeOfPush(what);
    assert.ok(size <= MAX_PUSH_BYTES && what.body.length > 900, `${size} bytes`);
  });

  test('waits for the end of quiet hours where it would ring, and is not sent when it was read by then', async () => {
    const night = { timezone: 'Asia/Tokyo', quiet_hours: ['17:00', '19:30'] } as const;
    const reader = await stage.addPerson({ devices: ['read'], ...night });
    const other = await stage.addPerson({ devices: ['unread'], ...night });
    const deleter = await stage.addPerson({ devices: ['deleted'], ...night });
    await tellThem([reader, other, deleter], 'connection_lost');
    const end = new Date('2026-07-01T10:30:00Z');
    await stage.run();
    assert.equal(stage.mails.length, 3);
    assert.deepEqual(
      stage.enqueued.map(({ at }) => at),
      [end],
    );
    await stage.db.execute(sql`
      INSERT INTO notification_centres (user_id, total, unread, read_until) VALUES (${reader}, 1, 0, ${stage.now})`);
    await stage.db.execute(
      sql`UPDATE notifications SET deleted_at = ${stage.now} WHERE user_id = ${deleter}`,
    );
    stage.now = new Date(end.getTime() - MINUTE_MS);
    await stage.run();
    assert.equal(stage.taken.length, 3);
    stage.now = end;
    await stage.run();
    assert.deepEqual(await pushStates(), [
      { state: 'cancelled', reason: 'notification_deleted', due_at: end },
      { state: 'cancelled', reason: 'notification_read', due_at: end },
      { state: 'sent', reason: null, due_at: end },
    ]);
    assert.ok(addressesTaken().includes('unread'));
  });
});

describe('whom it is for', () => {
  test('a topic of an organization are its members and coaches, the general one is everybody', async () => {
    const { org_id } = await addClub(stage);
    await addMember(stage, org_id, 'member');
    await addMember(stage, org_id, 'former', { left: true });
    await addMember(stage, org_id, 'shut-out', { status: 'suspended' });
    const optedOut = await addMember(stage, org_id, 'opted-out');
    await stage.db.execute(sql`
      INSERT INTO campaign_opt_outs (user_id, org_id, opted_out_at) VALUES (${optedOut}, ${org_id}, ${stage.now})`);
    const assistant = await stage.addPerson({ devices: ['assistant'] });
    await stage.db.execute(sql`
      INSERT INTO organization_coaches (org_id, user_id, role, added_at)
      VALUES (${org_id}, ${assistant}, 'assistant_coach', ${stage.now})`);
    const theirs = await stage.start({ topic: `org-${org_id}`, org_id });
    await stage.run();
    assert.deepEqual(addressesTaken(), ['assistant', 'coach', 'member']);
    assert.deepEqual((await stage.read(theirs)).counts.push?.skipped, { opted_out: 1 });
    stage.taken.length = 0;
    const suspended = await stage.addPerson({ devices: ['suspended'] });
    await stage.db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${suspended}`);
    const id = await stage.start({ topic: 'general' });
    await stage.run();
    const everybody = ['assistant', 'coach', 'former', 'member', 'opted-out', 'shut-out'];
    assert.deepEqual(addressesTaken(), everybody);
    assert.equal((await stage.read(id)).counts.push?.recipients, 6);
  });

  test('a campaign is for members as the audience says, and for nobody else', async () => {
    const { org_id } = await addClub(stage);
    const elsewhere = await addClub(stage, 'Elsewhere');
    const slow = await addMember(stage, org_id, 'slow', { level: 'beginner', labels: ['track', 'trail'] });
    await addMember(stage, org_id, 'fast', { level: 'elite', labels: ['track'], status: 'inactive' });
    const former = await addMember(stage, org_id, 'former', { left: true, labels: ['track'] });
    const shut = await addMember(stage, org_id, 'shut', { level: 'elite', status: 'suspended' });
    const stranger = await addMember(stage, elsewhere.org_id, 'stranger', { labels: ['track'] });
    const [group, empty] = [newId(), newId()];
    for (const id of [group, empty])
      await stage.db.execute(sql`
        INSERT INTO groups (id, org_id, name, created_at, updated_at) VALUES (${id}, ${org_id}, ${id}, ${stage.now}, ${stage.now})`);
    await stage.db.execute(sql`
      INSERT INTO group_members (org_id, group_id, user_id, added_at) VALUES (${org_id}, ${group}, ${slow}, ${stage.now})`);
    const cases: readonly (readonly [CampaignAudience, readonly string[]])[] = [
      ['all', ['fast', 'slow']],
      [{ segment: {} }, ['fast', 'slow']],
      [{ segment: { level: 'elite' } }, ['fast']],
      [{ segment: { labels: ['trail', 'road'] } }, ['slow']],
      [{ segment: { labels: ['track'], status: 'inactive' } }, ['fast']],
      [{ segment: { group_ids: [group, empty] } }, ['slow']],
      [{ segment: { group_ids: [group], level: 'elite' } }, []],
      [{ segment: { level: 'elite', status: 'suspended' } }, ['shut']],
      [{ user_ids: [slow, former, stranger, newId()] }, ['slow']],
      [{ user_ids: [slow, shut] }, ['shut', 'slow']],
      [{ user_ids: [] }, []],
    ];
    for (const [audience, expected] of cases) {
      stage.taken.length = 0;
      await stage.start({ kind: 'campaign', topic: null, org_id, audience });
      await stage.run();
      assert.deepEqual(addressesTaken(), expected, JSON.stringify(audience));
      assert.equal(await countCampaignAudience(stage.db, { org_id, audience }), expected.length);
    }
  });
});

describe('a campaign', () => {
  const campaign = (org_id: string, fields: object = {}) =>
    stage.start({
      kind: 'campaign',
      topic: null,
      org_id,
      audience: 'all',
      channels: ['push', 'email', 'chat'],
      title: 'Race on Sunday',
      body: 'Meet at eight.\n\nBring your sash.',
      data: { type: 'campaign' },
      ...fields,
    });

  test('says whose it is and how it is stopped, in the name of the club, and is over once', async () => {
    const { org_id } = await addClub(stage, 'Evil.example\u202e');
    const user_id = await addMember(stage, org_id, 'phone', { line: 'line-1' });
    const id = await campaign(org_id);
    await stage.run();
    assert.deepEqual(addressesTaken(), ['line-1', 'phone', `${user_id}@example.org`].sort());
    const said = stage.taken.find(({ address }) => address === 'line-1')?.what;
    assert.equal(said?.text, 'Race on Sunday\n\nMeet at eight.\n\nBring your sash.\n\nHow to stop.');
    const mail: Partial<MailMessage> = stage.mails[0] ?? {};
    assert.deepEqual(mail.headers, { 'List-Unsubscribe': `<https://run.example.org/u/${user_id}>` });
    assert.match(mail.from_name ?? '', /^Evil\.\u2060example /u);
    assert.match(mail.text ?? '', /Meet at eight\.\n\nBring your sash\.\n\nFrom Evil/);
    assert.doesNotMatch(mail.text ?? '', /e-mail are on in your settings/);
    assert.deepEqual(stage.campaignsDone, [id]);
    const { counts, state } = await stage.read(id);
    assert.deepEqual(
      Object.entries(counts).map(([channel, { sent, recipients }]) => [channel, sent, recipients]),
      [
        ['push', 1, 1],
        ['email', 1, 1],
        ['chat', 1, 1],
      ],
    );
    assert.equal(state, 'done');
  });

  test('goes to nobody who has opted out, though it were a moment before it is sent', async () => {
    const { org_id } = await addClub(stage);
    const optOut = (user_id: string) =>
      stage.db.execute(sql`
        INSERT INTO campaign_opt_outs (user_id, org_id, opted_out_at) VALUES (${user_id}, ${org_id}, ${stage.now})`);
    await optOut(await addMember(stage, org_id, 'before'));
    const late = await addMember(stage, org_id, 'late');
    await addMember(stage, org_id, 'stays');
    const id = await campaign(org_id, { channels: ['push'] });
    await stage.runNext();
    await optOut(late);
    await stage.run();
    assert.deepEqual(addressesTaken(), ['stays']);
    const { push } = (await stage.read(id)).counts;
    assert.deepEqual([push?.sent, push?.cancelled, push?.skipped], [1, 1, { opted_out: 1 }]);
  });

  test('has the same id for an address each time it is sent, and another for each', async () => {
    const { org_id } = await addClub(stage);
    for (const n of [1, 2]) await addMember(stage, org_id, `phone-${n}`, { line: `line-${n}` });
    stage.answers.set('line-1', [{ kind: 'busy', reason: 'unavailable', retry_after_ms: null }]);
    const ids: [string, string][] = [];
    const { messenger } = stage.deps;
    const noting = {
      ...messenger,
      send: (...args: Parameters<typeof messenger.send>) => {
        ids.push([args[0].chat_id, args[1].id]);
        return messenger.send(...args);
      },
    };
    Object.assign(stage.deps, { messenger: noting });
    await campaign(org_id, { channels: ['chat'] });
    await stage.run();
    stage.now = new Date(stage.now.getTime() + MINUTE_MS);
    await stage.run();
    Object.assign(stage.deps, { messenger });
    const of = (chat: string) => new Set(ids.filter(([one]) => one === chat).map(([, id]) => id));
    assert.deepEqual(
      [ids.length, of('line-1').size, of('line-2').size, new Set(ids.map(([, id]) => id)).size],
      [3, 1, 1, 2],
    );
    for (const [, id] of ids)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
