import { type Halves, halvesOfLaps, halvesOfSamples } from '../../../training/halves.ts';
import type { Repetitions } from '../../../training/repetitions.ts';
import { repetitionsOfLaps } from '../../../training/repetitions-of-laps.ts';
import { repetitionsOfSamples } from '../../../training/repetitions-of-samples.ts';
import type { RunSamples } from '../../../training/run-track.ts';
import { isOnFoot, isRunning, type SportType } from '../../../training/sport.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { type ActivitySamples, type ActivityView, kindOfSport } from '../../activities/index.ts';

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
  readonly time_s: number;
  /** On foot alone. */
  readonly pace_s_per_km: number | null;
  readonly climb_m: number | null;
  readonly heart_rate_bpm: number | null;
  /** Of a run: by its samples, as on the flat where its ground is known, else by its laps. */
  readonly halves: Halves | null;
  readonly repetitions: Repetitions | null;
};

/** Of the days before a run: other runs, and the longest of them; days since the first of these, and since the last one, however long ago. */
export type RunsBefore = {
  readonly runs: number;
  readonly longest_m: number | null;
  readonly known_days?: number;
  readonly days_since: number | null;
};

/** What is known of a race besides its figures. `is_planned`: by the day that was planned for it, and not by a mark. */
export type RaceFacts = { readonly is_planned: boolean; readonly taper_weeks: number | null };

/** Less says nothing of a pace. */
const LEAST_M = 100;

/**
 * @param view all of the activity, or what an audience may see of it: what is missing is not known
 * @param samples the same of its samples
 */
export function factsOfWorkout(
  view: ActivityView,
  { samples, is_planned_race }: { readonly samples: Samples | null; readonly is_planned_race: boolean },
): WorkoutFacts {
  const { sport_type = 'other', workout_type = null, distance_m = null } = view;
  const is_race = view.is_race === true || is_planned_race;
  const time_s = (is_race ? view.duration_s : view.moving_time_s) ?? view.duration_s ?? 0;
  const on_foot = isOnFoot(sport_type);
  const is_running = isRunning(sport_type);
  // Where a pace shows, of the distance and the time that are said: the one that is stored is rounded, and would be once more.
  const pace = view.average_pace_s_per_km == null || !distance_m ? null : (time_s / distance_m) * 1_000;
  return {
    sport: nameOfSport(sport_type),
    is_running,
    workout_type,
    is_race,
    distance_m: distance_m === null || distance_m < LEAST_M ? null : distance_m,
    time_s,
    pace_s_per_km: on_foot && distance_m !== null && distance_m >= LEAST_M && isPace(pace) ? pace : null,
    climb_m: view.elevation_gain_m ?? null,
    heart_rate_bpm: view.average_heart_rate_bpm ?? null,
    halves: is_running ? halvesOf(view.laps ?? [], samples) : null,
    repetitions: is_running && !is_race ? repetitionsOf(view.laps ?? [], samples) : null,
  };
}

const FASTEST_S_PER_KM = 120;
const SLOWEST_S_PER_KM = 3_600;

function isPace(pace: number | null): pace is number {
  return pace !== null && pace >= FASTEST_S_PER_KM && pace <= SLOWEST_S_PER_KM;
}

type Laps = NonNullable<ActivityView['laps']>;

export type Samples = Pick<ActivitySamples, 'time_s' | 'distance_m' | 'altitude_m'>;

function halvesOf(laps: Laps, samples: Samples | null): Halves | null {
  const track = trackOf(samples);
  const halves =
    (track && halvesOfSamples(track)) ??
    halvesOfLaps(
      laps.map(({ distance_m, moving_time_s, duration_s }) => ({
        distance_m: distance_m ?? null,
        duration_s: moving_time_s ?? duration_s ?? null,
      })),
    );
  return halves !== null && isPace(halves.first_s_per_km) && isPace(halves.second_s_per_km) ? halves : null;
}

function repetitionsOf(laps: Laps, samples: Samples | null): Repetitions | null {
  const told = repetitionsOfLaps(
    laps.map(({ distance_m, duration_s, elevation_gain_m, elevation_loss_m }) => ({
      distance_m: distance_m ?? null,
      duration_s: duration_s ?? null,
      climb_m: elevation_gain_m ?? null,
      fall_m: elevation_loss_m ?? null,
    })),
  );
  const track = trackOf(samples);
  const found = told ?? (track && repetitionsOfSamples(track));
  return found !== null && isPace(found.fastest_s_per_km) && isPace(found.slowest_s_per_km) ? found : null;
}

function trackOf(samples: Samples | null): RunSamples | null {
  if (samples?.distance_m === undefined) return null;
  const { time_s, distance_m, altitude_m } = samples;
  return { time_s, distance_m, altitude_m };
}

function nameOfSport(sport: SportType): SportName {
  const kind = kindOfSport(sport);
  return kind === 'transition' ? 'workout' : kind;
}
