import { existsSync, globSync } from 'node:fs';
import { connect } from 'node:net';
import pg from 'pg';
import { CHROMIUM } from '../src/test/chromium.ts';
import { hasPgBouncer } from '../src/test/pgbouncer.ts';

export type Services = {
  /** By their names in `EKIDEN_TEST_REQUIRE`: which of them are there. */
  readonly used: Readonly<
    Record<'postgres' | 'redis' | 's3' | 'faketime' | 'pgbouncer' | 'chromium', boolean>
  >;
  /** What processes of tests find them by. */
  readonly env: Readonly<Record<string, string>>;
  /** A line on each. */
  readonly told: readonly string[];
};

/** Looks for what tests can use beside the project itself. */
export async function findServices(): Promise<Services> {
  const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
  const s3Url = process.env.TEST_S3_ENDPOINT;
  const [version, redis, s3] = await Promise.all([
    postgresVersion(serverUrl),
    answers(redisUrl),
    s3Url === undefined ? false : answers(s3Url),
  ]);
  const faketime = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1').length > 0;
  const chromium = existsSync(CHROMIUM);
  return {
    used: { postgres: version !== null, redis, s3, faketime, pgbouncer: hasPgBouncer, chromium },
    env: { TEST_DATABASE_URL: serverUrl, ...(redis ? { TEST_REDIS_URL: redisUrl } : {}) },
    told: [
      `postgres: ${version === null ? 'not used, no server' : version} at ${masked(serverUrl)}`,
      redis ? `redis: ${masked(redisUrl)}` : `redis: not used, no server at ${masked(redisUrl)}`,
      s3 ? `s3: ${s3Url}` : 's3: not used, TEST_S3_ENDPOINT does not answer (scripts/radosgw.sh up)',
      faketime
        ? 'faketime: the clock of the machine'
        : 'faketime: not used, not installed (Debian: faketime)',
      hasPgBouncer ? 'pgbouncer: installed' : 'pgbouncer: not used, not installed (Debian: pgbouncer)',
      chromium
        ? `chromium: ${CHROMIUM}`
        : `chromium: not used, not at ${CHROMIUM} (Debian: chromium-headless-shell)`,
    ],
  };
}

async function postgresVersion(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>('SELECT version()');
    return rows[0]?.version.split(' (')[0] ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function answers(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({
    host: hostname,
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    timeout: 3_000,
  });
  socket.on('connect', () => resolve(true));
  socket.on('error', () => resolve(false));
  socket.on('timeout', () => resolve(false));
  return await promise.finally(() => socket.destroy());
}

function masked(url: string): string {
  const shown = new URL(url);
  shown.password = shown.password === '' ? '' : '********';
  return shown.toString();
}
