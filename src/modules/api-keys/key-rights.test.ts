import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SCOPES } from '../../shared/access.ts';
import {
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { setOrganizationTier } from '../organizations/index.ts';

let server: TestServer;
let club: TestOrganization;
before(async () => {
  server = await testServer();
  club = await createOrganization(server);
});

const orgPath = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}`;
const keysOf = (organization: TestOrganization): string => `${orgPath(organization)}/api-keys`;

test('a tier without security settings has no keys: there are no new ones, and the old ones sleep', async () => {
  const organization = await createOrganization(server);
  const [key, narrow, revoked] = await Promise.all([
    createApiKey(server, organization),
    createApiKey(server, organization, { scopes: ['groups:read'] }),
    createApiKey(server, organization),
  ]);
  const { token } = organization.coach;
  await server.request('DELETE', `${keysOf(organization)}/${revoked.id}`, { token });
  const read = async ({ secret }: { secret: string }, part = '') => {
    const { status, body } = await server.request('GET', `${orgPath(organization)}${part}`, {
      token: secret,
    });
    return status === 200 ? status : `${status} ${body.code}`;
  };
  assert.deepEqual([await read(key), await read(narrow)], [200, '403 forbidden']);
  await setOrganizationTier(server.deps, { org_id: organization.org_id, tier: 'free' });
  for (const part of ['', '/members', '/groups', '/audit-logs'])
    assert.equal(await read(key, part), '403 feature_not_enabled');
  assert.equal(await read(narrow), '403 feature_not_enabled', 'before it looks at scopes');
  assert.equal(await read(revoked), '401 unauthenticated', 'after it has looked at the key');
  const path = `${keysOf(organization)}/${key.id}`;
  const managed = await Promise.all([
    server.request('POST', keysOf(organization), { token, body: { name: 'Key' } }),
    server.request('GET', keysOf(organization), { token }),
    server.request('DELETE', path, { token }),
  ]);
  for (const { status, body } of managed) assert.deepEqual([status, body.code], [403, 'feature_not_enabled']);
  await setOrganizationTier(server.deps, { org_id: organization.org_id, tier: 'coach' });
  assert.deepEqual([await read(key), await read(narrow)], [200, '403 forbidden']);
  assert.equal((await server.request('DELETE', path, { token })).status, 200);
});

test('on the application API a key reads its organization, within its scopes, and nothing else', async () => {
  const member = await addMember(server, club);
  const elsewhere = await createOrganization(server);
  const { id } = await createGroup(server, club);
  const reads: [path: string, scopes: readonly string[]][] = [
    [orgPath(club), ['org:read']],
    [`${orgPath(club)}/members`, ['athletes:read']],
    [`${orgPath(club)}/groups`, ['groups:read']],
    [`${orgPath(club)}/groups/${id}`, ['groups:read']],
    [`${orgPath(club)}/audit-logs`, SCOPES],
  ];
  const get = async (path: string, token: string) => (await server.request('GET', path, { token })).status;
  const whole = await createApiKey(server, club, { scopes: ['admin'] });
  for (const [path, scopes] of reads) {
    const { secret } = await createApiKey(server, club, { scopes });
    const others = SCOPES.filter((scope) => scope !== scopes[0]);
    const lacking = await createApiKey(server, club, { scopes: others });
    assert.deepEqual(
      [await get(path, secret), await get(path, lacking.secret), await get(path, whole.secret)],
      [200, 403, 200],
      path,
    );
    const foreign = path.replace(club.org_id, elsewhere.org_id);
    assert.equal(await get(foreign, whole.secret), 404, foreign);
  }
  const closed = [
    '/api/v1/auth/me',
    `/api/v1/users/${member.user_id}`,
    `/api/v1/users/${member.user_id}/public`,
    '/api/v1/users/me/export',
    '/api/v1/activities',
    `${orgPath(club)}/athletes/${member.user_id}/activities`,
    keysOf(club),
  ];
  for (const path of closed) assert.equal(await get(path, whole.secret), 403, path);
  const settings = { token: whole.secret, body: { settings: {} } };
  assert.equal((await server.request('PUT', orgPath(club), settings)).status, 403);
});

test('where a key opens nothing it is told what does; a key that is no good is told that', async () => {
  const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
  const spent = await createApiKey(server, club);
  await server.request('DELETE', `${keysOf(club)}/${spent.id}`, { token: club.coach.token });
  const person =
    /^An API key does not open this\. Send the access token of a person, which signing in gives, /;
  const app =
    /^An API key does not open this\. Send an app key of this server as "X-API-Key: <key>", or the access token/;
  const asked = [
    ['GET', '/api/v1/auth/me', undefined, person],
    ['POST', '/api/v1/organizations', { name: 'Founded by a key' }, app],
  ] as const;
  for (const [method, path, body, opens] of asked) {
    const send = (credentials: object) =>
      server.request(method, path, { ...credentials, ...(body === undefined ? {} : { body }) });
    for (const good of [{ token: secret }, { apiKey: secret }]) {
      const answer = await send(good);
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], path);
      assert.match(answer.body.error, opens);
    }
    const revoked = await send({ token: spent.secret });
    assert.deepEqual([revoked.status, revoked.body.code], [401, 'unauthenticated']);
    assert.equal(revoked.body.error, 'The API key has been revoked.');
  }
  const inHeader = await server.request('GET', `${orgPath(club)}/members`, { apiKey: secret });
  assert.equal(inHeader.status, 401);
  assert.match(inHeader.body.error, /Send the API key as "Authorization: Bearer <key>"/);
});
