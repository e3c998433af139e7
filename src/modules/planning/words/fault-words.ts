import { WEEKDAYS } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/languages.ts';
import { quotedLine } from '../../../shared/quoted-line.ts';
import {
  CONTRADICTION_REASONS,
  type ContradictionReason,
} from '../../../training/constraints/contradictions.ts';
import { LINE_REASONS, type LineReason } from '../../../training/draft-text/line-fault.ts';
import {
  CONSTRAINT_FAULTS,
  type ConstraintFault,
  type FaultCode,
  type FaultValues,
  type PlanFault,
} from '../../../training/plan-request/plan-fault.ts';
import { GOAL_EVENTS } from '../../../training/planning/brief.ts';
import { FINDING_CODES, type Finding } from '../../../training/planning/findings.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { NONE, phrase } from '../../../words/index.ts';
import { durationWords, raceClock, sumWords } from '../../../words/measure-words.ts';
import { findingWords } from './finding-words.ts';

type ValueName = { [Code in FaultCode]: keyof FaultValues[Code] }[FaultCode];

export function lineReasonWords(reason: LineReason, language: Language): string {
  return phrase(language, `drafts.line.${reason}`);
}

export function faultWords({ code, values }: PlanFault, language: Language): string {
  // `planFault` guarantees all values that the words of this code name.
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

/** From this length in characters on, further faults are counted instead of listed. */
const MOST_CHARS = 800;

/** The faults one after the other, and the number of the rest once the text is long; a common beginning is written once. */
export function faultsWords(faults: readonly PlanFault[], language: Language): string {
  const said = new Set<FaultCode>();
  const words: string[] = [];
  let length = 0;
  for (const [index, fault] of faults.entries()) {
    const again = said.has(fault.code) && 'finding' in fault.values;
    said.add(fault.code);
    const next = again ? valueWords('finding', fault.values, language) : faultWords(fault, language);
    length += next.length + 1;
    if (index > 0 && length > MOST_CHARS) {
      words.push(phrase(language, 'planning.moreFaults', { more: faults.length - index }));
      break;
    }
    words.push(next);
  }
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

/** A list joined by commas, with the names of the entries in `keys` in the language. */
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

function unitOf({ unit_system }: PlanFault['values']): 'metric' | 'imperial' {
  return unit_system === 'imperial' ? 'imperial' : 'metric';
}

/** A time as in races, and as in requests: 1:29:30 (5370 s). */
function clockWords(seconds: number): string {
  return `${raceClock(seconds)} (${Math.round(seconds)} s)`;
}
