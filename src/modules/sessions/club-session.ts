import type { Segment } from '../../training/planning/plan.ts';
import type { ZoneName } from '../../training/planning/zone-names.ts';
import type { WorkoutType } from '../../training/workout-types.ts';
import type { SeriesRule } from './series-rule.ts';

/** Future sessions of one organization. */
export const MAX_AHEAD = 2_000;
export const MAX_DAYS_AHEAD = 3_660;
export const MAX_DURATION_S = 86_400;
export const MAX_CAPACITY = 10_000;
export const MAX_AUDIENCE_GROUPS = 20;
export const MAX_WORKOUT_GROUPS = 10;
export const MAX_GROUP_NAME = 100;
export const MAX_PLACE = 300;
export const MAX_TICKS_AT_ONCE = 500;
/** Ticks of one person at one session, so that the log cannot grow without end. */
export const MAX_TICKS_OF_ONE = 50;

export const ANSWERS = ['yes', 'no', 'maybe'] as const;
export type AnswerWord = (typeof ANSWERS)[number];

/**
 * Members of a group run something else: the same workout with other targets, or segments of their own. A target that names a zone is
 * stored as an effort.
 */
export type WorkoutGroup = {
  readonly name: string;
  /** Members of this group of the roster are in it unless they choose another. */
  readonly group_id: string | null;
  readonly zone: ZoneName | null;
  readonly segments: readonly Segment[];
};

export type SessionWorkout = {
  readonly workout_type: WorkoutType;
  readonly segments: readonly Segment[];
  readonly groups: readonly WorkoutGroup[];
};

type Point = { readonly latitude_deg: number; readonly longitude_deg: number };

export type SessionText = {
  readonly title: string;
  readonly description: string;
  readonly duration_s: number;
  readonly place: string;
  readonly point: Point | null;
  readonly capacity: number | null;
  readonly coach_user_id: string | null;
  /** Null means the whole roster. */
  readonly audience_groups: readonly string[] | null;
  readonly workout: SessionWorkout | null;
};

export type ClubSession = SessionText & {
  readonly id: string;
  readonly org_id: string;
  readonly series_id: string | null;
  readonly series_date: string | null;
  readonly series_rule: SeriesRule | null;
  readonly is_exception: boolean;
  readonly starts_at: Date;
  readonly timezone: string;
  readonly answer_until: Date | null;
  readonly cancelled_at: Date | null;
  readonly cancel_reason: string | null;
  readonly revision: number;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

export type AnswerCounts = {
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
  readonly waiting: number;
};

export type Answer = {
  readonly answer: AnswerWord;
  readonly answered_at: Date;
  readonly received_at: Date;
  /** The coach who answered for them; null for their own answer. */
  readonly set_by: string | null;
  readonly waits: boolean;
  readonly queue_number: string | null;
  readonly workout_group: string | null;
  readonly replaces_plan_id: string | null;
  readonly replaces_workout_id: string | null;
};

export const endOf = ({ starts_at, duration_s }: Pick<ClubSession, 'starts_at' | 'duration_s'>): Date =>
  new Date(starts_at.getTime() + duration_s * 1_000);
