import type { ErrorDetail } from '../../shared/errors.ts';
import type { Segment } from '../planning/plan.ts';
import type { WorkoutType } from '../workout-types.ts';
import { MAX_LABEL, MAX_TITLE } from './limits.ts';
import { measureForNobody } from './nobody.ts';
import { faultOfLine, readLine } from './one-line.ts';
import { bytesOf, faultsOfSegments, faultsOfWeight, readSegments } from './read-segments.ts';
import { segmentsOf, type Told } from './segments-of-text.ts';

/** A workout that a coach sends and that belongs to no athlete, told in segments or in text. */
export type GivenWorkout = Told & {
  readonly title: string;
  readonly description?: string;
  readonly workout_type: WorkoutType;
  readonly labels?: readonly string[];
};

export type WorkoutText = {
  readonly title: string;
  readonly description: string;
  readonly workout_type: WorkoutType;
  /** A target that names a zone is an effort here; each athlete gets their own numbers. */
  readonly segments: readonly Segment[];
  readonly labels: readonly string[];
};

export function bytesOfWorkout({ title, description, segments }: WorkoutText): number {
  return Buffer.byteLength(title) + Buffer.byteLength(description) + bytesOf(segments);
}

/** The workout as it is stored (trimmed, each letter in one Unicode form, each label once), or its faults with their paths. */
export function readWorkout(given: GivenWorkout): WorkoutText | { readonly faults: readonly ErrorDetail[] } {
  const { title, description = '', workout_type, labels = [] } = given;
  const told = segmentsOf(given, '', { keeps_numbers: false, takes_both: false });
  const faults = [
    ...faultOfLine(title, 'title', MAX_TITLE),
    ...labels.flatMap((label, place) => faultOfLine(label, `labels.${place}`, MAX_LABEL)),
    ...told.faults,
    ...faultsOfSegments(told.segments, 'segments'),
  ];
  if (faults.length > 0) return { faults };
  const segments = readSegments(told.segments);
  const tooLarge = faultsOfSize({ workout_type, segments }, given.text === undefined ? 'segments' : 'text');
  if (tooLarge.length > 0) return { faults: tooLarge };
  return {
    title: readLine(title),
    description: description.trim(),
    workout_type,
    segments,
    labels: [...new Set(labels.map(readLine))],
  };
}

/** A week, which is longer than any race on foot. */
const MAX_DURATION_S = 604_800;

function faultsOfSize(
  workout: Pick<WorkoutText, 'workout_type' | 'segments'>,
  path: 'segments' | 'text',
): ErrorDetail[] {
  const tooLarge = faultsOfWeight(workout.segments, path);
  if (tooLarge.length > 0) return tooLarge;
  const { duration_s } = measureForNobody(workout);
  if (duration_s <= MAX_DURATION_S) return [];
  return [{ path, message: `take more than a week together (${duration_s} s)` }];
}
