import type { Language } from '../shared/languages.ts';
import { METRES_PER_MILE } from '../shared/units.ts';
import { phrase } from './phrase.ts';

/** Between what is written without spaces and what is written with them; marks of sentences belong to neither. */
const SEAMS =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])(?=[0-9A-Za-z])|(?<=[0-9A-Za-z%])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])/gu;

/**
 * The one rule for numbers in a sentence, in every language: between a number and what it counts stands a space ("18 km", "3 回"), a
 * percent sign follows at once ("12%"), and where Chinese or Japanese letters meet digits or Latin letters they are parted by a space,
 * too ("18 km です"). Sentences that are put together go through this, so that no phrase has to think of its neighbours.
 */
export function spaceNumbers(text: string): string {
  return text.replaceAll(SEAMS, ' ');
}

type Speech = { readonly language: Language; readonly unit_system: 'metric' | 'imperial' };

/**
 * A prescribed distance: "400 m", "1 km", "18.5 km". In miles from a mile on; what is shorter is run on tracks, which are metric
 * everywhere.
 */
export function distanceWords(distance_m: number, { language, unit_system }: Speech): string {
  if (unit_system === 'imperial' && distance_m >= METRES_PER_MILE - 10)
    return phrase(language, 'measures.miles', { n: milesOf(distance_m) });
  const n = Math.round(distance_m);
  if (n < 1_000 || (n < 2_000 && n % 1_000 !== 0)) return phrase(language, 'measures.metres', { n });
  return phrase(language, 'measures.kilometres', { n: decimal(distance_m / 1_000) });
}

/** A stretch that needs no track: "800 m", "1.5 km", "0.9 mi". */
export function stretchWords(distance_m: number, speech: Speech): string {
  const short = distance_m < (speech.unit_system === 'imperial' ? METRES_PER_MILE / 2 : 1_000);
  const asMiles = speech.unit_system === 'imperial' && distance_m >= METRES_PER_MILE;
  return short || asMiles ? distanceWords(distance_m, speech) : sumWords(distance_m, speech);
}

export function sumWords(distance_m: number, { language, unit_system }: Speech): string {
  return unit_system === 'imperial'
    ? phrase(language, 'measures.miles', { n: decimal(distance_m / METRES_PER_MILE) })
    : phrase(language, 'measures.kilometres', { n: decimal(distance_m / 1_000) });
}

/** Seconds a kilometre as minutes and seconds, "5:12"; hours are minutes, too. */
export function paceClock(pace_s: number): string {
  const seconds = Math.round(pace_s);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A pace in the units of who reads it: "5:12 /km", "8:22 /mi". */
export function paceWords(pace_s_per_km: number, { unit_system }: Pick<Speech, 'unit_system'>): string {
  return unit_system === 'imperial'
    ? `${paceClock((pace_s_per_km * METRES_PER_MILE) / 1_000)} /mi`
    : `${paceClock(pace_s_per_km)} /km`;
}

/**
 * A prescribed time: "45 s", "20 min", "75 min", "1 h 45 min". Up to an hour and a half counts in minutes, as runners do who plan. What
 * something took says `timeTakenWords`.
 */
export function durationWords(duration_s: number, speech: Pick<Speech, 'language'>): string {
  return hourWords(duration_s, { ...speech, hours_from_s: 90 * 60 + 1 });
}

/** What something took: "45 s", "20 min", "1 h", "1 h 25 min 48 s". Hours from one on, as watches show it. */
export function timeTakenWords(time_s: number, speech: Pick<Speech, 'language'>): string {
  return hourWords(time_s, { ...speech, hours_from_s: 3_600 });
}

function hourWords(
  time_s: number,
  { language, hours_from_s }: Pick<Speech, 'language'> & { readonly hours_from_s: number },
): string {
  const seconds = Math.round(time_s);
  if (seconds <= 90 && seconds % 60 !== 0) return phrase(language, 'measures.seconds', { n: seconds });
  const hours = seconds >= hours_from_s ? Math.floor(seconds / 3_600) : 0;
  const minutes = Math.floor((seconds - hours * 3_600) / 60);
  const parts = [
    [hours, 'measures.hours'],
    [minutes, 'measures.minutes'],
    [seconds % 60, 'measures.seconds'],
  ] as const;
  const words = parts.flatMap(([n, key]) => (n === 0 ? [] : [phrase(language, key, { n })]));
  return words.length === 0 ? phrase(language, 'measures.minutes', { n: 0 }) : words.join(' ');
}

/** What a race took, as results show it: "19:45", "1:42:10". */
export function raceClock(time_s: number): string {
  const seconds = Math.round(time_s);
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0')];
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

const WEEK_DAYS = 7;
const FROM_WEEKS = 28;
/** Two months on, people count in months, and two years on in years. */
const FROM_MONTHS = 61;
const FROM_YEARS = 731;
const DAYS_A_MONTH = 30.44;
const DAYS_A_YEAR = 365.25;

/** How long ago something was, in whole ones of the unit that people count so much in: "16 days", "5 weeks", "6 months", "3 years". */
export function spanWords(days: number, { language }: Pick<Speech, 'language'>): string {
  if (days < FROM_WEEKS) return phrase(language, 'measures.days', { n: days });
  if (days < FROM_MONTHS) return phrase(language, 'measures.weeks', { n: Math.floor(days / WEEK_DAYS) });
  if (days < FROM_YEARS) return phrase(language, 'measures.months', { n: Math.floor(days / DAYS_A_MONTH) });
  return phrase(language, 'measures.years', { n: Math.floor(days / DAYS_A_YEAR) });
}

/** Quarters of a mile are told as such, all else to a tenth. */
function milesOf(distance_m: number): string {
  const miles = distance_m / METRES_PER_MILE;
  const quarters = Math.round(miles * 4) / 4;
  return Math.abs(miles - quarters) < 0.002 ? String(quarters) : decimal(miles);
}

function decimal(value: number): string {
  return String(Math.round(value * 10) / 10);
}
