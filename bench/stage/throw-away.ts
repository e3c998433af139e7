import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type BenchContext, MissingError } from '../bench.ts';

const SERVER_URL = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A folder that goes with the benchmark. */
export async function throwAwayFolder(context: BenchContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ekiden-bench-'));
  context.cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database on the local server that goes with the benchmark. @throws MissingError without a server */
export async function throwAwayDatabase(context: BenchContext): Promise<string> {
  const name = `ekiden_bench_${randomUUID().replaceAll('-', '')}`;
  try {
    await onServer(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new MissingError(`no PostgreSQL that lets a database be made at TEST_DATABASE_URL (${reason})`);
  }
  context.cleanup.defer(() => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return url.href;
}

/** What autovacuum would do sooner or later, now: or the first rounds would pay for it. */
export async function settle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/** What a database takes on disk, for people. */
export async function sizeOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ size: string }>(
      'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
    );
    return rows[0]?.size ?? 'of unknown size';
  } finally {
    await client.end();
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 5_000 });
  // A refused connection is reported by connect(); one that is lost later by the statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
