import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { runExportOverHttp } from '../../test/archives.ts';
import {
  addCoach,
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { dayAfter } from '../../test/sample-plan.ts';
import { deleteOrganization } from './delete-organization.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const at = ({ org_id }: { org_id: string }): string => `/api/v1/organizations/${org_id}`;
const remove = (club: { org_id: string }, body: unknown, token?: string): Promise<TestResponse> =>
  server.request('DELETE', at(club), { body, ...(token === undefined ? {} : { token }) });
const removeClub = (club: TestOrganization): Promise<TestResponse> =>
  remove(club, { org_name: club.name }, club.coach.token);

/** How many rows of the organization there are, by table: whatever names one. */
async function rowsOf({ org_id }: TestOrganization): Promise<Record<string, number>> {
  const { rows: tables } = await server.deps.db.executeSql(`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'org_id' AND table_name NOT LIKE 'audit%' ORDER BY 1`);
  const counted = (tables as { name: string }[]).map(async ({ name }) => {
    const { rows } = await server.deps.db.executeSql(
      `SELECT count(*)::int AS count FROM ${name} WHERE org_id = $1`,
      [org_id],
    );
    return [name, (rows as { count: number }[])[0]?.count ?? 0] as const;
  });
  return Object.fromEntries((await Promise.all(counted)).filter(([, count]) => count > 0));
}

const logOf = ({ org_id }: TestOrganization) =>
  server.deps.db.query<{
    event_type: string;
    actor_id: string;
    target_name: string;
    data: object;
    target_id: string;
  }>(sql`
    SELECT event_type, actor_id, target_id, target_name, data FROM audit_log
    WHERE org_id = ${org_id} ORDER BY seq`);

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
    start_date: dayAfter(server.clock.now().toISOString().slice(0, 10), 1),
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
  assert.deepEqual([answer.status, answer.body], [200, { message: 'Organization deleted.' }]);
  assert.deepEqual(await rowsOf(club), {});
  // The key and the club are gone with the answer; the file follows in a job.
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
  const deadline = Date.now() + 20_000;
  while ((await downloaded()) === 200) {
    assert.ok(Date.now() < deadline, 'the archive is still there');
    await sleep(20);
  }
  const files = await Array.fromAsync(server.deps.store.list(`exports/${club.org_id}/`));
  assert.deepEqual(files, []);

  // The name is free, and everybody has an account without the club.
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
    ['key', secret, 401],
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
  assert.equal((await removeClub(club)).status, 403, 'no more');
  assert.equal((await remove(club, body, former.token)).status, 200);
});

test('of two at once one deletes; a hand-over at that moment comes before it, or finds nothing', async () => {
  for (let round = 0; round < 5; round += 1) {
    const club = await createOrganization(server);
    const heir = await addCoach(server, club, { user: await signUp(server, { membership_role: 'coach' }) });
    const [first, second, handed] = await Promise.all([
      removeClub(club),
      removeClub(club),
      server.request('PUT', `${at(club)}/head-coach`, {
        token: club.coach.token,
        body: { user_id: heir.user_id },
      }),
    ]);
    const outcome = `${[first.status, second.status].toSorted()} ${handed.status}`;
    assert.ok(['200,404 404', '403,403 200'].includes(outcome), outcome);
    const deletions = (await logOf(club)).filter(({ event_type }) => event_type === 'organization_deleted');
    assert.equal(deletions.length, handed.status === 200 ? 0 : 1);
  }
});

