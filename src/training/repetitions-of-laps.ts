import { gradeAdjustedSpeed } from './grade-adjusted-pace.ts';
import { findRepetitions, type Precision, type Repetitions } from './repetitions.ts';

type Lap = {
  readonly distance_m: number | null;
  readonly duration_s: number | null;
  readonly climb_m: number | null;
  readonly fall_m: number | null;
};

/** The precision of laps is limited by the finger on the button and by GPS. */
const LAPS: Precision = { distance: 0.04, duration: 0.02, duration_s: 2, contrast: 1.15, is_timed: true };
/** The watch ended the laps by itself where their lengths differ by less than this share. */
const AUTOMATIC = 0.02;

/** The repetitions that the laps show. A lap without a distance counts as standing. */
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
