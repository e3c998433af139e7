import type { Weekday } from '../../src/shared/calendar.ts';
import type { WorkoutType } from '../../src/training/workout-types.ts';
import { elements, inPieces, type ScriptedAnswer } from './script.ts';

/** A day as a prompt asks for it. */
type DayAsked = {
  readonly day: Weekday;
  readonly allowed: readonly [WorkoutType, ...WorkoutType[]];
  readonly about_m?: number;
  readonly about_s?: number;
  readonly hard_m?: Readonly<Record<string, number>>;
  readonly library?: string;
};
export type WeekAsked = { readonly week: number; readonly phase: string; readonly days: readonly DayAsked[] };

/** An element as models write it; cases change whatever they like. */
export type Element = Record<string, unknown> & { segments: Record<string, unknown>[] };

/** The weeks that a prompt asks for. */
export function weeksAsked(prompt: string): readonly WeekAsked[] {
  const lines = prompt.split('\n').filter((line) => line.startsWith('{"week":'));
  return lines.map((line): WeekAsked => JSON.parse(line));
}

/** The draft by rules, as a prompt has it. */
export function frameOf(prompt: string): string {
  return quoted(prompt, 'draft') ?? '';
}

/** A text that stands in a prompt as data. */
function quoted(prompt: string, name: 'draft' | 'text'): string | null {
  const block = new RegExp(`<data name="${name}">\\n(.*)\\n</data>`).exec(prompt)?.[1];
  return block === undefined ? null : String(JSON.parse(block));
}

/**
 * Answers drafts, plans and summaries as they are asked for: with the days, sizes and figures that stand in the prompt, and few words.
 */
export const OBEDIENT: ScriptedAnswer = ({ prompt }) => {
  const summary = quoted(prompt, 'text');
  if (summary !== null) return [inPieces(kindly(summary), 40)];
  return [inPieces(quoted(prompt, 'draft') ?? elements(obedientElements(prompt)), 40)];
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
    title: 'As the model says',
    description: 'Do it with joy, and stop while it is still fun.',
    library: asked.library ?? null,
    segments: asked.library === undefined ? segmentsFor(asked) : [],
  };
}

function segmentsFor({ about_m = 0, about_s, hard_m = {} }: DayAsked): Record<string, unknown>[] {
  if (about_s !== undefined) return [stretch('work', 'easy', { duration_s: about_s })];
  const zones = Object.entries(hard_m);
  if (zones.length === 0) return [stretch('work', 'easy', { distance_m: about_m })];
  const sets = zones.map(([zone, metres]) => setOf(zone, metres));
  const hard = sets.reduce((sum, { metres }) => sum + metres, 0);
  const around = Math.max(600, Math.round((about_m - hard) / 2));
  return [
    stretch('warmup', 'easy', { distance_m: around }),
    ...sets.map(({ segment }) => segment),
    stretch('cooldown', 'easy', { distance_m: around }),
  ];
}

function setOf(zone: string, metres: number): { segment: Record<string, unknown>; metres: number } {
  const each = metres >= 2_000 ? 500 : 100;
  const times = Math.max(1, Math.floor(metres / each));
  const work = stretch('work', zone, { distance_m: each });
  const jog_m = each / 2;
  const jog = stretch('recovery', 'recovery', { distance_m: jog_m });
  return { segment: repeat(times, [work, jog]), metres: times * (each + jog_m) };
}

export function stretch(kind: string, zone: string, amount: Readonly<Record<string, unknown>>) {
  return { kind, zone, duration_s: null, distance_m: null, times: null, segments: null, ...amount };
}

export function repeat(times: unknown, segments: unknown): Record<string, unknown> {
  return { kind: 'repeat', zone: null, duration_s: null, distance_m: null, times, segments };
}
