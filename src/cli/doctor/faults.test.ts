import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { parseConfig } from '../../config.ts';
import { createSecretBox } from '../../infra/crypto/secret-box.ts';
import { type Database, openDatabase } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { countedNetwork } from '../../infra/rate-limit/index.ts';
import { sealCredentials } from '../../modules/integrations/connections/credentials-box.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, systemClock } from '../../shared/time.ts';
import { testEngine } from '../../test/engine.ts';
import { eventually } from '../../test/eventually.ts';
import { freePort } from '../../test/free-port.ts';
import { lastingDatabase } from '../../test/lasting-database.ts';
import { hasOwnPostgres, startOwnPostgres } from '../../test/own-postgres.ts';
import { DATABASE_CHECKS, type StoredDeps } from './database-checks.ts';
import { sampledFiles, wholeFiles } from './file-checks.ts';
import type { Finding } from './finding.ts';
import { runInTurn } from './run-checks.ts';
import { STATISTICS_CHECKS } from './statistics-checks.ts';
import { wholeTables } from './table-checks.ts';
import { openStoreOf } from './with-stored.ts';
import { WORK_CHECKS } from './work-checks.ts';

const { signal } = new AbortController();
const onPostgres = testEngine() === 'postgres';
const CLI = new URL('../../cli.mjs', import.meta.url).pathname;
const BASE_URL = 'https://club.example.org';
const PLATFORMS = {
  GARMIN_CONSUMER_KEY: 'k',
  GARMIN_CONSUMER_SECRET: 's',
  STRAVA_CLIENT_ID: '1',
  STRAVA_CLIENT_SECRET: 's',
};
const secretBox = createSecretBox([Buffer.alloc(32, 9)]);

const told = ({ severity, check, seen }: Finding): string => `${severity} ${check}: ${seen}`;

const CHECKS = [
  ...DATABASE_CHECKS,
  ...STATISTICS_CHECKS,
  ...WORK_CHECKS,
  sampledFiles,
  ...wholeTables({ tell: () => undefined }),
  ...wholeFiles({ tell: () => undefined, orphan: () => undefined }),
];

/** What one check sees that is not as it should be, however long it takes on a busy machine. */
async function look(name: string, deps: StoredDeps): Promise<Finding[]> {
  const found: Finding[] = [];
  const checks = CHECKS.filter((check) => check.name === name);
  assert.equal(checks.length, 1, name);
  await runInTurn(checks, deps, signal, (finding) => found.push(finding), null);
  return found.filter(({ severity }) => severity !== 'ok');
}

