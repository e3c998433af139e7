import type { Bench, BenchContext } from '../bench.ts';
import { MissingError } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { type LoadGenerator, SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { cpuTimeOf, PINNING } from '../stage/process.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const REFUSAL = 'refusal-vs-list-cpu';
const CONNECTIONS = 16;

/** What a request over the limit of its key costs the server, against one for the list that it would have sent. */
export const refuseOverLimit: Bench = {
  name: 'refusal',
  rows: [REFUSAL],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
    const club = await prepareClub(env, { athletes: 40, activities_each: 500 });
    await settle(DATABASE_URL);
    const server = await startServerUnderTest(context, { env, core: SERVER_CORE });
    await useUp(server, club);
    const load = await startLoadGenerator(context);
    const costs: Record<Kind, number[]> = { list: [], refusal: [] };
    const rounds = context.quick ? 3 : 7;
    for (let round = 0; round <= rounds; round++) {
      for (const kind of ['list', 'refusal'] as const) {
        const cpu_ms = await measure(context, load, server, club, kind);
        context.log(
          `round ${round}${round === 0 ? ' (warm-up)' : ''} ${kind.padEnd(8)} ${cpu_ms.toFixed(3)} ms`,
        );
        if (round > 0) costs[kind].push(cpu_ms);
      }
    }
    const [list, refusal] = [median(costs.list), median(costs.refusal)];
    return [
      measuredRow({
        name: REFUSAL,
        value: refusal / list,
        unit: 'x',
        bar: { is: '<=', value: 0.3 },
        detail: `processor time of the server for a 429 against that for a list of 50: ${refusal.toFixed(3)} ms against ${list.toFixed(3)} ms; user and system, from /proc, medians of ${rounds} alternating rounds; ${PINNING}${context.quick ? '; quick' : ''}`,
      }),
    ];
  },
};

type Kind = 'list' | 'refusal';

/** Makes the one request an hour that the limited key may make. */
async function useUp({ url }: ServerUnderTest, { limited_api_key }: PreparedClub): Promise<void> {
  await fetch(`${url}/developer/v1/org`, { headers: { authorization: `Bearer ${limited_api_key}` } });
}

/** One round. @returns processor time the server took for each answer, milliseconds */
async function measure(
  context: BenchContext,
  load: LoadGenerator,
  { url, pid }: ServerUnderTest,
  { athlete_ids, api_key, limited_api_key }: PreparedClub,
  kind: Kind,
): Promise<number> {
  const before = cpuTimeOf(pid);
  const { answers } = await load.round({
    port: Number(new URL(url).port),
    paths: athlete_ids.map(listPath),
    authorization: `Bearer ${kind === 'list' ? api_key : limited_api_key}`,
    status: kind === 'list' ? 200 : 429,
    connections: CONNECTIONS,
    warm_up_ms: 0,
    measure_ms: context.quick ? 1_500 : 4_000,
  });
  const after = cpuTimeOf(pid);
  if (before === null || after === null) throw new MissingError('no /proc to read processor time from');
  return (after - before) / answers;
}
