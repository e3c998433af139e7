import type { Constraints } from '../planning/constraints.ts';

/** The names of the fields of constraints, in the order in which answers have them. */
export const CONSTRAINT_FIELDS = [
  'days_off',
  'days_per_week',
  'long_run_day',
  'first_week_distance_m',
  'max_weekly_distance_m',
  'longest_run_m',
  'exclude',
  'unavailable',
  'races',
  'injuries',
] as const satisfies readonly (keyof Constraints)[];

export const COACH_TEXTS = ['instructions', 'training_principle', 'extra_guidance'] as const;
type CoachText = (typeof COACH_TEXTS)[number];
export type CoachTexts = Readonly<Record<CoachText, string | null>>;

/** The constraints from one source: a sentence, the fields of the request, or what the athlete told about their days. */
export type Wish = {
  readonly from: 'fields' | 'availability' | CoachText;
  /** The whole sentence as it stands; null where the source is not a sentence. */
  readonly text: string | null;
  readonly constraints: Partial<Constraints>;
};

export type NotActedOn = {
  readonly from: CoachText;
  readonly text: string;
  readonly field: keyof Constraints | null;
};

export type ReadRequest = {
  readonly sources: readonly (Pick<Wish, 'from' | 'text'> & { readonly field: keyof Constraints })[];
  readonly not_acted_on: readonly NotActedOn[];
};
