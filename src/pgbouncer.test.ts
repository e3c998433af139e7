import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { exampleSimulation } from '../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../sandbox/recordings/write-fit.ts';
import { type Database, openDatabase } from './infra/db/database.ts';
import { openPostgres, TIMINGS } from './infra/db/postgres.ts';
import { rawSql, sql } from './infra/db/sql.ts';
import { runExportOverHttp } from './test/archives.ts';
import { createServerDatabase } from './test/database.ts';
import { testEngine } from './test/engine.ts';
import { addMember, createApiKey, createOrganization, newEmail, uploadFile } from './test/factories.ts';
import { startTestServer } from './test/harness.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from './test/pgbouncer.ts';

const skip =
  testEngine() !== 'postgres'
    ? 'only a server stands behind a pooler'
    : hasPgBouncer
      ? false
      : 'needs PgBouncer (Debian: pgbouncer)';

const RUN = simulateActivity(exampleSimulation(steadyRun(600), { resolution_s: 5 }));
const LENT = 2;
const logger = pino({ level: 'silent' });

let database: Awaited<ReturnType<typeof createServerDatabase>>;
let pooler: PgBouncer;
let directUrl: string;
let owner: Database;
const role = `ekiden_test_${randomUUID().replaceAll('-', '')}`;

before(async () => {
  if (skip !== false) return;
  database = await createServerDatabase();
  owner = await openDatabase({ url: database.url, dataDir: '', logger, poolSize: 2 });
  await owner.executeSql(`CREATE ROLE ${role} LOGIN PASSWORD 'pooled';
    ALTER DATABASE ${new URL(database.url).pathname.slice(1)} OWNER TO ${role};
    ALTER SCHEMA public OWNER TO ${role}`);
  const direct = new URL(database.url);
  direct.username = role;
  direct.password = 'pooled';
  directUrl = direct.href;
  pooler = await startPgBouncer(directUrl, LENT);
});

after(async () => {
  if (skip !== false) return;
  await pooler.stop();
  await owner.close();
  await database.drop();
  const admin = await openDatabase({
    url: process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
    dataDir: '',
    logger,
    poolSize: 2,
  });
  await admin.execute(rawSql(`DROP ROLE ${role}`));
  await admin.close();
});

describe('behind PgBouncer in transaction mode', { skip }, () => {
  test('a start says in one line what is missing: the direct address, then the settings of the role', async () => {
    const options = { url: pooler.url, dataDir: '', logger };
    await assert.rejects(openDatabase(options), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /^Cannot connect to PostgreSQL .* set DATABASE_DIRECT_URL to the address/);
      assert.doesNotMatch(error.message, /pooled|\n/);
      return true;
    });
    await assert.rejects(
      openDatabase({ ...options, directUrl: pooler.url }),
      /DATABASE_DIRECT_URL.* has to be/,
    );
    let said = '';
    await assert.rejects(openDatabase({ ...options, directUrl }), (error) => {
      said = String(error);
      return true;
    });
    assert.doesNotMatch(said, /\n/);
    const [statements = ''] = /ALTER ROLE .*;(?= Then)/.exec(said) ?? [];
    assert.match(statements, /SET statement_timeout = '60000';/);
    const asRole = await openDatabase({ url: directUrl, dataDir: '', logger, poolSize: 2 });
    await asRole.executeSql(statements);
    await asRole.close();
    await pooler.stop();
    pooler = await startPgBouncer(directUrl, LENT);
    const db = await openDatabase({ url: pooler.url, directUrl, dataDir: '', logger });
    await db.close();
  });

  test('two servers on two lent connections: migrations, sign-up, upload, jobs, lists, an export, an orderly stop', async () => {
    const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_SIZE: '5' };
    const [server, second] = await Promise.all([
      startTestServer(settings),
      startTestServer({ ...settings, ROLES: 'api' }),
    ]);
    const organization = await createOrganization(server);
    const athlete = await addMember(server, organization);
    const email = newEmail();
    await server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
    assert.equal((await server.mailTo(email)).to, email);
    const uploaded = await uploadFile(server, athlete, writeFit([RUN]));
    assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
    const apiKey = (await createApiKey(server, organization, { scopes: ['admin'] })).secret;
    const lists = ['org', 'athletes', `activities?athlete_id=${athlete.user_id}`, 'activities', 'groups'];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        [server, second][place % 2]?.request('GET', `/developer/v1/${lists[place % lists.length]}`, {
          apiKey,
        }),
      ),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer?.status))], [200]);
    const { status } = await runExportOverHttp(second, apiKey, { format: 'csv' });
    assert.equal(status, 'completed');
    await Promise.all([server.stop(), second.stop()]);
    const left = await owner.one<{ locks: number }>(sql`
      SELECT count(*) AS locks FROM pg_locks WHERE locktype = 'advisory' AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())`);
    assert.equal(left.locks, 0);
  });

  test('a pooler that is away is an outage, and work goes on once it is back', async () => {
    const db = await openPostgres({ url: pooler.url, directUrl, logger, timings: TIMINGS });
    assert.deepEqual(await db.one(sql`SELECT 1 AS n`), { n: 1 });
    assert.deepEqual(await db.one(sql`SELECT 1 AS n FROM pg_sleep(2)`), { n: 1 });
    const { port } = new URL(pooler.url);
    await pooler.stop();
    await assert.rejects(db.one(sql`SELECT 1 AS n`), /The database cannot be used/);
    pooler = await startPgBouncer(directUrl, LENT, Number(port));
    assert.deepEqual(await db.one(sql`SELECT 2 AS n`), { n: 2 });
    await db.close();
  });
});
