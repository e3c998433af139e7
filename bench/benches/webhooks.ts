import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { type LoadGenerator, SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { GARMIN_ENV, PUSH_KEY, PUSH_PATH, pushOfRun } from '../stage/platform-settings.ts';
import { PINNING } from '../stage/process.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';
import { prepareInserts } from '../yardsticks/pgbench.ts';

const CONNECTIONS = 32;
const NAMES = ['webhooks-vs-pgbench', 'webhooks-p99', 'webhooks-slowest'] as const;
const WARM_UP_MS = 1_000;
/** Different ones, in turn. */
const POSTS = 1_000;

/**
 * Posts of a platform, each answered once it is on disk, against as many connections that insert a row each. What is stored waits:
 * nothing here works it off.
 */
export const webhooks: Bench = {
  name: 'webhooks',
  rows: NAMES,
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const bodies = Array.from({ length: POSTS }, (_, number) =>
      pushOfRun({ garmin_id: 'nobody', number, day: 0 }),
    );
    const bytes = Buffer.byteLength(bodies[0] ?? '');
    const inserts = await prepareInserts(context, { url: DATABASE_URL, connections: CONNECTIONS, bytes });
    const env = { ...GARMIN_ENV, DATA_DIR: await throwAwayFolder(context), DATABASE_URL, ROLES: 'api' };
    const server = await startServerUnderTest(context, { env, core: SERVER_CORE });
    const load = await startLoadGenerator(context);
    const seconds = context.quick ? 4 : 15;
    const rounds = context.quick ? 3 : 5;
    const post = () => postFor(load, { port: Number(new URL(server.url).port), bodies, seconds });
    await post();
    const measured = [];
    const transactions = [];
    for (let round = 1; round <= rounds; round++) {
      measured.push(await post());
      transactions.push(await inserts.round(seconds));
      context.log(says(round, measured.at(-1), transactions.at(-1)));
    }
    const rates = measured.map(({ requests_per_s }) => requests_per_s);
    const p99 = median(measured.map(({ p99_ms }) => p99_ms));
    const slowest = Math.max(...measured.map(({ slowest_ms }) => slowest_ms));
    return rowsOf(context, { rate: median(rates), tps: median(transactions), p99, slowest, bytes });
  },
};

type Posted = Awaited<ReturnType<typeof postFor>>;

async function postFor(
  load: LoadGenerator,
  { port, bodies, seconds }: { port: number; bodies: readonly string[]; seconds: number },
) {
  return await load.round({
    port,
    paths: bodies.map(() => PUSH_PATH),
    bodies,
    api_key: PUSH_KEY,
    connections: CONNECTIONS,
    warm_up_ms: WARM_UP_MS,
    measure_ms: seconds * 1_000,
  });
}

function says(round: number, posted: Posted | undefined, tps: number | undefined): string {
  const { requests_per_s = 0, p99_ms = 0, slowest_ms = 0 } = posted ?? {};
  return `round ${round}: ${requests_per_s.toFixed(0)} posts/s, p99 ${p99_ms.toFixed(1)} ms, slowest ${slowest_ms.toFixed(0)} ms; pgbench ${tps?.toFixed(0)} tps`;
}

function rowsOf(
  { quick }: BenchContext,
  { rate, tps, p99, slowest, bytes }: Record<'rate' | 'tps' | 'p99' | 'slowest' | 'bytes', number>,
) {
  const how = `${CONNECTIONS} connections, posts of ${bytes} bytes; ${PINNING}${quick ? '; quick' : ''}`;
  return [
    measuredRow({
      name: NAMES[0],
      value: rate / tps,
      unit: 'x',
      bar: { is: '>=', value: 0.5 },
      detail: `${rate.toFixed(0)} posts/s stored and answered, ${tps.toFixed(0)} one-row transactions/s of pgbench over as many connections; ${how}`,
    }),
    measuredRow({
      name: NAMES[1],
      value: p99,
      unit: 'ms',
      bar: { is: '<=', value: 200 },
      detail: `median of the rounds; ${how}`,
    }),
    measuredRow({
      name: NAMES[2],
      value: slowest,
      unit: 'ms',
      bar: { is: '<=', value: 2_000 },
      detail: `of all rounds; ${how}`,
    }),
  ];
}
