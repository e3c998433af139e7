import type { SportType } from '../../../training/sport.ts';

/** A workout as far as a week is made of it. */
export type Workout = {
  readonly start_ms: number;
  readonly sport_type: SportType;
  readonly distance_m: number | null;
  /** In motion, or in all where that is not known. */
  readonly time_s: number;
  /** From start to end. */
  readonly elapsed_s: number;
  readonly training_load: number | null;
  readonly is_race: boolean;
};

/** `day` counts from 0, the first of the days that the summary looks at. */
export type Placed = Workout & { readonly day: number };
