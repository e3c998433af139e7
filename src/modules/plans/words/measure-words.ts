import type { InEachLanguage } from '../../../shared/languages.ts';
import type { Voice } from './voice.ts';

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

type Speech = Pick<Voice, 'language' | 'unit_system'>;

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

/** A prescribed time: "45 s", "20 min", "1 h 45 min". Up to an hour and a half counts in minutes, as runners do. */
export function durationWords(duration_s: number, { language }: Pick<Voice, 'language'>): string {
  const units = UNITS[language];
  const seconds = Math.round(duration_s);
  if (seconds <= 90 && seconds % 60 !== 0) return `${seconds} ${units.s}`;
  const hours = seconds > 90 * 60 ? Math.floor(seconds / 3_600) : 0;
  const minutes = Math.floor((seconds - hours * 3_600) / 60);
  const parts = [
    [hours, units.h],
    [minutes, units.min],
    [seconds % 60, units.s],
  ] as const;
  const words = parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`]));
  return words.length === 0 ? `0 ${units.min}` : words.join(' ');
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
