import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { connect } from 'node:net';
import pg from 'pg';
import { importsOf } from './boundaries.ts';

/**
 * `npm test [-- FILE …]`: the whole suite on the embedded database; then, where a server answers, everything that
 * touches a database again on real PostgreSQL. The last lines say what was used. With EKIDEN_TEST_REQUIRE (such as
 * `postgres,redis`, as CI sets it) a service that is named there and was not used fails the run.
 */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('{src,sandbox,bench,scripts}/**/*.test.ts').sort();
const required = (process.env.EKIDEN_TEST_REQUIRE ?? '').split(',').filter((name) => name !== '');

const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

const postgres = await postgresVersion(serverUrl);
const redis = await answers(redisUrl);
const s3 = process.env.TEST_S3_ENDPOINT !== undefined && (await answers(process.env.TEST_S3_ENDPOINT));

const summary: string[] = [];
let failed = false;

runOn('embedded', files, 'embedded: PostgreSQL in the process (PGlite)');
if (postgres !== null) runOn('postgres', databaseTests(files), `postgres: ${postgres}`);

summary.push(postgres === null ? `postgres: not used, no server at ${masked(serverUrl)}` : '');
summary.push(redis ? `redis: ${masked(redisUrl)}` : `redis: not used, no server at ${masked(redisUrl)}`);
summary.push(
  s3
    ? `s3: ${process.env.TEST_S3_ENDPOINT}`
    : 's3: not used, TEST_S3_ENDPOINT does not answer (scripts/radosgw.sh up)',
);

const used = { postgres: postgres !== null, redis, s3 };
for (const name of required) {
  if (!(name in used) || used[name as keyof typeof used]) continue;
  failed = true;
  summary.push(`FAILED: ${name} is required here and was not used.`);
}
console.log(`\nWhat the tests used:\n${summary.filter((line) => line !== '').join('\n')}`);
process.exit(failed ? 1 : 0);

function runOn(engine: 'embedded' | 'postgres', on: readonly string[], name: string): void {
  const started = performance.now();
  const { status } = spawnSync(
    process.execPath,
    ['--test', '--test-isolation=none', '--test-force-exit', ...on],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        EKIDEN_TEST_ENGINE: engine,
        ...(redis ? { TEST_REDIS_URL: redisUrl } : {}),
        TEST_DATABASE_URL: serverUrl,
      },
    },
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  summary.push(`${name}: ${on.length} files in ${seconds} s${status === 0 ? '' : ', FAILED'}`);
  failed ||= status !== 0;
}

/** The tests that reach the database harness, directly or through other files. */
function databaseTests(all: readonly string[]): string[] {
  const edges = Map.groupBy(importsOf(globSync('{src,sandbox,bench,scripts}/**/*.ts')), ({ from }) => from);
  const reaches = (file: string, seen: Set<string>): boolean => {
    if (file === 'src/test/database.ts') return true;
    if (seen.has(file)) return false;
    seen.add(file);
    return (edges.get(file) ?? []).some(({ to }) => reaches(to, seen));
  };
  return all.filter((file) => reaches(file, new Set()));
}

async function postgresVersion(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>('SELECT version()');
    return `${rows[0]?.version.split(' (')[0]} at ${masked(connectionString)}`;
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
