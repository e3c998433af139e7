import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { PINNING } from '../stage/process.ts';
import { seedCalendar } from '../stage/seed-calendar.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, sizeOf, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const OFFSET = 'list-offset-10000';
const SCALE = 'list-at-scale';

/** One page of an athlete's activities far down against the first one. */
export const listOffset: Bench = {
  name: 'list-offset',
  rows: [OFFSET],
  run: async (context) => {
    const size = { athletes: context.quick ? 2 : 8, activities_each: 10_300 };
    const stage = await openStage(context, size);
    const at = (offset: number): Target => ({
      ...stage,
      paths: stage.club.athlete_ids.map(
        (id) => `/developer/v1/activities?athlete_id=${id}&limit=50&offset=${offset}`,
      ),
    });
    return [
      await compare(context, {
        name: OFFSET,
        bar: 3,
        tested: { ...at(10_000), what: `offset 10,000 of ${size.activities_each} activities` },
        yardstick: { ...at(0), what: 'offset 0' },
      }),
    ];
  },
};

/** The list of a year when the table is a hundred times as large, with rows of the same size. */
export const listAtScale: Bench = {
  name: 'list-scale',
  rows: [SCALE],
  run: async (context) => {
    const [few, many] = context.quick ? [20, 400] : [100, 10_000];
    // Twice as many are asked for, each row of theirs on a page of its own: what 128 MB of shared_buffers still hold.
    const athletesOf = async (athletes: number, asked: number): Promise<Target & { what: string }> => {
      const stage = await openStage(context, { athletes, activities_each: 1_000, seed: seedCalendar });
      const ids = stage.club.athlete_ids.filter((_, index) => index % (athletes / asked) === 0);
      const what = `${(athletes * 1_000).toLocaleString('en')} activities in the table`;
      return { ...stage, paths: ids.map(listPath), what };
    };
    const yardstick = await athletesOf(few, few);
    const tested = await athletesOf(many, few * 2);
    return [await compare(context, { name: SCALE, bar: 1.25, tested, yardstick })];
  },
};

type Stage = { readonly port: number; readonly club: PreparedClub };
type Target = Stage & { readonly paths: readonly string[] };

/** A database of its own and a server on it. */
async function openStage(context: BenchContext, size: Parameters<typeof prepareClub>[1]): Promise<Stage> {
  const DATABASE_URL = await throwAwayDatabase(context);
  const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
  const begun = performance.now();
  const club = await prepareClub(env, size);
  await settle(DATABASE_URL);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const rows = (size.athletes * size.activities_each).toLocaleString('en');
  context.log(`${rows} activities, ${await sizeOf(DATABASE_URL)}, seeded in ${seconds} s`);
  const server = await startServerUnderTest(context, { env, core: SERVER_CORE });
  return { port: Number(new URL(server.url).port), club };
}

type Comparison = {
  name: string;
  bar: number;
  tested: Target & { what: string };
  yardstick: Target & { what: string };
};

/** One request after the other, so that a time is the request's own and not that of a queue; rounds in turn. */
async function compare(context: BenchContext, { name, bar, tested, yardstick }: Comparison): Promise<Row> {
  const load = await startLoadGenerator(context);
  const p95: Record<Contender, number[]> = { tested: [], yardstick: [] };
  const rounds = context.quick ? 3 : 15;
  for (let round = 0; round <= rounds; round++) {
    for (const contender of round % 2 === 0 ? CONTENDERS : CONTENDERS.toReversed()) {
      const { port, club, paths, what } = { tested, yardstick }[contender];
      const { p50_ms, p95_ms } = await load.round({
        port,
        paths,
        authorization: `Bearer ${club.api_key}`,
        connections: 1,
        // Long enough for every path to come by once: cold pages are not what is measured.
        warm_up_ms: round === 0 ? 3_000 : 500,
        measure_ms: context.quick ? 1_500 : 3_000,
      });
      const figures = `p50 ${p50_ms.toFixed(2)} ms, p95 ${p95_ms.toFixed(2)} ms`;
      context.log(`round ${round}${round === 0 ? ' (warm-up)' : ''} ${what}: ${figures}`);
      if (round > 0) p95[contender].push(p95_ms);
    }
  }
  const times = { tested: median(p95.tested), yardstick: median(p95.yardstick) };
  return measuredRow({
    name,
    value: times.tested / times.yardstick,
    unit: 'x',
    bar: { is: '<=', value: bar },
    detail: `p95 ${times.tested.toFixed(2)} ms with ${tested.what} against ${times.yardstick.toFixed(2)} ms with ${yardstick.what}; one connection, medians of ${rounds} alternating rounds; ${PINNING}; PostgreSQL not pinned${context.quick ? '; quick' : ''}`,
  });
}

const CONTENDERS = ['tested', 'yardstick'] as const;
type Contender = (typeof CONTENDERS)[number];
