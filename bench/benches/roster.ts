import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { type LoadGenerator, SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { type PreparedRoster, prepareRosters } from '../stage/prepare-rosters.ts';
import { freePort, PINNING } from '../stage/process.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, sizeOf, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

/** Milliseconds that no page of the roster may take, however large it is. */
const LIMIT_MS = 250;
/** The same for the overview, in every order. */
const METRICS_LIMIT_MS = 60;
/** Twenty times as many members may take so much longer. */
const LIMIT_RATIO = 12;
const PAGE = 500;

type Size = { readonly members: number; readonly groups: number };
const SMALL: Size = { members: 500, groups: 100 };
const LARGE: Size = { members: 10_000, groups: 2_000 };

/** What coaches ask for, and the addresses of it in turn. */
const QUESTIONS = [
  {
    row: 'roster-metrics',
    what: 'first pages of 100 of the metrics, in the order of joining',
    paths: () => ['asc', 'desc'].map((order) => `athletes/metrics?order=${order}`),
    limit_ms: METRICS_LIMIT_MS,
  },
  {
    row: 'roster-metrics-by-name',
    what: 'first pages of 100 of the metrics, by name',
    paths: () => ['asc', 'desc'].map((order) => `athletes/metrics?sort=name&order=${order}`),
    limit_ms: METRICS_LIMIT_MS,
  },
  {
    row: 'roster-metrics-by-activity',
    what: 'first pages of 100 of the metrics, by last activity',
    paths: () => ['asc', 'desc'].map((order) => `athletes/metrics?sort=last_activity&order=${order}`),
    limit_ms: METRICS_LIMIT_MS,
  },
  {
    row: 'roster-members',
    what: `pages of ${PAGE} members with profile status, against the only page of the small club`,
    paths: ({ members }: Size) =>
      Array.from(
        { length: Math.ceil(members / PAGE) },
        (_, page) => `members?include_profile_status=true&limit=${PAGE}&offset=${page * PAGE}`,
      ),
    limit_ms: LIMIT_MS,
  },
  { row: 'roster-groups', what: 'the first page of groups', paths: () => ['groups'], limit_ms: null },
] as const;
type Question = (typeof QUESTIONS)[number];

/** What a coach of 10,000 waits for, against a coach of 500 on the same server. */
export const roster: Bench = {
  name: 'roster',
  rows: QUESTIONS.flatMap(({ row }) => [row, `${row}-vs-${SMALL.members}`]),
  run: async (context) => {
    const large = context.quick ? { members: 2_000, groups: 400 } : LARGE;
    const stage = await openStage(context, [large, SMALL]);
    const load = await startLoadGenerator(context);
    const rows: Row[] = [];
    for (const question of QUESTIONS)
      rows.push(...(await compare(context, { load, stage, large, question })));
    return rows;
  },
};

type Stage = { readonly port: number; readonly clubs: readonly PreparedRoster[] };

async function openStage(context: BenchContext, clubs: readonly Size[]): Promise<Stage> {
  const DATABASE_URL = await throwAwayDatabase(context);
  // The tokens are made before the server is there, and name its address.
  const port = await freePort();
  const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL, PORT: String(port) };
  const prepared = await prepareRosters(env, { clubs, others: context.quick ? 500 : 5_000, weeks: 12 });
  await settle(DATABASE_URL);
  context.log(`database of ${await sizeOf(DATABASE_URL)}`);
  await startServerUnderTest(context, { env, core: SERVER_CORE });
  return { port, clubs: prepared };
}

/** One request after the other, large and small club in turn. */
async function compare(
  context: BenchContext,
  { load, stage, large, question }: { load: LoadGenerator; stage: Stage; large: Size; question: Question },
): Promise<Row[]> {
  const p95: Record<Contender, number[]> = { large: [], small: [] };
  const rounds = context.quick ? 3 : 5;
  for (let round = 0; round <= rounds; round++) {
    for (const contender of round % 2 === 0 ? CONTENDERS : CONTENDERS.toReversed()) {
      const [size, club] = contender === 'large' ? [large, stage.clubs[0]] : [SMALL, stage.clubs[1]];
      if (club === undefined) throw new Error('A club was not made.');
      const { p50_ms, p95_ms } = await load.round({
        port: stage.port,
        paths: question.paths(size).map((path) => `/api/v1/organizations/${club.org_id}/${path}`),
        authorization: `Bearer ${club.coach_token}`,
        connections: 1,
        warm_up_ms: round === 0 ? 4_000 : 500,
        measure_ms: context.quick ? 2_000 : 5_000,
      });
      const figures = `p50 ${p50_ms.toFixed(1)} ms, p95 ${p95_ms.toFixed(1)} ms`;
      const members = size.members.toLocaleString('en');
      context.log(
        `round ${round}${round === 0 ? ' (warm-up)' : ''} ${question.what}, ${members} members: ${figures}`,
      );
      if (round > 0) p95[contender].push(p95_ms);
    }
  }
  return rowsOf(context, { question, large, times: { large: median(p95.large), small: median(p95.small) } });
}

function rowsOf(
  { quick }: BenchContext,
  {
    question: { row, what, limit_ms },
    large,
    times,
  }: { question: Question; large: Size; times: Readonly<Record<Contender, number>> },
): Row[] {
  const [many, few] = [large.members.toLocaleString('en'), SMALL.members.toLocaleString('en')];
  const how = `${what}; one connection, medians of alternating rounds; ${PINNING}; PostgreSQL not pinned${quick ? '; quick' : ''}`;
  const bar = (value: number | null) =>
    limit_ms === null || value === null ? {} : { bar: { is: '<=' as const, value } };
  return [
    measuredRow({
      name: row,
      value: times.large,
      unit: 'ms',
      ...bar(limit_ms),
      detail: `p95 with ${many} members; ${how}`,
    }),
    measuredRow({
      name: `${row}-vs-${few}`,
      value: times.large / times.small,
      unit: 'x',
      ...bar(LIMIT_RATIO),
      detail: `p95 ${times.large.toFixed(1)} ms with ${many} members against ${times.small.toFixed(1)} ms with ${few}; ${how}`,
    }),
  ];
}

const CONTENDERS = ['large', 'small'] as const;
type Contender = (typeof CONTENDERS)[number];
