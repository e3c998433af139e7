import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { openDatabase } from '../../src/infra/db/database.ts';
import { hasOwnPostgres, type OwnPostgres, startOwnPostgres } from '../../src/test/own-postgres.ts';
import { startTcpProxy } from '../../src/test/tcp-proxy.ts';
import {
  type Attempt,
  exportsLeft,
  findLostOrDoubled,
  type Writers,
  writeAllKinds,
} from '../../src/test/write-all-kinds.ts';
import { type Bench, type BenchContext, MissingError } from '../bench.ts';
import { measuredRow, type Row } from '../row.ts';
import { startFakeS3 } from '../stage/fake-s3.ts';
import { type Env, prepareForWriters } from '../stage/prepare-for-writers.ts';
import { freePort } from '../stage/process.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase } from '../stage/throw-away.ts';

/** What is taken away, and how it comes back. */
type Outage = {
  readonly name: string;
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

const KILLS = { embedded: 'faults-kills-embedded', postgres: 'faults-kills-postgres' } as const;
const OUTAGES = [
  'postgres-away',
  'postgres-restarted',
  'postgres-failed-over',
  'redis-away',
  's3-away',
  'smtp-away',
  'no-descriptors',
] as const;
const MEASURES = ['lost-or-doubled', 'wrong-answers', 'slowest-refusal', 'recovery'] as const;
/** Longer than a dead worker's job waits to be taken up. */
const LONGEST_SETTLING_MS = 150_000;

/** Takes away what a server needs while writes of every kind go on, and counts what was acknowledged and is not there once. */
export const faults: Bench = {
  name: 'faults',
  rows: [
    ...Object.values(KILLS),
    ...OUTAGES.flatMap((outage) => MEASURES.map((measure) => `faults-${outage}-${measure}`)),
  ],
  run: async (context) => {
    if (!hasOwnPostgres) throw new MissingError('no programs of a PostgreSQL server (Debian: postgresql)');
    const rows = [await kill(context, 'embedded'), await kill(context, 'postgres')];
    for (const make of [...POSTGRES_OUTAGES, redisAway, s3Away, smtpAway, noDescriptors])
      rows.push(...(await outlive(context, await make(context))));
    return rows;
  },
};

async function kill(context: BenchContext, engine: keyof typeof KILLS): Promise<Row> {
  const kills = context.quick ? 3 : 100;
  const { env, writers } = await prepareForWriters(
    context,
    engine === 'postgres' ? { DATABASE_URL: await throwAwayDatabase(context) } : {},
  );
  const roles = engine === 'postgres' ? ['api', 'worker'] : ['api,worker'];
  const start = (ROLES: string): Promise<ServerUnderTest> =>
    startServerUnderTest(context, {
      env: { ...env, ROLES, ...(ROLES === 'worker' ? { PORT: '0' } : {}) },
      waits_for: ROLES === 'worker' ? 'output' : 'ready',
    });
  const running = await Promise.all(roles.map(start));
  const writes = writeAllKinds(writers, () => env.BASE_URL ?? '');
  for (let killed = 0; killed < kills; killed++) {
    await sleep(randomInt(300, 1_500));
    const place = randomInt(running.length);
    await running[place]?.kill();
    running[place] = await start(roles[place] ?? '');
    if (killed % 10 === 9) context.log(`${killed + 1} killed, ${writes.attempts.length} written`);
  }
  await writes.stop();
  const wrong = await settledAndCompared(env, writers, writes.attempts, running);
  for (const { outcome, kind } of writes.attempts.filter(isWrong)) wrong.push(`${kind}: ${outcome}`);
  for (const line of wrong.slice(0, 10)) context.log(line);
  return measuredRow({
    name: KILLS[engine],
    value: wrong.length,
    unit: 'writes',
    bar: { is: '<=', value: 0 },
    detail: `lost, doubled or stuck, of ${acknowledged(writes.attempts)} acknowledged; ${kills} times a random process was killed (SIGKILL)`,
  });
}

const acknowledged = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ outcome }) => outcome === 'acknowledged').length;
const isWrong = ({ outcome }: Attempt): boolean =>
  !['acknowledged', 'unavailable', 'broken'].includes(outcome);

