import type { Bench, BenchContext } from '../bench.ts';
import type { LoadResult } from '../load/generate-load.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { freePort, PINNING } from '../stage/process.ts';
import { seedCalendar } from '../stage/seed-calendar.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, sizeOf, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const OFFSET = 'list-offset-10000';
const SCALE = 'list-at-scale';
const OWN = 'list-own-vs-developer';
const COACH = 'list-coach-vs-developer';

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

/** The lists of apps, which say how many activities there are, against that of the developer API, which does not. */
export const listTotals: Bench = {
  name: 'list-totals',
  rows: [OWN, COACH],
  run: async (context) => {
    const activities_each = 10_300;
    const DATABASE_URL = await throwAwayDatabase(context);
    // Access tokens name the address.
    const env = {
      DATA_DIR: await throwAwayFolder(context),
      DATABASE_URL,
      PORT: String(await freePort()),
    };
    const club = await prepareClub(env, { athletes: 2, activities_each, tokens: 1 });
    await settle(DATABASE_URL);
    const server = await startServerUnderTest(context, { env, core: SERVER_CORE });
    const port = Number(new URL(server.url).port);
    const [athlete_id, token = ''] = [club.athlete_ids[0], club.access_tokens[0]];
    const at = (path: string, authorized_by: string, what: string) => ({
      ...{ port, club, paths: [path], authorized_by },
      what: `${what} of ${activities_each.toLocaleString('en')} activities`,
    });
    const yardstick = at(
      `/developer/v1/activities?athlete_id=${athlete_id}&limit=50`,
      club.api_key,
      'the developer API’s page',
    );
    const coachs = `/api/v1/organizations/${club.org_id}/athletes/${athlete_id}/activities?limit=50`;
    return [
      await compare(context, {
        ...{ name: OWN, bar: 1.3, percentile: 'p50_ms', yardstick },
        tested: at('/api/v1/activities?limit=50', token, 'the own page'),
      }),
      await compare(context, {
        ...{ name: COACH, bar: 1.3, percentile: 'p50_ms', yardstick },
        tested: at(coachs, club.coach_token, 'the coach’s page'),
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
    const listsOf = async (athletes: number): Promise<Target & { what: string }> => {
      const stage = await openStage(context, { athletes, activities_each: 1_000, seed: seedCalendar });
      const what = `${(athletes * 1_000).toLocaleString('en')} activities in the table, of each athlete in turn`;
      return { ...stage, paths: stage.club.athlete_ids.map(listPath), what };
    };
    const yardstick = await listsOf(few);
    const tested = await listsOf(many);
    return [await compare(context, { name: SCALE, bar: 1.25, tested, yardstick })];
  },
};

type Stage = { readonly port: number; readonly club: PreparedClub };
type Target = Stage & {
  readonly paths: readonly string[];
  /** The club's key, unless another key or token is said. */
  readonly authorized_by?: string;
};

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
  /** What is compared; the 95th when not said. */
  percentile?: 'p50_ms' | 'p95_ms';
  tested: Target & { what: string };
  yardstick: Target & { what: string };
};

/**
 * One request after the other, so that a time is the request's own and not that of a queue; rounds in turn. Each path is asked for
 * once before anything counts, since cold pages are not what is measured; a round goes on where the one before it ended.
 */
async function compare(
  context: BenchContext,
  { name, bar, percentile = 'p95_ms', tested, yardstick }: Comparison,
): Promise<Row> {
  const load = await startLoadGenerator(context);
  const measured: Record<Contender, number[]> = { tested: [], yardstick: [] };
  const asked: Record<Contender, number> = { tested: 0, yardstick: 0 };
  const ask = async (contender: Contender): Promise<LoadResult> => {
    const { port, club, paths, authorized_by } = { tested, yardstick }[contender];
    const next = asked[contender] % paths.length;
    const result = await load.round({
      port,
      paths: [...paths.slice(next), ...paths.slice(0, next)],
      authorization: `Bearer ${authorized_by ?? club.api_key}`,
      connections: 1,
      warm_up_ms: 500,
      measure_ms: context.quick ? 1_500 : 3_000,
    });
    asked[contender] += result.answers;
    return result;
  };
  for (const contender of CONTENDERS) {
    const { paths, what } = { tested, yardstick }[contender];
    do await ask(contender);
    while (asked[contender] < paths.length);
    context.log(`warm-up ${what}: ${asked[contender]} answers for ${paths.length} addresses`);
  }
  const rounds = context.quick ? 3 : 15;
  for (let round = 1; round <= rounds; round++) {
    for (const contender of round % 2 === 0 ? CONTENDERS : CONTENDERS.toReversed()) {
      const times = await ask(contender);
      const figures = `p50 ${times.p50_ms.toFixed(2)} ms, p95 ${times.p95_ms.toFixed(2)} ms`;
      context.log(`round ${round} ${{ tested, yardstick }[contender].what}: ${figures}`);
      measured[contender].push(times[percentile]);
    }
  }
  const times = { tested: median(measured.tested), yardstick: median(measured.yardstick) };
  return measuredRow({
    name,
    value: times.tested / times.yardstick,
    unit: 'x',
    bar: { is: '<=', value: bar },
    detail: `${percentile.slice(0, 3)} ${times.tested.toFixed(2)} ms with ${tested.what} against ${times.yardstick.toFixed(2)} ms with ${yardstick.what}; one connection, medians of ${rounds} alternating rounds; ${PINNING}; PostgreSQL not pinned${context.quick ? '; quick' : ''}`,
  });
}

const CONTENDERS = ['tested', 'yardstick'] as const;
type Contender = (typeof CONTENDERS)[number];
