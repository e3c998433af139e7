import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { CHROMIUM } from '../src/test/browser.ts';
import { projectFiles } from './boundaries.ts';
import { RECORD, type Told } from './report-tests.ts';
import type { SortedTests } from './sort-tests.ts';

const SORT_TESTS = path.join(import.meta.dirname, 'sort-tests.ts');

/**
 * `npm test [-- FILE …]`: all tests but those in a browser, or the files that are named, on the embedded database and, where a server
 * answers, everything that touches a database on real PostgreSQL as well. `npm run test:browser` (`--browser`): those in a browser,
 * once, on PostgreSQL where a server answers. The files are dealt out to some processes, of which as many run at once as there are
 * cores. A failure is told as soon as it is known, in at most forty lines, and how far the run is now and then. The last lines say what
 * was used. With EKIDEN_TEST_REQUIRE (such as
 * `postgres,redis`, as CI sets it) a service that is named there and was not used fails the run.
 */
const { values: options, positionals: named } = parseArgs({
  options: { browser: { type: 'boolean', default: false } },
  allowPositionals: true,
});
// By a process of its own: what reads the files keeps 300 MB until it ends.
const sorted: SortedTests = JSON.parse(execFileSync(process.execPath, [SORT_TESTS], { encoding: 'utf8' }));
const inBrowser: ReadonlySet<string> = new Set(sorted.browser);
const reaching: ReadonlySet<string> = new Set(sorted.database);
const files =
  named.length > 0
    ? named.map((file) => path.relative('.', file))
    : projectFiles('.test.ts').filter((file) => inBrowser.has(file) === options.browser);
const required = (process.env.EKIDEN_TEST_REQUIRE ?? '').split(',').filter((name) => name !== '');

const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

const postgres = await postgresVersion(serverUrl);
const redis = await answers(redisUrl);
const s3 = process.env.TEST_S3_ENDPOINT !== undefined && (await answers(process.env.TEST_S3_ENDPOINT));
const faketime = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1').length > 0;
const chromium = existsSync(CHROMIUM);

/**
 * Into how many processes the files of one engine are dealt. Each loads the whole server first, some five seconds of a processor; what one
 * holds grows with its files, and the last ones end the sooner together the fewer they have.
 */
const PARTS = { embedded: 8, postgres: 6 };

/** What these promise comes before or beside the database, or they open an embedded one whatever the engine: once is enough. */
const ANY_ENGINE: ReadonlySet<string> = new Set([
  'sandbox/demo-club/fill-club.test.ts',
  'src/bad-headers.test.ts',
  'src/cli/data-dir-in-use.test.ts',
  'src/http/hostile-input.test.ts',
  'src/http/openapi.test.ts',
  'src/infra/db/embedded.test.ts',
  'src/main.test.ts',
  'src/modules/accounts/token-attacks.test.ts',
  'src/modules/activities/upload-manifest.test.ts',
  'src/modules/exports/killed-worker.test.ts',
  'src/modules/sessions/killed-answer.test.ts',
  'src/npm-start.test.ts',
  'src/real-clock.test.ts',
]);

/**
 * What these promise any engine shows as well, and the server's much sooner, or needs a server. They open a database anew for each
 * command, start server after server over one, walk every operation with what is refused before the database is asked, or are about
 * mails, pages, limits, bytes and other people's services. What each operation asks of the database, its own tests ask of both: a
 * file comes here only when each of its statements is run by another one that does not stand here.
 */
