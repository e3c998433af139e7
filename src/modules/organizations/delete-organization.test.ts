import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import { addDays } from '../../shared/calendar.ts';
import { newId } from '../../shared/ids.ts';
import { runExportOverHttp } from '../../test/archives.ts';
import {
  acceptOffer,
  addCoach,
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { logOfOrganization, rowsOfOrganization } from '../../test/organization-rows.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const at = ({ org_id }: { org_id: string }): string => `/api/v1/organizations/${org_id}`;
const remove = (club: { org_id: string }, body: unknown, token?: string): Promise<TestResponse> =>
  server.request('DELETE', at(club), { body, ...(token === undefined ? {} : { token }) });
const removeClub = (club: TestOrganization): Promise<TestResponse> =>
  remove(club, { org_name: club.name }, club.coach.token);

const rowsOf = ({ org_id }: TestOrganization) => rowsOfOrganization(server, org_id);
const logOf = ({ org_id }: TestOrganization) => logOfOrganization(server, org_id);

test('all of it goes, at once; the log stays, and so does what is the athletes’ own', async () => {
  const club = await createOrganization(server, { fields: { settings: { theme: 'dark' } } });
  const { coach } = club;
  const [member, left] = [await addMember(server, club), await addMember(server, club)];
  await server.request('DELETE', `${at(club)}/members/${left.user_id}`, { token: coach.token });
  const assistant = await addCoach(server, club);
  await createGroup(server, club, { members: [member] });
  const key = await createApiKey(server, club, { scopes: ['admin'] });
  const revoked = await createApiKey(server, club);
  await server.request('DELETE', `${at(club)}/api-keys/${revoked.id}`, { token: coach.token });
  await assignPlan(server, club.org_id, [member], {
    start_date: addDays(server.clock.now().toISOString().slice(0, 10), 1),
  });
  await server.deps.db.execute(sql`
    INSERT INTO invitations (id, org_id, kind, token_hash, max_uses, created_by, created_at, expires_at)
    VALUES (${newId()}, ${club.org_id}, 'link', ${Buffer.from(newId())}, 5, ${coach.user_id}, now(), now() + interval '1 day')`);
  const { id } = await runExportOverHttp(server, key.secret);
  const link = await server.request('GET', `/developer/v1/exports/${id}/download`, { apiKey: key.secret });
  const downloaded = async () => (await fetch(link.body.data.download_url)).status;
  assert.equal(await downloaded(), 200);
  const tables = Object.keys(await rowsOf(club));
  for (const table of [
    'api_keys',
    'export_jobs',
    'group_members',
    'groups',
    'invitations',
    'organization_coaches',
  ])
    assert.ok(tables.includes(table), table);

  const answer = await removeClub(club);
  assert.deepEqual([answer.status, answer.body], [200, { status: 'ok', message: 'Organization deleted.' }]);
  assert.deepEqual(await rowsOf(club), {});
  const withKey = await server.request('GET', '/developer/v1/org', { apiKey: key.secret });
  assert.deepEqual([withKey.status, withKey.body.code], [401, 'invalid_key']);
  const nothing = await server.request('GET', at({ org_id: newId() }));
  for (const token of [undefined, coach.token, assistant.token, member.token]) {
    const gone = await server.request('GET', at(club), token === undefined ? {} : { token });
    assert.deepEqual([gone.status, gone.body.error], [404, nothing.body.error]);
  }
  assert.equal((await server.request('GET', `${at(club)}/audit-logs`, { token: coach.token })).status, 404);
  const [last, ...earlier] = (await logOf(club)).toReversed();
  assert.deepEqual(last, {
    event_type: 'organization_deleted',
    actor_id: coach.user_id,
    target_id: club.org_id,
    target_name: club.name,
    data: { members: 1, coaches: 1, groups: 1, api_keys: 1 },
  });
  assert.equal(earlier.at(-1)?.event_type, 'organization_created');
  const deadline = Date.now() + 120_000;
  while ((await downloaded()) === 200) {
    assert.ok(Date.now() < deadline, 'the archive is still there');
    await sleep(20);
  }
  const files = await Array.fromAsync(server.deps.store.list(`exports/${club.org_id}/`));
  assert.deepEqual(files, []);

  const body = { name: club.name.toUpperCase() };
  const again = await server.request('POST', '/api/v1/organizations', { token: assistant.token, body });
  assert.equal(again.status, 403, 'they still coach nobody by account');
  const successor = await createOrganization(server, { fields: body });
  assert.notEqual(successor.org_id, club.org_id);
  const own = await server.request('GET', `/api/v1/users/${member.user_id}`, { token: member.token });
  assert.equal(own.status, 200);
});

test('the lone founder can go then', async () => {
  const club = await createOrganization(server);
  const { token, password } = club.coach;
  const leave = () => server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
  const refused = await leave();
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.error, /Hand it over to another of its coaches, or delete it/);
  assert.equal((await removeClub(club)).status, 200);
  assert.equal((await leave()).status, 200);
});

