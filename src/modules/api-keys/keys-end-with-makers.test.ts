import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import { eventually } from '../../test/eventually.ts';
import {
  addCoach,
  createApiKey,
  createOrganization,
  setStatus,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { meanwhile } from '../../test/meanwhile.ts';
import { suspendOrganization } from '../organizations/index.ts';
import { createApiKey as makeKey } from './index.ts';
import { rerollApiKey } from './reroll-api-key.ts';
import { warnOfUnusedKeysHandler } from './warn-of-unused-keys.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const orgPath = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}`;

async function clubWithKeys() {
  const club = await createOrganization(server);
  const admin = await addCoach(server, club, { role: 'admin' });
  const own = await createApiKey(server, club, { name: 'Of the head coach' });
  const theirs = await createApiKey(server, { ...club, coach: admin }, { name: 'Of the admin' });
  return { club, admin, own, theirs };
}

async function answerTo({ secret }: { secret: string }): Promise<string> {
  const { status, body } = await server.request('GET', '/developer/v1/org', { token: secret });
  return status === 200 ? '200' : `${status} ${body.code}`;
}

async function revocationsIn({ org_id }: TestOrganization) {
  return await server.deps.db.query<{ target_id: string; actor_type: string; reason: string }>(sql`
    SELECT target_id, actor_type, data ->> 'reason' AS reason FROM audit_log
    WHERE org_id = ${org_id} AND event_type = 'api_key_revoked' ORDER BY seq`);
}

async function toldOfKeys({ user_id }: Pick<TestUser, 'user_id'>, count = 1): Promise<string[]> {
  const rows = await eventually(
    () =>
      server.deps.db.query<{ message: string }>(sql`
        SELECT message FROM notifications
        WHERE user_id = ${user_id} AND type IN ('api_keys_revoked', 'api_key_unused') ORDER BY created_at`),
    (found) => found.length >= count,
  );
  return rows.map(({ message }) => message);
}

const roleEnded = (club: TestOrganization, name: string): string =>
  `These API keys of ${club.name} were revoked, because who made them no longer leads it: “${name}”. ` +
  'Programs that use them are refused. Make a new key for each program that you still need.';

test('the keys that a coach made are revoked with their dismissal, and the head coach is told', async () => {
  const { club, admin, own, theirs } = await clubWithKeys();
  assert.deepEqual([await answerTo(own), await answerTo(theirs)], ['200', '200']);
  const path = `${orgPath(club)}/coaches/${admin.user_id}`;
  assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
  assert.deepEqual([await answerTo(own), await answerTo(theirs)], ['200', '401 key_revoked']);
  assert.deepEqual(await revocationsIn(club), [
    { target_id: theirs.id, actor_type: 'user', reason: 'role_ended' },
  ]);
  assert.deepEqual(await toldOfKeys(club.coach), [roleEnded(club, 'Of the admin')]);
});

test('an admin who becomes an assistant coach loses the keys they made, and those of other clubs stay', async () => {
  const { club, admin, own, theirs } = await clubWithKeys();
  const other = await createOrganization(server);
  await addCoach(server, other, { user: admin, role: 'admin' });
  const elsewhere = await createApiKey(server, { ...other, coach: admin });
  await addCoach(server, club, { user: admin, role: 'assistant_coach' });
  assert.deepEqual(
    [await answerTo(own), await answerTo(theirs), await answerTo(elsewhere)],
    ['200', '401 key_revoked', '200'],
  );
});

test('whoever hands an organization over keeps their keys, since an admin coach may have them', async () => {
  const { club, own } = await clubWithKeys();
  const heir = await signUp(server, { membership_role: 'coach' });
  await addCoach(server, club, { user: heir });
  const handed = await server.request('PUT', `${orgPath(club)}/head-coach`, {
    token: club.coach.token,
    body: { user_id: heir.user_id },
  });
  assert.equal(handed.status, 200);
  assert.equal(await answerTo(own), '200');
});

test('the keys of a coach whose account the operator closes are revoked for good, and the head coach is told', async () => {
  const { club, admin, own, theirs } = await clubWithKeys();
  await setStatus(server, { email: admin.email, status: 'suspended' });
  assert.deepEqual([await answerTo(own), await answerTo(theirs)], ['200', '401 key_revoked']);
  await setStatus(server, { email: admin.email, status: 'active' });
  assert.equal(await answerTo(theirs), '401 key_revoked');
  assert.deepEqual(await revocationsIn(club), [
    { target_id: theirs.id, actor_type: 'system', reason: 'account_closed' },
  ]);
  assert.match(
    (await toldOfKeys(club.coach)).join(),
    /because the account of who made them was closed: “Of the admin”/,
  );
});

test('the keys of a coach who deletes the account are revoked, and the head coach is told', async () => {
  const { club, admin, own, theirs } = await clubWithKeys();
  const { token, password } = admin;
  const deleted = await server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
  assert.equal(deleted.status, 200);
  assert.deepEqual([await answerTo(own), await answerTo(theirs)], ['200', '401 key_revoked']);
  assert.deepEqual(await revocationsIn(club), [
    { target_id: theirs.id, actor_type: 'user', reason: 'account_deleted' },
  ]);
  assert.equal((await toldOfKeys(club.coach)).length, 1);
});

test('while the head coach is suspended no key of the organization works; those of others work again afterwards', async () => {
  const { club, admin, own, theirs } = await clubWithKeys();
  await setStatus(server, { email: club.coach.email, status: 'suspended' });
  const made = await createApiKey(server, { ...club, coach: admin }, { name: 'Made meanwhile' });
  assert.deepEqual(
    [await answerTo(own), await answerTo(theirs), await answerTo(made)],
    ['401 key_revoked', '401 key_revoked', '401 key_revoked'],
  );
  const { body } = await server.request('GET', '/developer/v1/org', { token: theirs.secret });
  assert.match(body.error, /is suspended/);
  const read = await server.request('GET', orgPath(club), { token: theirs.secret });
  assert.deepEqual([read.status, read.body.code], [401, 'unauthenticated']);
  assert.equal((await toldOfKeys(admin)).length, 1, 'the other leaders are told');
  await setStatus(server, { email: club.coach.email, status: 'active' });
  assert.deepEqual(
    [await answerTo(own), await answerTo(theirs), await answerTo(made)],
    ['401 key_revoked', '200', '200'],
  );
});

test('no key of a suspended organization works until the operator resumes it, and its log says so', async () => {
  const { club, own, theirs } = await clubWithKeys();
  const { org_id } = club;
  const suspend = (suspended: boolean) => suspendOrganization(server.deps, { org_id, suspended });
  assert.deepEqual(await suspend(true), { org_name: club.name, changed: true });
  assert.deepEqual(await suspend(true), { org_name: club.name, changed: false });
  assert.deepEqual([await answerTo(own), await answerTo(theirs)], ['401 key_revoked', '401 key_revoked']);
  assert.deepEqual(await suspend(false), { org_name: club.name, changed: true });
  assert.deepEqual([await answerTo(own), await answerTo(theirs)], ['200', '200']);
  const { body } = await server.request(
    'GET',
    `${orgPath(club)}/audit-logs?event_type=organization_updated`,
    {
      token: club.coach.token,
    },
  );
  assert.deepEqual(
    body.logs.map(({ actor_type, data }: Record<string, unknown>) => ({ actor_type, data })),
    [false, true].map((suspended) => ({ actor_type: 'system', data: { fields: ['suspended'], suspended } })),
  );
});

test('whoever makes a key while they are dismissed, or their account is closed, makes none', async () => {
  for (const end of ['dismiss', 'close'] as const) {
    const { club, admin, theirs } = await clubWithKeys();
    const { org_id } = club;
    const happens = async (): Promise<void> => {
      if (end === 'close') await setStatus(server, { email: admin.email, status: 'suspended' });
      else await addCoach(server, club, { user: admin, role: 'assistant_coach' });
    };
    const actor = { type: 'user', user_id: admin.user_id, roles: [] } as const;
    const late = () => ({ ...server.deps, db: meanwhile(server.deps.db, happens) });
    const refused = { code: end === 'close' ? 'unauthenticated' : 'forbidden' };
    const key = { org_id, name: 'Late', scopes: ['read'] as const, expires_at: null };
    await assert.rejects(makeKey(late(), actor, key), refused);
    const replacing = { org_id, key_id: theirs.id, overlap_s: 0, expires_at: null };
    await assert.rejects(rerollApiKey(server.deps, actor, replacing), refused);
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM api_keys
      WHERE org_id = ${org_id} AND created_by = ${admin.user_id} AND revoked_at IS NULL`);
    assert.equal(count, 0);
  }
});

test('a key without an expiry is listed as one, and its leaders are told once when nobody has used it for 90 days', async () => {
  const { club, admin } = await clubWithKeys();
  const { db } = server.deps;
  const expiring = await createApiKey(server, club, { name: 'Expiring', expires_at: '2100-01-01T00:00:00Z' });
  const fresh = await createApiKey(server, club, { name: 'Fresh' });
  const age = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS);
  await db.execute(sql`UPDATE api_keys SET created_at = ${age(91)} WHERE org_id = ${club.org_id}`);
  await db.execute(sql`UPDATE api_keys SET last_used_at = ${age(89)} WHERE id = ${fresh.id}`);
  await db.execute(sql`UPDATE api_keys SET last_used_at = ${age(90)} WHERE id = ${expiring.id}`);

  const listed = await server.request('GET', `${orgPath(club)}/api-keys`, { token: club.coach.token });
  const shown = listed.body.api_keys.map((key: Record<string, unknown>) => [
    key.name,
    key.expires_at === null,
    key.never_expires,
    key.unused_since !== null,
  ]);
  assert.deepEqual(shown.toSorted(), [
    ['Expiring', false, false, true],
    ['Fresh', true, true, false],
    ['Of the admin', true, true, true],
    ['Of the head coach', true, true, true],
  ]);

  const warn = async () => {
    const signal = new AbortController().signal;
    await warnOfUnusedKeysHandler(server.deps)(
      {},
      { job_id: '', attempt: 1, signal, logger: server.deps.logger },
    );
  };
  const unused = (name: string): string =>
    `The API key “${name}” of ${club.name} never expires and has not been used for 90 days. If nothing needs it, revoke it.`;
  await warn();
  await warn();
  for (const leader of [club.coach, admin]) {
    const told = await toldOfKeys(leader, 2);
    assert.deepEqual(told.toSorted(), [unused('Of the admin'), unused('Of the head coach')]);
  }
  const { count } = await db.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM pgboss.job
    WHERE name = 'events/api_key_unused' AND data ->> 'org_id' = ${club.org_id}`);
  assert.equal(count, 2, 'once for each key');
});
