import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { personalDataParts } from '../../../app.ts';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';
import { rosterHeard } from '../../../test/roster-heard.ts';
import { joinOrganization, type MemberJoined } from '../../organizations/index.ts';
import { lockLeavingUser } from '../../users/index.ts';
import { notifyOfJoining, notifyOfLeaving } from './notify-of-roster.ts';

type Row = { category: string; type: string; title: string; message: string; data: Record<string, unknown> };

describe('joining and leaving a team', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  /** What a person was told about the roster, the oldest first. Offers are left out, since they have tests of their own. */
  const centreOf = async ({ user_id }: { user_id: string }): Promise<Row[]> =>
    await server.deps.db.query<Row>(sql`
      SELECT category, type, title, message, data FROM notifications
      WHERE user_id = ${user_id} AND type <> 'membership_offered' ORDER BY created_at`);

  const messagesOf = async (user: { user_id: string }) =>
    (await centreOf(user)).map(({ type, message }) => `${type}: ${message}`);

  const heard = (club: TestOrganization): Promise<void> => rosterHeard(server, club);

  const speaking = (language: string, fields: Readonly<Record<string, unknown>> = {}): Promise<TestUser> =>
    signUp(server, { preferences: { language }, ...fields });

  async function remove({ org_id, coach }: TestOrganization, { user_id }: TestUser, token = coach.token) {
    const path = `/api/v1/organizations/${org_id}/members/${user_id}`;
    assert.equal((await server.request('DELETE', path, { token })).status, 200);
  }

  async function deleteAccount({ token, password }: TestUser): Promise<void> {
    const { status } = await server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
    assert.equal(status, 200);
  }

  const eventsOf = async ({ org_id }: TestOrganization, name: string): Promise<MemberJoined[]> => {
    const rows = await server.deps.db.query<{ data: MemberJoined }>(sql`
      SELECT data FROM pgboss.job WHERE name = ${`events/${name}`} AND data ->> 'org_id' = ${org_id}
      ORDER BY created_on`);
    return rows.map(({ data }) => data);
  };

  test('every coach is told of each, in their language; whom an application adds is told what that means', async () => {
    const coach = await speaking('en', { membership_role: 'coach' });
    const club = await createOrganization(server, { coach });
    const admin = await addCoach(server, club, { user: await speaking('zh-TW'), role: 'admin' });
    const assistant = await addCoach(server, club, { user: await speaking('ja') });
    const away = await addCoach(server, club);
    await server.deps.db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${away.user_id}`);
    const platformAdmin = await signUp(server);
    await grantAdmin(server, platformAdmin.user_id);
    const teammate = await addMember(server, club);
    await heard(club);
    const known = (await centreOf(coach)).length;

    const athlete = await speaking('ja', { display_name: 'Aki <b>Mori</b>' });
    await addMember(server, club, { user: athlete });
    await heard(club);
    await remove(club, athlete, athlete.token);
    await heard(club);
    await addMember(server, club, { user: athlete, fields: { display_name: 'Speedy' } });
    await heard(club);
    await remove(club, athlete);
    await heard(club);

    const { name, org_id } = club;
    assert.deepEqual((await messagesOf(coach)).slice(known), [
      `athlete_joined: Aki <b>Mori</b> was added to ${name} by its application.`,
      `athlete_left: Aki <b>Mori</b> has left ${name}.`,
      `athlete_joined: Speedy was added to ${name} by its application.`,
      `athlete_left: A coach has removed Speedy from ${name}.`,
    ]);
    const rows = (await centreOf(coach)).slice(known);
    const { user_id } = athlete;
    const by = (by_athlete: boolean) => ({ org_id, org_name: name, user_id, by_athlete });
    assert.deepEqual(
      rows.map(({ category, data }) => [category, data]),
      [false, true, false, false].map((by_athlete) => ['team', by(by_athlete)]),
    );
    assert.deepEqual((await messagesOf(admin)).slice(known), [
      `athlete_joined: Aki <b>Mori</b> 已由應用程式加入 ${name}。`,
      `athlete_left: Aki <b>Mori</b> 已離開 ${name}。`,
      `athlete_joined: Speedy 已由應用程式加入 ${name}。`,
      `athlete_left: 教練已將 Speedy 移出 ${name}。`,
    ]);
    assert.deepEqual((await messagesOf(assistant)).slice(known), [
      `athlete_joined: Aki <b>Mori</b> さんがアプリから ${name} に追加されました。`,
      `athlete_left: Aki <b>Mori</b> さんが ${name} を退会しました。`,
      `athlete_joined: Speedy さんがアプリから ${name} に追加されました。`,
      `athlete_left: コーチが Speedy さんを ${name} から外しました。`,
    ]);
    const told = await centreOf(athlete);
    assert.deepEqual(
      told.map(({ category, type, data }) => [category, type, data]),
      [0, 1].map(() => ['team', 'added_to_organization', { org_id, org_name: name }]),
    );
    for (const { title, message } of told) {
      assert.match(`${title}\n${message}`, /^チームに追加されました\n.*プライバシー設定.*退会/);
      assert.ok(message.includes(name));
    }
    const [added] = await centreOf(teammate);
    assert.match(
      added?.message ?? '',
      /Its coaches see your training as far as your privacy settings allow\. .* leave .* at any time\.$/,
    );
    assert.equal((await centreOf(teammate)).length, 1, 'a team is not told of its own');
    for (const nobody of [away, platformAdmin]) assert.deepEqual(await centreOf(nobody), []);
  });

  test('who comes by themself is not told that they came; a coach who is an athlete too is a coach', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server, { display_name: 'Aki' });
    const invitation_id = newId();
    const { db, clock } = server.deps;
    const join = (user: TestUser) =>
      db.transaction((tx) =>
        joinOrganization(tx, server.deps, {
          org_id: club.org_id,
          user_id: user.user_id,
          display_name: undefined,
          member_level: undefined,
          labels: undefined,
          actor: { type: 'user', user_id: user.user_id, roles: ['user'] },
          invitation_id,
          now: clock.now(),
        }),
      );
    assert.equal((await join(athlete)).user_id, athlete.user_id);
    await assert.rejects(join(athlete), { code: 'conflict' });
    await heard(club);
    await addMember(server, club, { user: club.coach });
    await heard(club);
    const [came, ownJoining, ownAdding, ...more] = await messagesOf(club.coach);
    assert.match(ownAdding ?? '', /^added_to_organization: /);
    assert.equal(came, `athlete_joined: Aki has joined ${club.name}.`);
    assert.match(ownJoining ?? '', /^athlete_joined: .* was added to /);
    assert.deepEqual([more, await centreOf(athlete)], [[], []]);
    const path = `/api/v1/organizations/${club.org_id}/audit-logs?event_type=member_added`;
    const { logs } = (await server.request('GET', path, { token: club.coach.token })).body;
    assert.deepEqual(
      logs.map(({ actor_id, target_id, data }: Record<string, unknown>) => [actor_id, target_id, data]),
      [
        [null, club.coach.user_id, {}],
        [athlete.user_id, athlete.user_id, { invitation_id }],
      ],
    );
  });

  test('once, however often it is heard; by those who were coaches then and still are', async () => {
    const club = await createOrganization(server);
    const [stays, dismissed] = [await addCoach(server, club), await addCoach(server, club)];
    const athlete = await addMember(server, club);
    await heard(club);
    const centres = [club.coach, stays, athlete];
    const before = await Promise.all(centres.map(centreOf));
    assert.deepEqual(
      before.map((rows) => rows.length),
      [1, 1, 1],
    );
    const [joined] = await eventsOf(club, 'member_joined');
    assert.ok(joined !== undefined);
    const successor = await addCoach(server, club);
    const path = `/api/v1/organizations/${club.org_id}/coaches/${dismissed.user_id}`;
    await server.request('DELETE', path, { token: club.coach.token });
    await Promise.all([joined, joined, joined].map((event) => notifyOfJoining(server.deps, event)));
    assert.deepEqual(await Promise.all(centres.map(centreOf)), before);
    assert.deepEqual(await centreOf(successor), []);

    const another = { ...joined, occurrence_id: newId() };
    const left = { ...joined, occurrence_id: newId() };
    for (let time = 0; time < 2; time += 1) {
      await notifyOfJoining(server.deps, another);
      await notifyOfLeaving(server.deps, left);
    }
    assert.equal((await centreOf(stays)).length, 3, 'to come again is another time');
    assert.equal((await centreOf(dismissed)).length, 1, 'who is dismissed hears nothing new');
  });

  test('nobody is left in the centre of others by name who has deleted their account', async () => {
    const club = await createOrganization(server);
    const assistant = await addCoach(server, club);
    const [leaver, stays] = [
      await signUp(server, { display_name: 'Zelda Quist' }),
      await signUp(server, { display_name: 'Yuki' }),
    ];
    for (const user of [leaver, stays]) await addMember(server, club, { user });
    await remove(club, leaver);
    await addMember(server, club, { user: leaver });
    await heard(club);
    const naming = (rows: readonly Row[]) => rows.filter((row) => JSON.stringify(row).includes('Zelda'));
    assert.equal(naming(await centreOf(club.coach)).length, 3);

    await deleteAccount(leaver);
    await heard(club);
    for (const coach of [club.coach, assistant]) {
      assert.deepEqual(await messagesOf(coach), [
        `athlete_joined: Yuki was added to ${club.name} by its application.`,
        `athlete_left: An athlete who has deleted their account is no longer in ${club.name}.`,
      ]);
      assert.ok(!JSON.stringify(await centreOf(coach)).includes(leaver.user_id));
    }
    // Events that wait in the queue, or failed there, never had the name; a late listener names nobody.
    const events = [...(await eventsOf(club, 'member_joined')), ...(await eventsOf(club, 'member_left'))];
    assert.doesNotMatch(JSON.stringify(events), /Zelda|Yuki/);
    const [late] = events.filter(({ user_id }) => user_id === leaver.user_id);
    assert.ok(late !== undefined);
    await notifyOfJoining(server.deps, { ...late, occurrence_id: newId() });
    assert.equal((await centreOf(club.coach)).length, 2);
    await notifyOfLeaving(server.deps, { ...late, occurrence_id: newId() });
    const [last] = (await centreOf(club.coach)).slice(2);
    assert.match(last?.message ?? '', /^An athlete who has deleted their account/);
    assert.equal(last?.data.user_id, null);
  });

  test('nor when it is told of them at that moment', async () => {
    const club = await createOrganization(server);
    const leaver = await addMember(server, club, {
      user: await signUp(server, { display_name: 'Zelda Quist' }),
    });
    await heard(club);
    const [joined] = await eventsOf(club, 'member_joined');
    assert.ok(joined !== undefined);
    const { db, clock } = server.deps;
    const [released, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const leaving = db.transaction(async (tx) => {
      const person = { user_id: leaver.user_id, email: leaver.email, now: clock.now() };
      await lockLeavingUser(tx, leaver.user_id);
      for (const part of personalDataParts(server.deps)) await part.release?.(tx, person);
      released.resolve();
      await told.promise;
    });
    await released.promise;
    const report = [notifyOfJoining, notifyOfLeaving].map((tell) =>
      tell(server.deps, { ...joined, occurrence_id: newId() }),
    );
    await sleep(200);
    told.resolve();
    await Promise.all([leaving, ...report]);
    await heard(club);
    const nameless = `athlete_left: An athlete who has deleted their account is no longer in ${club.name}.`;
    assert.deepEqual(await messagesOf(club.coach), [nameless, nameless]);
  });

  test('a coach who takes out what they were told takes out ids, and no names of athletes', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club, { fields: { display_name: 'Nickname Of Theirs' } });
    await heard(club);
    const archive = await takeOut(server, club.coach);
    const [told] = archive.records('notifications.json');
    assert.deepEqual([told.type, told.message, told.data.user_id], ['athlete_joined', null, member.user_id]);
    assert.ok(![...archive.files.values()].some((file) => file.includes('Nickname Of Theirs')));
  });
});
