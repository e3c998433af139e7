import type { Source } from '../../../privacy/index.ts';
import type { WorkoutIntensity } from '../../../training/workout-intensity.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { StoredActivity } from '../activity.ts';

/**
 * How reliable a start is. `exact`; `day`: the athlete hides it and only the local calendar day is true; `local`: a
 * wall-clock time written as if it were UTC, off by whole quarter hours.
 */
export type StartIs = 'exact' | 'day' | 'local';

/** An activity as one source reports it. Null is unknown and leaves the value to other sources. */
export type ReportedActivity = Omit<
  StoredActivity,
  | 'id'
  | 'user_id'
  | 'source'
  | 'external_id'
  | 'file_id'
  | 'name'
  | 'timezone'
  | 'training_load'
  | 'vdot'
  | 'created_at'
  | 'updated_at'
> & {
  readonly start_is: StartIs;
  /** Null: our generated name is as good. */
  readonly name: string | null;
  /** IANA name; null where the source gives no hint, then others, or the athlete's own zone, apply. */
  readonly timezone: string | null;
  readonly workout_type: WorkoutType | null;
  /** Intensity computed from the samples; null without any, and in old reports. */
  readonly intensity: WorkoutIntensity | null;
};

/** One source's current report of its activity; a later one replaces it. */
export type ActivityReport = {
  readonly source: Source;
  /** The source's permanent id; null for files, which report once. */
  readonly external_id: string | null;
  readonly told: ReportedActivity;
  /** The packed samples; null for none; undefined where the report does not include samples: the earlier ones stay with their laps, efforts and map. */
  readonly packed_streams: Uint8Array | null | undefined;
  /**
   * Orders reports that may arrive out of order: a smaller edition than the stored one is older and changes nothing,
   * except for missing samples. With equal or missing editions `position` decides; a report without keeps the stored one.
   */
  readonly edition?: number;
  /** The report's position in its source's order; a smaller one is older. Without one it is the latest. */
  readonly position?: number | undefined;
};
