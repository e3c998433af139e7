import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { awaitExport, isOver, startExport } from '../stage/run-export.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const NAME = 'reads-during-exports';
const AT_ONCE = 10;
const CONNECTIONS = 4;

/** Lists while ten exports of a whole organization are asked for at once, against the same lists with nothing else to do. */
export const readsDuringExports: Bench = {
  name: NAME,
  rows: [NAME],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
    const athletes = context.quick ? 40 : 100;
    context.log(`seeding ${athletes * 1_000} activities`);
    const club = await prepareClub(env, { athletes, activities_each: 1_000 });
    await settle(DATABASE_URL);
    const server = await startServerUnderTest(context, { env });
    const load = await startLoadGenerator(context);
    const measure = async (): Promise<number> => {
      const { p50_ms, p95_ms, requests_per_s } = await load.round({
        port: Number(new URL(server.url).port),
        paths: club.athlete_ids.map(listPath),
        authorization: `Bearer ${club.api_key}`,
        connections: CONNECTIONS,
        warm_up_ms: 1_000,
        measure_ms: context.quick ? 4_000 : 10_000,
      });
      context.log(
        `  ${requests_per_s.toFixed(0)} requests/s, p50 ${p50_ms.toFixed(2)} ms, p95 ${p95_ms.toFixed(2)} ms`,
      );
      return p95_ms;
    };
    const p95 = { idle: [] as number[], exporting: [] as number[] };
    const rounds = context.quick ? 2 : 5;
    await measure();
    for (let round = 1; round <= rounds; round++) {
      context.log(`round ${round}: idle, then ${AT_ONCE} exports`);
      p95.idle.push(await measure());
      p95.exporting.push(await duringExports(context, { server, club, measure }));
    }
    const [idle, exporting] = [median(p95.idle), median(p95.exporting)];
    return [
      measuredRow({
        name: NAME,
        value: exporting / idle,
        unit: 'x',
        bar: { is: '<=', value: 1.5 },
        detail: `p95 ${exporting.toFixed(2)} ms while ${AT_ONCE} exports of ${athletes * 1_000} activities were asked for, ${idle.toFixed(2)} ms idle; ${CONNECTIONS} connections, medians of ${rounds} alternating rounds; load on core 1, else not pinned${context.quick ? '; quick' : ''}`,
      }),
    ];
  },
};

/** @throws Error when the exports were over before the measuring was: then it says nothing about them */
async function duringExports(
  context: BenchContext,
  { server, club, measure }: { server: ServerUnderTest; club: PreparedClub; measure: () => Promise<number> },
): Promise<number> {
  const wanted = { format: 'csv', athlete_ids: null } as const;
  const ids = await Promise.all(
    Array.from({ length: AT_ONCE }, () => startExport(server, club.api_key, wanted)),
  );
  const p95_ms = await measure();
  const over = await Promise.all(ids.map((id) => isOver(server, club.api_key, id)));
  if (over.every(Boolean))
    throw new Error('The exports ended before the lists did; there is nothing to tell.');
  const begun = performance.now();
  for (const id of ids) await awaitExport(server, club.api_key, id);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  context.log(`  ${over.filter(Boolean).length} of them over by then, the others ${seconds} s later`);
  return p95_ms;
}
