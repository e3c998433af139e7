import { hash, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { type Database, openDatabase } from '../infra/db/database.ts';
import { openEmbedded } from '../infra/db/embedded.ts';
import { migrate } from '../infra/db/migrate.ts';
import { DAY_MS } from '../shared/time.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = path.join(ROOT, 'migrations');
const CACHE = path.join(ROOT, 'node_modules/.cache/ekiden');

const logger = pino({ level: 'silent' });

/** The engine the tests run on: `EKIDEN_TEST_ENGINE=postgres` chooses the server at `TEST_DATABASE_URL`. */
export function testEngine(): Database['engine'] {
  const engine = process.env.EKIDEN_TEST_ENGINE ?? 'embedded';
  if (engine !== 'embedded' && engine !== 'postgres') {
    throw new Error(`EKIDEN_TEST_ENGINE is ${engine}; it must be embedded or postgres.`);
  }
  return engine;
}

/** Where throw-away databases are made on the server engine. */
function testServerUrl(): string {
  return process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
}

/** A new throw-away database on the engine under test, with all migrations unless told otherwise; `close()` removes it. */
export async function openTestDatabase(options: { migrations?: boolean } = {}): Promise<Database> {
  const migrated = options.migrations ?? true;
  return testEngine() === 'postgres' ? await openOnServer(migrated) : await openInDirectory(migrated);
}

/** Creates an empty database on the test server. */
export async function createServerDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `ekiden_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function openOnServer(migrated: boolean): Promise<Database> {
  const { url, drop } = await createServerDatabase();
  const db = await openDatabase({ url, dataDir: '', logger });
  if (migrated) await migrate(db, MIGRATIONS);
  return closingWith(db, drop);
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
  const db = await openEmbedded({ dataDir: unfinished, logger, durable: false });
  if (migrated) await migrate(db, MIGRATIONS);
  await db.close();
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
  const parts = [await readFile(require.resolve('@electric-sql/pglite'), 'utf8')];
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
