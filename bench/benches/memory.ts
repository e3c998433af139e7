import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, type Row, skippedRow } from '../row.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { freePort } from '../stage/process.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const FIRST_PEAK = 'first-start-peak-memory';
const FIRST_LATER = 'first-start-memory-later';
const MIXED = { embedded: 'mixed-memory-embedded', postgres: 'mixed-memory-postgres' } as const;
const MOST_MB = { embedded: 400, postgres: 350 } as const;
/** Together 64. */
const CONNECTIONS = { program: 32, athlete: 16, coach: 12, writer: 4 } as const;

/** What the server holds of memory when it makes its database, and under a load of reads and writes of every kind of caller. */
export const memory: Bench = {
  name: 'memory',
  rows: [FIRST_PEAK, FIRST_LATER, ...Object.values(MIXED)],
  run: async (context) => [
    ...(await firstStart(context)),
    await underLoad(context, 'embedded'),
    await underLoad(context, 'postgres'),
  ],
};

async function firstStart(context: BenchContext): Promise<Row[]> {
  const later_s = context.quick ? 10 : 30;
  const env = { DATA_DIR: await throwAwayFolder(context) };
  const server = await startServerUnderTest(context, { env });
  await sleep(later_s * 1_000);
  const held = server.memory();
  await server.stop();
  if (held === null) return [FIRST_PEAK, FIRST_LATER].map((name) => skippedRow(name, NO_PROC));
  const detail = 'of the first start, which makes the embedded database';
  return [
    measuredRow({
      name: FIRST_PEAK,
      value: held.peak_mb,
      unit: 'MB',
      bar: { is: '<=', value: 450 },
      detail: `VmHWM ${detail}`,
    }),
    measuredRow({
      name: FIRST_LATER,
      value: held.resident_mb,
      unit: 'MB',
      bar: { is: '<=', value: 320 },
      detail: `VmRSS ${later_s} s after the end ${detail}`,
    }),
  ];
}

const NO_PROC = 'this system has no /proc to read memory from';

async function underLoad(context: BenchContext, engine: keyof typeof MIXED): Promise<Row> {
  const database = engine === 'postgres' ? { DATABASE_URL: await throwAwayDatabase(context) } : {};
  // Access tokens name the address.
  const PORT = String(await freePort());
  const env = { DATA_DIR: await throwAwayFolder(context), PORT, ...database };
  const club = await prepareClub(env, { athletes: 40, activities_each: 500, tokens: 40 });
  if (database.DATABASE_URL !== undefined) await settle(database.DATABASE_URL);
  const server = await startServerUnderTest(context, { env });
  await enterWorkouts(server, club);
  const measure_ms = context.quick ? 10_000 : 60_000;
  const callers = roundsOf(club);
  const results = await Promise.all(
    callers.map(async (caller) => {
      const load: LoadGenerator = await startLoadGenerator(context);
      return await load.round({ port: Number(PORT), warm_up_ms: 1_000, measure_ms, ...caller });
    }),
  );
  const held = server.memory();
  await server.stop();
  if (held === null) return skippedRow(MIXED[engine], NO_PROC);
  const answers = results.reduce((sum, result) => sum + result.answers, 0);
  return measuredRow({
    name: MIXED[engine],
    value: held.peak_mb,
    unit: 'MB',
    bar: { is: '<=', value: MOST_MB[engine] },
    detail: `VmHWM after ${answers.toLocaleString('en')} requests of programs, athletes and coaches over 64 connections in ${measure_ms / 1_000} s, a sixteenth of them writes${context.quick ? '; quick' : ''}`,
  });
}

const WORKOUTS = Array.from({ length: 20 }, (_, day) => ({
  sport_type: 'run',
  start_time: new Date(Date.UTC(2026, 4, 1 + day, 5)).toISOString(),
  duration_s: 3_000,
  distance_m: 9_500,
  name: 'Before work',
}));

/** Each is there once, so that whoever says the same again is answered 200. */
async function enterWorkouts({ url }: ServerUnderTest, { access_tokens }: PreparedClub): Promise<void> {
  for (const workout of WORKOUTS) {
    const answer = await fetch(`${url}/api/v1/activities`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify(workout),
    });
    if (answer.status !== 201)
      throw new Error(`A workout was answered ${answer.status}: ${await answer.text()}`);
  }
}

function roundsOf({ org_id, athlete_ids, api_key, access_tokens, coach_token }: PreparedClub) {
  const athlete = ['users/me', 'activities?limit=50', 'notifications/center', 'plans/mine'];
  const coach = ['triage?limit=50', 'calendar?limit=40', 'athletes/metrics?limit=100', 'members?limit=100'];
  return [
    {
      paths: athlete_ids.map(listPath),
      authorization: `Bearer ${api_key}`,
      connections: CONNECTIONS.program,
    },
    {
      paths: athlete.map((path) => `/api/v1/${path}`),
      authorization: `Bearer ${access_tokens[1]}`,
      connections: CONNECTIONS.athlete,
    },
    {
      paths: coach.map((path) => `/api/v1/organizations/${org_id}/${path}`),
      authorization: `Bearer ${coach_token}`,
      connections: CONNECTIONS.coach,
    },
    {
      paths: WORKOUTS.map(() => '/api/v1/activities'),
      bodies: WORKOUTS.map((workout) => JSON.stringify(workout)),
      authorization: `Bearer ${access_tokens[0]}`,
      connections: CONNECTIONS.writer,
    },
  ];
}
