import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { addClub, addMember } from '../../../test/delivery-club.ts';
import { type DeliveryStage, openDeliveryStage } from '../../../test/delivery-stage.ts';
import { lockLeavingUser } from '../../users/index.ts';
import { forgetAddresses } from './forget-addresses.ts';
import { sendNotices } from './send-notices.ts';

let stage: DeliveryStage;
before(async () => {
  stage = await openDeliveryStage();
});
after(() => stage.close());
/** In Tokyo it is six in the evening. */
const BEGUN = new Date('2026-07-01T09:00:00Z');
const ASLEEP = { timezone: 'Asia/Tokyo', quiet_hours: ['17:00', '19:30'] } as const;
const AWAKE = new Date('2026-07-01T10:30:00Z');
beforeEach(async () => {
  stage.now = BEGUN;
  await stage.db.execute(sql`DELETE FROM organizations`);
  await stage.db.execute(sql`DELETE FROM users`);
  await stage.db.execute(sql`DELETE FROM outgoing_messages`);
  stage.beforePush = async () => undefined;
  stage.answers.clear();
  for (const noted of [stage.taken, stage.mails, stage.enqueued]) noted.length = 0;
});

const addressesTaken = (): string[] => stage.taken.map(({ address }) => address).sort();
const reasons = async (): Promise<string[]> => {
  const rows = await stage.db.query<{ reason: string }>(sql`
    SELECT channel || ' ' || state || ' ' || COALESCE(reason, '-') AS reason FROM deliveries ORDER BY 1`);
  return rows.map(({ reason }) => reason);
};
const campaign = (org_id: string, fields: object = {}) =>
  stage.start({ kind: 'campaign', topic: null, org_id, audience: 'all', ...fields });
const change = (user_id: string, settings: object) =>
  stage.db.execute(sql`
    UPDATE users SET notification_settings = notification_settings || ${JSON.stringify(settings)}::jsonb
    WHERE user_id = ${user_id}`);
const notice = (user_id: string, type: string) =>
  stage.db.transaction(async (tx) => {
    const id = newId();
    await tx.execute(sql`
      INSERT INTO notifications (id, user_id, category, type, subject, title, message, data, created_at)
      VALUES (${id}, ${user_id}, 'training', ${type}, ${id}, 'Your week', 'Went well.', '{}', ${stage.now})`);
    const notifications = [{ id, user_id }];
    await sendNotices(tx, stage.deps, { notifications, announcement: { type }, now: stage.now });
  });

describe('while it waits', () => {
  test('who leaves a club, or is suspended there, gets nothing more of it; what a segment asked for stays as it was', async () => {
    const { org_id } = await addClub(stage);
    const member = (name: string, fields: object = {}) =>
      addMember(stage, org_id, name, { ...ASLEEP, line: `line-${name}`, level: 'elite', ...fields });
    const [leaver, shutOut, changed] = [
      await member('leaver'),
      await member('shut-out'),
      await member('changed'),
    ];
    const named = await member('named', { status: 'suspended' });
    await campaign(org_id, { audience: { segment: { level: 'elite' } }, channels: ['push', 'chat'] });
    await stage.start({ topic: `org-${org_id}`, org_id });
    await campaign(org_id, { audience: { user_ids: [leaver, shutOut, named] } });
    await stage.run();
    assert.deepEqual(addressesTaken(), ['coach']);
    stage.taken.length = 0;
    await stage.db.execute(sql`
      UPDATE organization_members SET left_at = CASE WHEN user_id = ${leaver} THEN ${stage.now}::timestamptz END,
        status = CASE WHEN user_id = ${changed} THEN 'inactive' ELSE 'suspended' END, member_level = 'beginner'`);
    stage.now = AWAKE;
    await stage.run();
    assert.deepEqual(addressesTaken(), ['changed', 'changed', 'line-changed', 'named', 'shut-out']);
    const left = (await reasons()).filter((reason) => reason.endsWith('cancelled left_audience'));
    // Two of each channel come from the campaign, one from the topic, and one more is the named person who has left.
    assert.deepEqual([left.length, left.filter((reason) => reason.startsWith('chat')).length], [7, 2]);
  });

  test('who takes no more messages of a club, or has left its coaches or a topic, gets none', async () => {
    const { org_id } = await addClub(stage);
    const optingOut = await addMember(stage, org_id, 'opting-out', ASLEEP);
    const coach = await stage.addPerson({ devices: ['ex-coach'], ...ASLEEP });
    await stage.db.execute(sql`
      INSERT INTO organization_coaches (org_id, user_id, role, added_at) VALUES (${org_id}, ${coach}, 'admin', ${stage.now})`);
    const hearer = await stage.addPerson({ devices: ['hearer'], topics: ['trail'], ...ASLEEP });
    await stage.addPerson({ devices: ['still'], topics: ['trail'], ...ASLEEP });
    await stage.start({ topic: `org-${org_id}`, org_id });
    await stage.start({ topic: 'trail' });
    await stage.run();
    await stage.db.execute(sql`
      INSERT INTO campaign_opt_outs (user_id, org_id, opted_out_at) VALUES (${optingOut}, ${org_id}, ${stage.now})`);
    await stage.db.execute(sql`DELETE FROM organization_coaches`);
    await stage.db.execute(sql`DELETE FROM topic_subscriptions WHERE user_id = ${hearer}`);
    stage.now = AWAKE;
    await stage.run();
    assert.deepEqual(addressesTaken(), ['coach', 'still']);
    const cancelled = ['left_audience', 'left_audience', 'opted_out'].map((why) => `push cancelled ${why}`);
    assert.deepEqual(await reasons(), [...cancelled, 'push sent -', 'push sent -']);
  });

  test('what is switched off is not sent', async () => {
    const [off, mails] = [
      await stage.addPerson({ devices: ['off'], ...ASLEEP }),
      await stage.addPerson({ is_verified: true }),
    ];
    await stage.addPerson({ devices: ['on'], ...ASLEEP });
    for (const { user_id } of await stage.db.query<{ user_id: string }>(sql`SELECT user_id FROM users`))
      await notice(user_id, 'weekly_summary');
    await change(mails, { email_notification: false });
    await change(off, { weekly_summary: false });
    stage.now = AWAKE;
    await stage.run();
    assert.equal(addressesTaken().includes('off'), false);
    assert.equal(addressesTaken().includes('on'), true);
    assert.deepEqual(await reasons(), [
      'email cancelled email_off',
      'email cancelled switched_off',
      'email sent -',
      'push cancelled switched_off',
      'push sent -',
    ]);
  });

  test('quiet hours that begin put it off to their end, once more, and no attempt is counted; mails they let pass', async () => {
    const user_id = await stage.addPerson({ devices: ['busy'], topics: ['t'], timezone: 'Asia/Tokyo' });
    stage.answers.set('busy', [{ kind: 'busy', reason: 'unavailable', retry_after_ms: HOUR_MS }]);
    const id = await stage.start({ topic: 't', channels: ['push', 'email'] });
    await stage.runNext();
    const soon = new Date(BEGUN.getTime() + HOUR_MS);
    await stage.db.execute(sql`UPDATE deliveries SET due_at = ${soon} WHERE channel = 'email'`);
    await stage.run();
    assert.deepEqual(addressesTaken(), []);
    await stage.db.execute(sql`
      INSERT INTO quiet_hours (user_id, starts, ends, updated_at) VALUES (${user_id}, '18:30', '07:00', ${stage.now})`);
    stage.now = new Date(BEGUN.getTime() + 2 * HOUR_MS);
    await stage.run();
    assert.deepEqual(addressesTaken(), [`${user_id}@example.org`]);
    const morning = new Date('2026-07-01T22:00:00Z');
    const rows = await stage.db.query(
      sql`SELECT state, attempts, due_at FROM deliveries WHERE channel = 'push'`,
    );
    assert.deepEqual(rows, [{ state: 'waiting', attempts: 1, due_at: morning }]);
    assert.deepEqual(stage.enqueued.at(-1)?.at, morning);
    stage.now = morning;
    await stage.run();
    assert.ok(addressesTaken().includes('busy'));
    assert.equal((await stage.read(id)).state, 'done');
  });

  test('longer than two days, it is no news any more', async () => {
    await stage.addPerson({ devices: ['late'], topics: ['t'], ...ASLEEP });
    await stage.start({ topic: 't' });
    await stage.runNext();
    stage.now = new Date(BEGUN.getTime() + 24 * HOUR_MS);
    await stage.run();
    assert.deepEqual([stage.taken, await reasons()], [[], ['push waiting quiet_hours']]);
    stage.now = new Date(BEGUN.getTime() + 48 * HOUR_MS);
    await stage.run();
    assert.deepEqual([stage.taken, await reasons()], [[], ['push cancelled too_late']]);
  });
});

