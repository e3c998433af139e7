import type { BenchContext } from '../bench.ts';
import { median } from '../row.ts';
import { type LoadGenerator, SERVER_CORE } from './companions.ts';
import { type PreparedRoster, prepareRosters } from './prepare-rosters.ts';
import { freePort } from './process.ts';
import { startServerUnderTest } from './server.ts';
import { settle, sizeOf, throwAwayDatabase, throwAwayFolder } from './throw-away.ts';

export type LargeClub = PreparedRoster & { readonly port: number; readonly members: number };

/** A server with one club of 10,000 members, or as many as are asked for, who run, follow plans and share as people do (`seed-roster.ts`). */
export async function openLargeClub(
  context: BenchContext,
  members = context.quick ? 2_000 : 10_000,
): Promise<LargeClub> {
  const DATABASE_URL = await throwAwayDatabase(context);
  // The tokens are made before the server is there, and name its address.
  const port = await freePort();
  const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL, PORT: String(port) };
  const clubs = [{ members, groups: members / 5 }];
  const [club] = await prepareRosters(env, { clubs, others: 0, weeks: 8 });
  if (club === undefined) throw new Error('The club was not made.');
  await settle(DATABASE_URL);
  context.log(`database of ${await sizeOf(DATABASE_URL)}`);
  await startServerUnderTest(context, { env, core: SERVER_CORE });
  return { ...club, port, members };
}

/** The median of the p95 of some rounds of the club's head coach, one request after the other, in milliseconds. */
export async function p95Of(
  context: BenchContext,
  load: LoadGenerator,
  { port, org_id, coach_token }: LargeClub,
  paths: readonly string[],
): Promise<number> {
  const p95: number[] = [];
  const rounds = context.quick ? 3 : 5;
  for (let round = 0; round <= rounds; round++) {
    const { p50_ms, p95_ms } = await load.round({
      port,
      paths: paths.map((path) => `/api/v1/organizations/${org_id}/${path}`),
      authorization: `Bearer ${coach_token}`,
      connections: 1,
      warm_up_ms: round === 0 ? 4_000 : 500,
      measure_ms: context.quick ? 2_000 : 5_000,
    });
    const figures = `p50 ${p50_ms.toFixed(1)} ms, p95 ${p95_ms.toFixed(1)} ms`;
    context.log(`round ${round}${round === 0 ? ' (warm-up)' : ''}: ${figures}`);
    if (round > 0) p95.push(p95_ms);
  }
  return median(p95);
}
