import { METRES_PER_MILE } from '../../shared/units.ts';
/** Lengths and paces in the notation of the form, where `m` means minutes and `mtr` metres. */

export type Length = { readonly duration_s: number } | { readonly distance_m: number };

const METRES_A_YARD = 0.9144;
const METRES_OF_UNIT: Readonly<Record<string, number>> = {
  mtr: 1,
  meter: 1,
  meters: 1,
  metre: 1,
  metres: 1,
  km: 1_000,
  mi: METRES_PER_MILE,
  mile: METRES_PER_MILE,
  miles: METRES_PER_MILE,
  y: METRES_A_YARD,
  yd: METRES_A_YARD,
  yrd: METRES_A_YARD,
  yard: METRES_A_YARD,
  yards: METRES_A_YARD,
};
const METRES_OF_PACE: Readonly<Record<string, number>> = {
  km: 1_000,
  mi: METRES_PER_MILE,
  '100m': 100,
  '100y': 100 * METRES_A_YARD,
  '250m': 250,
  '400m': 400,
  '500m': 500,
};

/** From this number on, minutes without another unit may have been meant as metres. */
const UNCLEAR_MINUTES = 100;

const NUMBER = String.raw`\d{1,9}(?:\.\d{1,6})?`;
const DISTANCE = new RegExp(`^(${NUMBER})(${Object.keys(METRES_OF_UNIT).join('|')})$`, 'i');
const TIME = new RegExp(`^(?:(${NUMBER})h)?(?:(${NUMBER})m)?(?:(${NUMBER})s)?$`, 'i');
const MINUTES_AND_SECONDS = new RegExp(`^(${NUMBER})m(${NUMBER})$`, 'i');
const QUOTED_TIME = new RegExp(`^(?:(${NUMBER})['′])?(?:(${NUMBER})["″])?$`);
const PACE = /^(\d{1,3}):([0-5]\d)(?:-(\d{1,3}):([0-5]\d))?(?:\/(\w+))?$/;

/** A time or a distance; `unclear` where the author may have meant the other one; null where the word is neither. */
export function readLength(word: string): Length | 'unclear' | null {
  const distance = DISTANCE.exec(word);
  if (distance !== null) {
    const [, number, unit = ''] = distance;
    return { distance_m: rounded(Number(number) * (METRES_OF_UNIT[unit.toLowerCase()] ?? 1)) };
  }
  const time = TIME.exec(word) ?? QUOTED_TIME.exec(word);
  if (time === null || word === '') return readShortTime(word);
  const isQuoted = /['"′″]$/.test(word);
  const [hours, minutes, seconds] = isQuoted ? [undefined, time[1], time[2]] : [time[1], time[2], time[3]];
  const isMinutesAlone = !isQuoted && hours === undefined && seconds === undefined;
  if (isMinutesAlone && Number(minutes) >= UNCLEAR_MINUTES) return 'unclear';
  return { duration_s: rounded(amount(hours) * 3_600 + amount(minutes) * 60 + amount(seconds)) };
}

/** Reads `1m30` as a minute and a half. */
function readShortTime(word: string): Length | null {
  const time = MINUTES_AND_SECONDS.exec(word);
  return time === null ? null : { duration_s: rounded(amount(time[1]) * 60 + amount(time[2])) };
}

const amount = (number: string | undefined): number => Number(number ?? 0);

/** Rounds to the millimetre and the millisecond, which hides binary fractions such as that of `0.1`. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** A pace or a range of paces, in seconds a kilometre to a tenth; null where the word is not a pace. */
export function readPace(word: string): { min: number; max: number } | 'unit missing' | null {
  const read = PACE.exec(word);
  if (read === null) return null;
  const [, minutes, seconds, other_minutes, other_seconds, unit] = read;
  if (unit === undefined) return 'unit missing';
  const metres = METRES_OF_PACE[unit.toLowerCase()];
  if (metres === undefined) return null;
  const a_kilometre = (of_minutes: string | undefined, of_seconds: string | undefined): number =>
    Math.round((amount(of_minutes) * 60 + amount(of_seconds)) * (10_000 / metres)) / 10;
  const one = a_kilometre(minutes, seconds);
  const other = other_minutes === undefined ? one : a_kilometre(other_minutes, other_seconds);
  return { min: Math.min(one, other), max: Math.max(one, other) };
}

export function durationText(duration_s: number): string {
  const whole = rounded(duration_s);
  if (whole < 120 && whole % 60 !== 0) return `${whole}s`;
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  const seconds = rounded(whole % 60);
  const parts = [hours > 0 && `${hours}h`, minutes > 0 && `${minutes}m`, seconds > 0 && `${seconds}s`];
  return parts.filter((part) => part !== false).join('') || '0s';
}

/** Writes kilometres where these are short; miles and yards where metres would have a long fraction. */
export function distanceText(distance_m: number): string {
  const metres = rounded(distance_m);
  if (metres >= 1_000 && metres % 10 === 0) return `${metres / 1_000}km`;
  if (!Number.isInteger(metres)) {
    for (const [unit, of_unit, parts] of [
      ['mi', METRES_PER_MILE, 100],
      ['yrd', METRES_A_YARD, 1],
    ] as const) {
      const count = Math.round((metres / of_unit) * parts) / parts;
      if (count > 0 && rounded(count * of_unit) === metres) return `${count}${unit}`;
    }
  }
  return metres >= 10_000 ? `${rounded(metres / 1_000)}km` : `${metres}mtr`;
}

/** @param s_per_km seconds a kilometre; rounded to whole seconds */
export function paceText(s_per_km: number): string {
  const whole = Math.round(s_per_km);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