test('not by accident: only with its present name', async () => {
  const name = `Größe ${randomUUID()}`;
  const club = await createOrganization(server, { fields: { name } });
  const other = await createOrganization(server, { coach: club.coach });
  const { token } = club.coach;
  const wrong = [
    name.toUpperCase(),
    name.toLowerCase(),
    name.slice(0, -1),
    `${name}.`,
    name.replace(' ', '  '),
    other.name,
    club.org_id,
    '',
  ];
  for (const org_name of [...wrong, null, 7, true, [name], { name }, undefined, 'x'.repeat(2_000)]) {
    const { status, body } = await remove(club, { org_name }, token);
    assert.deepEqual([status, body.code, body.details[0].path], [400, 'validation_error', 'org_name']);
    if (typeof org_name === 'string' && org_name.length < 1_000)
      assert.match(body.error, /send its present name exactly/);
  }
  assert.equal((await server.request('DELETE', at(club), { token })).status, 400, 'no body');
  const renamed = `${name} II`;
  await server.request('PUT', at(club), { token, body: { name: renamed } });
  assert.equal((await remove(club, { org_name: name }, token)).status, 400, 'that was its name');
  assert.equal((await server.request('GET', at(club))).status, 200);
  assert.ok((await logOf(club)).every(({ event_type }) => event_type !== 'organization_deleted'));
  assert.equal((await remove(club, { org_name: `  ${renamed.normalize('NFD')}\n` }, token)).status, 200);
  assert.equal((await server.request('GET', at(other))).status, 200);
});

test('for the head coach alone', async () => {
  const [club, other] = [await createOrganization(server), await createOrganization(server)];
  const platformAdmin = await signUp(server);
  await grantAdmin(server, platformAdmin.user_id);
  const former = await signUp(server, { membership_role: 'coach' });
  await addCoach(server, club, { user: former });
  const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
  const body = { org_name: club.name };
  const callers: [string, string | undefined, number][] = [
    ['admin', (await addCoach(server, club, { role: 'admin' })).token, 403],
    ['assistant', former.token, 403],
    ['member', (await addMember(server, club)).token, 403],
    ['platform admin', platformAdmin.token, 403],
    ['head coach of another', other.coach.token, 404],
    ['nobody', undefined, 401],
    ['key', secret, 403],
  ];
  for (const [who, token, status] of callers)
    assert.equal((await remove(club, body, token)).status, status, who);
  const unknown = await remove({ org_id: newId() }, body, other.coach.token);
  const foreign = await remove(club, body, other.coach.token);
  assert.deepEqual([foreign.status, foreign.body.error], [404, unknown.body.error]);
  assert.equal((await remove({ org_id: 'the-club' }, body, club.coach.token)).status, 404);
  const handed = await server.request('PUT', `${at(club)}/head-coach`, {
    token: club.coach.token,
    body: { user_id: former.user_id },
  });
  assert.equal(handed.status, 200);
  await acceptOffer(server, club, former);
  assert.equal((await removeClub(club)).status, 403, 'no more');
  assert.equal((await remove(club, body, former.token)).status, 200);
});

test('a club of hundreds goes as well', async () => {
  const club = await createOrganization(server);
  const group = await createGroup(server, club);
  const MEMBERS = 700;
  await server.deps.db.transaction(async (tx) => {
    const people = Array.from({ length: MEMBERS }, () => newId());
    await tx.execute(sql`
      INSERT INTO users (user_id, email, username, preferences, notification_settings, privacy, zones, subscription, created_at, updated_at)
      SELECT id, id || '@example.org', 'h_' || right(replace(id::text, '-', ''), 28), '{}', '{}', '{}', '{}', '{}', now(), now()
      FROM unnest(${people}::uuid[]) AS id`);
    await tx.execute(sql`
      INSERT INTO organization_members (org_id, user_id, joined_at)
      SELECT ${club.org_id}, id, now() FROM unnest(${people}::uuid[]) AS id`);
    await tx.execute(sql`
      INSERT INTO group_members (org_id, group_id, user_id, added_at)
      SELECT ${club.org_id}, ${group.id}, id, now() FROM unnest(${people}::uuid[]) AS id`);
  });
  assert.equal((await removeClub(club)).status, 200);
  assert.deepEqual(await rowsOf(club), {});
  assert.deepEqual((await logOf(club)).at(-1)?.data, {
    members: MEMBERS,
    coaches: 0,
    groups: 1,
    api_keys: 0,
  });
});
