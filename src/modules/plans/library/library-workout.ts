import type { Segment } from '../../../training/planning/plan.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { bytesOf } from './weight-of-segments.ts';

/** What a coach writes. */
export type WorkoutText = {
  readonly title: string;
  readonly description: string;
  readonly workout_type: WorkoutType;
  /** What names a zone is an effort here: each athlete gets numbers of their own. */
  readonly segments: readonly Segment[];
  readonly labels: readonly string[];
};

/** What a workout adds to its library: words, and segments as JSON. */
export function bytesOfWorkout({ title, description, segments }: WorkoutText): number {
  return Buffer.byteLength(title) + Buffer.byteLength(description) + bytesOf(segments);
}

/** A workout of the organization's library as it is stored. */
export type StoredWorkout = WorkoutText & {
  readonly id: string;
  readonly org_id: string;
  /** Null once the account is deleted. */
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};
