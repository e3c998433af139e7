import { counted, refusal } from './refuse.ts';
import type { ImportedLap, StatedLap } from './types.ts';
import { averageSpeed, rounded } from './values.ts';

/** A lap a minute for a day and a half; more is a broken file. */
export const MAX_LAPS = 2_000;

export function summarizeLaps(
  laps: readonly StatedLap[],
  startMs: number,
  durationS: number,
  cadenceFactor: number,
): ImportedLap[] {
  if (laps.length > MAX_LAPS) {
    throw refusal(`The recording holds ${counted(laps.length)} laps; at most ${counted(MAX_LAPS)} are read.`);
  }
  const endMs = startMs + durationS * 1000;
  const starts: number[] = [];
  let nextMs = startMs;
  for (const lap of laps) {
    const lapStartMs = lap.start_ms ?? nextMs;
    starts.push(lapStartMs);
    nextMs = lapStartMs + (lap.elapsed_s ?? lap.timer_s ?? 0) * 1000;
  }
  return laps.map((lap, index) => {
    const lapStartMs = starts[index] ?? startMs;
    const untilNextS = Math.max(0, ((starts[index + 1] ?? endMs) - lapStartMs) / 1000);
    const timerS = lap.timer_s ?? lap.elapsed_s ?? untilNextS;
    const elapsedS = Math.max(lap.elapsed_s ?? untilNextS, timerS);
    const movingS = Math.min(timerS, elapsedS);
    const distanceM = lap.distance_m || null;
    return {
      index,
      start_time: new Date(lapStartMs).toISOString(),
      duration_s: rounded(elapsedS, 1),
      moving_time_s: rounded(movingS, 1),
      distance_m: rounded(distanceM, 1),
      average_speed_mps: averageSpeed(distanceM, movingS),
      max_speed_mps: rounded(lap.max_speed_mps || null, 3),
      average_heart_rate_bpm: rounded(lap.average_heart_rate_bpm, 0),
      max_heart_rate_bpm: rounded(lap.max_heart_rate_bpm, 0),
      average_cadence_spm: rounded(lap.cadence === null ? null : lap.cadence * cadenceFactor, 1),
      average_power_w: rounded(lap.average_power_w || null, 0),
      elevation_gain_m: rounded(lap.elevation_gain_m, 1),
      elevation_loss_m: rounded(lap.elevation_loss_m, 1),
      calories_kcal: rounded(lap.calories_kcal, 0),
    };
  });
}
