import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { openDatabase } from '../../src/infra/db/database.ts';
import { hasOwnPostgres, type OwnPostgres, startOwnPostgres } from '../../src/test/own-postgres.ts';
import { hasOwnRedis, type OwnRedis, startOwnRedis } from '../../src/test/own-redis.ts';
import { mountSmallDisk, type SmallDisk } from '../../src/test/small-disk.ts';
import { startTcpProxy } from '../../src/test/tcp-proxy.ts';
import type { Attempt } from '../../src/test/write-all-kinds.ts';
import { type BenchContext, MissingError } from '../bench.ts';
import { startFakeS3 } from './fake-s3.ts';
import type { Env } from './prepare-for-writers.ts';
import { freePort } from './process.ts';
import type { ServerUnderTest } from './server.ts';
import { throwAwayDatabase, throwAwayFolder } from './throw-away.ts';

/** What is taken away, and how it comes back. */
export type Outage = {
  readonly env: Env;
  /** Whether everything is answered meanwhile, as where only mails wait. */
  readonly serves: boolean;
  /** Whether those who are not connected may get no answer at all. */
  readonly may_break?: boolean;
  /** Whether `/readyz` may say either, since some of it can be done. */
  readonly serves_in_part?: boolean;
  /** What else has not come of what was acknowledged. */
  missing?(attempts: readonly Attempt[]): Promise<string[]>;
  begin(server: ServerUnderTest): Promise<void>;
  end(server: ServerUnderTest): Promise<void>;
};

async function ownPostgres(
  context: BenchContext,
  options: Parameters<typeof startOwnPostgres>[0] = {},
): Promise<OwnPostgres> {
  if (!hasOwnPostgres) throw new MissingError('no programs of a PostgreSQL server (Debian: postgresql)');
  const own = await startOwnPostgres(options);
  context.cleanup.defer(() => own.remove());
  return own;
}

async function postgresAway(context: BenchContext): Promise<Outage> {
  const own = await ownPostgres(context);
  const env = { DATABASE_URL: own.url };
  return { env, serves: false, begin: () => own.stop('SIGQUIT'), end: () => own.start() };
}

async function postgresRestarted(context: BenchContext): Promise<Outage> {
  const own = await ownPostgres(context);
  const begin = async (): Promise<void> => {
    await own.stop();
    await own.start();
  };
  const env = { DATABASE_URL: own.url };
  return { env, serves: false, serves_in_part: true, begin, end: async () => undefined };
}

async function postgresFailedOver(context: BenchContext): Promise<Outage> {
  const primary = await ownPostgres(context);
  const replica = await ownPostgres(context, { follows: primary });
  // Without it a failover loses what the replica had not got yet, and no program can help that.
  await configure(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  const proxy = await startTcpProxy(primary.url);
  context.cleanup.defer(() => proxy.close());
  return {
    env: { DATABASE_URL: proxy.url },
    serves: false,
    begin: () => primary.stop('SIGQUIT'),
    async end() {
      await replica.promote();
      proxy.redirect(replica.url);
    },
  };
}

async function configure(own: OwnPostgres, statement: string): Promise<void> {
  const db = await openDatabase({
    url: own.url,
    dataDir: '',
    logger: pino({ level: 'silent' }),
    poolSize: 2,
  });
  await db.executeSql(statement);
  await db.executeSql('SELECT pg_reload_conf()');
  await db.close();
}

async function redisAway(context: BenchContext): Promise<Outage> {
  const redis = await ownRedis(context);
  const env = { DATABASE_URL: await throwAwayDatabase(context), REDIS_URL: redis.url };
  return { env, serves: true, begin: () => redis.kill(), end: () => redis.start() };
}

async function redisFailedOver(context: BenchContext): Promise<Outage> {
  const primary = await ownRedis(context);
  const replica = await ownRedis(context, primary);
  const proxy = await startTcpProxy(primary.url);
  context.cleanup.defer(() => proxy.close());
  return {
    env: { DATABASE_URL: await throwAwayDatabase(context), REDIS_URL: proxy.url },
    serves: true,
    begin: () => primary.kill(),
    async end() {
      await replica.promote();
      proxy.redirect(replica.url);
    },
  };
}

/** The two change places, and connections stay with the one that has become a replica. */
async function redisSwapped(context: BenchContext): Promise<Outage> {
  const primary = await ownRedis(context);
  const replica = await ownRedis(context, primary);
  const proxy = await startTcpProxy(primary.url);
  context.cleanup.defer(() => proxy.close());
  return {
    env: { DATABASE_URL: await throwAwayDatabase(context), REDIS_URL: proxy.url },
    serves: true,
    async begin() {
      await replica.promote();
      await primary.follow(replica);
    },
    end: async () => proxy.redirectNew(replica.url),
  };
}

async function ownRedis(context: BenchContext, follows?: OwnRedis): Promise<OwnRedis> {
  if (!hasOwnRedis) throw new MissingError('no program of a Redis or Valkey server');
  const own = await startOwnRedis(follows);
  context.cleanup.defer(() => own.kill());
  return own;
}

async function s3Away(context: BenchContext): Promise<Outage> {
  const store = await startFakeS3();
  const proxy = await startTcpProxy(store.url);
  context.cleanup.defer(async () => {
    await proxy.close();
    await store.close();
  });
  const env = {
    DATABASE_URL: await throwAwayDatabase(context),
    S3_ENDPOINT: proxy.url,
    S3_BUCKET: 'ekiden',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  return {
    env,
    serves: false,
    serves_in_part: true,
    begin: () => proxy.refuse(),
    end: () => proxy.restore(),
  };
}

/** For mails that were acknowledged to come. */
const LONGEST_SETTLING_MS = 150_000;

async function smtpAway(context: BenchContext): Promise<Outage> {
  const port = await freePort();
  const addresses = new Set<string>();
  const listen = async (): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onData(stream, session, done) {
        for (const { address } of session.envelope.rcptTo) addresses.add(address);
        stream.on('end', () => done());
        stream.resume();
      },
    });
    server.on('error', () => undefined);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    context.cleanup.defer(() => close(server));
    return server;
  };
  const close = (server: SMTPServer): Promise<void> =>
    new Promise((resolve) => server.close(() => resolve()));
  let server = await listen();
  return {
    env: { DATABASE_URL: await throwAwayDatabase(context), SMTP_URL: `smtp://127.0.0.1:${port}` },
    serves: true,
    begin: () => close(server),
    end: async () => {
      server = await listen();
    },
    async missing(attempts) {
      const wanted = attempts.filter(({ kind, outcome }) => kind === 'mail' && outcome === 'acknowledged');
      const limit = performance.now() + LONGEST_SETTLING_MS;
      const left = (): typeof wanted => wanted.filter(({ mark }) => !addresses.has(mark));
      while (left().length > 0 && performance.now() < limit) await sleep(500);
      return left().map(({ mark }) => `mail to ${mark} has not come`);
    },
  };
}

