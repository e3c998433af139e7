import { setTimeout as sleep } from 'node:timers/promises';
import { type Writers, writeAllKinds } from '../../src/test/write-all-kinds.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, type Row, skippedRow } from '../row.ts';
import { prepareForWriters } from '../stage/prepare-for-writers.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase } from '../stage/throw-away.ts';

const ENGINES = ['postgres', 'embedded'] as const;
type Engine = (typeof ENGINES)[number];
const rowsOf = (engine: Engine) =>
  ({
    slope: `soak-memory-slope-${engine}`,
    live: `soak-live-slope-${engine}`,
    wrong: `soak-wrong-answers-${engine}`,
  }) as const;
const HOUR_MS = 3_600_000;
/** For caches, compiled code, and the connections and threads that come once. */
const WARM_UP = 1 / 3;
/** Of the time, between two samples. */
const SAMPLE = 1 / 120;

/** Whether the memory of a server that is read and written for an hour grows: what a leak of a request leaves adds up. Both engines at once. */
export const soak: Bench = {
  name: 'soak',
  rows: ENGINES.flatMap((engine) => Object.values(rowsOf(engine))),
  run: async (context) => (await Promise.all(ENGINES.map((engine) => soaked(context, engine)))).flat(),
};

type Sample = { readonly hours: number; readonly resident_mb: number; readonly live_mb: number };

async function soaked(context: BenchContext, engine: Engine): Promise<Row[]> {
  const lasts_ms = context.quick ? 60_000 : HOUR_MS;
  const { env, writers } = await prepareForWriters(
    context,
    engine === 'postgres' ? { DATABASE_URL: await throwAwayDatabase(context) } : {},
  );
  const server = await startServerUnderTest(context, { env, inspected: true });
  // Exports and uploads fill the database, so they come rarely; what leaks with each of them shows all the same.
  const writes = writeAllKinds(writers, () => server.url, { pause_ms: 200 });
  const reads = readAllKinds(writers, server.url);
  const samples: Sample[] = [];
  const began_at = performance.now();
  while (performance.now() - began_at < lasts_ms) {
    await sleep(lasts_ms * SAMPLE);
    // Of what the collector leaves, since when it runs is chance.
    const { resident_mb, live_mb } = await server.collected();
    const sample = { hours: (performance.now() - began_at) / HOUR_MS, resident_mb, live_mb };
    samples.push(sample);
    context.log(
      `${engine} after ${(sample.hours * 60).toFixed(1)} min: ${resident_mb.toFixed(1)} MB resident, ${live_mb.toFixed(2)} MB of live objects`,
    );
  }
  await Promise.all([reads.stop(), writes.stop()]);
  await server.stop();
  const { slope, live: liveSlope, wrong } = rowsOf(engine);
  if (samples.some(({ resident_mb }) => Number.isNaN(resident_mb)))
    return [slope, liveSlope, wrong].map((name) => skippedRow(name, 'no /proc to read memory from'));
  const counted = samples.filter(({ hours }) => hours * HOUR_MS > lasts_ms * WARM_UP);
  const resident = slopeOf(counted.map(({ hours, resident_mb }) => [hours, resident_mb]));
  const live = slopeOf(counted.map(({ hours, live_mb }) => [hours, live_mb]));
  const refused = [
    ...writes.attempts
      .filter(({ outcome }) => outcome !== 'acknowledged')
      .map((one) => `${one.kind}: ${one.outcome}`),
    ...reads.refused,
  ];
  for (const line of refused.slice(0, 10)) context.log(`${engine}: ${line}`);
  const from = `${counted.length} samples after ${Math.round((lasts_ms * WARM_UP) / 60_000)} min of ${Math.round(lasts_ms / 60_000)}`;
  // Of a minute it says nothing.
  const bar = context.quick ? {} : { bar: { is: '<=', value: 2 } as const };
  return [
    measuredRow({
      name: slope,
      value: resident.slope,
      unit: 'MB/h',
      ...bar,
      detail: `resident after a collection, standard error ${resident.error.toFixed(1)}, ${from}, the last ${Math.round(counted.at(-1)?.resident_mb ?? 0)} MB`,
    }),
    measuredRow({
      name: liveSlope,
      value: live.slope,
      unit: 'MB/h',
      ...bar,
      detail: `of live objects of the main thread, standard error ${live.error.toFixed(2)}, ${from}, the last ${(counted.at(-1)?.live_mb ?? 0).toFixed(1)} MB`,
    }),
    measuredRow({
      name: wrong,
      value: refused.length,
      unit: 'answers',
      bar: { is: '<=', value: 0 },
      detail: `of ${writes.attempts.length} writes and ${reads.count()} reads that were not served`,
    }),
  ];
}

function readAllKinds(writers: Writers, url: string) {
  const { org_id, athlete, coach, apiKey } = writers;
  const asAthlete = { authorization: `Bearer ${athlete.token}` };
  const asCoach = { authorization: `Bearer ${coach}` };
  const asProgram = { 'x-api-key': apiKey };
  const kinds: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['/developer/v1/activities?limit=20', asProgram],
    ['/api/v1/activities?limit=20', asAthlete],
    ['/developer/v1/athletes', asProgram],
    ['/api/v1/notifications/center', asAthlete],
    [`/api/v1/organizations/${org_id}/members?limit=50`, asCoach],
    ['/api/v1/plans/mine', asAthlete],
    ['/api/v1/users/me', asAthlete],
    [`/api/v1/organizations/${org_id}/triage?limit=50`, asCoach],
  ];
  const refused: string[] = [];
  let over = false;
  let read = 0;
  const loop = (async () => {
    for (; !over; read++) {
      const [path, headers] = kinds[read % kinds.length] ?? ['', {}];
      try {
        const answer = await fetch(`${url}${path}`, { headers });
        const text = await answer.text();
        if (!answer.ok) refused.push(`GET ${path}: ${answer.status} ${text.slice(0, 200)}`);
      } catch (error) {
        refused.push(`GET ${path}: ${error}`);
      }
      await sleep(20);
    }
  })();
  return {
    refused,
    count: () => read,
    async stop() {
      over = true;
      await loop;
    },
  };
}

/** By least squares, with the standard error of the slope. */
function slopeOf(points: readonly (readonly [number, number])[]): { slope: number; error: number } {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const x = mean(points.map(([one]) => one));
  const y = mean(points.map(([, one]) => one));
  const spread = points.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
  const slope = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  const left = points.reduce((sum, [at, value]) => sum + (value - y - slope * (at - x)) ** 2, 0);
  return { slope, error: Math.sqrt(left / (points.length - 2) / spread) };
}
