import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../infra/db/sql.ts';
import { downloadArchive, runExportOverHttp } from '../../test/archives.ts';
import {
  addCoach,
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { type PersonalArchive, takeOut } from '../../test/personal-archive.ts';
import { dayAfter } from '../../test/sample-plan.ts';

/** What nobody else in the database is called. */
const mark = randomUUID().slice(0, 8);
const PERSON = {
  email: `Zelda.${mark}@quist.example.org`,
  username: `zelda_${mark}`,
  display_name: `Zelly ${mark}`,
  first_name: `Zelda${mark}`,
  last_name: `Quist${mark}`,
  nickname: `Zed ${mark}`,
  password: 'Sakura-1964',
  /** Of a recording, of an activity, of a race. */
  file_name: `zelda-${mark}.fit`,
  note: `With ${mark} along the river.`,
  subject: `subject-${mark}`,
};

describe('a person with everything', () => {
  let server: TestServer;
  let person: TestUser;
  let home: TestOrganization;
  let away: TestOrganization;
  let former: TestOrganization;
  let group: { id: string; name: string };
  let keys: { home: { id: string; secret: string }; own: { id: string; secret: string } };
  let plan_id: string;
  let activity_id: string;
  let recording: Uint8Array;
  let exports: { whole: string; named: string; foreign: string };
  let bystander: TestUser;

  const send = (method: string, path: string, token: string, body?: unknown) =>
    server.request(method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  const ok = async (method: string, path: string, token: string, body?: unknown) => {
    const answer = await send(method, path, token, body);
    assert.equal(Math.floor(answer.status / 100), 2, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  before(async () => {
    server = await testServer();
    await ok('POST', '/auth/request-verification', '', { email: PERSON.email });
    const [, token = ''] = /token=([\w-]+)/.exec((await server.mailTo(PERSON.email)).text) ?? [];
    const { email, password, username, display_name, first_name, last_name } = PERSON;
    const profile = {
      username,
      display_name,
      first_name,
      last_name,
      membership_role: 'coach',
      platform: 'ios',
    };
    const signedUp = await ok('POST', '/auth/complete-signup', '', { token, password, ...profile });
    person = { user_id: signedUp.user_id, token: signedUp.access_token, email, password };
    await ok('PUT', `/users/${person.user_id}`, person.token, { bio: PERSON.note });
    await joinClubs();
    await train();
    await leaveTraces();
    await beExported();
  });

  async function joinClubs(): Promise<void> {
    [home, away, former] = [
      await createOrganization(server),
      await createOrganization(server),
      await createOrganization(server),
    ];
    await addMember(server, home, {
      user: person,
      fields: { display_name: PERSON.nickname, labels: [mark] },
    });
    await addMember(server, away, { user: person });
    await addMember(server, former, { user: person });
    await ok('DELETE', `/organizations/${former.org_id}/members/${person.user_id}`, person.token);
    group = await createGroup(server, home, { members: [person] });
    bystander = await addMember(server, away);
    await addCoach(server, away, { user: person, role: 'admin' });
    const path = `/organizations/${away.org_id}/members/${bystander.user_id}`;
    await ok('PATCH', path, away.coach.token, { coach_id: person.user_id });
    await ok('PATCH', path, person.token, { member_level: 'advanced' });
    const made = await ok('POST', `/organizations/${away.org_id}/api-keys`, person.token, {
      name: 'Made by who leaves',
      scopes: ['admin'],
    });
    keys = { home: await createApiKey(server, home, { scopes: ['admin'] }), own: made.api_key };
    const start_date = dayAfter(server.clock.now().toISOString().slice(0, 10), 1);
    const [plan] = await assignPlan(server, home.org_id, [person], { start_date });
    plan_id = plan?.id ?? '';
    const written = await assignPlan(server, away.org_id, [bystander], { start_date, title: 'Of a coach' });
    await server.deps.db.execute(
      sql`UPDATE plans SET created_by = ${person.user_id} WHERE id = ${written[0]?.saved_plan_id}`,
    );
  }

  async function train(): Promise<void> {
    recording = writeFit([
      simulateActivity(exampleSimulation(steadyRun(2_000), { resolution_s: 5, seed: mark })),
    ]);
    const uploaded = await uploadFile(server, person, recording, PERSON.file_name);
    activity_id = uploaded.body.data.activities[0].id;
    await ok('PATCH', `/activities/${activity_id}`, person.token, {
      description: PERSON.note,
      private: true,
    });
  }

  async function leaveTraces(): Promise<void> {
    const { db, clock } = server.deps;
    await db.execute(sql`
      INSERT INTO user_identities (issuer, subject, user_id, created_at)
      VALUES ('https://id.example.org', ${PERSON.subject}, ${person.user_id}, ${clock.now()})`);
    await db.execute(sql`
      INSERT INTO password_resets (token_hash, user_id, request_id, created_at, expires_at)
      VALUES (${Buffer.from(mark)}, ${person.user_id}, ${randomUUID()}, ${clock.now()}, ${clock.now()})`);
    await db.execute(sql`
      INSERT INTO email_verifications (token_hash, email, created_at, expires_at)
      VALUES (${Buffer.from(mark)}, ${PERSON.email}, ${clock.now()}, ${clock.now()})`);
    const wrong = await send('POST', '/auth/login', '', { email: PERSON.email, password: 'Wrong-1964' });
    assert.equal(wrong.status, 401);
    // Counted for everybody's tests, which come from the same one.
    await db.execute(sql`DELETE FROM login_failures WHERE subject LIKE 'address:%'`);
  }

  async function beExported(): Promise<void> {
    const ended = async (secret: string, body: object): Promise<string> => {
      const job = await runExportOverHttp(server, secret, { ...body });
      assert.equal(job.status, 'completed');
      return job.id;
    };
    exports = {
      whole: await ended(keys.home.secret, {}),
      named: await ended(keys.own.secret, { athlete_ids: [person.user_id] }),
      // Of a club that they have left: their id is in it as somebody who is not.
      foreign: await ended((await createApiKey(server, former, { scopes: ['admin'] })).secret, {
        athlete_ids: [person.user_id],
      }),
    };
    const { files } = await downloadArchive(server, keys.home.secret, exports.whole);
    assert.ok(String(files.get('athletes.csv')).includes(person.user_id));
    await until(async () => (await notifications()).length >= 2);
  }

  const notifications = () =>
    server.deps.db.query<{ id: string }>(sql`SELECT id FROM notifications WHERE user_id = ${person.user_id}`);

  test('takes everything out, and is forgotten', async () => {
    const archive = await takeOut(server, person);
    checkWhoTheyAre(archive);
    checkWhereTheyAre(archive);
    checkWhatTheyRan(archive);
    // Or the search that finds nothing afterwards would prove nothing.
    const before = await placesOf(server, NEEDLES);
    assert.ok(before.size >= 16, [...before].join(', '));
    assert.ok([...(await filesNaming(server, [...NEEDLES, person.user_id]))].length > 0);

    const { status, body } = await send('DELETE', '/users/me', person.token, { password: PERSON.password });
    assert.deepEqual([status, body.status], [200, 'ok']);

    assert.equal((await send('GET', '/auth/me', person.token)).status, 401);
    await until(async () => (await jobsWaiting()) === 0);
    assert.deepEqual([...(await placesOf(server, NEEDLES))], []);
    assert.deepEqual([...(await placesOf(server, [person.user_id]))].toSorted(), PLACES_OF_THE_ID);
    assert.deepEqual([...(await filesNaming(server, [...NEEDLES, person.user_id]))], []);
    assert.deepEqual(await archivesLeft(), []);
    await checkWhatOthersSee();
    await checkSigningUpAgain();
  });

  const NEEDLES = [mark];

  /** Where an id is left that leads to nobody: the audit log for good, the queue for a day. */
  const PLACES_OF_THE_ID = [
    'public.audit_log.actor_id',
    'public.audit_log.target_id',
    'queue.accounts.forget-mails',
    'queue.activities.remove-uploads',
    'queue.events/athletes_exported',
    'queue.events/athletes_exported/notifications',
  ];

  function checkWhoTheyAre({ records }: PersonalArchive): void {
    const [profile] = records('profile.json');
    const { user_id } = person;
    const { email, username, display_name, first_name, last_name } = PERSON;
    const expected = { user_id, email, username, display_name, first_name, last_name, bio: PERSON.note };
    assert.deepEqual({ ...profile, ...expected, signup_platform: 'ios' }, profile);
    const [account] = records('account.json');
    assert.deepEqual(
      [account.email, account.roles, account.has_password, account.identities[0].subject],
      [email, ['user', 'coach'], true, PERSON.subject],
    );
    assert.deepEqual(
      [account.password_resets.length, account.verifications.length, account.failed_sign_ins.length],
      [1, 1, 1],
    );
    assert.doesNotMatch(JSON.stringify(account), /argon2|token_hash/);
  }

  function checkWhereTheyAre({ records }: PersonalArchive): void {
    const memberships = records('memberships.json');
    assert.deepEqual(
      memberships.map(({ org_id, left_at }) => [org_id, left_at === null]),
      [
        [home.org_id, true],
        [away.org_id, true],
        [former.org_id, false],
      ],
    );
    assert.deepEqual([memberships[0].display_name, memberships[0].labels], [PERSON.nickname, [mark]]);
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
    const [plan, ...more] = records('plans.json');
    assert.deepEqual([plan.id, plan.org_id, plan.workouts.length, more.length], [plan_id, home.org_id, 3, 0]);
    assert.deepEqual(
      records('saved_plans.json').map(({ title }) => title),
      ['Of a coach'],
    );
    assert.deepEqual(
      records('notifications.json').map(({ type }) => type),
      ['data_exported', 'data_exported'],
    );
    const entries = records('audit_entries.json');
    const namesOf = (event: string) =>
      entries.filter(({ event_type }) => event_type === event).map(({ name_given }) => name_given);
    assert.deepEqual(namesOf('group_member_added'), [PERSON.nickname]);
    assert.deepEqual(namesOf('coach_added'), [PERSON.display_name]);
    assert.ok(entries.some(({ event_type, you_acted }) => event_type === 'api_key_created' && you_acted));
    // What they did about others says nothing of these.
    const [changed] = entries.filter(({ event_type }) => event_type === 'member_updated');
    assert.deepEqual([changed.you_acted, changed.about_you, changed.name_given], [true, false, null]);
    assert.ok(!JSON.stringify(entries).includes(bystander.user_id));
  }

  function checkWhatTheyRan({ records, files }: PersonalArchive): void {
    const [activity, ...more] = records('activities.json');
    assert.deepEqual(
      [activity.id, activity.private, activity.description, activity.privacy_filtered, more.length],
      [activity_id, true, PERSON.note, [], 0],
    );
    assert.ok(activity.laps.length > 0 && activity.map_polyline !== null);
    const streams = JSON.parse(String(files.get(`streams/${activity_id}.json`)));
    assert.ok(Object.values(streams).every((column) => Array.isArray(column) && column.length > 50));
    const [uploaded] = records('recordings.json');
    assert.deepEqual([uploaded.file_name, uploaded.activity_ids], [PERSON.file_name, [activity_id]]);
    assert.ok(uploaded.file.endsWith(PERSON.file_name));
    assert.deepEqual(files.get(uploaded.file), Buffer.from(recording));
  }

  /** The archives of exports that held or named them. */
  async function archivesLeft(): Promise<string[]> {
    const objects = await Array.fromAsync(server.deps.store.list('exports/'));
    return objects
      .map(({ key }) => key)
      .filter((key) => Object.values(exports).some((id) => key.includes(id)));
  }

  const jobsWaiting = async (): Promise<number> => {
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE name IN ('accounts.forget-mails', 'activities.remove-uploads', 'exports.remove-withdrawn')
        AND state < 'completed' AND start_after <= now() AND (name LIKE 'exports%' OR data ->> 'user_id' = ${person.user_id})`);
    return count;
  };

  async function checkWhatOthersSee(): Promise<void> {
    for (const { org_id, coach } of [home, away, former]) {
      const { logs } = await ok('GET', `/organizations/${org_id}/audit-logs?limit=200`, coach.token);
      const about = logs.filter(({ target_id }: { target_id: string }) => target_id === person.user_id);
      assert.ok(about.length > 0 && about.every((one: { target_name: unknown }) => one.target_name === null));
      const { members } = await ok('GET', `/organizations/${org_id}/members`, coach.token);
      assert.ok(!members.some((one: { user_id: string }) => one.user_id === person.user_id));
    }
    const left = await ok(
      'GET',
      `/organizations/${home.org_id}/audit-logs?event_type=member_removed`,
      home.coach.token,
    );
    const { actor_id, target_id, data } = left.logs[0];
    assert.deepEqual([actor_id, target_id], [person.user_id, person.user_id]);
    assert.deepEqual(data, { group_ids: [group.id], plan_ids: [plan_id], account_deleted: true });
    const dismissed = await ok(
      'GET',
      `/organizations/${away.org_id}/audit-logs?event_type=coach_removed`,
      away.coach.token,
    );
    assert.deepEqual(dismissed.logs[0].data, { unassigned_members: 1, account_deleted: true });
    const { members } = await ok('GET', `/organizations/${away.org_id}/members`, away.coach.token);
    assert.equal(members[0].coach_id, null);
    // Names of others stay.
    const { logs } = await ok(
      'GET',
      `/organizations/${away.org_id}/audit-logs?event_type=member_updated`,
      away.coach.token,
    );
    assert.ok(logs.every((one: { target_name: unknown }) => one.target_name !== null));

    // The key that they made is the club's, and goes on working.
    const { api_keys } = await ok('GET', `/organizations/${away.org_id}/api-keys`, away.coach.token);
    assert.deepEqual([api_keys[0].id, api_keys[0].created_by], [keys.own.id, null]);
    const read = await server.request('GET', '/developer/v1/athletes', { apiKey: keys.own.secret });
    assert.equal(read.status, 200);
    for (const [secret, id] of [
      [keys.home.secret, exports.whole],
      [keys.own.secret, exports.named],
    ] as const) {
      const path = `/developer/v1/exports/${id}/download`;
      assert.equal((await server.request('GET', path, { apiKey: secret })).status, 404);
    }
  }

  async function checkSigningUpAgain(): Promise<void> {
    await ok('POST', '/auth/request-verification', '', { email: PERSON.email });
    const [, token = ''] = /token=([\w-]+)/.exec((await server.mailTo(PERSON.email)).text) ?? [];
    const { username, password } = PERSON;
    const signedUp = await ok('POST', '/auth/complete-signup', '', { token, password, username });
    assert.notEqual(signedUp.user_id, person.user_id);
    assert.deepEqual([signedUp.profile.display_name, signedUp.profile.bio], [null, null]);
    const { data } = await ok('GET', '/activities', signedUp.access_token);
    assert.equal(data.total, 0);
    const { records } = await takeOut(server, { token: signedUp.access_token });
    assert.deepEqual(records('audit_entries.json'), []);
  }
});

/** Every column of every table that holds one of the texts in any row; of the queue, by the kind of job. */
async function placesOf(server: TestServer, needles: readonly string[]): Promise<Set<string>> {
  const { db } = server.deps;
  const { rows: tables } = await db.executeSql(`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
  const places = new Set<string>();
  for (const { schema, name } of tables as { schema: string; name: string }[]) {
    const { rows } = await db.executeSql(
      `SELECT DISTINCT field.key, row ->> 'name' AS job
       FROM (SELECT to_jsonb(t) AS row FROM "${schema}"."${name}" t) r, jsonb_each_text(row) field
       WHERE EXISTS (SELECT FROM unnest($1::text[]) needle WHERE
         strpos(lower(field.value), lower(needle)) > 0
         OR strpos(field.value, encode(convert_to(needle, 'UTF8'), 'hex')) > 0)`,
      [needles],
    );
    for (const { key, job } of rows as { key: string; job: string }[])
      places.add(schema === 'pgboss' ? `queue.${job}` : `${schema}.${name}.${key}`);
  }
  return places;
}

/** Every stored file and mail whose name or content holds one of the texts. */
async function filesNaming(server: TestServer, needles: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const folder of ['objects', 'outbox']) {
    const root = join(server.dataDir, folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const text = `${path}\n${await readFile(path, 'latin1')}`.toLowerCase();
      if (needles.some((needle) => text.includes(needle.toLowerCase()))) found.add(path);
    }
  }
  return found;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'this never came true');
    await sleep(20);
  }
}
