import type { LibraryWorkout } from '../plan-request/plan-brief.ts';
import { PlanRefused, planFault } from '../plan-request/plan-fault.ts';
import { adaptWorkout } from '../planning/adapt-plan.ts';
import type { PlanChecker } from '../planning/check-plan.ts';
import { isInvalid } from '../planning/finding-rules.ts';
import type { Measures } from '../planning/measure.ts';
import type { PlannedWorkout } from '../planning/plan.ts';
import { seededChoice } from '../planning/seeded-choice.ts';
import { isRunning } from '../planning/week-facts.ts';
import { WORKOUT_TYPES, type WorkoutType } from '../workout-types.ts';
import type { PlanWords } from './plan-words.ts';
import { type BuiltWeek, type WeekBuilder, weekInfo } from './week-builder.ts';

/** Replaces workouts of the rules by workouts of the organization's library. */
export type Librarian = {
  /**
   * The week with workouts of the library where it has fitting ones; with `strict_existing` only with such workouts.
   *
   * @param types_fixed whether each day keeps its workout type, because a coach's draft says so
   * @throws PlanRefused `library_lacks` with the types that are missing, or missing in a size for which the week has room
   */
  equip(week: BuiltWeek, checker: PlanChecker, types_fixed?: boolean): BuiltWeek;
};

type Shelf = ReadonlyMap<WorkoutType, readonly Measured[]>;
type Measured = { readonly workout: LibraryWorkout; readonly size: number };

/** `prefer_existing`: a library workout of the same type fits a day where its size differs by at most this share. */
const TOLERANCE = 0.15;
/** `strict_existing`: the sizes that are tried for a week, as shares of the planned sizes. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/** The replacements for a type that the library lacks, the closest first; none of them is harder. */
const INSTEAD: Readonly<Record<WorkoutType, readonly WorkoutType[]>> = {
  'easy-run': ['recovery-run', 'strides', 'long-run'],
  'long-run': ['easy-run'],
  'recovery-run': ['easy-run', 'strides'],
  strides: ['easy-run', 'recovery-run'],
  tempo: ['fartlek', 'intervals', 'race-pace', 'strides', 'easy-run'],
  intervals: ['fartlek', 'tempo', 'hills', 'strides', 'easy-run'],
  hills: ['fartlek', 'intervals', 'tempo', 'strides', 'easy-run'],
  'race-pace': ['tempo', 'fartlek', 'intervals', 'strides', 'easy-run'],
  fartlek: ['tempo', 'hills', 'intervals', 'strides', 'easy-run'],
  'cross-training': ['strength', 'recovery-run', 'easy-run'],
  strength: ['cross-training', 'recovery-run', 'easy-run'],
  race: [],
};
const GENTLE: readonly WorkoutType[] = ['recovery-run', 'easy-run', 'cross-training', 'strength'];

export function createLibrarian({ brief, builder, words }: WeekBuilder): Librarian {
  const { content_sourcing, library } = brief;
  if (content_sourcing === 'ai_generate') return { equip: (week) => week };
  const shelf: Shelf = Map.groupBy(
    library.map((workout) => ({
      workout,
      size: sizeOf(builder.measure(workout.segments, isRunning(workout.workout_type))),
    })),
    ({ workout }) => workout.workout_type,
  );
  /** The last week of each library workout. */
  const used = new Map<string, number>();
  const take = (own: PlannedWorkout, { workout }: Measured): PlannedWorkout =>
    adaptWorkout(
      {
        ...own,
        workout_type: workout.workout_type,
        title: workout.title,
        description: workout.description,
        text_source: 'written',
        segments: workout.segments,
        source: 'library',
        library_workout_id: workout.id,
      },
      brief.runner,
    );
  const closest = (
    types: readonly WorkoutType[],
    own: PlannedWorkout,
    share: number,
  ): Measured | undefined => {
    const wanted = sizeOf(own) * (own.workout_type === 'race' ? 1 : share);
    const type = types.find((one) => (shelf.get(one)?.length ?? 0) > 0);
    const fitting = (type === undefined ? [] : (shelf.get(type) ?? [])).toSorted(
      (a, b) => distanceTo(a, wanted) - distanceTo(b, wanted),
    );
    const best = fitting[0];
    if (best === undefined) return undefined;
    // Of the workouts that are about equally close, one that was not used for the longest time is taken.
    const alike = fitting.filter((one) => distanceTo(one, wanted) <= distanceTo(best, wanted) + 0.1 * wanted);
    const age = (one: Measured): number => used.get(one.workout.id) ?? Number.NEGATIVE_INFINITY;
    const oldest = Math.min(...alike.map(age));
    const among = alike.filter((one) => age(one) === oldest);
    return among[seededChoice(brief.seed, [own.week_number, among.length], among.length)];
  };
  const remember = (week: BuiltWeek): BuiltWeek => {
    for (const { library_workout_id: id } of week.workouts) if (id !== undefined) used.set(id, week.number);
    return week;
  };
  return {
    equip: (week, checker, types_fixed = false) => {
      const tools = { words, take, closest };
      return remember(
        content_sourcing === 'prefer_existing'
          ? preferred(week, checker, tools)
          : strict(week, checker, { ...tools, shelf, types_fixed }),
      );
    },
  };
}

