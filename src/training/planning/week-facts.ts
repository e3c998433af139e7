import type { WorkoutType } from '../workout-types.ts';
import type { CheckContext } from './findings.ts';
import { isHardZone, zoneOfStretch } from './intensity.ts';
import { CAP_OF_ZONE, HARD_DAY_FROM_S, HARD_TYPES, type SESSION_CAPS } from './limits.ts';
import { type Measures, measureSegments } from './measure.ts';
import { type PlanPaces, pacesOf } from './paces.ts';
import type { PlannedWorkout, Segment } from './plan.ts';
import { soundSegments } from './segment-shapes.ts';
import type { WeekDone } from './week-limits.ts';
import type { ZoneName } from './zone-names.ts';

export type CappedIntensity = keyof typeof SESSION_CAPS;

/** The numbers of a workout for the rules, computed from its segments; its own sums are not used. */
export type WorkoutFacts = Measures & {
  readonly workout: PlannedWorkout;
  readonly is_sound: boolean;
  readonly running: boolean;
  readonly is_race: boolean;
  readonly is_goal_race: boolean;
  readonly is_hard: boolean;
  /** Seconds at marathon pace and faster. */
  readonly hard_s: number;
  readonly capped_m: Readonly<Record<CappedIntensity, number>>;
};

export type WeekFacts = WeekDone & {
  readonly workouts: readonly WorkoutFacts[];
  /** Whether the segments of all its workouts have no faults. */
  readonly is_sound: boolean;
  /** The longest run that is not a race; null where there is none. */
  readonly longest: WorkoutFacts | null;
};

/** Whether the metres of a workout type count. */
export function isRunning(type: WorkoutType): boolean {
  return type !== 'cross-training' && type !== 'strength';
}

/**
 * The facts of a workout. One with faulty segments counts as 0, since its own sums are no more reliable; the faults themselves are found
 * elsewhere.
 */
export function workoutFacts(workout: PlannedWorkout, context: CheckContext): WorkoutFacts {
  const { workout_type, segments, date } = workout;
  const running = isRunning(workout_type);
  const paces = pacesOf(context.runner);
  const tally = emptyTally();
  const isSound = soundSegments(segments);
  if (isSound) {
    for (const segment of segments) addSegment(tally, segment, 1, { workout, paces, running, context });
  }
  const isRace = workout_type === 'race';
  return {
    workout,
    is_sound: isSound,
    running,
    is_race: isRace,
    is_goal_race: isRace && date === context.goal.race_date,
    is_hard: running && (HARD_TYPES.has(workout_type) || tally.hard_s >= HARD_DAY_FROM_S),
    duration_s: tally.duration_s,
    distance_m: tally.distance_m,
    hard_s: tally.hard_s,
    capped_m: tally.capped_m,
  };
}

/** The facts of a planned week: for `weekLimits`, and for engines that check what they plan. */
export function weekFacts(workouts: readonly PlannedWorkout[], context: CheckContext): WeekFacts {
  const all = workouts.map((workout) => workoutFacts(workout, context));
  const running = all.filter((one) => one.running);
  const runs = running.filter((one) => !one.is_race);
  const longest = runs.reduce<WorkoutFacts | null>(
    (most, one) => (most === null || one.distance_m > most.distance_m ? one : most),
    null,
  );
  return {
    workouts: all,
    is_sound: all.every((one) => one.is_sound),
    volume_m: runs.reduce((total, { distance_m }) => total + distance_m, 0),
    runs: running.map(({ workout: { date }, distance_m }) => ({ date, distance_m })),
    longest_training_m: longest?.distance_m ?? 0,
    longest,
  };
}

type Tally = {
  duration_s: number;
  distance_m: number;
  hard_s: number;
  capped_m: Record<CappedIntensity, number>;
};

function emptyTally(): Tally {
  return {
    duration_s: 0,
    distance_m: 0,
    hard_s: 0,
    capped_m: { marathon: 0, threshold: 0, interval: 0, repetition: 0 },
  };
}

type Around = {
  readonly workout: PlannedWorkout;
  readonly paces: PlanPaces;
  readonly running: boolean;
  readonly context: CheckContext;
};

function addSegment(tally: Tally, segment: Segment, times: number, around: Around): void {
  if (segment.repeat !== undefined) {
    for (const inner of segment.repeat.segments) {
      addSegment(tally, inner, times * segment.repeat.times, around);
    }
    return;
  }
  const once = measureSegments([segment], around.paces, around.running);
  const zone = zoneOfStretch(segment, around.workout.workout_type, around.context.runner);
  addStretch(tally, zone, {
    duration_s: once.duration_s * times,
    distance_m: once.distance_m * times,
  });
}

function addStretch(tally: Tally, zone: ZoneName, { duration_s, distance_m }: Measures): void {
  tally.duration_s += duration_s;
  tally.distance_m += distance_m;
  if (isHardZone(zone)) tally.hard_s += duration_s;
  const cap = CAP_OF_ZONE[zone];
  if (cap !== undefined) tally.capped_m[cap] += distance_m;
}
