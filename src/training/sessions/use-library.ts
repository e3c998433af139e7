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

/** Puts workouts of the organization's library where the rules have their own. */
export type Librarian = {
  /**
   * The week with what the library has for it; for `strict_existing` with nothing else.
   *
   * @param types_fixed each day keeps its kind of workout: a coach's draft says so
   * @throws PlanRefused `library_lacks`, naming kinds that are not there, or not in a size that the week has room for
   */
  equip(week: BuiltWeek, checker: PlanChecker, types_fixed?: boolean): BuiltWeek;
};

type Shelf = ReadonlyMap<WorkoutType, readonly Measured[]>;
type Measured = { readonly workout: LibraryWorkout; readonly size: number };

/** `prefer_existing`: a workout of the same kind fits a day that is by so much longer or shorter at most. */
const TOLERANCE = 0.15;
/** `strict_existing`: sizes that a week is tried with, in shares of what the rules would have. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/** What may stand in for a kind that the library lacks, the closest first: nothing that is harder. */
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
  /** Weeks in which a workout stood last. */
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
    // Of those that are about as close, one that was not there for the longest time.
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
      // What a coach wrote stands, whatever training judgement says of it.
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

/** All kinds are there, and no size of them makes a week that is safe: shorter easy ones would. */
function shortOf({ workouts }: BuiltWeek, shelf: Shelf): readonly WorkoutType[] {
  const lacking = workouts.filter(({ workout_type }) => !shelf.has(workout_type));
  return lacking.length > 0 ? lacking.map(({ workout_type }) => workout_type) : ['easy-run', 'recovery-run'];
}

function refilled(words: PlanWords, week: BuiltWeek, workouts: readonly PlannedWorkout[]): BuiltWeek {
  const { number, info } = week;
  return { number, workouts, info: weekInfo(words, { number, phase: info.phase }, workouts) };
}

/** Runs are compared by their metres, what is not running by its seconds. */
function sizeOf({ distance_m, duration_s }: Measures): number {
  return distance_m > 0 ? distance_m : duration_s;
}

function distanceTo({ size }: Measured, wanted: number): number {
  return Math.abs(size - wanted);
}
