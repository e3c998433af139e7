import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../src/infra/db/database.ts';
import {
  type Attempt,
  exportsLeft,
  findLostOrDoubled,
  type Writers,
  writeAllKinds,
} from '../../src/test/write-all-kinds.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, type Row } from '../row.ts';
import { OUTAGES, type Outage } from '../stage/outages.ts';
import { type Env, prepareForWriters } from '../stage/prepare-for-writers.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase } from '../stage/throw-away.ts';

const group = 'faults';
const KILLS = { embedded: 'faults-kills-embedded', postgres: 'faults-kills-postgres' } as const;
const MEASURES = ['lost-or-doubled', 'wrong-answers', 'slowest-refusal', 'recovery'] as const;
/** Longer than a dead worker's job waits to be taken up. */
const LONGEST_SETTLING_MS = 150_000;

/** Each takes something away that a server needs while writes of every kind go on, and counts what was acknowledged and is not there once. */
export const faults: readonly Bench[] = [
  ...Object.entries(KILLS).map(
    ([engine, name]): Bench => ({
      name,
      group,
      rows: [name],
      run: async (context) => [await kill(context, engine as keyof typeof KILLS)],
    }),
  ),
  ...Object.entries(OUTAGES).map(
    ([outage, make]): Bench => ({
      name: `faults-${outage}`,
      group,
      rows: MEASURES.map((measure) => `faults-${outage}-${measure}`),
      run: async (context) => await outlive(context, outage, await make(context)),
    }),
  ),
];

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

async function outlive(context: BenchContext, name: string, outage: Outage): Promise<Row[]> {
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
  const told = `${acknowledged(writes.attempts)} acknowledged, ${refused.length} refused, ${during.length} asked in ${Math.round(away_ms / 1_000)} s of ${name}`;
  const row = (
    measure: (typeof MEASURES)[number],
    value: number,
    unit: string,
    bar: number,
    detail: string,
  ): Row =>
    measuredRow({
      name: `faults-${name}-${measure}`,
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
