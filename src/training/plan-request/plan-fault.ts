import type { Weekday } from '../../shared/calendar.ts';
import { quotedLine } from '../../shared/quoted-line.ts';
import type { ContradictionReason } from '../constraints/contradictions.ts';
import { LINE_REASONS, type LineFault, type LineReason } from '../draft-text/line-fault.ts';
import type { GoalEvent } from '../planning/brief.ts';
import type { Finding, FindingCode } from '../planning/findings.ts';
import type { WorkoutType } from '../workout-types.ts';

/** The possible faults of constraints; their words are in the catalogs (`constraints.fault`). */
export const CONSTRAINT_FAULTS = [
  'constraints_contradict',
  'draft_contradicts',
  'constraint_not_kept',
  'range_reversed',
  'day_before_plan',
  'day_after_plan',
  'kind_not_excludable',
  'event_or_distance',
  'race_time_implausible',
] as const;
export type ConstraintFault = (typeof CONSTRAINT_FAULTS)[number];

/** The possible faults of a request for a plan beyond its schema. Each has words in every language (`planning.fault` of the catalogs). */
export const FAULT_CODES = [
  ...CONSTRAINT_FAULTS,
  'race_before_start',
  'race_too_soon',
  'race_too_far',
  'race_without_event',
  'time_without_event',
  'time_implausible',
  'no_training_days',
  'draft_without_weeks',
  'draft_weeks_differ',
  'draft_week_repeated',
  'draft_weeks_out_of_order',
  'draft_line',
  'draft_days_differ',
  'draft_dates_differ',
  'draft_invalid',
  'library_lacks',
  'plan_unsafe',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

type FindingValues = {
  readonly finding: FindingCode;
  readonly week_number: number;
  readonly date?: string;
  readonly found?: number;
  readonly allowed?: number;
};

/** The values that the words of each fault name. Days are YYYY-MM-DD, lists are joined by commas. */
export type FaultValues = {
  readonly race_before_start: { readonly race_date: string; readonly start_date: string };
  readonly race_too_soon: { readonly race_date: string; readonly earliest: string };
  readonly race_too_far: { readonly race_date: string; readonly latest: string };
  readonly race_without_event: { readonly race_date: string };
  readonly time_without_event: { readonly target_time_s: number };
  readonly time_implausible: {
    readonly event: GoalEvent;
    readonly target_time_s: number;
    readonly fastest_s: number;
    readonly slowest_s: number;
  };
  readonly no_training_days: Readonly<Record<never, never>>;
  /** Names of fields, or sentences in quotation marks. */
  readonly constraints_contradict: {
    readonly one: string;
    readonly other: string;
    readonly why: ContradictionReason;
  };
  /** The day is `none` where the constraint is about the whole week. */
  readonly draft_contradicts: { readonly one: string; readonly week: number; readonly day: Weekday | 'none' };
  /** `one` is the name of a field, or a sentence in quotation marks. */
  readonly constraint_not_kept: { readonly one: string; readonly week: number; readonly date: string };
  readonly range_reversed: { readonly from: string; readonly to: string };
  readonly day_before_plan: { readonly date: string; readonly start_date: string };
  readonly day_after_plan: { readonly date: string; readonly end_date: string };
  readonly kind_not_excludable: { readonly kind: string };
  readonly event_or_distance: Readonly<Record<never, never>>;
  readonly race_time_implausible: {
    readonly target_time_s: number;
    readonly fastest_s: number;
    readonly slowest_s: number;
  };
  readonly draft_without_weeks: { readonly weeks: number };
  /** The missing and the unknown week numbers; either may be empty. */
  readonly draft_weeks_differ: {
    readonly weeks: number;
    readonly missing: string;
    readonly unknown: string;
  };
  readonly draft_week_repeated: { readonly week: number };
  readonly draft_weeks_out_of_order: { readonly week: number; readonly after: number };
  /** A line that cannot be read, its number from 1, what it says, and a similar text that could be read. */
  readonly draft_line: {
    readonly line: number;
    readonly text: string;
    readonly reason: LineReason;
    readonly nearest?: string;
  };
  /** Weekdays: those of the draft that the request does not have, and those of the request. */
  readonly draft_days_differ: { readonly draft_days: string; readonly days: string };
  readonly draft_dates_differ: { readonly draft_start: string; readonly start_date: string };
  /** A wrong sum or date, or a contradiction. */
  readonly draft_invalid: FindingValues;
  /** Types of workouts of which the library has none. */
  readonly library_lacks: { readonly types: WorkoutType | (string & {}) };
  readonly plan_unsafe: FindingValues;
};

export type PlanFault = {
  /** The member of the request, such as `goal.race_date`. */
  readonly path: string;
  readonly code: FaultCode;
  /** The values that the words name, by the names of `FaultValues`. */
  readonly values: Readonly<Record<string, string | number>>;
};

/** A request that cannot be planned as it stands. It is answered with 400 and every fault. */
export class PlanRefused extends Error {
  readonly faults: readonly PlanFault[];

  constructor(faults: readonly PlanFault[]) {
    super(`A plan was refused: ${faults.map(({ code }) => code).join(', ')}.`);
    this.name = 'PlanRefused';
    this.faults = faults;
  }
}

export function planFault<Code extends FaultCode>(
  path: string,
  code: Code,
  values: FaultValues[Code],
): PlanFault {
  return { path, code, values: { ...values } };
}

export function findingFault(
  path: string,
  code: 'draft_invalid' | 'plan_unsafe',
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

export function lineFault({ number, text, reason, nearest }: LineFault): PlanFault {
  return planFault('refined_draft', 'draft_line', {
    line: number,
    text: quotedLine(text),
    reason,
    // A shortened text could not be read, so it is left out.
    ...(nearest === undefined || quotedLine(nearest) !== nearest.trim() ? {} : { nearest: nearest.trim() }),
  });
}

/** The line fault of a plan fault; null where the fault is another one. */
export function faultyLine({ code, values }: PlanFault): LineFault | null {
  const { line, text, reason, nearest } = values;
  const known = LINE_REASONS.find((one) => one === reason);
  if (code !== 'draft_line' || known === undefined) return null;
  const fault = { number: Number(line), text: String(text), reason: known };
  return nearest === undefined ? fault : { ...fault, nearest: String(nearest) };
}
