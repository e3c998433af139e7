import type { Weekday } from '../../src/shared/calendar.ts';
import type { WorkoutType } from '../../src/training/workout-types.ts';
import { elements, inPieces, type ScriptedAnswer } from './script.ts';

/** A day as a prompt asks for it. */
type DayAsked = {
  readonly day: Weekday;
  readonly allowed: readonly [WorkoutType, ...WorkoutType[]];
  readonly distance_m?: number;
  readonly duration_s?: number;
  readonly hard_m?: Readonly<Record<string, number>>;
};
type WeekAsked = { readonly week: number; readonly phase: string; readonly days: readonly DayAsked[] };

/** An element as models write it; cases change whatever they like. */
export type Element = Record<string, unknown> & { parts: Record<string, unknown>[] };

/** The weeks that a prompt asks for. */
export function weeksAsked(prompt: string): readonly WeekAsked[] {
  const lines = prompt.split('\n').filter((line) => line.startsWith('{"week":'));
  return lines.map((line): WeekAsked => JSON.parse(line));
}

/** A value that stands in a prompt as data. */
function quoted(prompt: string, name: 'text' | 'sentences'): unknown {
  const block = new RegExp(`<data name="${name}">\\n(.*)\\n</data>`).exec(prompt)?.[1];
  return block === undefined ? null : JSON.parse(block);
}

/**
 * Answers plans and summaries as they are asked for: with the days, sizes and figures that stand in the prompt, and few words. Of
 * what a coach wrote it understands nothing.
 */
export const OBEDIENT: ScriptedAnswer = ({ prompt }) => {
  const summary = quoted(prompt, 'text');
  if (summary !== null) return [inPieces(kindly(String(summary)), 40)];
  if (quoted(prompt, 'sentences') !== null) return [elements([])];
  return [inPieces(elements(obedientElements(prompt)), 40)];
};

/** The same in its language with a word of its own before it, by which it can be told from what rules have written. */
function kindly(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return `お疲れさまです。${text}`;
  return /\p{Script=Han}/u.test(text) ? `辛苦了。${text}` : `Nice to see you out there. ${text}`;
}

/** What a model says that does what it is told. */
export function obedientElements(prompt: string): Element[] {
  return weeksAsked(prompt).flatMap(({ week, days }) => days.map((day) => elementFor(week, day)));
}

function elementFor(week: number, asked: DayAsked): Element {
  const [workout_type] = asked.allowed;
  return {
    week,
    day: asked.day,
    workout_type,
    ...mainFor(workout_type, asked.hard_m ?? {}),
    description: 'Do it with joy, and stop while it is still fun.',
  };
}

/** About as many metres of the zone that has most of them. */
function mainFor(type: WorkoutType, hard_m: Readonly<Record<string, number>>) {
  const [most] = Object.entries(hard_m).toSorted(([, one], [, other]) => other - one);
  const none = { parts: [], zone: null, strides: type === 'strides' ? 4 : null };
  if (most === undefined || type === 'strides') return none;
  const [zone, metres] = most;
  if (type === 'long-run')
    return { ...none, zone, parts: [part({ distance_m: Math.floor(metres / 1_000) * 1_000 })] };
  const each = metres >= 4_000 ? 1_000 : 400;
  const times = Math.max(1, Math.floor(metres / each));
  return { ...none, zone: type === 'hills' ? null : zone, parts: [part({ times, distance_m: each })] };
}

/** A part with null for whatever is not said. */
export function part(said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { sets: null, times: null, distance_m: null, duration_s: null, ...said };
}
