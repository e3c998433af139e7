import type { Recording } from './recording.ts';

/** One length of the pool, or the rest at its wall. Elapsed seconds from the start of the recording. */
export type PoolLength = { start_s: number; end_s: number; active: boolean };

/** Cuts a pool swim into lengths: the wall is touched whenever the distance passes a multiple of the pool's length. */
export function swimLengths(recording: Recording): PoolLength[] {
  const pool_m = recording.pool_length_m;
  const { time_s, distance_m } = recording.samples;
  if (pool_m === null || distance_m === null) return [];
  const lengths: PoolLength[] = [];
  for (const lap of recording.laps) {
    if (lap.intensity === 'rest') {
      lengths.push({ start_s: lap.start_s, end_s: lap.end_s, active: false });
      continue;
    }
    let start_s = lap.start_s;
    for (const [index, time] of time_s.entries()) {
      if (time <= lap.start_s || time > lap.end_s) continue;
      const before = Math.floor((distance_m[index - 1] ?? 0) / pool_m);
      if (Math.floor((distance_m[index] ?? 0) / pool_m) === before) continue;
      lengths.push({ start_s, end_s: time, active: true });
      start_s = time;
    }
  }
  return lengths;
}