describe('each fault is found, and is gone once it is mended as the finding says', () => {
  let db: Database;
  let deps: StoredDeps;
  let env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string };
  let remove: () => Promise<void>;

  before(async () => {
    ({ env, remove } = await lastingDatabase());
    const config = parseConfig({ ...env, ...PLATFORMS, BASE_URL });
    const open = () =>
      openDatabase({
        url: config.databaseUrl,
        dataDir: `${config.dataDir}/db`,
        logger: pino({ level: 'silent' }),
      });
    db = await open();
    if (onPostgres) {
      // What stands in this schema is read instead of the catalog: what would take days is told as if it had been so long.
      await db.executeSql(`
        CREATE SCHEMA aged; CREATE TABLE aged.so_far AS SELECT interval '0' AS statistics, interval '0' AS transactions;
        CREATE VIEW aged.pg_stat_bgwriter AS
        SELECT stats_reset - statistics AS stats_reset FROM pg_catalog.pg_stat_bgwriter, aged.so_far;
        CREATE VIEW aged.pg_stat_activity AS
        SELECT datid, pid, usesysid, backend_type, xact_start - transactions AS xact_start
        FROM pg_catalog.pg_stat_activity, aged.so_far`);
      const [named] = (await db.executeSql('SELECT current_database() AS name')).rows as { name: string }[];
      await db.executeSql(`ALTER DATABASE ${named?.name} SET search_path = aged, pg_catalog, public`);
      await db.close();
      db = await open();
    }
    deps = { config, db, clock: systemClock, store: null, secretBox, isServer: false };
  });
  after(async () => {
    await db.close();
    await remove();
  });

  const newUsers = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, newId);
    await db.execute(sql`
      INSERT INTO users (user_id, email, username, display_name, preferences, notification_settings, privacy, subscription,
        created_at, updated_at)
      SELECT id::uuid, id || '@example.org', id, 'Somebody', '{}', '{}', '{}', '{}', now(), now()
      FROM unnest(${ids}::text[]) AS id`);
    return ids;
  };

  /** Makes a fault, expects it alone, runs the SQL that is printed with it, and expects nothing more. */
  const comesAndGoes = async (
    name: string,
    make: () => Promise<unknown>,
    expected: RegExp,
  ): Promise<void> => {
    // How many connections others have to the server of all tests says nothing here.
    const see = async () =>
      (await look(name, deps)).filter(({ seen }) => !/ of \d+ connections are used$/.test(seen));
    assert.deepEqual(await see(), []);
    await make();
    const found = await see();
    assert.equal(found.length, 1);
    assert.match(`${found.map(told)}`, expected);
    await mendAsPrinted(db, found[0]);
    // A process of the server that is told to end takes its time.
    await eventually(see, (still) => still.length === 0);
  };

  test('dead rows that nothing clears', () =>
    comesAndGoes(
      'tables',
      () =>
        db.executeSql(`
          CREATE TABLE public.worn (n int) WITH (autovacuum_enabled = false);
          INSERT INTO public.worn SELECT generate_series(1, 12000); DELETE FROM public.worn WHERE n > 100;
          SELECT pg_stat_force_next_flush()`),
      /^warning tables: worn has 11900 dead rows beside 100 live ones$/,
    ));

  test('an index that is not valid', () =>
    comesAndGoes(
      'tables',
      () =>
        db.executeSql(`
          CREATE TABLE public.listed (n int); CREATE INDEX listed_idx ON public.listed (n);
          UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'listed_idx'::regclass`),
      /^error tables: the index listed_idx is not valid$/,
    ));

  test('an index that nobody used for a month', { skip: !onPostgres && 'it takes 50 MB' }, async () => {
    await db.executeSql(`
      CREATE TABLE public.unread (n int); INSERT INTO public.unread SELECT generate_series(1, 350000);
      CREATE INDEX unread_idx ON public.unread (n) WITH (fillfactor = 10); SELECT pg_stat_force_next_flush()`);
    const unused = async () => (await look('tables', deps)).map(told);
    assert.deepEqual(await unused(), [], 'what is counted since yesterday says nothing');
    await db.executeSql(`
      UPDATE aged.so_far SET statistics = '40 days';
      UPDATE public.schema_migrations SET applied_at = now() - interval '40 days'`);
    assert.match(
      `${await unused()}`,
      /^note tables: the index unread_idx has \d\d MB and was not used in 30 days$/,
    );
    await db.executeSql("UPDATE public.schema_migrations SET applied_at = now() WHERE name LIKE '0001%'");
    assert.deepEqual(await unused(), [], 'a migration may have made it since');
    await db.executeSql("UPDATE aged.so_far SET statistics = '0'; DROP TABLE public.unread");
  });

  test('a transaction that is open for long', {
    skip: !onPostgres && 'one process has the embedded one',
  }, async (t) => {
    const client = await connect(t, env.DATABASE_URL);
    await comesAndGoes(
      'connections',
      async () => {
        await client.query('BEGIN; SELECT 1');
        await db.executeSql("UPDATE aged.so_far SET transactions = '10 minutes'");
      },
      /^warning connections: a transaction has been open for 6\d\d s \(process \d+\)/,
    );
    await db.executeSql("UPDATE aged.so_far SET transactions = '0'");
  });

  test('a database that lets few in', { skip: !onPostgres && 'one process has the embedded one' }, () =>
    comesAndGoes(
      'connections',
      async () => {
        const [named] = (await db.executeSql('SELECT current_database() AS name')).rows as { name: string }[];
        await db.executeSql(`ALTER DATABASE ${named?.name} CONNECTION LIMIT 1`);
      },
      /^error connections: \d+ of 1 connections to the database \w+ are used$/,
    ),
  );

  test('people who all seem to come from the proxy, unless there is none', async () => {
    const people = await newUsers(3);
    const seenFrom = async (address: string, base_url = BASE_URL) => {
      await db.execute(sql`DELETE FROM known_networks`);
      await db.execute(sql`
        INSERT INTO known_networks (user_id, network, last_seen_at)
        SELECT id, ${countedNetwork(address)}, now() FROM unnest(${people}::uuid[]) AS id`);
      const config = { ...deps.config, baseUrl: base_url };
      const [found] = await look('networks of people', { ...deps, config });
      return found?.severity ?? 'silent';
    };
    for (const proxy of ['127.0.0.1', '::1', '::ffff:172.18.0.2', '10.8.0.1', '192.168.1.7', 'fd00::7'])
      assert.equal(await seenFrom(proxy), 'warning', proxy);
    for (const outside of ['203.0.113.9', '2001:db8::1', '172.32.0.1'])
      assert.equal(await seenFrom(outside), 'silent', outside);
    for (const here of ['http://192.168.1.2:4000', 'http://[fd00::1]', 'http://nas.local', 'http://nas'])
      assert.equal(await seenFrom('192.168.1.7', here), 'silent', here);
    await db.execute(sql`DELETE FROM known_networks`);
  });

  test('refresh tokens of Garmin near their end; those of Strava and of OAuth 1.0a have none', async () => {
    const people = await newUsers(4);
    const ended = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const oauth2 = { oauth: '2.0', access_token: 'hush-a', refresh_token: 'hush-r' };
    const kept = [
      ['garmin', { ...oauth2, expires_at: ended(80) }],
      ['garmin', { ...oauth2, expires_at: ended(60) }],
      ['garmin', { oauth: '1.0a', token: 'hush-t', token_secret: 'hush-s' }],
      ['strava', { access_token: 'hush-a', refresh_token: 'hush-r', expires_at: ended(400) }],
    ] as const;
    assert.deepEqual(await look('tokens', deps), []);
    for (const [index, [provider, credentials]] of kept.entries()) {
      const user_id = people[index] ?? '';
      await db.execute(sql`
        INSERT INTO platform_connections (user_id, provider, connected_at, last_sync_at, sealed_credentials)
        VALUES (${user_id}, ${provider}, now(), now(), ${sealCredentials(secretBox, { user_id, provider }, credentials)})`);
    }
    const found = await look('tokens', deps);
    await db.execute(sql`DELETE FROM platform_connections`);
    assert.deepEqual(found.map(told), [
      'note tokens: of 4 tokens, 1 of garmin were last renewed more than 75 days ago; they can be renewed for about 90 days',
    ]);
    assert.doesNotMatch(JSON.stringify(found), /hush/);
  });

  test('a platform of which nothing comes: after days where many are connected, after weeks where few are', async () => {
    const people = await newUsers(20);
    const seen = async (count: number, days: number) => {
      await db.execute(sql`DELETE FROM platform_connections`);
      await db.execute(sql`
        INSERT INTO platform_connections (user_id, provider, connected_at, last_sync_at)
        SELECT id, 'strava', now() - interval '90 days', ${new Date(Date.now() - days * DAY_MS)}
        FROM unnest(${people.slice(0, count)}::uuid[]) AS id`);
      return (await look('silence of platforms', deps)).map(told);
    };
    assert.deepEqual([await seen(19, 4), await seen(20, 2)], [[], []]);
    assert.deepEqual(await seen(20, 4), [
      'warning silence of platforms: 20 connections to strava, the last came 4.0 days ago',
    ]);
    assert.match(`${await seen(19, 15)}`, /^warning silence of platforms: 19 connections/);
    await db.execute(sql`DELETE FROM platform_connections`);
  });

  test('an object store that is away, to both commands, without its secret', async () => {
    const S3_ENDPOINT = `http://127.0.0.1:${await freePort()}`;
    const s3 = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 'hush', S3_ENDPOINT };
    const store = await openStoreOf(parseConfig({ ...env, ...s3, LOG_LEVEL: 'silent' }));
    for (const name of ['files', 'files of rows', 'rows of files']) {
      const [found, ...others] = await look(name, { ...deps, store });
      assert.match(
        `${found && told(found)}`,
        new RegExp(`^error ${name}: S3 ping on bucket b .*set S3_ENDPOINT`),
      );
      assert.match(found?.mend ?? '', /recordings cannot be stored/);
      assert.deepEqual(others, []);
      assert.doesNotMatch(JSON.stringify(found), /hush/);
    }
    await store?.close();
  });

  test('a B-tree that is out of order', async () => {
    const order = (less: string) => `
      CREATE OR REPLACE FUNCTION public.compared(int, int) RETURNS int LANGUAGE sql IMMUTABLE AS
      'SELECT CASE WHEN $1 ${less} $2 THEN -1 WHEN $1 = $2 THEN 0 ELSE 1 END'`;
    if (onPostgres) await db.executeSql('CREATE EXTENSION amcheck SCHEMA public');
    await db.executeSql(`
      ${order('<')};
      CREATE OPERATOR CLASS public.turned FOR TYPE int USING btree AS
        OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 public.compared(int, int);
      CREATE TABLE public.sorted (n int); INSERT INTO public.sorted SELECT generate_series(1, 100);
      CREATE INDEX sorted_idx ON public.sorted (n public.turned)`);
    await comesAndGoes(
      'insides of indexes',
      () => db.executeSql(order('>')),
      /^error insides of indexes: the index sorted_idx is damaged: .*item order/,
    );
  });

  test('a process that may open few files', {
    skip: !onPostgres && 'this process has the database',
  }, async () => {
    const command = 'ulimit -n 900 && exec "$0" "$1" doctor --json';
    const out = await new Promise<string>((resolve) => {
      const all = { ...process.env, ...env };
      execFile('sh', ['-c', command, process.execPath, CLI], { env: all }, (_error, out) => resolve(out));
    });
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    assert.deepEqual(findings.filter(({ check }) => check === 'open files').map(told), [
      'error open files: a process started here may open 900 files',
    ]);
  });
});

