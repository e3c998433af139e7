import { gradeAdjustedSpeed } from './grade-adjusted-pace.ts';
import { findRepetitions, type Precision, type Repetitions } from './repetitions.ts';

type Lap = {
  readonly distance_m: number | null;
  readonly duration_s: number | null;
  readonly climb_m: number | null;
  readonly fall_m: number | null;
};

/** Laps are as exact as the finger on the button, and as the satellites. */
const LAPS: Precision = { distance: 0.04, duration: 0.02, duration_s: 2, contrast: 1.15, is_timed: true };
/** Laps that differ by less were all ended by the watch. */
const AUTOMATIC = 0.02;

/** Repetitions, where laps tell of them; a lap without a distance was stood. */
export function repetitionsOfLaps(laps: readonly Lap[]): Repetitions | null {
  const known = laps.map(({ distance_m, duration_s, climb_m, fall_m }) => ({
    distance_m: distance_m ?? 0,
    duration_s: duration_s ?? 0,
    flat_m: distance_m === null ? 0 : flatOf(distance_m, climb_m, fall_m),
  }));
  return isAutomatic(known.map(({ distance_m }) => distance_m)) ? null : findRepetitions(known, LAPS);
}

function flatOf(distance_m: number, climb_m: number | null, fall_m: number | null): number | undefined {
  if (climb_m === null || fall_m === null || distance_m === 0) return undefined;
  return gradeAdjustedSpeed(distance_m, (climb_m - fall_m) / distance_m);
}

function isAutomatic(metres: readonly number[]): boolean {
  const full = metres.slice(0, -1);
  const most = Math.max(...full);
  return full.length > 0 && Math.min(...full) >= most * (1 - AUTOMATIC);
}
