import { deepStrictEqual } from 'node:assert';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { type LoadGenerator, SERVER_CORE, startBareServer, startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { PINNING } from '../stage/process.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const ATHLETES = 40;
const ACTIVITIES_EACH = 500;
/** More than the ten connections to the database, so that the server never waits for the load. */
const CONNECTIONS = 16;

const AGAINST_ROWS = 'list-vs-bare-stringify';
const AGAINST_TEXT = 'list-vs-bare-database-json';
const AGAINST_SAME = 'list-vs-bare-same-sql';

/** The list of 50 activities in a range of dates against bare servers that send the same answer. */
export const listActivities: Bench = {
  name: 'list',
  rows: [AGAINST_ROWS, AGAINST_TEXT, AGAINST_SAME],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
    context.log(`seeding ${ATHLETES} athletes with ${ACTIVITIES_EACH} activities each`);
    const club = await prepareClub(env, { athletes: ATHLETES, activities_each: ACTIVITIES_EACH });
    await settle(DATABASE_URL);
    const server = await startServerUnderTest(context, { env, core: SERVER_CORE });
    const ports = {
      ekiden: Number(new URL(server.url).port),
      rows: await startBareServer(context, DATABASE_URL, 'rows'),
      text: await startBareServer(context, DATABASE_URL, 'text'),
      same: await startBareServer(context, DATABASE_URL, 'same'),
    };
    await assertSameAnswers(ports, club);
    const load = await startLoadGenerator(context);
    return toRows(await measure(context, load, ports, club), context);
  },
};

const CONTENDERS = ['ekiden', 'rows', 'text', 'same'] as const;
type Contender = (typeof CONTENDERS)[number];

async function assertSameAnswers(
  ports: Readonly<Record<Contender, number>>,
  { athlete_ids, api_key }: PreparedClub,
): Promise<void> {
  for (const athlete_id of athlete_ids.slice(0, 3)) {
    const [ekiden, ...bare] = await Promise.all(
      CONTENDERS.map(async (contender) => {
        const response = await fetch(`http://127.0.0.1:${ports[contender]}${listPath(athlete_id)}`, {
          headers: { authorization: `Bearer ${api_key}` },
        });
        return await response.json();
      }),
    );
    for (const answer of bare) deepStrictEqual(answer, ekiden, 'the contenders answer differently');
  }
}

type Rates = Readonly<Record<Contender, number[]>>;

/** Rounds in turn, so that what else the machine does falls on all alike. */
async function measure(
  context: BenchContext,
  load: LoadGenerator,
  ports: Readonly<Record<Contender, number>>,
  { athlete_ids, api_key }: PreparedClub,
): Promise<Rates> {
  const rates: Rates = { ekiden: [], rows: [], text: [], same: [] };
  const rounds = context.quick ? 3 : 7;
  for (let round = 0; round <= rounds; round++) {
    // Who begins changes as well.
    const first = round % CONTENDERS.length;
    const order = [...CONTENDERS.slice(first), ...CONTENDERS.slice(0, first)];
    for (const contender of order) {
      const result = await load.round({
        port: ports[contender],
        paths: athlete_ids.map(listPath),
        authorization: `Bearer ${api_key}`,
        connections: CONNECTIONS,
        warm_up_ms: 500,
        measure_ms: context.quick ? 1_500 : 4_000,
      });
      const { requests_per_s, p50_ms, p99_ms } = result;
      const figures = `${requests_per_s.toFixed(0)} requests/s, p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`;
      context.log(`round ${round}${round === 0 ? ' (warm-up)' : ''} ${contender.padEnd(6)} ${figures}`);
      if (round > 0) rates[contender].push(requests_per_s);
    }
  }
  return rates;
}

function toRows(rates: Rates, context: BenchContext): Row[] {
  const { ekiden, rows, text, same } = rates;
  const setting = `${CONNECTIONS} connections, ${ekiden.length} alternating rounds, medians; ${PINNING}; PostgreSQL not pinned${context.quick ? '; quick' : ''}`;
  const against = (name: string, bar: number, bare: number[], what: string): Row =>
    measuredRow({
      name,
      value: median(ekiden) / median(bare),
      unit: 'x',
      bar: { is: '>=', value: bar },
      detail: `${median(ekiden).toFixed(0)} requests/s against ${median(bare).toFixed(0)} of ${what}; ${setting}`,
    });
  return [
    against(AGAINST_ROWS, 1.4, rows, 'node:http + pg with JSON.stringify'),
    against(AGAINST_TEXT, 0.75, text, 'node:http + pg sending JSON text made by the database'),
    against(AGAINST_SAME, 0.85, same, 'node:http + pg with the very same statements'),
  ];
}
