import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import { TEST_APP_KEY, type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

let server: TestServer;
let coach: TestUser;
before(async () => {
  server = await testServer();
  coach = await signUp(server, { membership_role: 'coach' });
});

const create = (name: string): Promise<TestResponse> =>
  server.request('POST', '/api/v1/organizations', { token: coach.token, body: { name } });
const createByApp = (name: string): Promise<TestResponse> =>
  server.request('POST', '/api/v1/organizations', {
    apiKey: TEST_APP_KEY,
    body: { name, head_coach_user_id: coach.user_id },
  });
const rename = (org_id: string, name: string): Promise<TestResponse> =>
  server.request('PUT', `/api/v1/organizations/${org_id}`, { token: coach.token, body: { name } });

test('a name is taken in any case, however its letters were typed, and whoever asks', async () => {
  const name = `Élan Zürich ${randomUUID()}`;
  assert.equal((await create(`  ${name.normalize('NFD')}\t`)).body.organization.org_name, name);
  for (const same of [name, name.toUpperCase(), name.toLowerCase(), name.normalize('NFD'), ` ${name} `]) {
    for (const again of [await create(same), await createByApp(same)])
      assert.deepEqual([again.status, again.body.code], [409, 'conflict'], same);
  }
  assert.equal((await create(name.replaceAll('ü', 'u'))).status, 201, 'another letter is another name');
});

test('of two who take one name at once, by founding or renaming, one has it; a name that was given up is free', async () => {
  const [first, second] = [
    await createOrganization(server, { coach }),
    await createOrganization(server, { coach }),
  ];
  const name = `Ölberg ${randomUUID()}`;
  const answers = await Promise.all([
    rename(first.org_id, name),
    rename(second.org_id, name.toUpperCase()),
    create(name.toLowerCase()),
    createByApp(name),
  ]);
  const won = answers.filter(({ status }) => status < 300);
  assert.equal(won.length, 1);
  assert.ok(answers.every(({ status }) => status < 300 || status === 409));
  const { org_id } = won[0]?.body.organization ?? {};
  assert.equal((await rename(org_id, `Neuer ${name}`)).status, 200);
  assert.equal((await create(name)).status, 201);
});

test('is no longer for being stored in one form', async () => {
  // Of these letters, one becomes two.
  for (const answer of [await create('\u0958'.repeat(51)), await create('x'.repeat(101))]) {
    assert.equal(answer.status, 400);
    assert.equal(answer.body.details[0].path, 'name');
    assert.match(answer.body.error, /at most 100 characters/);
  }
  const { org_id } = await createOrganization(server, { coach });
  assert.equal((await rename(org_id, '\u0958'.repeat(51))).status, 400);
  const name = `\u0958${'x'.repeat(61)}${randomUUID()}`;
  const fits = await rename(org_id, name);
  assert.deepEqual([fits.status, fits.body.organization.org_name], [200, name.normalize()]);
});