type Tools = {
  readonly words: PlanWords;
  take(own: PlannedWorkout, measured: Measured): PlannedWorkout;
  closest(types: readonly WorkoutType[], own: PlannedWorkout, share: number): Measured | undefined;
};

function preferred(week: BuiltWeek, checker: PlanChecker, { words, take, closest }: Tools): BuiltWeek {
  return week.workouts.reduce((equipped, own) => {
    const found = closest([own.workout_type], own, 1);
    if (
      found === undefined ||
      own.workout_type === 'race' ||
      distanceTo(found, sizeOf(own)) > TOLERANCE * sizeOf(own)
    ) {
      return equipped;
    }
    const workouts = equipped.workouts.map((one) => (one.id === own.id ? take(own, found) : one));
    const changed = refilled(words, equipped, workouts);
    return checker.check(changed).length === 0 ? changed : equipped;
  }, week);
}

function strict(
  week: BuiltWeek,
  checker: PlanChecker,
  { words, take, closest, shelf, types_fixed }: Tools & { shelf: Shelf; types_fixed: boolean },
): BuiltWeek {
  const missing = new Set<WorkoutType>();
  const likeTypes = (type: WorkoutType) => [type, ...(types_fixed ? [] : INSTEAD[type])];
  const ways = types_fixed ? [likeTypes] : [likeTypes, gentleTypes];
  for (const typesFor of ways) {
    for (const size of types_fixed ? [1] : SIZES) {
      const workouts = week.workouts.map((own) => {
        if (own.source === 'library') return own;
        const found = closest(typesFor(own.workout_type), own, size);
        if (found === undefined) missing.add(own.workout_type);
        return found === undefined ? own : take(own, found);
      });
      if (workouts.some(({ source }) => source !== 'library')) continue;
      const equipped = refilled(words, week, workouts);
      const wrong = checker.check(equipped);
      // What a coach wrote stays, whatever the training judgement.
      if ((types_fixed ? wrong.filter(isInvalid) : wrong).length === 0) return equipped;
    }
  }
  const lacking = missing.size > 0 ? [...missing] : shortOf(week, shelf);
  const types = WORKOUT_TYPES.filter((type) => lacking.includes(type)).join(', ');
  throw new PlanRefused([planFault('content_sourcing', 'library_lacks', { types })]);
}

function gentleTypes(type: WorkoutType): readonly WorkoutType[] {
  return type === 'race' ? ['race'] : isRunning(type) ? GENTLE : GENTLE.toReversed();
}

/** The types that would help where all types exist but no size makes the week safe: shorter easy runs. */
function shortOf({ workouts }: BuiltWeek, shelf: Shelf): readonly WorkoutType[] {
  const lacking = workouts.filter(({ workout_type }) => !shelf.has(workout_type));
  return lacking.length > 0 ? lacking.map(({ workout_type }) => workout_type) : ['easy-run', 'recovery-run'];
}

function refilled(words: PlanWords, week: BuiltWeek, workouts: readonly PlannedWorkout[]): BuiltWeek {
  const { number, info } = week;
  return { number, workouts, info: weekInfo(words, { number, phase: info.phase }, workouts) };
}

/** The size of a run is its metres, that of other training its seconds. */
function sizeOf({ distance_m, duration_s }: Measures): number {
  return distance_m > 0 ? distance_m : duration_s;
}

function distanceTo({ size }: Measured, wanted: number): number {
  return Math.abs(size - wanted);
}