describe('of who deletes their account', () => {
  const hashes = async (): Promise<string[]> =>
    (
      await stage.db.query<{ hash: string }>(
        sql`SELECT encode(address_hash, 'hex') AS hash FROM deliveries ORDER BY 1`,
      )
    ).map(({ hash }) => hash);
  const leave = (user_id: string) =>
    stage.db.transaction(async (tx) => {
      await lockLeavingUser(tx, user_id);
      await forgetAddresses(tx, user_id);
      await tx.execute(sql`DELETE FROM users WHERE user_id = ${user_id}`);
    });

  test('no address is left by which to find what they got, also when something is just being sent', async () => {
    const people = [];
    for (const name of ['gone', 'waits', 'stays'])
      people.push(
        await stage.addPerson({ devices: [name], topics: ['t'], ...(name === 'waits' ? ASLEEP : {}) }),
      );
    const [going = '', waiting = ''] = people;
    const id = await stage.start({ topic: 't', channels: ['push', 'email'] });
    await stage.runNext();
    const before = await hashes();
    assert.equal(before.length, 6);
    let left = false;
    stage.beforePush = async (token) => {
      if (token !== 'gone' || left) return;
      left = true;
      await leave(going);
    };
    await stage.run();
    await leave(waiting);
    assert.ok(left);
    const after = await hashes();
    const kept = after.filter((hash) => before.includes(hash));
    assert.deepEqual([after.length, kept.length], [6, 2], 'those of who stays');
    assert.ok(after.every((hash) => hash.length === 64));
    const { state, counts } = await stage.read(id);
    assert.equal(state, 'sending');
    assert.deepEqual([counts.push?.sent, counts.push?.waiting, counts.email?.sent], [2, 1, 3]);
    stage.now = AWAKE;
    await stage.run();
    assert.deepEqual([(await stage.read(id)).counts.push?.gone, (await stage.read(id)).state], [1, 'done']);
  });

  test('nor where a process has died over it', async () => {
    const user_id = await stage.addPerson({ devices: ['lost'], topics: ['t'] });
    await stage.start({ topic: 't' });
    await stage.runNext();
    await stage.db.execute(sql`
      UPDATE deliveries SET state = 'sending', claim = ${newId()}, claimed_at = ${stage.now}, attempts = 1`);
    const [hash] = await hashes();
    await leave(user_id);
    assert.deepEqual(await hashes(), [hash], 'it may be sent still');
    stage.now = new Date(BEGUN.getTime() + MINUTE_MS);
    await stage.run();
    assert.deepEqual(await reasons(), ['push unknown interrupted']);
    assert.notDeepEqual(await hashes(), [hash]);
  });
});
