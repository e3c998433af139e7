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

/** The formula is of running on firm ground over measured metres: neither of trails, nor of what a treadmill or a game counts. */
const SPORTS: readonly SportType[] = ['run', 'track_run'];

/** What Daniels' table is of, with what GPS adds to a marathon; and about what it took the slowest marathon in it. */
const DISTANCE_M = { minimum: 1_500, maximum: 44_000 } as const;
const TIME_S = { minimum: 210, maximum: 18_000 } as const;

/** Steeper on average, up and down or down alone, times say nothing of running on the flat. Boston falls by 3 m/km. */
const MOST_CLIMB = 0.02;
const MOST_FALL = 0.005;

/** More above what is known of the athlete than anybody improves unnoticed: the watch is wrong, or it was a ride. */
const MOST_IMPROVED = 1.1;

/**
 * The VDOT that a run shows, at least: that of the stretch in it which is worth the most, all of it among them.
 *
 * - Of a race it is shown as it is.
 * - Of any other run only where it is above what is known of the athlete (and not out of reach): then they have just run faster
 *   than that. An easy run says nothing of what somebody could run, and shows none.
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

/** The most that one of the stretches is worth, as `vdotOfRun` tells it; null where none is of the table. */
export function vdotOfEfforts(
  efforts: readonly { readonly distance_m: number; readonly duration_s: number }[],
): number | null {
  const results = efforts.map(({ distance_m, duration_s }) => ({ distance_m, time_s: duration_s }));
  const worth = Math.max(0, ...results.filter(isOfTheTable).map(vdotOf));
  const shown = Math.round(worth * 10) / 10;
  const { minimum, maximum } = ZONE_LIMITS.vdot;
  return shown < minimum || shown > maximum ? null : shown;
}

/** Whether the formulas of running on the flat say something of a run. */
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