const SERVER_FIRST: ReadonlySet<string> = new Set([
  'sandbox/demo-club/news.test.ts',
  'src/bad-bodies.test.ts',
  'src/bad-parameters.test.ts',
  'src/cli/demo-platforms.test.ts',
  'src/cli/inbox-and-sync.test.ts',
  'src/cli/operator-commands.test.ts',
  'src/database-away.test.ts',
  'src/foreign-ids.test.ts',
  'src/fuzz-contract.test.ts',
  'src/fuzz.test.ts',
  'src/infra/db/postgres.test.ts',
  'src/infra/db/silent-connections.test.ts',
  'src/modules/accounts/key-rotation.test.ts',
  'src/modules/accounts/mail-delivery.test.ts',
  'src/modules/accounts/mail-limits.test.ts',
  'src/modules/accounts/mails/mails.test.ts',
  'src/modules/accounts/pages/account-pages.test.ts',
  'src/modules/activities/store-away.test.ts',
  'src/modules/activities/upload.test.ts',
  'src/modules/developer-api/export-bodies.test.ts',
  'src/modules/developer-api/export-requests.test.ts',
  'src/modules/developer-api/keys.test.ts',
  'src/modules/developer-api/order-of-checks.test.ts',
  'src/modules/developer-api/rate-limits.test.ts',
  'src/modules/exports/asked-for.test.ts',
  'src/modules/exports/athletes-exported.test.ts',
  'src/modules/exports/exports-at-once.test.ts',
  'src/modules/exports/who-is-in-it.test.ts',
  'src/modules/exports/write-on-thread.test.ts',
  'src/modules/integrations/connect/connect.test.ts',
  'src/modules/integrations/inbox/killed-drain.test.ts',
  'src/modules/integrations/inbox/webhooks.test.ts',
  'src/modules/invitations/pages/join-page.test.ts',
  'src/modules/notifications/campaigns/campaign-limits.test.ts',
  'src/modules/notifications/campaigns/reply-to.test.ts',
  'src/modules/notifications/chat/webhooks.test.ts',
  'src/modules/notifications/delivery/killed-broadcast.test.ts',
  'src/modules/notifications/push/push-over-fcm.test.ts',
  'src/modules/notifications/push/push-size.test.ts',
  'src/modules/notifications/telling/tell-exported-athletes.test.ts',
  'src/modules/summaries/activity/what-models-see.test.ts',
  'src/modules/users/hostile-texts.test.ts',
  'src/narrowed-for-a-club.test.ts',
  'src/naughty-texts.test.ts',
  'src/rights-matrix.test.ts',
  'src/start-together.test.ts',
  'src/test/wait-for-lock.test.ts',
]);

const COMPILE_CACHE = path.resolve('node_modules/.cache/compiled');

const FLAGS = [
  '--expose-internals',
  '--expose-gc',
  '--import',
  path.join(import.meta.dirname, 'spare-async-hooks.ts'),
  '--test',
  '--test-isolation=none',
  '--test-force-exit',
  `--test-reporter=${path.join(import.meta.dirname, 'report-tests.ts')}`,
];

const PROGRESS_MS = 20_000;
/** Weighing a process that holds a gigabyte takes 20 ms of a processor. */
const WEIGHING_MS = 5_000;
const tally = { passed: 0, failed: 0, skipped: 0 };
/** By engine: a file that runs on both is begun twice. */
const begun = new Set<string>();
/** What has been told already, with how many more have failed by it. */
const same = new Map<string, number>();
const started_at = performance.now();

const summary: string[] = [];
let failed = false;

const onServer = postgres === null ? [] : files.filter((file) => reaching.has(file) && !ANY_ENGINE.has(file));
// What a page shows does not depend on the engine, and what it asks for is asked of both by other tests.
const inProcess = files.filter(
  (file) => postgres === null || !(SERVER_FIRST.has(file) || (inBrowser.has(file) && reaching.has(file))),
);
const parts = { embedded: deal(inProcess, PARTS.embedded), postgres: deal(onServer, PARTS.postgres) };
const ran = { embedded: { files: 0, seconds: 0 }, postgres: { files: 0, seconds: 0 } };
const progress = setInterval(() => {
  const seconds = Math.round((performance.now() - started_at) / 1_000);
  const { passed, failed } = tally;
  console.log(
    `${begun.size} of ${inProcess.length + onServer.length} files, ${passed} tests passed, ${failed} failed, ${seconds} s`,
  );
}, PROGRESS_MS);
let most_bytes = 0;
const weighing = setInterval(() => {
  most_bytes = Math.max(most_bytes, bytesHeld());
}, WEIGHING_MS);
// Of each engine about as many at once: a process on the embedded one holds twice as much.
const lanes = Array.from({ length: Math.max(2, availableParallelism()) }, async (_, lane) => {
  const [own, other] =
    lane % 2 === 0 ? (['embedded', 'postgres'] as const) : (['postgres', 'embedded'] as const);
  for (;;) {
    const engine = parts[own].length > 0 ? own : other;
    const part = parts[engine].shift();
    if (part === undefined) return;
    const { passed, seconds } = await runOn(engine, part);
    ran[engine].files += part.length;
    ran[engine].seconds += seconds;
    failed ||= !passed;
  }
});
await Promise.all(lanes);
clearInterval(progress);
clearInterval(weighing);

