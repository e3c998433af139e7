import pg from 'pg';
import { exampleSimulation } from '../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../sandbox/recordings/write-fit.ts';
import type { Bench } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { prepareClub } from '../stage/prepare-club.ts';
import { freePort } from '../stage/process.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const NAME = 'workout-bytes';
const ATHLETES = 5;

/** What a recorded run takes in the database, table by table: of ordinary recordings, uploaded as athletes do. */
export const workoutBytes: Bench = {
  name: NAME,
  rows: [NAME],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = {
      DATA_DIR: await throwAwayFolder(context),
      DATABASE_URL,
      // Access tokens name the address.
      PORT: String(await freePort()),
    };
    const runs = context.quick ? 20 : 100;
    const size = { athletes: ATHLETES, activities_each: 1, tokens: ATHLETES };
    const { access_tokens } = await prepareClub(env, size);
    const server = await startServerUnderTest(context, { env });
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    context.cleanup.defer(() => client.end());
    const before = await bytesOfTables(client);
    let [seconds, files] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const recording = simulateActivity(
        // 6 to 14 km, on ways and days of their own.
        exampleSimulation(steadyRun(6_000 + (run % 9) * 1_000), {
          ...{ seed: `${run}`, route: run },
          start: new Date(Date.UTC(2026, 0, 1 + Math.floor(run / ATHLETES), 7, run)),
        }),
      );
      const fit = writeFit([recording]);
      seconds += recording.duration_s;
      files += fit.byteLength;
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(fit)]), `run-${run}.fit`);
      const headers = { authorization: `Bearer ${access_tokens[run % ATHLETES]}` };
      const answer = await fetch(`${server.url}/api/v1/activities/upload`, { method: 'POST', headers, body });
      if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
    }
    await server.stop();
    const after = await bytesOfTables(client);
    const tables = [...after]
      .map(([table, bytes]) => ({ table, bytes: (bytes - (before.get(table) ?? 0)) / runs }))
      .filter(({ bytes }) => bytes >= 100)
      .toSorted((a, b) => b.bytes - a.bytes);
    return [
      measuredRow({
        name: NAME,
        value: tables.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
        unit: 'kB',
        detail: `in the database for a run of ${(seconds / runs / 60).toFixed(0)} minutes with a sample a second, of ${runs} FIT files of ${(files / runs / 1_000).toFixed(0)} kB; with indexes, kB: ${tables.map(({ table, bytes }) => `${table} ${(bytes / 1_000).toFixed(2)}`).join(', ')}${context.quick ? '; quick' : ''}`,
      }),
    ];
  },
};

async function bytesOfTables(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