/** Waits until the jobs have come to their end, stops all processes and looks at what is there. */
async function settledAndCompared(
  env: Env,
  writers: Writers,
  attempts: readonly Attempt[],
  running: readonly ServerUnderTest[],
): Promise<string[]> {
  const limit = performance.now() + LONGEST_SETTLING_MS;
  let left = 1;
  while (left > 0 && performance.now() < limit) {
    left = await exportsLeft(env.BASE_URL ?? '', writers, attempts);
    if (left > 0) await sleep(500);
  }
  await Promise.all(running.map((server) => server.stop()));
  const db = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: `${env.DATA_DIR}/db`,
    logger: pino({ level: 'silent' }),
  });
  try {
    return await findLostOrDoubled(db, writers, attempts, true);
  } finally {
    await db.close();
  }
}

async function outlive(context: BenchContext, outage: Outage): Promise<Row[]> {
  const away_ms = context.quick ? 8_000 : 60_000;
  const { env, writers } = await prepareForWriters(context, outage.env);
  const server = await startServerUnderTest(context, { env });
  const writes = writeAllKinds(writers, () => server.url);
  const readiness = watchReadiness(server.url);
  await sleep(2_000);
  const began_at = performance.now();
  await outage.begin(server);
  await sleep(away_ms);
  await outage.end(server);
  const ended_at = performance.now();
  const kinds = new Set(writes.attempts.map(({ kind }) => kind));
  const back = (): boolean =>
    [...kinds].every((kind) =>
      writes.attempts.some(
        (one) => one.kind === kind && one.outcome === 'acknowledged' && one.began_at > ended_at,
      ),
    ) && readiness.at(-1)?.is_ready === true;
  while (!back() && performance.now() - ended_at < 60_000) await sleep(20);
  const recovered_at = performance.now();
  await sleep(1_000);
  await writes.stop();
  readiness.stop();
  const during = writes.attempts.filter((one) => one.began_at > began_at + 100 && one.began_at < ended_at);
  const refused = writes.attempts.filter(({ outcome }) => outcome !== 'acknowledged');
  const isBroken = ({ outcome }: Attempt): boolean => outcome === 'broken' && outage.may_break !== true;
  const mayRefuse = !outage.serves || outage.may_break === true;
  const answered = refused.filter(({ outcome }) => outcome !== 'broken');
  const wrong = mayRefuse ? refused.filter((one) => isWrong(one) || isBroken(one)) : refused;
  const isUndecided = outage.serves_in_part === true || outage.may_break === true;
  // Two seconds each for the outage to be met and for the answer.
  const untrue = readiness.seen.filter(
    ({ at, is_ready }) =>
      (!isUndecided && at > began_at + 4_000 && at < ended_at && is_ready !== outage.serves) ||
      (at > recovered_at && !is_ready),
  );
  const missing = (await outage.missing?.(writes.attempts)) ?? [];
  const lost = [...missing, ...(await settledAndCompared(env, writers, writes.attempts, [server]))];
  for (const line of [
    ...lost,
    ...wrong.map(({ kind, outcome, took_ms }) => `${kind} ${Math.round(took_ms)} ms: ${outcome}`),
  ].slice(0, 10))
    context.log(line);
  const told = `${acknowledged(writes.attempts)} acknowledged, ${refused.length} refused, ${during.length} asked in ${Math.round(away_ms / 1_000)} s of ${outage.name}`;
  const row = (
    measure: (typeof MEASURES)[number],
    value: number,
    unit: string,
    bar: number,
    detail: string,
  ): Row =>
    measuredRow({
      name: `faults-${outage.name}-${measure}`,
      value,
      unit,
      bar: { is: '<=', value: bar },
      detail,
    });
  return [
    row('lost-or-doubled', lost.length, 'writes', 0, told),
    row(
      'wrong-answers',
      wrong.length + untrue.length,
      'answers',
      0,
      `${wrong.length} ${outage.serves ? 'refused' : 'that are not 503 in the envelope with Retry-After'}, ${untrue.length} of /readyz that were not true`,
    ),
    row(
      'slowest-refusal',
      Math.max(0, ...answered.map(({ took_ms }) => took_ms)),
      'ms',
      2_000,
      `of ${answered.length}`,
    ),
    row(
      'recovery',
      (recovered_at - ended_at) / 1_000,
      's',
      10,
      'until a write of each kind was acknowledged again, and /readyz was 200',
    ),
  ];
}

