import type { Weekday } from '../../shared/calendar.ts';
import type { InjuredRunning } from '../planning/constraints.ts';

/** What athletes tell about the days on which they can train. Days are YYYY-MM-DD without a time zone. */

export const AVAILABILITY_KINDS = ['unavailable', 'travelling', 'limited'] as const;
type AvailabilityKind = (typeof AVAILABILITY_KINDS)[number];

export const DAY_PARTS = ['day', 'morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

export const INJURY_KINDS = ['injury', 'illness'] as const;
type InjuryKind = (typeof INJURY_KINDS)[number];

/**
 * Days or parts of days. A dated entry has both ends; a weekly one applies to its weekdays between the ends, either of which may be open.
 */
export type AvailabilityEntry = {
  readonly id: string;
  readonly kind: AvailabilityKind;
  readonly part: DayPart;
  /** How long the athlete can train; null unless the kind is `limited`. */
  readonly minutes: number | null;
  /** Null for a dated entry. */
  readonly weekdays: readonly Weekday[] | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string | null;
};

/** Without a last day the injury lasts until further notice. */
export type InjuryEntry = {
  readonly id: string;
  readonly kind: InjuryKind;
  readonly area: string;
  readonly from: string;
  readonly to: string | null;
  readonly running: InjuredRunning;
  readonly note: string | null;
};

export type UpcomingRace = {
  readonly id: string;
  readonly date: string;
  readonly distance_m: number;
  readonly priority: 'a' | 'b' | 'c';
  readonly target_time_s: number | null;
};

export type Told = {
  readonly entries: readonly AvailabilityEntry[];
  readonly injuries: readonly InjuryEntry[];
};