/** Lets a process open nothing more: what is connected is served, and who is not is not let in. */
async function noDescriptors(context: BenchContext): Promise<Outage> {
  const limit = (server: ServerUnderTest, most: number): void => {
    const { status } = spawnSync('prlimit', [`--pid=${server.pid}`, `--nofile=${most}:`]);
    if (status !== 0) throw new MissingError('prlimit cannot limit the open files of a process');
  };
  return {
    env: { DATABASE_URL: await throwAwayDatabase(context) },
    serves: true,
    may_break: true,
    begin: async (server) => limit(server, readdirSync(`/proc/${server.pid}/fd`).length),
    end: async (server) => limit(server, 4_096),
  };
}

/** Of the disk on which all of it lies: larger than the first files by room for some writes. */
const DISK_MB = { embedded: 220, postgres: 260 } as const;

async function smallDisk(context: BenchContext, megabytes: number): Promise<SmallDisk> {
  const disk = await mountSmallDisk(megabytes);
  if (disk === null) throw new MissingError('a file system cannot be mounted: that takes root');
  context.cleanup.defer(() => disk.remove());
  return disk;
}

/** Files and the embedded database. */
async function diskFullEmbedded(context: BenchContext): Promise<Outage> {
  const disk = await smallDisk(context, DISK_MB.embedded);
  return {
    env: { DATA_DIR: disk.folder },
    serves: false,
    serves_in_part: true,
    begin: () => disk.fill(),
    end: () => disk.free(),
  };
}

/** That of the database server, its log included. Where it stops for it, it is started again, as its service does. */
async function diskFullPostgres(context: BenchContext): Promise<Outage> {
  const disk = await smallDisk(context, DISK_MB.postgres);
  const own = await ownPostgres(context, { within: disk.folder });
  return {
    env: { DATABASE_URL: own.url },
    serves: false,
    serves_in_part: true,
    begin: () => disk.fill(),
    async end() {
      await disk.free();
      await own.start();
    },
  };
}

const [LIBFAKETIME] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
const FORWARD = { before_s: 0, during_s: 3_600 };
// Never behind the clock by which the tokens of those who write were issued: one from the future is refused.
const BACK = { before_s: 3_600, during_s: 0 };
/** An hour at once, and back again; of the process alone, whose timers go on as ever. */
const clockJumps =
  (engine: 'embedded' | 'postgres', { before_s, during_s }: { before_s: number; during_s: number }) =>
  async (context: BenchContext): Promise<Outage> => {
    if (LIBFAKETIME === undefined) throw new MissingError('libfaketime is not installed (Debian: faketime)');
    const clock = join(await throwAwayFolder(context), 'clock');
    const set = (ahead_s: number): Promise<void> => writeFile(clock, `+${ahead_s}s\n`);
    await set(before_s);
    return {
      env: {
        ...(engine === 'postgres' ? { DATABASE_URL: await throwAwayDatabase(context) } : {}),
        LD_PRELOAD: LIBFAKETIME,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
      serves: true,
      begin: () => set(during_s),
      end: () => set(before_s),
    };
  };

/** By the names in their rows. */
export const OUTAGES: Readonly<Record<string, (context: BenchContext) => Promise<Outage>>> = {
  'postgres-away': postgresAway,
  'postgres-restarted': postgresRestarted,
  'postgres-failed-over': postgresFailedOver,
  'redis-away': redisAway,
  'redis-failed-over': redisFailedOver,
  'redis-swapped': redisSwapped,
  's3-away': s3Away,
  'smtp-away': smtpAway,
  'no-descriptors': noDescriptors,
  'disk-full-embedded': diskFullEmbedded,
  'disk-full-postgres': diskFullPostgres,
  'clock-forward-embedded': clockJumps('embedded', FORWARD),
  'clock-forward-postgres': clockJumps('postgres', FORWARD),
  'clock-back-embedded': clockJumps('embedded', BACK),
  'clock-back-postgres': clockJumps('postgres', BACK),
};
