import { isOnFoot, isRunning, type SportType } from '../../../training/sport.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { type ActivityView, kindOfSport } from '../../activities/index.ts';

/** What a sport is called in a sentence. */
export const SPORT_NAMES = [
  'run',
  'trail_run',
  'walk',
  'hike',
  'ride',
  'swim',
  'row',
  'ski',
  'strength',
  'yoga',
  'workout',
] as const;
export type SportName = (typeof SPORT_NAMES)[number];

/** What a workout was, of what was measured and marked: neither names nor places, which athletes write or platforms make up. */
export type WorkoutFacts = {
  readonly sport: SportName;
  readonly is_running: boolean;
  readonly workout_type: WorkoutType | null;
  readonly is_race: boolean;
  readonly distance_m: number | null;
  /** In motion, or as long as it took where that is not known. */
  readonly time_s: number;
  /** On foot alone. */
  readonly pace_s_per_km: number | null;
  readonly climb_m: number | null;
  readonly heart_rate_bpm: number | null;
  /** Seconds a kilometre of both halves of a run, where its laps tell. */
  readonly halves: { readonly first_s_per_km: number; readonly second_s_per_km: number } | null;
};

/** Of the four weeks before a run: other runs, and the longest of them; and days since the last one, however long ago that was. */
export type RunsBefore = {
  readonly runs: number;
  readonly longest_m: number | null;
  readonly days_since: number | null;
};

/** Less says nothing of a pace. */
const LEAST_M = 100;

/** @param view all of the activity, or what an audience may see of it: what is missing is not known */
export function factsOfWorkout(view: ActivityView): WorkoutFacts {
  const { sport_type = 'other', workout_type = null, is_race = false, distance_m = null } = view;
  const time_s = view.moving_time_s ?? view.duration_s ?? 0;
  const on_foot = isOnFoot(sport_type);
  // Where a pace shows, of the distance and the time that are said: the one that is stored is rounded, and would be once more.
  const pace = view.average_pace_s_per_km == null || !distance_m ? null : (time_s / distance_m) * 1_000;
  return {
    sport: nameOfSport(sport_type),
    is_running: isRunning(sport_type),
    workout_type,
    is_race,
    distance_m: distance_m === null || distance_m < LEAST_M ? null : distance_m,
    time_s,
    pace_s_per_km: on_foot && distance_m !== null && distance_m >= LEAST_M && isPace(pace) ? pace : null,
    climb_m: view.elevation_gain_m ?? null,
    heart_rate_bpm: view.average_heart_rate_bpm ?? null,
    halves: isRunning(sport_type) ? halvesOf(view.laps ?? []) : null,
  };
}

const FASTEST_S_PER_KM = 120;
const SLOWEST_S_PER_KM = 3_600;

/** What is slower or faster nobody reads as a pace. */
function isPace(pace: number | null): pace is number {
  return pace !== null && pace >= FASTEST_S_PER_KM && pace <= SLOWEST_S_PER_KM;
}

type Laps = NonNullable<ActivityView['laps']>;

/** Halves of less are no matter of pacing, and laps that are longer do not tell where the half was. */
const LEAST_HALVES_M = 3_000;
const LONGEST_LAP = 0.3;

function halvesOf(laps: Laps): WorkoutFacts['halves'] {
  const parts: { metres: number; seconds: number }[] = [];
  for (const { distance_m, moving_time_s, duration_s } of laps) {
    const seconds = moving_time_s ?? duration_s;
    // Of one that is not known everything before and behind it is somewhere else.
    if (distance_m == null || seconds == null) return null;
    parts.push({ metres: distance_m, seconds });
  }
  const whole = parts.reduce((sum, { metres }) => sum + metres, 0);
  if (whole < LEAST_HALVES_M || parts.some(({ metres }) => metres > whole * LONGEST_LAP)) return null;
  let [metres, seconds, all] = [0, 0, 0];
  for (const part of parts) {
    const share = part.metres === 0 ? 0 : Math.min(1, Math.max(0, (whole / 2 - metres) / part.metres));
    metres += part.metres;
    seconds += part.seconds * (metres <= whole / 2 ? 1 : share);
    all += part.seconds;
  }
  const [first, second] = [paceOf(seconds, whole / 2), paceOf(all - seconds, whole / 2)];
  return isPace(first) && isPace(second) ? { first_s_per_km: first, second_s_per_km: second } : null;
}

function paceOf(seconds: number, metres: number): number {
  return Math.round((seconds * 10_000) / metres) / 10;
}

function nameOfSport(sport: SportType): SportName {
  const kind = kindOfSport(sport);
  return kind === 'transition' ? 'workout' : kind;
}
