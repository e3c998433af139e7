import type { SportType } from '../../../training/sport.ts';

export type Workout = {
  readonly start_ms: number;
  readonly sport_type: SportType;
  readonly distance_m: number | null;
  readonly time_s: number;
  readonly elapsed_s: number;
  readonly training_load: number | null;
  readonly is_race: boolean;
};

/** `day` counts from 0, the first of the days that the summary looks at. */
export type Placed = Workout & { readonly day: number };
