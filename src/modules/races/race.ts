import type { RacePriority } from '../../training/planning/constraints.ts';

export type RaceResult = {
  readonly time_s: number;
  readonly place: number | null;
  /** Weather, course and the like, in the athlete's words. */
  readonly conditions: string | null;
};

/** What an athlete says of a race. Days are YYYY-MM-DD where the athlete lives. */
export type RaceFields = {
  readonly date: string;
  readonly name: string;
  readonly distance_m: number;
  readonly priority: RacePriority;
  readonly target_time_s: number | null;
  readonly result: RaceResult | null;
  readonly activity_id: string | null;
};

export type StoredRace = RaceFields & {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

export type RaceChange = { readonly [Name in keyof RaceFields]?: RaceFields[Name] | undefined };

/** Whether a race is history: its day is over, or what came of it is known. */
export function isPast({ date, result, activity_id }: RaceFields, today: string): boolean {
  return date < today || result !== null || activity_id !== null;
}
