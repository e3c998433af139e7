/** What people tell from day to day, and what clubs plan with them, as plain data of a world. */

/** Of a workout: what was said of it, and when each part was said last. What was said and taken back has a time alone. */
export type Said = {
  readonly id: string;
  readonly rpe: Part<number>;
  readonly feel: Part<number>;
  readonly note: Part<string>;
  readonly pain: Part<{ readonly area: string; readonly side: string | null; readonly level: number }>;
  /** Of planned workouts alone, which are then not rated. */
  readonly skipped: Part<{ readonly reason: string }>;
};
export const PARTS_SAID = ['rpe', 'feel', 'note', 'pain', 'skipped'] as const;
type Part<T> = { readonly value: T | null; readonly at: Date } | null;

export type PlannedSaid = {
  readonly said: Said;
  readonly saved_plan_id: string;
  readonly plan_id: string;
  readonly workout_id: string;
  readonly date: string;
  /** When something was first said of it: before or after they joined. */
  readonly first_said: Date;
};

export type Availability = { readonly entries: readonly Entry[]; readonly injuries: readonly Injury[] };

/** Days on which they cannot train as usual, dated or of every week. */
export type Entry = {
  readonly id: string;
  readonly kind: 'unavailable' | 'travelling' | 'limited';
  readonly part: 'day' | 'morning' | 'afternoon' | 'evening';
  readonly minutes: number | null;
  readonly weekdays: readonly string[] | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string | null;
  readonly created_at: Date;
};

export type Injury = {
  readonly id: string;
  readonly kind: 'injury' | 'illness';
  readonly area: string;
  readonly from: string;
  readonly to: string | null;
  readonly running: 'none' | 'easy_only' | 'no_hills' | 'no_speed';
  readonly note: string | null;
  readonly created_at: Date;
};

export type Race = {
  readonly id: string;
  readonly date: string;
  readonly name: string;
  readonly event: string | null;
  readonly distance_m: number;
  readonly priority: 'a' | 'b' | 'c';
  readonly target_time_s: number | null;
  readonly result: {
    readonly time_s: number;
    readonly place: number | null;
    readonly conditions: string | null;
  } | null;
  /** Of its recording, as long as they have that activity. */
  readonly activity_id: string | null;
  readonly created_at: Date;
};

export type ClubSession = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly starts_at: Date;
  readonly timezone: string;
  readonly duration_s: number;
  readonly place: string;
  readonly point: { readonly latitude_deg: number; readonly longitude_deg: number } | null;
  readonly capacity: number | null;
  readonly answer_until: Date | null;
  /** Places among the club's groups; null: the whole roster. */
  readonly audience: readonly number[] | null;
  readonly cancelled: { readonly at: Date; readonly reason: string | null } | null;
  readonly workout: Readonly<Record<string, unknown>> | null;
  readonly created_at: Date;
};

/** What somebody answered to a session, and what the register says of them, the last word last. */
export type Attended = {
  readonly answer: {
    readonly word: 'yes' | 'no' | 'maybe';
    readonly at: Date;
    readonly waits: boolean;
  } | null;
  readonly ticks: readonly { readonly id: string; readonly came: boolean; readonly at: Date }[];
};

/** What an athlete wrote in one thread, the first first; its coach has read none of it. */
export type Talk = {
  readonly id: string;
  /** Whether it is of an earlier membership. */
  readonly is_of_before: boolean;
  readonly posts: readonly {
    readonly id: string;
    readonly text: string;
    readonly at: Date;
    /** Whether it counts for nobody as unread, since none of the coaches might read it when it came. */
    readonly is_passed_over?: true;
  }[];
};
