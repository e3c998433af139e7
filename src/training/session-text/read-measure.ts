import { METRES_PER_MILE } from '../../shared/units.ts';
import type { DraftAmount } from '../planning/draft.ts';
import { distancesIn, durationsIn, type NamedMeasure } from './measures-in-text.ts';

export type DayMeasure = { readonly distance_m: number | null; readonly duration_s: number | null };
type Measured = DayMeasure & { readonly from: number; readonly until: number };

/** Repeats are only a part of the day: "5 × 1 km", "1 km × 5", "6 × 20", "200 m 10 本". */
const REPEATED =
  /\d{1,3}\s?[x×*✕]\s?\([^()]{0,80}\)|\d{1,3}\s?[x×*✕]\s?\d{1,6}(?:[.,]\d{1,3})?\s?\p{L}{0,10}|\d{1,6}(?:[.,]\d{1,3})?\s?\p{L}{1,10}\s?[x×*✕]\s?\d{1,3}|\d{1,6}(?:[.,]\d{1,3})?\s?\p{L}{1,4}?\s?\d{1,3}\s?(?:本|趟|組|セット|回)/giu;
const ASIDE = /\([^()]{0,200}\)/gu;
/** Warming up and cooling down are parts of the day as well; the word or the number may come first. */
const WARM =
  'warm[ -]?up|cool[ -]?down|w\\/u|c\\/d|\\bwu|\\bcd|暖身|熱身|收操|緩和|ウォームアップ|ウォーミングアップ|(?<!ビルド)アップ|クールダウン|ダウン';
const COOLING = /cool|c\/d|\bcd|收操|緩和|ダウン/iu;
const MEASURE = '\\d{1,6}(?:[.,]\\d{1,3})?\\s?[\\p{L}]{1,10}';
const WARMING = new RegExp(
  `(?:\\beasy\\s)?${MEASURE}\\s(?:of\\s)?(?:easy\\s)?(?:${WARM})\\b|(?:${WARM})[: ]{0,2}${MEASURE}(?:\\seasy\\b)?|${MEASURE}\\s?(?:的)?(?:暖身|熱身|收操|緩和|アップ|ダウン)`,
  'giu',
);
const TOTAL_BEFORE = /(?:\btotal(?: of)?|全程|共計?|合計|總計|計|トータル)\s?[:：]?\s?$/iu;
const TOTAL_AFTER = /^\s?(?:in )?(?:total|overall|altogether)\b|^\s?(?:合計|トータル)/iu;

/** A distance in metres below this is a part of a workout, unless it is a race. */
const LEAST_IN_METRES = 1_000;
const LEAST_S = 5 * 60;
/** A number without a unit up to this is a distance in the reader's unit; a larger one could as well be minutes. */
const MOST_BARE = 50;
const BARE = /(?<![\d./@-]|\d:)(\d{1,2}(?:[.,]\d)?)(?![\d.:/%]|\s?\p{L}|\s?[-×x*'"])/u;

/**
 * The distance or the time of the whole day, never both: the distance where a text has both. A stated total counts, else the first
 * measure that is not repeated, not of a warm-up and not in brackets.
 */
export function dayMeasureIn(text: string, unit_system: 'metric' | 'imperial'): Measured | null {
  const total = [...distancesIn(text), ...durationsIn(text)].find((one) => isTotal(text, one));
  if (total !== undefined) return total;
  const whole = text.replace(REPEATED, blank);
  const outside = whole.replace(ASIDE, blank);
  return measureOf(outside) ?? measureOf(whole) ?? bareDistance(outside, unit_system);
}

export function blank(text: string): string {
  return ' '.repeat(text.length);
}

/** The other distances of a text in kilometres or miles, without repeats and brackets. */
export function otherDistances(text: string): readonly NamedMeasure[] {
  const outside = text.replace(REPEATED, blank).replace(ASIDE, blank);
  return distancesIn(outside).filter(({ in_metres, distance_m }) => !in_metres && (distance_m ?? 0) > 0);
}

export type Warming = {
  readonly text: string;
  readonly warmup?: DraftAmount;
  readonly cooldown?: DraftAmount;
};

/** Takes the amounts of warming up and cooling down out of a text. */
export function takeWarming(text: string): Warming {
  const found: { warmup?: DraftAmount; cooldown?: DraftAmount } = {};
  const rest = text.replace(WARMING, (words) => {
    const [measure] = [...distancesIn(words), ...durationsIn(words)];
    if (measure === undefined) return words;
    const amount =
      measure.distance_m === null
        ? { duration_s: measure.duration_s ?? 0 }
        : { distance_m: measure.distance_m };
    found[COOLING.test(words) ? 'cooldown' : 'warmup'] ??= amount;
    return blank(words);
  });
  return { text: rest, ...found };
}

function isTotal(text: string, { from, until }: NamedMeasure): boolean {
  return TOTAL_BEFORE.test(text.slice(Math.max(0, from - 12), from)) || TOTAL_AFTER.test(text.slice(until));
}

function measureOf(text: string): Measured | null {
  const distance = distancesIn(text).find(
    ({ distance_m, in_metres }) => (distance_m ?? 0) >= (in_metres ? LEAST_IN_METRES : 1),
  );
  return distance ?? durationsIn(text).find(({ duration_s }) => (duration_s ?? 0) >= LEAST_S) ?? null;
}

function bareDistance(text: string, unit_system: 'metric' | 'imperial'): Measured | null {
  const found = BARE.exec(text);
  const value = Number(found?.[1]?.replace(',', '.') ?? 0);
  if (found === null || value <= 0 || value > MOST_BARE) return null;
  return {
    distance_m: Math.round(value * (unit_system === 'imperial' ? METRES_PER_MILE : 1_000)),
    duration_s: null,
    from: found.index,
    until: found.index + found[0].length,
  };
}
