import type { BestEffort } from './best-efforts.ts';
import type { SportType } from './sport.ts';
import { vdotFromRace } from './vdot.ts';
import { ZONE_LIMITS } from './zones.ts';

export type TimedRun = {
  readonly sport_type: SportType;
  readonly is_race: boolean;
  readonly duration_s: number;
  readonly distance_m: number | null;
  readonly elevation_gain_m: number | null;
  readonly elevation_loss_m: number | null;
  readonly best_efforts: readonly Pick<BestEffort, 'distance_m' | 'duration_s'>[];
};

type TimedDistance = { readonly distance_m: number; readonly time_s: number };

/** The formula holds on firm ground over measured metres. Trails do not fit it, nor do the metres that a treadmill or a game counts. */
const SPORTS: readonly SportType[] = ['run', 'track_run'];

/** The range of Daniels' table: its distances, with what GPS adds to a marathon, and about the time of its slowest marathon. */
const DISTANCE_M = { minimum: 1_500, maximum: 44_000 } as const;
const TIME_S = { minimum: 210, maximum: 18_000 } as const;

/** A run that climbs or falls more than this on average, as rise over run, says nothing about the flat. Boston falls by 3 m/km. */
const MOST_CLIMB = 0.02;
const MOST_FALL = 0.005;

/** A VDOT that exceeds the known one by more than this factor is a measuring error or a ride, not an improvement. */
const MOST_IMPROVED = 1.1;

/**
 * The VDOT that a run proves at least: the highest among its stretches, one of which is the whole run.
 *
 * - A race gives its VDOT as it is.
 * - Any other run counts only where it is above the athlete's known VDOT (and not out of reach), since the athlete has then run faster
 *   than was known. An easy run does not show what the athlete could run, so it gives null.
 *
 * @param known_vdot of the athlete, ml/(kg·min); null where it is not known
 * @returns ml/(kg·min) to one decimal, within `ZONE_LIMITS`; null where the run shows none
 */
export function vdotOfRun(run: TimedRun, known_vdot: number | null): number | null {
  if (!isMeasuredRun(run)) return null;
  if (run.is_race && run.distance_m > DISTANCE_M.maximum) return null;
  const shown = vdotOfEfforts([run, ...run.best_efforts]);
  if (shown === null || run.is_race) return shown;
  return known_vdot !== null && shown > known_vdot && shown <= known_vdot * MOST_IMPROVED ? shown : null;
}

/** The highest VDOT among the stretches, in ml/(kg·min) to one decimal; null where none lies within the range of the table. */
export function vdotOfEfforts(
  efforts: readonly { readonly distance_m: number; readonly duration_s: number }[],
): number | null {
  const results = efforts.map(({ distance_m, duration_s }) => ({ distance_m, time_s: duration_s }));
  const worth = Math.max(0, ...results.filter(isOfTheTable).map(vdotOf));
  const shown = Math.round(worth * 10) / 10;
  const { minimum, maximum } = ZONE_LIMITS.vdot;
  return shown < minimum || shown > maximum ? null : shown;
}

/** Whether the formulas for running on the flat apply to a run. */
export function isMeasuredRun<Run extends TimedRun>(run: Run): run is Run & { readonly distance_m: number } {
  return SPORTS.includes(run.sport_type) && run.distance_m !== null && isFlat(run, run.distance_m);
}

function vdotOf({ distance_m, time_s }: TimedDistance): number {
  return vdotFromRace(distance_m, time_s);
}

function isOfTheTable({ distance_m, time_s }: TimedDistance): boolean {
  return (
    distance_m >= DISTANCE_M.minimum &&
    distance_m <= DISTANCE_M.maximum &&
    time_s >= TIME_S.minimum &&
    time_s <= TIME_S.maximum
  );
}

function isFlat({ elevation_gain_m, elevation_loss_m }: TimedRun, distance_m: number): boolean {
  const gain_m = elevation_gain_m ?? 0;
  const fall_m = (elevation_loss_m ?? gain_m) - gain_m;
  return gain_m <= MOST_CLIMB * distance_m && fall_m <= MOST_FALL * distance_m;
}
