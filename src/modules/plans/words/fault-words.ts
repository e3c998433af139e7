import type { Weekday } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/languages.ts';
import type { GoalEvent } from '../../../training/planning/brief.ts';
import type { Finding, FindingCode } from '../../../training/planning/findings.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { FaultCode, PlanFault } from '../engine/faults.ts';

/** A finding that stands in the way; what it has none of is absent. */
type FindingValues = {
  readonly finding: FindingCode;
  readonly week_number: number;
  readonly date?: string;
  readonly found?: number;
  readonly allowed?: number;
};

/** What the words of each fault name. Days are YYYY-MM-DD, lists are joined by commas. */
export type FaultValues = {
  readonly race_before_start: { readonly race_date: string; readonly start_date: string };
  readonly race_too_soon: { readonly race_date: string; readonly earliest: string };
  readonly race_without_event: { readonly race_date: string };
  readonly time_without_event: { readonly target_time_s: number };
  readonly time_implausible: {
    readonly event: GoalEvent;
    readonly target_time_s: number;
    readonly fastest_s: number;
    readonly slowest_s: number;
  };
  readonly no_training_days: Readonly<Record<never, never>>;
  /** Two sentences as they stand, or one and the training days (of `Weekday`) that it does not go with. */
  readonly instructions_contradict:
    | { readonly one: string; readonly other: string }
    | { readonly one: string; readonly days: string };
  readonly draft_without_weeks: { readonly weeks: number };
  /** Numbers that are missing and numbers that are too many; either may be empty. */
  readonly draft_weeks_differ: {
    readonly weeks: number;
    readonly missing: string;
    readonly unknown: string;
  };
  readonly draft_week_repeated: { readonly week: number };
  readonly draft_weeks_out_of_order: { readonly week: number; readonly after: number };
  readonly draft_day_repeated: { readonly week: number; readonly day: Weekday };
  /** The line's number from 1, and what it says. */
  readonly draft_day_not_understood: { readonly line: number; readonly text: string };
  readonly draft_unsafe: FindingValues;
  /** Types of workouts (`WorkoutType`) that the library has none of. */
  readonly library_lacks: { readonly types: WorkoutType | (string & {}) };
  readonly plan_unsafe: FindingValues;
};

/** A fault with all that its words need. */
export function planFault<Code extends FaultCode>(
  path: string,
  code: Code,
  values: FaultValues[Code],
): PlanFault {
  return { path, code, values: { ...values } };
}

/** A finding that makes what was asked for impossible. */
export function findingFault(
  path: string,
  code: 'draft_unsafe' | 'plan_unsafe',
  finding: Finding,
): PlanFault {
  const { date, found, allowed } = finding;
  return planFault(path, code, {
    finding: finding.code,
    week_number: finding.week_number,
    ...(date === null ? {} : { date }),
    ...(found === null ? {} : { found }),
    ...(allowed === null ? {} : { allowed }),
  });
}

/** What is wrong with a request and what to change, for whoever sent it. */
export function faultWords(fault: PlanFault, _language: Language): string {
  return fault.code;
}
