import type { StepKind } from '../planning/plan.ts';
import { CONTROL } from './cue.ts';

/** A line that is not a step: the name of a part of the workout. */

export type Heading = {
  readonly kind: StepKind;
  readonly note: string;
};

export const PARTS = { warmup: 'Warmup', work: 'Main set', cooldown: 'Cooldown' } as const;

export function readHeading(line: string): Heading {
  if (/^main(?:[ -]?set)?:?$/iu.test(line)) return { kind: 'work', note: '' };
  const [, part = '', more = ''] = /^(warm|cool)[ -]?(?:up|down)\b[:,]?(.*)$/iu.exec(line) ?? [];
  const kind = part === '' ? 'work' : part.toLowerCase() === 'warm' ? 'warmup' : 'cooldown';
  return { kind, note: kind === 'work' || more.trim() !== '' ? line : '' };
}

/** Reads `5x`, or `Main set 5x`. */
export function readRepeat(line: string): { readonly label: string; readonly times: number } | null {
  const [, label = '', times] = /^(?:(.*\S)\s+)?(\d{1,9})\s?[x×]:?$/iu.exec(line) ?? [];
  return times === undefined ? null : { label, times: Number(times) };
}

/** Reads `Set 2/3`: the form has no nested repeats, so sets are written out below these headings. */
export function readSet(line: string): { readonly number: number; readonly of: number } | null {
  const [, number, of] = /^set (\d{1,3})\/(\d{1,3})$/iu.exec(line) ?? [];
  return of === undefined ? null : { number: Number(number), of: Number(of) };
}

export function readNote(line: string): string | null {
  return /^note:\s?(.*)$/iu.exec(line)?.[1] ?? null;
}

/** Whether words can stand before `5x` and are read back unchanged. */
export function isPlainLabel(words: string): boolean {
  if (/[-\p{N}\r\n]|\s\s|\t|^pool length|^note:/iu.test(words) || CONTROL.test(words)) return false;
  if (words !== words.trim()) return false;
  const { kind, note } = readHeading(words);
  return words !== '' && kind === 'work' && note === words;
}
