/** 1: very weak, 2: weak, 3: normal, 4: strong, 5: very strong. */
export const FEEL = { minimum: 1, maximum: 5 } as const;
export const PAIN_LEVEL = { minimum: 1, maximum: 10 } as const;
export const MAX_NOTE = 2_000;

export const PAIN_AREAS = [
  'head',
  'neck',
  'shoulder',
  'arm',
  'chest',
  'abdomen',
  'upper_back',
  'lower_back',
  'hip',
  'groin',
  'buttock',
  'thigh_front',
  'hamstring',
  'knee',
  'shin',
  'calf',
  'achilles_tendon',
  'ankle',
  'heel',
  'foot',
  'toes',
  'other',
] as const;
export const SIDES = ['left', 'right', 'both', 'middle'] as const;

/** Why a planned workout was not done. */
export const SKIP_REASONS = [
  'no_time',
  'tired',
  'ill',
  'injured',
  'weather',
  'travel',
  'not_motivated',
  'did_something_else',
  'other',
] as const;

type Pain = {
  readonly area: (typeof PAIN_AREAS)[number];
  /** Null: not said. */
  readonly side: (typeof SIDES)[number] | null;
  readonly level: number;
};
type Skip = { readonly reason: (typeof SKIP_REASONS)[number] };

/** What can be said of a workout; null is nothing, or taken back. */
export type Said = {
  readonly rpe: number | null;
  readonly feel: number | null;
  readonly note: string | null;
  readonly pain: Pain | null;
  readonly skipped: Skip | null;
};
export const MEMBERS = ['rpe', 'feel', 'note', 'pain', 'skipped'] as const satisfies readonly (keyof Said)[];
export type Member = (typeof MEMBERS)[number];

export const NOTHING_SAID: Said = { rpe: null, feel: null, note: null, pain: null, skipped: null };

/** When each member was last said, ISO 8601 in UTC to the millisecond: such texts are in the order of their times. */
export type SaidAt = Partial<Record<Member, string>>;

export type Feedback = Said & {
  readonly id: string;
  readonly user_id: string;
  readonly activity_id: string | null;
  readonly workout: PlannedWorkoutPlace | null;
  readonly said_at: SaidAt;
  readonly seconds: number | null;
};

export type PlannedWorkoutPlace = {
  /** Null: that organization is no more. */
  readonly org_id: string | null;
  readonly saved_plan_id: string;
  readonly plan_id: string;
  readonly workout_id: string;
  /** YYYY-MM-DD, as planned then. */
  readonly date: string;
};