/** All that anybody could be doing with a club, each on its own. */
async function everythingAtOnce(club: TestOrganization) {
  const { token } = club.coach;
  const newcomer = await signUp(server);
  const [member, leaving, fellow] = [
    await addMember(server, club),
    await addMember(server, club),
    await addMember(server, club),
  ];
  const coach = await addCoach(server, club, { user: await signUp(server, { membership_role: 'coach' }) });
  const admin = await addCoach(server, club, { role: 'admin' });
  const group = await createGroup(server, club, { members: [member, leaving] });
  const made = await server.request('POST', `${at(club)}/api-keys`, {
    token: admin.token,
    body: { name: 'A' },
  });
  const key = await createApiKey(server, club, { scopes: ['admin'] });
  await runExportOverHttp(server, key.secret);
  const send =
    (method: string, path: string, body?: object, by = token) =>
    () =>
      server.request(method, `${at(club)}${path}`, { token: by, ...(body === undefined ? {} : { body }) });
  const develop = (method: string, path: string, body?: object) => () =>
    server.request(method, `/developer/v1${path}`, {
      apiKey: key.secret,
      ...(body === undefined ? {} : { body }),
    });
  const leave =
    ({ token: by, password }: TestUser) =>
    () =>
      server.request('DELETE', '/api/v1/users/me', { token: by, body: { password } });
  // No more than the database has connections for.
  const writes = [
    send('POST', '/members', { user_id: newcomer.user_id }),
    send('PUT', `/coaches/${newcomer.user_id}`, { role: 'assistant_coach' }),
    send('PATCH', `/members/${member.user_id}`, { coach_id: club.coach.user_id }),
    send('POST', '/groups', { name: 'Fast' }),
    send('PUT', `/groups/${group.id}/members/${fellow.user_id}`),
    send('POST', '/api-keys', { name: 'Late' }),
    develop('POST', '/exports', {}),
  ];
  const others = [
    send('DELETE', `/members/${fellow.user_id}`),
    send('DELETE', `/coaches/${coach.user_id}`),
    send('PATCH', `/groups/${group.id}`, { name: 'Faster' }),
    send('DELETE', `/groups/${group.id}/members/${member.user_id}`),
    send('POST', `/api-keys/${made.body.api_key.id}/reroll`, { overlap_s: 60 }),
    send('DELETE', `/api-keys/${made.body.api_key.id}`),
    send('PUT', '', { settings: { a: 1 } }),
    send('GET', ''),
    send('GET', '/members'),
    develop('GET', '/org'),
    develop('GET', '/exports'),
    leave(leaving),
    leave(admin),
  ];
  return { writes, others };
}

test('whatever others do at that moment comes before it, or finds nothing: nobody waits for ever, and nothing is left', async () => {
  for (let round = 0; round < 2; round += 1) {
    const club = await createOrganization(server);
    const { writes, others } = await everythingAtOnce(club);
    const [removed, ...answers] = await Promise.all([
      sleep(round * 10).then(() => removeClub(club)),
      ...[...writes, ...others].map(async (start, index) => {
        await sleep((index * 7) % 20);
        return await start();
      }),
    ]);
    assert.equal(removed.status, 200, JSON.stringify(removed.body));
    await nothingIsLeft(club, answers);
  }
});

test('who would add something to a club that is just going finds nothing', async () => {
  const club = await createOrganization(server);
  const { writes } = await everythingAtOnce(club);
  let answers: Promise<TestResponse>[] = [];
  // They have been let in, and wait for what the deletion holds; on the embedded engine, which takes turns, for all of it.
  const release = async () => {
    answers = writes.map((start) => start());
    await sleep(300);
  };
  const parts = [{ name: 'slow', release }];
  const actor = {
    type: 'user',
    user_id: club.coach.user_id,
    roles: ['coach'],
    token_issued_at: new Date(),
  } as const;
  await deleteOrganization({ ...server.deps, parts }, actor, { org_id: club.org_id, org_name: club.name });
  const ended = await Promise.all(answers);
  assert.deepEqual(
    ended.filter(({ status }) => status < 400),
    [],
  );
  await nothingIsLeft(club, ended);
});

async function nothingIsLeft(club: TestOrganization, answers: readonly TestResponse[]): Promise<void> {
  for (const { status, body } of answers)
    assert.ok([200, 201, 202, 401, 404].includes(status), `${status} ${JSON.stringify(body)}`);
  assert.deepEqual(await rowsOf(club), {});
  assert.equal((await logOf(club)).at(-1)?.event_type, 'organization_deleted', 'nothing comes after it');
}

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
