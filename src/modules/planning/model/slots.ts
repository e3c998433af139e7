import type { DraftDay } from '../../../training/planning/draft.ts';
import { isHardZone, zoneOfStretch } from '../../../training/planning/intensity.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import { measureSegments } from '../../../training/planning/measure.ts';
import { pacesOf, type Runner } from '../../../training/planning/paces.ts';
import type { Phase, PlanContent, PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { PlanBrief } from '../engine/engine.ts';

/**
 * A day that a model may fill. `base` is what the rules do on it: its day, its size and how hard it is stay; what is done and how
 * it is said may be the model's.
 */
export type Slot = {
  readonly base: PlannedWorkout;
  /** That of the rules is the first. */
  readonly allowed: readonly WorkoutType[];
  /** What the coach's draft says of its size, which is kept to the metre or second. */
  readonly fixed: 'distance_m' | 'duration_s' | null;
  /** It can only be filled from the library. */
  readonly from_library: boolean;
  /** What else the coach's draft says of the day. */
  readonly words: string | null;
};

export type WeekToFill = {
  readonly number: number;
  readonly phase: Phase;
  readonly slots: readonly Slot[];
  /** What is not the model's to say: races, and sessions that the coach's draft prescribes. */
  readonly kept: readonly PlannedWorkout[];
};

/** The weeks of the rules' own plan, as a model may fill them. Weeks in which everything is decided have no slots. */
export function weeksToFill(plan: PlanContent, brief: PlanBrief): WeekToFill[] {
  return Object.entries(plan.weekly_info).map(([key, { phase }]) => {
    const number = Number(key);
    const own = plan.workouts.filter(({ week_number }) => week_number === number);
    const isDecided = (workout: PlannedWorkout): boolean =>
      workout.workout_type === 'race' || lineOf(workout, brief)?.session !== undefined;
    return {
      number,
      phase,
      slots: own.filter((workout) => !isDecided(workout)).map((workout) => slotOf(workout, brief)),
      kept: own.filter(isDecided),
    };
  });
}

/** What the coach's draft says of the day. */
function lineOf({ week_number, day }: PlannedWorkout, { draft }: PlanBrief): DraftDay | null {
  const week = draft?.weeks.find(({ number }) => number === week_number);
  return week?.days?.find((line) => line.day === day) ?? null;
}

function slotOf(base: PlannedWorkout, brief: PlanBrief): Slot {
  const { constraints } = brief;
  const line = lineOf(base, brief);
  const others = line === null ? likeIt(base.workout_type).filter((type) => type !== base.workout_type) : [];
  const wanted = others.filter((type) => !constraints.exclude.includes(type));
  return {
    base,
    allowed: [base.workout_type, ...wanted],
    fixed: fixedOf(line),
    from_library: base.source === 'library',
    words: line === null || line.words === '' ? null : line.words,
  };
}

function fixedOf(line: DraftDay | null): Slot['fixed'] {
  if (line === null) return null;
  if (line.distance_m !== null) return 'distance_m';
  return line.duration_s === null ? null : 'duration_s';
}

/** Types that stand for each other without the week getting harder. */
const GROUPS: readonly (readonly WorkoutType[])[] = [
  [...HARD_TYPES].filter((type) => type !== 'race'),
  ['easy-run', 'recovery-run'],
  ['strides', 'easy-run'],
  ['cross-training', 'strength'],
];

/** Itself among them. */
export function likeIt(type: WorkoutType): readonly WorkoutType[] {
  return GROUPS.find((group) => group.includes(type)) ?? [type];
}

/** Metres faster than easy, by zone. */
export function hardMetres(workout: PlannedWorkout, runner: Runner): Readonly<Record<string, number>> {
  const metres: Record<string, number> = {};
  const add = (segments: readonly Segment[], times: number): void => {
    for (const segment of segments) {
      const { repeat } = segment;
      if (repeat !== undefined) {
        add(repeat.segments, times * repeat.times);
        continue;
      }
      const zone = zoneOfStretch(segment, workout.workout_type, runner);
      if (!isHardZone(zone)) continue;
      const { distance_m } = measureSegments([segment], pacesOf(runner));
      metres[zone] = (metres[zone] ?? 0) + distance_m * times;
    }
  };
  add(workout.segments, 1);
  return metres;
}
