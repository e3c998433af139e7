import { adaptWorkout } from '../../../training/planning/adapt-plan.ts';
import { isHardZone } from '../../../training/planning/intensity.ts';
import { type Measures, measureSegments } from '../../../training/planning/measure.ts';
import { pacesOf, type Runner, targetOf } from '../../../training/planning/paces.ts';
import type { PlannedWorkout, Segment, Target } from '../../../training/planning/plan.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { LibraryWorkout, PlanBrief } from '../engine/engine.ts';
import { workoutWords } from '../words/workout-words.ts';
import { numberKey, plainWords } from './plain-words.ts';
import type { Session, SessionSegment, SessionStep } from './session.ts';

const MOST_TITLE = 80;
const MOST_DESCRIPTION = 400;

/**
 * Segments with this runner's targets. What is no running, and work uphill, is kept by effort, and names no zone: nobody's paces are
 * for bicycles or for hills.
 */
function toSegments(
  segments: readonly SessionSegment[],
  runner: Runner,
  type: WorkoutType,
): readonly Segment[] {
  return segments.map((segment) =>
    segment.kind === 'repeat'
      ? {
          kind: 'repeat',
          repeat: { times: segment.times, segments: toSegments(segment.segments, runner, type) },
        }
      : {
          kind: segment.kind,
          ...(segment.distance_m === null ? {} : { distance_m: segment.distance_m }),
          ...(segment.duration_s === null ? {} : { duration_s: segment.duration_s }),
          target: targetFor(segment, runner, type),
        },
  );
}

function targetFor({ kind, zone }: SessionStep, runner: Runner, type: WorkoutType): Target {
  const byEffort = !isRunning(type) || (type === 'hills' && kind === 'work' && isHardZone(zone));
  if (!byEffort) return targetOf(zone, runner);
  return { ...targetOf(zone, { ...runner, paces: null, heart_rates: null }), zone: null };
}

export function measureSession({ segments, workout_type }: Session, runner: Runner): Measures {
  return measureSegments(
    toSegments(segments, runner, workout_type),
    pacesOf(runner),
    isRunning(workout_type),
  );
}

/** The session in the place of `base`, whose day and id it takes over. All numbers are reckoned here. */
export function sessionWorkout(
  session: Session,
  base: PlannedWorkout,
  brief: PlanBrief,
  names: ReadonlySet<string>,
): PlannedWorkout {
  const { workout_type } = session;
  const segments = toSegments(session.segments, brief.runner, workout_type);
  const measures = measureSession(session, brief.runner);
  const wanted = {
    language: brief.language,
    numbers: numbersOfSegments(segments, measures),
    names,
  };
  const ours = workoutWords({ workout_type, phase: base.phase, segments }, brief, base.week_number);
  return {
    ...placeOf(base),
    workout_type,
    title: plainWords(session.title, { ...wanted, most_characters: MOST_TITLE }) ?? ours.title,
    description:
      plainWords(session.description, { ...wanted, most_characters: MOST_DESCRIPTION }) ?? ours.description,
    ...measures,
    segments,
    source: 'generated',
  };
}

/** A workout of the library in the place of `base`: content and words are the library's own, targets the runner's. */
export function libraryWorkout(
  { id, workout_type, title, description, segments }: LibraryWorkout,
  base: PlannedWorkout,
  runner: Runner,
): PlannedWorkout {
  const workout = { ...placeOf(base), workout_type, title, description, segments };
  return adaptWorkout(
    { ...workout, distance_m: 0, duration_s: 0, source: 'library', library_workout_id: id },
    runner,
  );
}

function placeOf({ id, week_number, day, date, phase }: PlannedWorkout) {
  return { id, week_number, day, date, phase };
}

const M_PER_MILE = 1_609.344;

/** Every number that words may name: what is prescribed, in the units it can be said in, and about how much it is in all. */
function numbersOfSegments(segments: readonly Segment[], { distance_m, duration_s }: Measures): Set<string> {
  const numbers = segments.flatMap((segment) => numbersOfSegment(segment, 1));
  const all = [...saidDistances(distance_m), ...saidTimes(duration_s)];
  const about = [distance_m / 1_000, distance_m / M_PER_MILE, duration_s / 60].map(Math.round);
  return new Set([...numbers, ...all, ...about].map((number) => numberKey(String(number))));
}

function numbersOfSegment(segment: Segment, times: number): number[] {
  const { repeat, distance_m, duration_s } = segment;
  if (repeat !== undefined) {
    const inner = repeat.segments.flatMap((one) => numbersOfSegment(one, times * repeat.times));
    return [repeat.times, times * repeat.times, ...inner];
  }
  return [1, times].flatMap((often) => [
    ...(distance_m === undefined ? [] : saidDistances(distance_m * often)),
    ...(duration_s === undefined ? [] : saidTimes(duration_s * often)),
  ]);
}

function saidDistances(metres: number): number[] {
  return [metres, rounded(metres / 1_000), rounded(metres / M_PER_MILE)];
}

function saidTimes(seconds: number): number[] {
  return [seconds, rounded(seconds / 60), rounded(seconds / 3_600)];
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}
