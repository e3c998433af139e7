import type { Source } from '../../../privacy/index.ts';
import type { WorkoutIntensity } from '../../../training/workout-intensity.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { StoredActivity } from '../activity.ts';

/**
 * How far a start can be relied on. `exact`: it is that moment. `day`: the athlete hides it, only the calendar day where they
 * were is true. `local`: somebody wrote the time of a wall clock as if it were UTC, so it may be off by whole quarter hours.
 */
export type StartIs = 'exact' | 'day' | 'local';

/** A workout as one source tells of it. Null is unknown, and leaves the word to others. */
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
  /** Null: what we would call it is as good. */
  readonly name: string | null;
  /** IANA name; null where the source gives no hint, then others, or the athlete's own zone, apply. */
  readonly timezone: string | null;
  readonly workout_type: WorkoutType | null;
  /** Of the samples; null without any that tell, and in what was told before it was measured. */
  readonly intensity: WorkoutIntensity | null;
};

/** What a source says of one of its workouts, now: a later report of the same replaces it. */
export type ActivityReport = {
  readonly source: Source;
  /** The source's own id, by which it will speak of it again; null for files, which say things once. */
  readonly external_id: string | null;
  readonly told: ReportedActivity;
  /**
   * The samples, packed; null for none; undefined where this report does not speak of samples: those told before stay, with
   * the laps, efforts and map that came with them.
   */
  readonly packed_streams: Uint8Array | null | undefined;
  /**
   * Where a source's reports of one workout may come out of order: one with a smaller edition than what is stored is older,
   * and changes nothing, but for samples where there are none. Of equal ones, and where one has none, the `position` decides; one
   * without an edition leaves the stored one as it is.
   */
  readonly edition?: number;
  /**
   * Where it stands among the words of its source, however late it is stored: a smaller one is older. Without one it is later than
   * what is stored.
   */
  readonly position?: number | undefined;
};
