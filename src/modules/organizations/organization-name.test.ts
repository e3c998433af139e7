import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { pino } from 'pino';
import { sql } from '../../infra/db/sql.ts';
import { createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import { TEST_APP_KEY, type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { fillNameKeys } from './fill-name-keys.ts';

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

function imitations(): { name: string; others: readonly string[] } {
  // Letters only, since what stands between digits counts.
  const tail = randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  const name = `Osaka Pacers ${tail}`;
  const others = [
    `Оsaka Расеrs ${tail}`,
    `Osaka-Pacers! ${tail}`,
    `OsakaPacers${tail.toUpperCase()}`,
    `Ｏｓａｋａ Pacers ${tail}`,
  ];
  return { name, others };
}

test('a name that passes for another one is refused, to who founds and to who renames, and says nothing of whose it is', async () => {
  const { name, others } = imitations();
  const [own, other] = [
    await createOrganization(server, { coach }),
    await createOrganization(server, { coach }),
  ];
  assert.equal((await rename(own.org_id, name)).status, 200);
  for (const imitation of others) {
    for (const again of [
      await create(imitation),
      await createByApp(imitation),
      await rename(other.org_id, imitation),
    ]) {
      assert.deepEqual([again.status, again.body.code], [409, 'conflict'], imitation);
      assert.match(again.body.error, /looks like that of another organization/);
      assert.ok(!again.body.error.includes(own.org_id) && !again.body.error.includes('Osaka'));
    }
    assert.equal((await rename(own.org_id, imitation)).status, 200, 'its own look is no other’s');
  }
  assert.equal((await rename(own.org_id, `Nagoya ${randomUUID()}`)).status, 200);
  assert.equal((await create(others[0] ?? '')).status, 201, 'a look that was given up is free');
});

test('of several who take names that look alike at once, one has it', async () => {
  const { name, others } = imitations();
  const answers = await Promise.all([name, ...others].map(create));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
});

test('names that looked alike before that was refused stay, and no other joins them', async () => {
  const { name, others } = imitations();
  const { db } = server.deps;
  const made: string[] = [];
  for (const one of [name, others[0] ?? '']) {
    const { status, body } = await create(one);
    assert.equal(status, 201, one);
    made.push(body.organization.org_id);
    await db.execute(sql`DELETE FROM organization_name_keys WHERE org_id = ${body.organization.org_id}`);
  }
  const logger = pino({ level: 'silent' });
  for (let again = 0; again < 2; again += 1) await fillNameKeys({ db, logger });
  const keys = await db.query<{ org_id: string }>(
    sql`SELECT DISTINCT org_id FROM organization_name_keys WHERE org_id = ANY(${made}::uuid[])`,
  );
  assert.ok(
    keys.some(({ org_id }) => org_id === made[0]),
    'the older one has them',
  );
  for (const imitation of others.slice(1)) assert.equal((await create(imitation)).status, 409, imitation);
  const described = { token: coach.token, body: { description: 'Both go on.' } };
  for (const org_id of made)
    assert.equal((await server.request('PUT', `/api/v1/organizations/${org_id}`, described)).status, 200);
});
