import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import { filesNaming, placesOf } from '../../test/find-traces.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import {
  type Everything,
  personWithEverything,
  succeed,
  tokenByMail,
} from '../../test/person-with-everything.ts';
import { type PersonalArchive, takeOut } from '../../test/personal-archive.ts';
import { keepChanges } from '../changes/keep-changes.ts';

/** In every text about the person, and in nobody else's; no hexadecimal digits, which the bytes of others may spell by chance. */
const MARK = Array.from({ length: 12 }, () => 'ghijklmnopqrstuv'[randomInt(16)]).join('');

describe('a person with everything', () => {
  let server: TestServer;
  let all: Everything;
  before(async () => {
    server = await testServer();
    all = await personWithEverything(server, MARK);
    await until(async () => (await notifications()).length === 7);
  });

  const notifications = () =>
    server.deps.db.query(sql`SELECT FROM notifications WHERE user_id = ${all.person.user_id}`);
  const read = (path: string, token: string) => succeed(server, 'GET', path, token);

  test('takes everything out, and is forgotten', async () => {
    const { user_id, token } = all.person;
    const archive = await takeOut(server, all.person);
    checkWhoTheyAre(archive);
    checkWhereTheyAre(archive);
    checkWhatTheyRan(archive);
    // Or the search that finds nothing afterwards would prove nothing.
    const before = await placesOf(server, [MARK]);
    assert.ok(before.size >= 20, [...before].join(', '));
    assert.ok(before.has('public.notifications.message'), 'coaches have been told of them by name');
    assert.ok([...(await filesNaming(server, [MARK, user_id]))].length > 0);

    const { status, body } = await server.request('DELETE', '/api/v1/users/me', {
      token,
      body: { password: all.texts.password },
    });
    assert.deepEqual([status, body.status], [200, 'ok']);

    assert.equal((await server.request('GET', '/api/v1/auth/me', { token })).status, 401);
    await until(async () => (await jobsWaiting()) === 0);
    await keepChanges(server.deps, new AbortController().signal);
    assert.deepEqual([...(await placesOf(server, [MARK]))], []);
    assert.deepEqual([...(await placesOf(server, [user_id]))].toSorted(), PLACES_OF_THE_ID);
    assert.deepEqual([...(await filesNaming(server, [MARK, user_id]))], []);
    assert.deepEqual(await archivesLeft(), []);
    await checkWhatOthersSee();
    await checkSigningUpAgain();
  });

  /** Where an id is left that leads to nobody: the audit log for good, what is still to be told of for a month, the queue for a day. */
  const PLACES_OF_THE_ID = [
    'public.audit_log.actor_id',
    'public.audit_log.target_id',
    'public.organization_changes.athlete_id',
    'queue.accounts.forget-mails',
    'queue.activities.reckon-loads',
    'queue.activities.remove-uploads',
    'queue.events/athletes_exported',
    'queue.events/athletes_exported/notifications',
    'queue.events/attendance_taken',
    'queue.events/attendance_taken/notifications',
    'queue.events/member_joined',
    'queue.events/member_joined/notifications',
    'queue.events/member_left',
    'queue.events/member_left/messages',
    'queue.events/member_left/notifications',
    'queue.events/member_left/sessions',
    'queue.events/membership_offered',
    'queue.events/membership_offered/notifications',
    'queue.events/session_answered',
    'queue.events/session_answered/notifications',
    'queue.events/session_news',
    'queue.events/session_news/notifications',
    'queue.events/training_zones_changed',
    'queue.events/training_zones_changed/activities',
  ];

  function checkWhoTheyAre({ records }: PersonalArchive): void {
    const [profile] = records('profile.json');
    const { email, username, display_name, first_name, last_name, bio, next_race } = all.texts;
    const { user_id } = all.person;
    const expected = { user_id, email, username, display_name, first_name, last_name, bio, next_race };
    assert.deepEqual({ ...profile, ...expected, signup_platform: 'ios' }, profile);
    const [account] = records('account.json');
    assert.deepEqual(
      [account.email, account.roles, account.has_password, account.identities[0].subject],
      [email, ['user', 'coach'], true, all.texts.subject],
    );
    assert.deepEqual(
      [account.password_resets.length, account.verifications.length, account.failed_sign_ins.length],
      [1, 1, 1],
    );
    assert.doesNotMatch(JSON.stringify(account), /argon2|token_hash/);
  }

  function checkWhereTheyAre({ records }: PersonalArchive): void {
    const { home, away, former, group, keys, plan_id, bystander } = all;
    const memberships = records('memberships.json');
    assert.deepEqual(
      memberships.map(({ org_id, left_at }) => [org_id, left_at === null]),
      [
        [home.org_id, true],
        [away.org_id, true],
        [former.org_id, false],
      ],
    );
    assert.deepEqual([memberships[0].display_name, memberships[0].labels], [all.texts.nickname, [MARK]]);
    const [offer, block] = records('membership_offers.json');
    assert.deepEqual([offer.display_name, offer.labels], [all.texts.nickname, [MARK]]);
    assert.deepEqual([block.org_id, block.blocked], [former.org_id, 'left']);
    assert.deepEqual(
      records('coaching.json').map(({ org_id, role }) => [org_id, role]),
      [[away.org_id, 'admin']],
    );
    assert.deepEqual(
      records('groups.json').map(({ group_id, name }) => [group_id, name]),
      [[group.id, group.name]],
    );
    assert.deepEqual(
      records('api_keys.json').map(({ key_id }) => key_id),
      [keys.own.id],
    );
    for (const kind of ['made', 'received'] as const) {
      const [{ invitation_id }, ...others] = records(`invitations_${kind}.json`);
      assert.deepEqual([invitation_id, others], [all.invitations[kind], []]);
    }
    const [plan, ...more] = records('plans.json');
    assert.deepEqual([plan.id, plan.org_id, plan.workouts.length, more.length], [plan_id, home.org_id, 3, 0]);
    assert.deepEqual(
      records('saved_plans.json').map(({ title }) => title),
      ['Of a coach'],
    );
    assert.deepEqual(
      records('library_workouts.json').map(({ org_id, title }) => [org_id, title]),
      [[away.org_id, 'Easy half hour']],
    );
    const [{ training_principle }] = records('training_principle.json');
    assert.equal(training_principle, `Slow, says ${MARK}.`);
    const [device, ...others] = records('devices.json');
    assert.deepEqual([device.device_id, others], [`phone-${MARK}`, []]);
    const [settings] = records('notification_settings.json');
    assert.deepEqual(
      [settings.quiet_hours, settings.campaign_opt_outs[0].org_id],
      [{ start: '22:00', end: '07:00' }, home.org_id],
    );
    const [topic] = records('topics.json');
    assert.equal(topic.topic, `news-of-${MARK}`);
    assert.deepEqual(
      records('sent_messages.json').map((sent) => [sent.kind, sent.topic, sent.body]),
      [['topic', `org-${away.org_id}`, 'At the river.']],
    );
    assert.deepEqual(
      new Set(records('deliveries.json').map(({ channel }) => channel)),
      new Set(['push', 'email']),
    );
    const synced = records('connections.json')[0].last_sync_at;
    assert.deepEqual(
      records('connections.json').map(({ provider, provider_user_id, last_sync_at, token_expired_at }) => [
        provider,
        provider_user_id,
        last_sync_at,
        token_expired_at,
      ]),
      [
        ['apple_health', null, synced, null],
        ['garmin', `runner-${MARK}`, '2026-01-02T03:04:05.000Z', '2026-02-03T04:05:06.000Z'],
      ],
    );
    assert.deepEqual(
      records('health_samples.json').map(({ value, origin }) => [value, origin]),
      [[61, `app.${MARK}`]],
    );
    assert.deepEqual(
      records('health_days.json').map(({ source, heart_rate }) => [source, heart_rate.max_bpm]),
      [['apple_health', 61]],
    );
    assert.deepEqual(
      records('notifications.json')
        .map(({ type }) => type)
        .toSorted(),
      [
        ...['added_to_organization', 'added_to_organization', 'added_to_organization'],
        'data_exported',
        'data_exported',
        'membership_offered',
        'membership_offered',
      ],
    );
    const entries = records('audit_entries.json');
    const namesOf = (event: string) =>
      entries.filter(({ event_type }) => event_type === event).map(({ name_given }) => name_given);
    assert.deepEqual(namesOf('group_member_added'), [all.texts.nickname]);
    assert.deepEqual(namesOf('coach_added'), [all.texts.display_name]);
    assert.ok(entries.some(({ event_type, you_acted }) => event_type === 'api_key_created' && you_acted));
    const [changed] = entries.filter(({ event_type }) => event_type === 'member_updated');
    assert.deepEqual([changed.you_acted, changed.about_you, changed.name_given], [true, false, null]);
    assert.ok(!JSON.stringify(entries).includes(bystander.user_id));
  }

  function checkWhatTheyRan({ records, files }: PersonalArchive): void {
    const { activity_id, recording } = all;
    const [activity, ...more] = records('activities.json');
    assert.deepEqual(
      [activity.id, activity.private, activity.description, activity.privacy_filtered, more.length],
      [activity_id, true, all.texts.description, [], 0],
    );
    const days = ['availability', 'injuries', 'races'].map((name) => JSON.stringify(records(`${name}.json`)));
    assert.ok(days.every((text) => text.includes(MARK)));
    assert.ok(activity.laps.length > 0 && activity.map_polyline !== null);
    const streams = JSON.parse(String(files.get(`streams/${activity_id}.json`)));
    assert.ok(Object.values(streams).every((column) => Array.isArray(column) && column.length > 50));
    const told = records('activity_records.json');
    assert.deepEqual(
      told.map((record) => [record.source, record.activity_id, record.told === null]).toSorted(),
      [
        ['garmin', null, true],
        ['upload', activity_id, false],
      ],
    );
    assert.equal(records('activity_rulings.json').length, 1);
    const [uploaded] = records('recordings.json');
    assert.deepEqual([uploaded.file_name, uploaded.activity_ids], [all.texts.file_name, [activity_id]]);
    assert.ok(uploaded.file.endsWith(all.texts.file_name));
    assert.deepEqual(files.get(uploaded.file), Buffer.from(recording));
  }

  async function archivesLeft(): Promise<string[]> {
    const objects = await Array.fromAsync(server.deps.store.list('exports/'));
    return objects
      .map(({ key }) => key)
      .filter((key) => Object.values(all.exports).some((id) => key.includes(id)));
  }

  const jobsWaiting = async (): Promise<number> => {
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE (name IN ('accounts.forget-mails', 'activities.remove-uploads', 'exports.remove-withdrawn') OR name LIKE 'events/member%')
        AND state < 'completed' AND start_after <= now() AND (name LIKE 'exports%' OR data ->> 'user_id' = ${all.person.user_id})`);
    return count;
  };

  async function checkWhatOthersSee(): Promise<void> {
    const { home, away, former, group, keys, plan_id, exports } = all;
    const { user_id } = all.person;
    for (const { org_id, coach } of [home, away, former]) {
      const { logs } = await read(`/organizations/${org_id}/audit-logs?limit=200`, coach.token);
      const about = logs.filter(({ target_id }: { target_id: string }) => target_id === user_id);
      assert.ok(about.length > 0 && about.every((one: { target_name: unknown }) => one.target_name === null));
      const { members } = await read(`/organizations/${org_id}/members`, coach.token);
      assert.ok(!members.some((one: { user_id: string }) => one.user_id === user_id));
    }
    const left = await read(
      `/organizations/${home.org_id}/audit-logs?event_type=member_removed`,
      home.coach.token,
    );
    const { actor_id, target_id, data } = left.logs[0];
    assert.deepEqual([actor_id, target_id], [user_id, user_id]);
    assert.deepEqual(data, { group_ids: [group.id], plan_ids: [plan_id], account_deleted: true });
    const dismissed = await read(
      `/organizations/${away.org_id}/audit-logs?event_type=coach_removed`,
      away.coach.token,
    );
    assert.deepEqual(dismissed.logs[0].data, { unassigned_members: 1, account_deleted: true });
    const { members } = await read(`/organizations/${away.org_id}/members`, away.coach.token);
    assert.equal(members[0].coach_id, null);
    // Names of others stay.
    const { logs } = await read(
      `/organizations/${away.org_id}/audit-logs?event_type=member_updated`,
      away.coach.token,
    );
    assert.ok(logs.every((one: { target_name: unknown }) => one.target_name !== null));

    const { made, received } = all.invitations;
    for (const [{ org_id, coach }, id, is_left] of [
      [away, made, true],
      [former, received, false],
    ] as const) {
      const { data } = await read(`/organizations/${org_id}/invitations`, coach.token);
      const left = data.invitations.find((one: { id: string }) => one.id === id);
      assert.deepEqual([left !== undefined, left?.created_by], [is_left, is_left ? null : undefined]);
    }
    const { api_keys } = await read(`/organizations/${away.org_id}/api-keys`, away.coach.token);
    assert.ok(!api_keys.some(({ id }: { id: string }) => id === keys.own.id));
    for (const [secret, id, status] of [
      [keys.home.secret, exports.whole, 410],
      [keys.own.secret, exports.named, 401],
    ] as const) {
      const path = `/developer/v1/exports/${id}/download`;
      assert.equal((await server.request('GET', path, { apiKey: secret })).status, status);
    }
  }

  async function checkSigningUpAgain(): Promise<void> {
    const { email, username, password } = all.texts;
    const body = { token: await tokenByMail(server, email), password, username };
    const signedUp = await succeed(server, 'POST', '/auth/complete-signup', '', body);
    assert.notEqual(signedUp.user_id, all.person.user_id);
    assert.deepEqual([signedUp.profile.display_name, signedUp.profile.bio], [null, null]);
    const { data } = await read('/activities', signedUp.access_token);
    assert.equal(data.total, 0);
    const { records } = await takeOut(server, { token: signedUp.access_token });
    assert.deepEqual(records('audit_entries.json'), []);
  }
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'this never came true');
    await sleep(20);
  }
}
