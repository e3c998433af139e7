import type { Bench, BenchContext } from '../bench.ts';
import { MissingError } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { type LoadGenerator, SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { cpuTimeOf, freePort, PINNING } from '../stage/process.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const COST = 'metrics-list-cpu';
const CONNECTIONS = 16;
/** More often than Prometheus does, so that each round has scrapes in it. */
const SCRAPE_EVERY_MS = 5_000;
/** Until both servers are compiled as far as they will be. */
const WARM_UP_ROUNDS = 3;

const KINDS = ['without', 'with'] as const;
type Kind = (typeof KINDS)[number];

/** What counting costs a list of 50, scrapes among it: one server counts, the other does not, in turn. */
export const metrics: Bench = {
  name: 'metrics',
  rows: [COST],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const folder = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
    const club = await prepareClub(folder, { athletes: 40, activities_each: 500 });
    await settle(DATABASE_URL);
    const port = await freePort();
    const start = (env: Readonly<Record<string, string>>) =>
      startServerUnderTest(context, { env: { ...folder, ...env }, core: SERVER_CORE });
    const servers: Record<Kind, ServerUnderTest> = {
      without: await start({}),
      with: await start({ METRICS_PORT: String(port) }),
    };
    const load = await startLoadGenerator(context);
    const costs: Record<Kind, number[]> = { without: [], with: [] };
    const ratios: number[] = [];
    const rounds = context.quick ? 7 : 11;
    for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round++) {
      // Who begins changes, so that what drifts falls on both alike.
      const order = round % 2 === 0 ? KINDS : KINDS.toReversed();
      const of: Record<Kind, number> = { without: 0, with: 0 };
      for (const kind of order) {
        const scraping =
          kind === 'with' ? scrape(`http://127.0.0.1:${port}/metrics`) : { stop: () => undefined };
        try {
          of[kind] = await measure(context, load, servers[kind], club);
        } finally {
          scraping.stop();
        }
        const warm = round <= 0 ? ' (warm-up)' : '';
        context.log(`round ${round}${warm} ${kind.padEnd(8)} ${of[kind].toFixed(4)} ms`);
      }
      if (round <= 0) continue;
      for (const kind of KINDS) costs[kind].push(of[kind]);
      ratios.push(of.with / of.without);
    }
    return [
      measuredRow({
        name: COST,
        value: median(ratios),
        unit: 'x',
        bar: { is: '<=', value: 1.02 },
        detail: `processor time of a list of 50 where METRICS_PORT is set and scraped every ${SCRAPE_EVERY_MS / 1_000} s against where it is not: ${median(costs.with).toFixed(3)} ms against ${median(costs.without).toFixed(3)} ms; user and system, from /proc, median of ${rounds} pairs; ${PINNING}${context.quick ? '; quick' : ''}`,
      }),
    ];
  },
};

/** At once, and then every few seconds. */
function scrape(url: string): { stop(): void } {
  const once = (): void => void fetch(url).then((response) => response.text());
  once();
  const timer = setInterval(once, SCRAPE_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** One round. @returns processor time the server took for each answer, milliseconds */
async function measure(
  context: BenchContext,
  load: LoadGenerator,
  { url, pid }: ServerUnderTest,
  { athlete_ids, api_key }: PreparedClub,
): Promise<number> {
  const before = cpuTimeOf(pid);
  const { answers } = await load.round({
    port: Number(new URL(url).port),
    paths: athlete_ids.map(listPath),
    authorization: `Bearer ${api_key}`,
    status: 200,
    connections: CONNECTIONS,
    warm_up_ms: 0,
    measure_ms: context.quick ? 2_500 : SCRAPE_EVERY_MS,
  });
  const after = cpuTimeOf(pid);
  if (before === null || after === null) throw new MissingError('no /proc to read processor time from');
  return (after - before) / answers;
}