/** The statements that a finding is mended by stand after a colon, before a semicolon with words, or are all of it. */
async function mendAsPrinted(db: Pick<Database, 'executeSql'>, finding: Finding | undefined): Promise<void> {
  const statements = (finding?.mend ?? '')
    .replace(/^.*?: (?=SELECT)/, '')
    .split(/; |, (?:or|as) /)
    .filter((part) => /^[A-Z]{5,} /.test(part));
  assert.ok(statements.length > 0, `${finding?.mend}`);
  for (const statement of statements) await db.executeSql(statement);
}

async function connect(t: TestContext, connectionString: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  t.after(() => client.end().catch(() => undefined));
  return client;
}

test('what only a server of its own can have: no connection left, slow statements, another collation, a role with few rights', {
  skip: !(onPostgres && hasOwnPostgres) && 'there are no programs of a PostgreSQL server',
}, async (t) => {
  const server = await startOwnPostgres({
    settings: ['shared_preload_libraries=pg_stat_statements', 'max_connections=30', 'autovacuum=off'],
  });
  t.after(() => server.remove());
  const open = (url: string) =>
    openDatabase({ url, dataDir: '', logger: pino({ level: 'silent' }), poolSize: 1 });
  const db = await open(server.url);
  t.after(() => db.close());
  await db.executeSql(`
    CREATE SCHEMA extensions; CREATE EXTENSION pg_stat_statements SCHEMA extensions; CREATE EXTENSION amcheck;
    CREATE TABLE schema_migrations (name text, sha256 text, applied_at timestamptz); CREATE TABLE listed (n int PRIMARY KEY);
    CREATE ROLE plain LOGIN CONNECTION LIMIT 5; GRANT SELECT ON listed, schema_migrations TO plain`);
  const config = parseConfig({ DATABASE_URL: server.url });
  const see = async (name: string, by = db): Promise<Finding[]> =>
    await look(name, { config, db: by, clock: systemClock, store: null, secretBox: null, isServer: false });
  for (const name of ['connections', 'slow queries', 'database', 'insides of indexes'])
    assert.deepEqual(await see(name), [], name);

  await db.executeSql('UPDATE pg_database SET datcollversion = 1 WHERE datname = current_database()');
  const [collation] = await see('database');
  assert.match(
    collation?.seen ?? '',
    /^the database was made with version 1 of the collation en, the system has /,
  );
  await mendAsPrinted(db, collation);
  assert.deepEqual(await see('database'), []);

  const plain = await open(server.url.replace('postgres@', 'plain@'));
  t.after(() => plain.close());
  const [denied] = await see('insides of indexes', plain);
  assert.match(
    `${denied && told(denied)}`,
    /^note insides of indexes: not checked: the role plain may not use/,
  );
  await mendAsPrinted(db, denied);
  assert.deepEqual(await see('insides of indexes', plain), []);

  const clients = await Promise.all(Array.from({ length: 22 }, () => connect(t, server.url)));
  const slow = "SELECT 'hush', pg_sleep(0.6)";
  await Promise.all(clients.map((client) => client.query(slow)));
  const [statement] = await see('slow queries');
  assert.match(statement?.seen ?? '', /^\d+ ms on average, 22 times: SELECT \$1, pg_sleep\(\$2\)$/);
  for (const asked of [db, plain])
    assert.match(
      `${(await see('connections', asked)).map(told)}`,
      /^warning connections: 2[2-5] of 27 connections are used$/,
    );
  clients.push(...(await Promise.all(Array.from({ length: 3 }, () => connect(t, server.url)))));
  assert.match(`${(await see('connections')).map(told)}`, /^error connections: 2[67] of 27/);
  await Promise.all(clients.map((client) => client.end()));
  const asPlain = server.url.replace('postgres@', 'plain@');
  await Promise.all(Array.from({ length: 4 }, () => connect(t, asPlain)));
  // The others may be on their way out still.
  const ofRole = async () => (await see('connections', plain)).filter(({ seen }) => seen.includes('role'));
  const [role] = await ofRole();
  assert.match(`${role && told(role)}`, /^error connections: 5 of 5 connections of the role plain are used$/);
  await mendAsPrinted(db, role);
  assert.deepEqual(await ofRole(), []);
});
