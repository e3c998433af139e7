import type { InEachLanguage, Language } from './languages.ts';

export const METRES_PER_MILE = 1_609.344;

type Units = {
  readonly km: string;
  readonly m: string;
  readonly mi: string;
  readonly h: string;
  readonly min: string;
  readonly s: string;
};

const UNITS: InEachLanguage<Units> = {
  en: { km: 'km', m: 'm', mi: 'mi', h: 'h', min: 'min', s: 's' },
  'zh-TW': { km: '公里', m: '公尺', mi: '英里', h: '小時', min: '分鐘', s: '秒' },
  ja: { km: 'km', m: 'm', mi: 'マイル', h: '時間', min: '分', s: '秒' },
};

type Spans = {
  readonly days: string;
  readonly weeks: string;
  readonly months: string;
  readonly years: string;
};

const SPANS: InEachLanguage<Spans> = {
  en: { days: 'days', weeks: 'weeks', months: 'months', years: 'years' },
  'zh-TW': { days: '天', weeks: '週', months: '個月', years: '年' },
  ja: { days: '日', weeks: '週間', months: 'か月', years: '年' },
};

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
  const units = UNITS[language];
  if (unit_system === 'imperial' && distance_m >= METRES_PER_MILE - 10)
    return `${milesOf(distance_m)} ${units.mi}`;
  const metres = Math.round(distance_m);
  if (metres < 1_000 || (metres < 2_000 && metres % 1_000 !== 0)) return `${metres} ${units.m}`;
  return `${decimal(distance_m / 1_000)} ${units.km}`;
}

/** A stretch that needs no track: "800 m", "1.5 km", "0.9 mi". */
export function stretchWords(distance_m: number, speech: Speech): string {
  const short = distance_m < (speech.unit_system === 'imperial' ? METRES_PER_MILE / 2 : 1_000);
  const asMiles = speech.unit_system === 'imperial' && distance_m >= METRES_PER_MILE;
  return short || asMiles ? distanceWords(distance_m, speech) : sumWords(distance_m, speech);
}

/** The same always in kilometres or miles, to a tenth: sums of days and weeks. */
export function sumWords(distance_m: number, { language, unit_system }: Speech): string {
  const units = UNITS[language];
  return unit_system === 'imperial'
    ? `${decimal(distance_m / METRES_PER_MILE)} ${units.mi}`
    : `${decimal(distance_m / 1_000)} ${units.km}`;
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
  const units = UNITS[language];
  const seconds = Math.round(time_s);
  if (seconds <= 90 && seconds % 60 !== 0) return `${seconds} ${units.s}`;
  const hours = seconds >= hours_from_s ? Math.floor(seconds / 3_600) : 0;
  const minutes = Math.floor((seconds - hours * 3_600) / 60);
  const parts = [
    [hours, units.h],
    [minutes, units.min],
    [seconds % 60, units.s],
  ] as const;
  const words = parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`]));
  return words.length === 0 ? `0 ${units.min}` : words.join(' ');
}

/** "1 day", "16 days". */
export function dayWords(days: number, { language }: Pick<Speech, 'language'>): string {
  return days === 1 && language === 'en' ? '1 day' : `${days} ${SPANS[language].days}`;
}

/** "1 week", "2 weeks". */
export function weekWords(weeks: number, { language }: Pick<Speech, 'language'>): string {
  return weeks === 1 && language === 'en' ? '1 week' : `${weeks} ${SPANS[language].weeks}`;
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
export function spanWords(days: number, speech: Pick<Speech, 'language'>): string {
  const units = SPANS[speech.language];
  if (days < FROM_WEEKS) return dayWords(days, speech);
  if (days < FROM_MONTHS) return `${Math.floor(days / WEEK_DAYS)} ${units.weeks}`;
  if (days < FROM_YEARS) return `${Math.floor(days / DAYS_A_MONTH)} ${units.months}`;
  return `${Math.floor(days / DAYS_A_YEAR)} ${units.years}`;
}

/** Quarters of a mile are told as such, all else to a tenth. */
function milesOf(distance_m: number): string {
  const miles = distance_m / METRES_PER_MILE;
  const quarters = Math.round(miles * 4) / 4;
  return Math.abs(miles - quarters) < 0.002 ? String(quarters) : decimal(miles);
}

/** To a tenth, without a zero at the end. */
function decimal(value: number): string {
  return String(Math.round(value * 10) / 10);
}
