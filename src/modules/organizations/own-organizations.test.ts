import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import {
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { walkPages } from '../../test/walk-pages.ts';

const PATH = '/api/v1/organizations';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const read = (token: string, query = '') => server.request('GET', `${PATH}${query}`, { token });

async function ownOf(
  { token }: TestUser,
  query = '',
): Promise<{ organizations: unknown[]; next_cursor: string | null }> {
  const { status, body } = await read(token, query);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const send = async (method: string, { coach, org_id }: TestOrganization, rest: string, body?: object) => {
  const { status } = await server.request(method, `${PATH}/${org_id}${rest}`, { token: coach.token, body });
  assert.equal(status, 200, rest);
};

test('everybody finds the organizations they belong to, as what, the oldest first and page by page', async () => {
  const person = await signUp(server, { membership_role: 'coach' });
  assert.deepEqual(await ownOf(person), { organizations: [], next_cursor: null });
  const suffix = randomUUID();
  const found = async (name: string, coach?: TestUser) =>
    await createOrganization(server, {
      ...(coach && { coach }),
      fields: {
        name: `${name} ${suffix}`,
        settings: { logo_url: `https://example.org/${name}.png`, secret: 1 },
      },
    });
  const led = await found('delta', person);
  const coached = await found('Charlie');
  const run = await found('bravo');
  const left = await found('Echo');
  await found('Foxtrot');
  for (const user of [person]) {
    await addCoach(server, coached, { user, role: 'admin' });
    for (const club of [coached, run, left]) await addMember(server, club, { user });
  }
  await send('PATCH', run, `/members/${person.user_id}`, { status: 'suspended' });
  await send('DELETE', left, `/members/${person.user_id}`);
  const expected = [
    ['delta', led, 'head_coach', null],
    ['Charlie', coached, 'admin', 'active'],
    ['bravo', run, 'member', 'suspended'],
  ].map(([name, club, role, member_status]) => ({
    org_id: (club as TestOrganization).org_id,
    org_name: `${name} ${suffix}`,
    logo_url: `https://example.org/${name}.png`,
    role,
    member_status,
  }));
  assert.deepEqual(await ownOf(person), { organizations: expected, next_cursor: null });
  const pages = await walkPages((query) => read(person.token, `?${query}`), {
    name: 'organizations',
    query: 'limit=2',
  });
  assert.deepEqual(pages, [expected.slice(0, 2), expected.slice(2)]);
  const { next_cursor } = await ownOf(person, '?limit=2');
  assert.deepEqual(await ownOf(await signUp(server), `?cursor=${next_cursor}`), {
    organizations: [],
    next_cursor: null,
  });
});

test('only with an access token, and with a page that there can be', async () => {
  const club = await createOrganization(server);
  const { secret } = await createApiKey(server, club);
  assert.equal((await read(secret)).status, 403);
  assert.equal((await read('nonsense')).status, 401);
  assert.equal((await server.request('GET', PATH)).status, 401);
  for (const query of ['?limit=0', '?limit=501', '?limit=x', '?offset=1', '?cursor=', '?cursor=x'])
    assert.equal((await read(club.coach.token, query)).status, 400, query);
});

test('names have nothing invisible in them, and something to see', async () => {
  const { token } = await signUp(server, { membership_role: 'coach' });
  const create = async (name: string) => {
    const { status, body } = await server.request('POST', PATH, { token, body: { name } });
    return [status, body.organization?.org_name ?? body.details?.[0].path];
  };
  const real = `Läufer 走る 🏃‍♀️ נקודה ${randomUUID()}`;
  assert.deepEqual(await create(real), [201, real.normalize()]);
  const hidden = ['\u200B', '\u200D', '\u2066', '\uFEFF'];
  const turned = ['Crag\u200B', 'a\u202Eb', 'a\r\nb', 'soft\u00ADhyphen', 'line\u2028two'];
  for (const name of [...hidden, ...turned])
    assert.deepEqual(await create(name), [400, 'name'], JSON.stringify(name));
});
