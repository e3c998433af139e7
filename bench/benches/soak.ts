import { setTimeout as sleep } from 'node:timers/promises';
import { writeAllKinds } from '../../src/test/write-all-kinds.ts';
import type { Bench } from '../bench.ts';
import { measuredRow, skippedRow } from '../row.ts';
import { prepareForWriters } from '../stage/prepare-for-writers.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase } from '../stage/throw-away.ts';

const SLOPE = 'soak-memory-slope';
const HOUR_MS = 3_600_000;

/** Whether the memory of a server that is read and written for an hour grows: what a leak of a request leaves adds up. */
export const soak: Bench = {
  name: 'soak',
  rows: [SLOPE],
  run: async (context) => {
    const lasts_ms = context.quick ? 60_000 : HOUR_MS;
    const { env, writers } = await prepareForWriters(context, {
      DATABASE_URL: await throwAwayDatabase(context),
    });
    const server = await startServerUnderTest(context, { env, inspected: true });
    // Exports and uploads fill the database, so they come rarely; what leaks with each of them shows all the same.
    const writes = writeAllKinds(writers, () => server.url, { pause_ms: 100 });
    let over = false;
    const reads = (async () => {
      for (let read = 0; !over; read++) {
        const path = read % 2 === 0 ? 'activities?limit=20' : 'athletes';
        const answer = await fetch(`${server.url}/developer/v1/${path}`, {
          headers: { 'x-api-key': writers.apiKey },
        });
        await answer.text();
        await sleep(20);
      }
    })();
    const samples: { hours: number; mb: number }[] = [];
    const began_at = performance.now();
    // Half of the time is warm-up: caches, compiled code and the connections of the pool come once.
    await sleep(lasts_ms / 2);
    while (performance.now() - began_at < lasts_ms) {
      // Of what the collector leaves, since when it runs is chance.
      const { resident_mb } = await server.collected();
      samples.push({ hours: (performance.now() - began_at) / HOUR_MS, mb: resident_mb });
      await sleep(lasts_ms / 60);
    }
    over = true;
    await Promise.all([reads, writes.stop()]);
    await server.stop();
    if (samples.some(({ mb }) => Number.isNaN(mb)))
      return [skippedRow(SLOPE, 'no /proc to read memory from')];
    return [
      measuredRow({
        name: SLOPE,
        value: slopeOf(samples),
        unit: 'MB/h',
        // Of a minute it says nothing.
        ...(context.quick ? {} : { bar: { is: '<=', value: 2 } as const }),
        detail: `resident, ${samples.length} samples of the second half of ${Math.round(lasts_ms / 60_000)} min, the last ${Math.round(samples.at(-1)?.mb ?? 0)} MB; ${writes.attempts.length} writes`,
      }),
    ];
  },
};

/** By least squares. */
function slopeOf(samples: readonly { hours: number; mb: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const hours = mean(samples.map((one) => one.hours));
  const mb = mean(samples.map((one) => one.mb));
  const along = samples.reduce((sum, one) => sum + (one.hours - hours) * (one.mb - mb), 0);
  return along / samples.reduce((sum, one) => sum + (one.hours - hours) ** 2, 0);
}
