import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { type LoadGenerator, SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { type PreparedCentre, prepareCentres } from '../stage/prepare-centres.ts';
import { freePort, PINNING } from '../stage/process.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, sizeOf, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const SMALL = 100;
const LARGE = 100_000;
/** As much longer the large one may take. */
const LIMIT_RATIO = 2;
const MINUTES_APART = 10;
const NEWEST_MS = Date.parse('2026-06-30T12:00:00Z');

/** What an app asks for when it is opened, and the addresses of it in turn. */
const QUESTIONS = [
  { row: 'centre-list', what: 'the first page of 20', paths: () => [''] },
  {
    row: 'centre-list-deep',
    what: 'pages of 20 in the older half',
    paths: ({ size }: PreparedCentre) =>
      Array.from({ length: 40 }, (_, step) => {
        const age = Math.floor((size * (40 + step)) / 80) * MINUTES_APART * 60_000;
        return `?before=${NEWEST_MS - age}`;
      }),
  },
  {
    row: 'centre-list-category',
    what: 'the first page of a category that fifty have',
    paths: () => ['?category=achievements'],
  },
  { row: 'centre-counts', what: 'counts', paths: () => ['/counts'] },
] as const;
type Question = (typeof QUESTIONS)[number];

/** The notification centre of somebody with very many against that of somebody with few, on the same server. */
export const centre: Bench = {
  name: 'centre',
  rows: QUESTIONS.map(({ row }) => row),
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    // The tokens are made before the server is there, and name its address.
    const port = await freePort();
    const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL, PORT: String(port) };
    const [large, small] = await prepareCentres(env, [LARGE, SMALL]);
    if (large === undefined || small === undefined) throw new Error('A centre was not made.');
    await settle(DATABASE_URL);
    context.log(`database of ${await sizeOf(DATABASE_URL)}`);
    await startServerUnderTest(context, { env, core: SERVER_CORE });
    const load = await startLoadGenerator(context);
    const rows: Row[] = [];
    for (const question of QUESTIONS) {
      rows.push(await compare(context, { load, port, centres: { large, small }, question }));
    }
    return rows;
  },
};

/** One request after the other, large and small in turn. */
async function compare(
  context: BenchContext,
  {
    load,
    port,
    centres,
    question: { row, what, paths },
  }: {
    load: LoadGenerator;
    port: number;
    centres: Readonly<Record<Contender, PreparedCentre>>;
    question: Question;
  },
): Promise<Row> {
  const p95: Record<Contender, number[]> = { large: [], small: [] };
  const rounds = context.quick ? 3 : 9;
  for (let round = 0; round <= rounds; round++) {
    for (const contender of round % 2 === 0 ? CONTENDERS : CONTENDERS.toReversed()) {
      const one = centres[contender];
      const { p50_ms, p95_ms } = await load.round({
        port,
        paths: paths(one).map((rest) => `/api/v1/notifications/center${rest}`),
        authorization: `Bearer ${one.token}`,
        connections: 1,
        warm_up_ms: round === 0 ? 2_000 : 300,
        measure_ms: context.quick ? 1_000 : 2_000,
      });
      const figures = `p50 ${p50_ms.toFixed(2)} ms, p95 ${p95_ms.toFixed(2)} ms`;
      context.log(`round ${round}${round === 0 ? ' (warm-up)' : ''} ${what}, ${contender}: ${figures}`);
      if (round > 0) p95[contender].push(p95_ms);
    }
  }
  const [slow, fast] = [median(p95.large), median(p95.small)];
  const [many, few] = [centres.large.size.toLocaleString('en'), centres.small.size.toLocaleString('en')];
  return measuredRow({
    name: row,
    value: slow / fast,
    unit: 'x',
    bar: { is: '<=', value: LIMIT_RATIO },
    detail: `${what}: p95 ${slow.toFixed(2)} ms with ${many} notifications against ${fast.toFixed(2)} ms with ${few}; one connection, medians of ${rounds} alternating rounds; ${PINNING}; PostgreSQL not pinned${context.quick ? '; quick' : ''}`,
  });
}

const CONTENDERS = ['large', 'small'] as const;
type Contender = (typeof CONTENDERS)[number];
