import { hash, randomUUID } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { Database } from '../infra/db/database.ts';
import { openEmbedded } from '../infra/db/embedded.ts';
import { migrate } from '../infra/db/migrate.ts';
import { openPostgres, type PostgresTimings, TIMINGS } from '../infra/db/postgres.ts';
import { createJobs } from '../infra/jobs/index.ts';
import { DAY_MS } from '../shared/time.ts';
import { atEnd } from './at-end.ts';
import { testEngine } from './engine.ts';
import { createLender } from './lend-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = path.join(ROOT, 'migrations');
const CACHE = path.join(ROOT, 'node_modules/.cache/ekiden');

const logger = pino({ level: 'silent' });

/** Of the usual 128 MB a test's database fills nearly all as it starts, and several are open at once. */
const SMALL_BUFFERS = '\nshared_buffers = 16MB\n';

/** A busy machine is no outage: who waits for a connection or an answer here waits longer. Tests of outages set times of their own. */
const PATIENT: PostgresTimings = {
  ...TIMINGS,
  wait: { without_progress: 20_000, patient: 30_000, longest: 30_000 },
  watch: { ...TIMINGS.watch, lost: TIMINGS.watch.lost_patient },
};

/** Where throw-away databases are made on the server engine. */
function testServerUrl(): string {
  return process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
}

/** A new throw-away database on the engine under test, with all migrations unless told otherwise; `close()` removes it. */
export async function openTestDatabase(options: { migrations?: boolean } = {}): Promise<Database> {
  return options.migrations === false ? await openNew(false) : await lender.borrow();
}

const lender = createLender(() => openNew(true));
atEnd(() => lender.close());

async function openNew(migrated: boolean): Promise<Database> {
  return testEngine() === 'postgres' ? await openOnServer(migrated) : await openInDirectory(migrated);
}

/** Creates a database on the test server, an empty one unless told otherwise. */
export async function createServerDatabase(
  template = 'template0',
  name = `ekiden_test_${randomUUID().replaceAll('-', '')}`,
): Promise<{ url: string; drop(): Promise<void> }> {
  const run = (statement: string) => onServer((client) => client.query(statement));
  await run(`/* test */ CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE ${template}`);
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await run(`/* test */ DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates a database on the test server with all migrations. */
export async function createMigratedServerDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  return await createServerDatabase(await serverTemplate());
}

async function openOnServer(migrated: boolean): Promise<Database> {
  const { url, drop } = await (migrated ? createMigratedServerDatabase() : createServerDatabase());
  return closingWith(await openPostgres({ url, logger, timings: PATIENT }), drop);
}

let madeOnServer: Promise<string> | undefined;

/** The name of a database of the server with all that a new one has: copying it takes a fifth of the time of making one. */
function serverTemplate(): Promise<string> {
  madeOnServer ??= makeOnServer();
  return madeOnServer;
}

async function makeOnServer(): Promise<string> {
  const prefix = 'ekiden_template_';
  const name = prefix + (await templateKey(true));
  // One process makes it; the others wait for it here.
  return await onServer(async (client) => {
    await client.query(`/* test */ SELECT pg_advisory_lock(hashtext('${prefix}'))`);
    const { rows } = await client.query<{ datname: string; is_old: boolean }>(`/* test */
      SELECT datname, coalesce(shobj_description(oid, 'pg_database')::timestamptz < now() - interval '1 day', true) AS is_old
      FROM pg_database WHERE starts_with(datname, '${prefix}')`);
    if (rows.some(({ datname }) => datname === name)) return name;
    // Others' are left alone: another version of the project may be tested at the same time.
    for (const { datname, is_old } of rows)
      if (is_old) await client.query(`/* test */ DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    const { url } = await createServerDatabase('template0', `${name}_unfinished`);
    const db = await openPostgres({ url, logger, timings: PATIENT });
    await fillTemplate(db);
    await db.close();
    await client.query(`/* test */ ALTER DATABASE ${name}_unfinished RENAME TO ${name}`);
    await client.query(`/* test */ COMMENT ON DATABASE ${name} IS '${new Date().toISOString()}'`);
    return name;
  });
}

/** All migrations, and the tables of the jobs, which take as long. */
async function fillTemplate(db: Database): Promise<void> {
  await migrate(db, MIGRATIONS);
  const jobs = createJobs({ db, logger });
  await jobs.start([], { worker: false });
  await jobs.stop({ timeout_ms: 0 });
}

async function openInDirectory(migrated: boolean): Promise<Database> {
  const dataDir = await copyTemplate(migrated);
  const db = await openEmbedded({ dataDir, logger, durable: false });
  return closingWith(db, () => rm(dataDir, { recursive: true, force: true }));
}

/** A data directory of the embedded engine without any tables, closed; whoever asks for it removes it. */
export async function emptyClusterDirectory(): Promise<string> {
  return await copyTemplate(false);
}

/** Likewise, with all migrations: whoever does not test how a database begins saves the two seconds of a processor that takes. */
export async function migratedClusterDirectory(): Promise<string> {
  return await copyTemplate(true);
}

async function copyTemplate(migrated: boolean): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  await cp(path.join(await templateDirectory(migrated), 'database'), path.join(dataDir, 'database'), {
    recursive: true,
  });
  return dataDir;
}

function closingWith(db: Database, remove: () => Promise<void>): Database {
  let closing: Promise<void> | undefined;
  return { ...db, close: () => (closing ??= db.close().then(remove)) };
}

/**
 * Creating an embedded database takes about 3 s, copying one 0.3 s: one is kept for each version of the engine and of
 * the migrations.
 */
async function templateDirectory(migrated: boolean): Promise<string> {
  const template = path.join(CACHE, `test-database-${await templateKey(migrated)}`);
  if (await exists(template)) return template;
  await removeOldTemplates();
  const unfinished = await mkdtemp(`${template}.`);
  // One with migrations begins as a copy of one without, which is most of the time of making it.
  if (migrated) await cp(await templateDirectory(false), unfinished, { recursive: true });
  const db = await openEmbedded({ dataDir: unfinished, logger, durable: false });
  if (migrated) await fillTemplate(db);
  await db.close();
  if (!migrated) await appendFile(path.join(unfinished, 'database/postgresql.conf'), SMALL_BUFFERS);
  try {
    await rename(unfinished, template);
  } catch (error) {
    // Another process was faster.
    if (!(await exists(template))) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
  return template;
}

async function templateKey(migrated: boolean): Promise<string> {
  const require = createRequire(import.meta.url);
  // Of the engine its text, which a build of one's own may have changed; of the jobs, whose tables pg-boss makes, the version.
  const files = [require.resolve('@electric-sql/pglite'), require.resolve('pg-boss/package.json')];
  const parts = [SMALL_BUFFERS, ...(await Promise.all(files.map((file) => readFile(file, 'utf8'))))];
  const names = migrated ? (await readdir(MIGRATIONS)).sort() : [];
  for (const name of names) parts.push(name, await readFile(path.join(MIGRATIONS, name), 'utf8'));
  return hash('sha256', JSON.stringify(parts)).slice(0, 16);
}

async function removeOldTemplates(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    const directory = path.join(CACHE, name);
    const age = Date.now() - (await stat(directory)).mtimeMs;
    if (name.startsWith('test-database-') && age > DAY_MS)
      await rm(directory, { recursive: true, force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}