const took = (engine: keyof typeof ran, what: string): string =>
  `${engine}: ${what}: ${ran[engine].files} files in ${ran[engine].seconds} s of one process`;
summary.push(took('embedded', 'PostgreSQL in the process (PGlite)'));
if (postgres !== null) summary.push(took('postgres', postgres));
if (postgres === null) summary.push(`postgres: not used, no server at ${masked(serverUrl)}`);
if (most_bytes > 0)
  summary.push(`memory: ${(most_bytes / 1e9).toFixed(1)} GB at the most, all processes together`);
summary.push(redis ? `redis: ${masked(redisUrl)}` : `redis: not used, no server at ${masked(redisUrl)}`);
summary.push(
  s3
    ? `s3: ${process.env.TEST_S3_ENDPOINT}`
    : 's3: not used, TEST_S3_ENDPOINT does not answer (scripts/radosgw.sh up)',
);
summary.push(
  faketime ? 'faketime: the clock of the machine' : 'faketime: not used, not installed (Debian: faketime)',
);
if (files.some((file) => inBrowser.has(file)))
  summary.push(chromium ? `chromium: ${CHROMIUM}` : `chromium: not used, not at ${CHROMIUM}`);

const used = { postgres: postgres !== null, redis, s3, faketime, chromium };
for (const name of required) {
  if (!(name in used) || used[name as keyof typeof used]) continue;
  failed = true;
  summary.push(`FAILED: ${name} is required here and was not used.`);
}
for (const [which, more] of same)
  if (more > 0) console.log(`\n${more} more failed as ${which.split('\n')[0]}`);
console.log(`\nWhat the tests used:\n${summary.join('\n')}`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exit(failed ? 1 : 0);

/** What this process and all that it started hold in memory, what they share counted once; 0 where no `/proc` tells. */
function bytesHeld(): number {
  const parent_of = new Map(
    globSync('/proc/[0-9]*/stat').map((file) => {
      // The name before it may hold anything, but a bracket ends it.
      const [, parent] = textOf(file).split(') ').at(-1)?.split(' ') ?? [];
      return [file.split('/')[2] ?? '', parent ?? ''];
    }),
  );
  const isOurs = (pid: string): boolean => {
    const parent = parent_of.get(pid);
    return pid === String(process.pid) || (parent !== undefined && parent !== '0' && isOurs(parent));
  };
  const held = [...parent_of.keys()]
    .filter(isOurs)
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return held.reduce((sum, kilobytes) => sum + kilobytes * 1_024, 0);
}

/** Empty for a process that has just ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Into so many hands of about as many files each, so that neighbours, which are often alike, come into different ones. */
function deal(all: readonly string[], hands: number): string[][] {
  const dealt = Array.from({ length: hands }, (_, hand) =>
    all.filter((_file, index) => index % hands === hand),
  );
  return dealt.filter((hand) => hand.length > 0);
}

type Run = { readonly passed: boolean; readonly seconds: number };

/** One process on one engine. */
async function runOn(engine: 'embedded' | 'postgres', on: readonly string[]): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, [...FLAGS, ...on], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      // Many tests start a server of their own: without it each compiles everything anew, half a second of a processor.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      EKIDEN_TEST_ENGINE: engine,
      ...(redis ? { TEST_REDIS_URL: redisUrl } : {}),
      TEST_DATABASE_URL: serverUrl,
    },
  });
  const failed_before = tally.failed;
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith(RECORD)) tell(engine, JSON.parse(line.slice(RECORD.length)));
    else console.log(line);
  }
  const [status, signal] = await ended;
  const passed = status === 0;
  if (!passed && tally.failed === failed_before) {
    tally.failed += 1;
    console.log(
      `\nFAILED on ${engine}: a process of tests ended by ${signal ?? `exit code ${status}`}, with no test that failed.`,
    );
  }
  return { passed, seconds: Math.round((performance.now() - started) / 1000) };
}

/** Each failure once: what fails for the same reason in the same file is counted. */
function tell(engine: string, { became, file, line, name, error = '' }: Told): void {
  tally[became] += 1;
  begun.add(`${engine} ${file}`);
  if (became !== 'failed') return;
  const which = `${file} on ${engine}\n${error}`;
  const others = same.get(which);
  same.set(which, others === undefined ? 0 : others + 1);
  if (others !== undefined) return;
  console.log(`\nFAILED on ${engine}: ${name}\n  ${file}:${line}\n${error.replaceAll(/^/gm, '  ')}`);
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
