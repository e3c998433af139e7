import { MAX_TITLE } from '../plan-input/limits.ts';
import type { DraftLine } from '../planning/draft.ts';
import type { Phase } from '../planning/plan.ts';
import { distancesIn } from '../session-text/measures-in-text.ts';
import { MOST_LINES, type PlainLine, plainLines, seenText } from '../session-text/plain-line.ts';
import { takeHeadingMark } from './mark.ts';

export type WeekText = {
  readonly number: number;
  readonly heading: DraftLine;
  readonly heading_is_own: boolean;
  readonly distance_m: number | null;
  /** Null where the heading names none of our phases. */
  readonly phase: Phase | null;
  /** The text of the line in italics below the heading; null where there is none. */
  readonly focus: string | null;
  readonly words: string;
  readonly lines: readonly PlainLine[];
};

export type PhaseNames = { readonly phase: Phase; readonly words: RegExp };

export type DraftText = {
  readonly weeks: readonly WeekText[];
  /** Lines of no week; the first `before` of them stand before all weeks. */
  readonly others: readonly PlainLine[];
  readonly before: number;
  /** The first line beyond what is read; null where the whole text was read. */
  readonly unread: PlainLine | null;
};

const NUMERALS = '一二三四五六七八九';
/** Matches "Week 3", 第 3 週, 第三週, 第3週目, 3週目. */
const WEEK =
  /^(?:week\s?#?(\d{1,9})|第\s?(\d{1,9})\s?[週周]目?|第([一二三四五六七八九十]{1,3})[週周]|(\d{1,9})\s?週目)(?![\p{L}\d])/iu;
/** The most weeks that are read; a text with more is refused. */
const MOST_HEADINGS = 500;

/**
 * The weeks of a draft. Headings of weeks are Markdown headings; where there are none, they are lines that stand out, or that have
 * nothing after the name of the week. Lines before the first heading, or below a heading of something else, belong to no week.
 */
export function splitWeeks(text: string, phases: readonly PhaseNames[]): DraftText {
  const lines = [...plainLines(text)];
  const strict = lines.some((line) => line.level > 0 && weekNumber(line.text) !== null);
  const weeks: (Omit<WeekText, 'focus' | 'lines'> & { focus: string | null; lines: PlainLine[] })[] = [];
  const others: PlainLine[] = [];
  let before = 0;
  let level = 0;
  let inside = false;
  for (const [index, line] of lines.entries()) {
    const number = isHeading(line, strict) ? weekNumber(line.text) : null;
    if (number !== null) {
      if (weeks.length === 0) before = others.length;
      if (weeks.length === MOST_HEADINGS) return { weeks, others, before, unread: line };
      weeks.push({ number, ...headingOf(line, phases), focus: null, lines: [] });
      level = line.level;
      inside = true;
    } else if (line.level > 0 && line.level <= level) {
      inside = false;
      others.push(line);
    } else if (inside) addLine(weeks.at(-1), line);
    else others.push(line);
    if (index === MOST_LINES - 1) return { weeks, others, before, unread: lines[index + 1] ?? null };
  }
  return { weeks, others, before, unread: null };
}

function headingOf({ line, text, raw, is_cut }: PlainLine, phases: readonly PhaseNames[]) {
  const { text: said, is_own } = takeHeadingMark(text);
  return {
    heading: { number: line, text: raw },
    heading_is_own: is_own,
    distance_m: largestDistance(said),
    phase: phaseIn(said, phases),
    words: is_cut ? raw : is_own ? '' : wordsOf(said, phases),
  };
}

/** What a heading says beside its name, where that is more than a phase, a distance and filler words; else empty. */
function wordsOf(heading: string, phases: readonly PhaseNames[]): string {
  const said = heading.replace(WEEK, '').replace(/^[\s:：–—-]+/u, '');
  const known = phases.reduce((left, { words }) => left.replace(words, ' '), said);
  const rest = distancesIn(known).reduceRight(
    (left, { from, until }) => left.slice(0, from) + left.slice(until),
    known,
  );
  return /\p{L}/u.test(rest.replace(SAYS_NOTHING, '')) ? said : '';
}

const SAYS_NOTHING = /in all|in total|total|race|phase|week|比賽|共|合計|レース|計/giu;

/** Only the first line of a week can be its focus; italics further down can mean anything. */
function addLine(week: { focus: string | null; lines: PlainLine[] } | undefined, line: PlainLine): void {
  if (week === undefined) return;
  const first = week.focus === null && week.lines.length === 0;
  const focus = first && line.italic !== null ? seenText(line.italic) : '';
  if (focus === '' || focus.length > MAX_TITLE) week.lines.push(line);
  else week.focus = focus;
}

function phaseIn(text: string, phases: readonly PhaseNames[]): Phase | null {
  const found = phases.map(({ phase, words }) => ({ phase, at: text.search(words) }));
  const [first] = found.filter(({ at }) => at !== -1).sort((one, other) => one.at - other.at);
  return first?.phase ?? null;
}

function isHeading({ level, bold, bullet, text }: PlainLine, strict: boolean): boolean {
  if (strict) return level > 0;
  return (
    !bullet &&
    (bold || text.endsWith(':') || text.replace(WEEK, '').trim() === '' || /^[^:]{0,12}:/u.test(text))
  );
}

function weekNumber(text: string): number | null {
  const match = WEEK.exec(text);
  if (match === null) return null;
  const [, english, han, numeral, japanese] = match;
  const digits = english ?? han ?? japanese;
  return digits === undefined ? numberOfNumeral(numeral ?? '') : Number(digits);
}

/** Reads 三, 十二, 二十, 五十二. */
function numberOfNumeral(numeral: string): number {
  const [tens, ones] = numeral.includes('十') ? numeral.split('十') : ['', numeral];
  const value = (sign: string | undefined) => NUMERALS.indexOf(sign ?? '') + 1;
  return (
    (numeral.includes('十') ? 10 * (tens === '' ? 1 : value(tens)) : 0) + (ones === '' ? 0 : value(ones))
  );
}

/** The largest distance in a heading is that of the whole week, since nothing in the week is more. */
function largestDistance(text: string): number | null {
  const distances = distancesIn(text.replace(WEEK, '')).map(({ distance_m }) => distance_m ?? 0);
  const largest = Math.max(0, ...distances);
  return largest >= 1_000 ? largest : null;
}
