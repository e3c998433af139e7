import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/languages.ts';
import {
  CONTRADICTION_REASONS,
  type ContradictionReason,
} from '../../../training/constraints/contradictions.ts';
import { LINE_REASONS, type LineFault, type LineReason } from '../../../training/draft-text/line-fault.ts';
import { GOAL_EVENTS, type GoalEvent } from '../../../training/planning/brief.ts';
import { FINDING_CODES, type Finding, type FindingCode } from '../../../training/planning/findings.ts';
import { WORKOUT_TYPES, type WorkoutType } from '../../../training/workout-types.ts';
import { NONE, phrase } from '../../../words/index.ts';
import { durationWords, sumWords } from '../../../words/measure-words.ts';
import { CONSTRAINT_FAULTS, type ConstraintFault, type FaultCode, type PlanFault } from '../engine/faults.ts';
import { findingWords } from './finding-words.ts';
import { quotedLine } from './quoted-line.ts';

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
  /** The day is `none` for what is about the week. */
  readonly draft_contradicts: { readonly one: string; readonly week: number; readonly day: Weekday | 'none' };
  /** Likewise. */
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
  /** Numbers that are missing and numbers that are too many; either may be empty. */
  readonly draft_weeks_differ: {
    readonly weeks: number;
    readonly missing: string;
    readonly unknown: string;
  };
  readonly draft_week_repeated: { readonly week: number };
  readonly draft_weeks_out_of_order: { readonly week: number; readonly after: number };
  /** A line that can not be read, its number from 1, what it says, and a text that would be read. */
  readonly draft_line: {
    readonly line: number;
    readonly text: string;
    readonly reason: LineReason;
    readonly nearest?: string;
  };
  /** Days (of `Weekday`): those of the draft that are none of the request, and those of the request. */
  readonly draft_days_differ: { readonly draft_days: string; readonly days: string };
  /** A first day by the dates of the draft, and that of the request. */
  readonly draft_dates_differ: { readonly draft_start: string; readonly start_date: string };
  /** Sums, dates or contradictions. */
  readonly draft_invalid: FindingValues;
  /** Types of workouts (`WorkoutType`) that the library has none of. */
  readonly library_lacks: { readonly types: WorkoutType | (string & {}) };
  readonly plan_unsafe: FindingValues;
};

type ValueName = { [Code in FaultCode]: keyof FaultValues[Code] }[FaultCode];

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

/** A line of a draft that can not be read, as a fault. */
export function lineFault({ number, text, reason, nearest }: LineFault): PlanFault {
  return planFault('refined_draft', 'draft_line', {
    line: number,
    text: quotedLine(text),
    reason,
    // Cut short it would not be read.
    ...(nearest === undefined || quotedLine(nearest) !== nearest.trim() ? {} : { nearest: nearest.trim() }),
  });
}

/** And back. */
export function faultyLine({ code, values }: PlanFault): LineFault | null {
  const { line, text, reason, nearest } = values;
  const known = LINE_REASONS.find((one) => one === reason);
  if (code !== 'draft_line' || known === undefined) return null;
  const fault = { number: Number(line), text: String(text), reason: known };
  return nearest === undefined ? fault : { ...fault, nearest: String(nearest) };
}

/** Why a line can not be read. */
export function lineReasonWords(reason: LineReason, language: Language): string {
  return phrase(language, `drafts.line.${reason}`);
}

/** What is wrong with a request and what to change, for whoever sent it. */
export function faultWords({ code, values }: PlanFault, language: Language): string {
  // `planFault` saw to it that all are there which the words of this code name.
  const words = Object.fromEntries(
    Object.keys(values).map((name) => [name, valueWords(name, values, language) || NONE]),
  ) as Record<ValueName, string>;
  if (!isAboutConstraints(code)) return phrase(language, `planning.fault.${code}`, words);
  const about = values.day === NONE || values.date === NONE ? 'week' : 'other';
  return phrase(language, `constraints.fault.${code}`, { ...words, about });
}

function isAboutConstraints(code: FaultCode): code is ConstraintFault {
  return CONSTRAINT_FAULTS.some((one) => one === code);
}

/** All of them, one after the other; what several begin with is said once. */
export function faultsWords(faults: readonly PlanFault[], language: Language): string {
  const said = new Set<FaultCode>();
  const words = faults.map((fault) => {
    const again = said.has(fault.code) && 'finding' in fault.values;
    said.add(fault.code);
    return again ? valueWords('finding', fault.values, language) : faultWords(fault, language);
  });
  return words.join(' ');
}

function valueWords(name: string, values: PlanFault['values'], language: Language): string {
  const value = values[name];
  if (value === undefined) return '';
  if (name.endsWith('_s')) return clockWords(Number(value));
  if (name.endsWith('_m')) return sumWords(Number(value), { language, unit_system: unitOf(values) });
  if (name.endsWith('_min')) return durationWords(Number(value) * 60, { language });
  const text = String(value);
  switch (name) {
    case 'days':
    case 'draft_days':
    case 'day':
      return namesOf(text, WEEKDAYS, (day) => phrase(language, `measures.weekday.${day}`), language);
    case 'types':
      return namesOf(text, WORKOUT_TYPES, (type) => phrase(language, `planning.type.${type}`), language);
    case 'event':
      return namesOf(text, GOAL_EVENTS, (event) => phrase(language, `planning.event.${event}`), language);
    case 'why':
      return phrase(language, `constraints.why.${reasonOf(text)}`);
    case 'reason':
      return lineReasonWords(LINE_REASONS.find((one) => one === text) ?? 'not_understood', language);
    case 'finding':
      return findingWords(findingOf(values), language);
    default:
      return quotedLine(text);
  }
}

/** A list joined by commas, each by its name in the language where it is one of `keys`. */
function namesOf<Key extends string>(
  list: string,
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  language: Language,
): string {
  const words = list.split(',').map((one) => {
    const key = keys.find((known) => known === one.trim());
    return key === undefined ? quotedLine(one.trim()) : nameOf(key);
  });
  return words.join(language === 'en' ? ', ' : '、');
}

function reasonOf(text: string): ContradictionReason {
  return CONTRADICTION_REASONS.find((reason) => reason === text) ?? 'differ';
}

function findingOf(values: PlanFault['values']): Finding {
  const { finding, week_number, date, found, allowed } = values;
  return {
    code: FINDING_CODES.find((code) => code === finding) ?? 'number_implausible',
    week_number: Number(week_number ?? 0),
    date: date === undefined ? null : String(date),
    found: found === undefined ? null : Number(found),
    allowed: allowed === undefined ? null : Number(allowed),
  };
}

/** That of whoever wrote the draft. */
function unitOf({ unit_system }: PlanFault['values']): 'metric' | 'imperial' {
  return unit_system === 'imperial' ? 'imperial' : 'metric';
}

/** As race times are written, and as requests have them: 1:29:30 (5370 s). */
function clockWords(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const two = (count: number) => String(count).padStart(2, '0');
  const clock = hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  return `${clock} (${whole} s)`;
}
