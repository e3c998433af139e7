import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { openDatabase } from './infra/db/database.ts';
import { rawSql, sql } from './infra/db/sql.ts';
import { createServerDatabase } from './test/database.ts';
import { testEngine } from './test/engine.ts';
import { runCli } from './test/run-cli.ts';
import { startServerProcess } from './test/server-process.ts';

const skip = testEngine() === 'postgres' ? false : 'several processes need a server';

const ROUNDS = 2;
const AT_ONCE = 3;

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function askForMail(url: string): Promise<Response> {
  return await fetch(`${url}/api/v1/auth/request-verification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'yuki@example.org' }),
  });
}

async function emptyDatabase(t: TestContext): Promise<string> {
  const { url, drop } = await createServerDatabase();
  t.after(drop);
  return url;
}

test('any number that prepare an empty database at the same moment all come to their end, and one does the work', {
  skip,
}, async (t) => {
  for (let round = 0; round < ROUNDS; round++) {
    const env = { DATABASE_URL: await emptyDatabase(t), DATA_DIR: await temporaryFolder(t) };
    const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => runCli(env, 'migrate')));
    for (const { code, err } of ends) assert.equal(code, 0, err);
    assert.equal(ends.filter(({ out }) => out.startsWith('Applied 0001_')).length, 1);
    assert.equal(ends.filter(({ out }) => out.includes('the tables of the jobs')).length, 1);
  }
});

test('several servers that start on an empty database at the same moment all answer, and take what makes a job', {
  skip,
}, async (t) => {
  const DATABASE_URL = await emptyDatabase(t);
  const folders = await Promise.all(Array.from({ length: AT_ONCE }, () => temporaryFolder(t)));
  const servers = await Promise.all(folders.map((folder) => startServerProcess(t, folder, { DATABASE_URL })));
  for (const { url, child } of servers) {
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    const asked = await askForMail(url);
    assert.equal(asked.status, 200, await asked.text());
    child.kill('SIGTERM');
    await once(child, 'exit');
    assert.equal(child.exitCode, 0);
  }
});

test('after ekiden migrate, a server starts and works as a role that may create nothing', {
  skip,
}, async (t) => {
  const { url, drop } = await createServerDatabase();
  const folder = await temporaryFolder(t);
  assert.equal((await runCli({ DATABASE_URL: url, DATA_DIR: folder }, 'migrate')).code, 0);
  const role = `ekiden_test_${process.pid}_server`;
  const owner = await openDatabase({ url, dataDir: '', logger: pino({ level: 'silent' }), poolSize: 1 });
  const name = new URL(url).pathname.slice(1);
  await owner.executeSql(`
    CREATE ROLE ${role} LOGIN PASSWORD 'server';
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC;
    GRANT USAGE ON SCHEMA public, pgboss TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, pgboss TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, pgboss TO ${role}`);
  t.after(async () => {
    await owner.execute(rawSql(`DROP OWNED BY ${role}`));
    await owner.execute(rawSql(`DROP ROLE ${role}`));
    await owner.close();
    await drop();
  });
  const asRole = new URL(url);
  asRole.username = role;
  asRole.password = 'server';
  const server = await startServerProcess(t, folder, { DATABASE_URL: asRole.href });
  const ready = await fetch(`${server.url}/readyz`);
  assert.equal(ready.status, 200, await ready.text());
  const asked = await askForMail(server.url);
  assert.equal(asked.status, 200, await asked.text());
  const mayCreate = await owner.query<{ name: string }>(sql`
    SELECT nspname AS name FROM pg_namespace WHERE has_schema_privilege(${role}, oid, 'CREATE')`);
  assert.deepEqual(mayCreate, []);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  assert.equal(server.child.exitCode, 0);
});