type Seen = { readonly at: number; readonly is_ready: boolean };

function watchReadiness(url: string): {
  readonly seen: readonly Seen[];
  at(place: number): Seen | undefined;
  stop(): void;
} {
  const seen: Seen[] = [];
  let over = false;
  void (async () => {
    while (!over) {
      const at = performance.now();
      const is_ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ status }) => status === 200,
        () => false,
      );
      seen.push({ at, is_ready });
      await sleep(100);
    }
  })();
  const stop = (): void => {
    over = true;
  };
  return { seen, at: (place) => seen.at(place), stop };
}

async function ownPostgres(context: BenchContext, follows?: OwnPostgres): Promise<OwnPostgres> {
  const own = await startOwnPostgres(follows);
  context.cleanup.defer(() => own.remove());
  return own;
}

const POSTGRES_OUTAGES = [
  async (context: BenchContext): Promise<Outage> => {
    const own = await ownPostgres(context);
    const env = { DATABASE_URL: own.url };
    return {
      name: 'postgres-away',
      env,
      serves: false,
      begin: () => own.stop('SIGQUIT'),
      end: () => own.start(),
    };
  },
  async (context: BenchContext): Promise<Outage> => {
    const own = await ownPostgres(context);
    const begin = async (): Promise<void> => {
      await own.stop();
      await own.start();
    };
    const env = { DATABASE_URL: own.url };
    return {
      name: 'postgres-restarted',
      env,
      serves: false,
      serves_in_part: true,
      begin,
      end: async () => undefined,
    };
  },
  async (context: BenchContext): Promise<Outage> => {
    const primary = await ownPostgres(context);
    const replica = await ownPostgres(context, primary);
    // Without it a failover loses what the replica had not got yet, and no program can help that.
    await configure(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    const proxy = await startTcpProxy(primary.url);
    context.cleanup.defer(() => proxy.close());
    return {
      name: 'postgres-failed-over',
      env: { DATABASE_URL: proxy.url },
      serves: false,
      begin: () => primary.stop('SIGQUIT'),
      async end() {
        await replica.promote();
        proxy.redirect(replica.url);
      },
    };
  },
];

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
  const port = await freePort();
  const start = (): (() => void) => {
    const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
      stdio: 'ignore',
    });
    context.cleanup.defer(async () => void child.kill('SIGKILL'));
    return () => void child.kill('SIGKILL');
  };
  const env = { DATABASE_URL: await throwAwayDatabase(context), REDIS_URL: `redis://127.0.0.1:${port}` };
  const end = start();
  await sleep(500);
  return { name: 'redis-away', env, serves: true, begin: async () => end(), end: async () => void start() };
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
    name: 's3-away',
    env,
    serves: false,
    serves_in_part: true,
    begin: () => proxy.refuse(),
    end: () => proxy.restore(),
  };
}

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
    name: 'smtp-away',
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
    name: 'no-descriptors',
    env: { DATABASE_URL: await throwAwayDatabase(context) },
    serves: true,
    may_break: true,
    begin: async (server) => limit(server, readdirSync(`/proc/${server.pid}/fd`).length),
    end: async (server) => limit(server, 4_096),
  };
}
