import { METRES_PER_MILE } from '../../shared/units.ts';
import { matchesOf } from './matches-of.ts';

export type NamedMeasure = {
  readonly from: number;
  readonly until: number;
  readonly distance_m: number | null;
  readonly duration_s: number | null;
  readonly in_metres: boolean;
};

const NUMBER = '\\d{1,6}(?:[.,]\\d{1,3})?';
const RANGE = `(?:(${NUMBER})\\s?(?:[-–—~〜至]|to)\\s?)?(${NUMBER})`;
const LENGTH =
  'kms?|k|kilomet(?:er|re)s?|公里|キロ(?:メートル)?|mi|miles?|英里|哩|マイル|m|met(?:er|re)s?|公尺|米|メートル';
const TIME = 'hours?|hrs?|h|個?半?小時|個?半?鐘頭|時間|minutes?|mins?|min|分鐘|分間?';
/** "10 km race pace", "5 min/km" and "@ 5k" are intensities and not distances or times. */
const NOT_A_PACE =
  '(?!\\s?(?:(?:race|goal)[ -]?)?(?:pace|effort|speed)|\\s?(?:の)?(?:レース|比賽)?(?:配速|ペース)|\\s?/|\\s?per\\b)';

/** A unit must not continue as another word: "5 mile" is not "5 mi". */
const DISTANCE = new RegExp(`(?<![\\d.@/]|\\d:)${RANGE}\\s?(${LENGTH})(?![a-z])${NOT_A_PACE}`, 'giu');
const DURATION = new RegExp(
  `(?<![\\d.@/]|\\d:)(?:(\\d{1,2}):(\\d{2}):(\\d{2})(?!\\d)|(\\d{1,2}):(\\d{2})\\s?(?:h|hours?|小時|時間)(?![a-z])|${RANGE}\\s?(${TIME})(?![a-z])(半)?(?:\\s?(\\d{1,2})(?!\\d|\\s?[x×])\\s?(?:minutes?|mins?|min|m|分鐘|分)?(?![a-z]))?${NOT_A_PACE})`,
  'giu',
);

/** The distances with units that a text names, in any of the languages and in the order of the text. A range counts as its middle. */
export function distancesIn(text: string): NamedMeasure[] {
  return matchesOf(DISTANCE, text).map((match) => {
    const [whole, low, high, unit] = match;
    const factor = metresOf((unit ?? '').toLowerCase());
    const value = middleOf(low, high, factor === 1);
    return {
      from: match.index,
      until: match.index + whole.length,
      distance_m: Math.round(value * factor),
      duration_s: null,
      in_metres: factor === 1,
    };
  });
}

export function durationsIn(text: string): NamedMeasure[] {
  return matchesOf(DURATION, text).map((match) => {
    const [whole, hours, minutes, seconds, clock_h, clock_min, low, high, unit, half, more] = match;
    const inHours = /^(?:h|個?半?小時|個?半?鐘頭|時間)/iu.test(unit ?? '');
    const stated =
      middleOf(low, high, false) * (inHours ? 3_600 : 60) +
      (half === undefined && !unit?.includes('半') ? 0 : inHours ? 1_800 : 30) +
      (inHours ? Number(more ?? 0) * 60 : 0);
    const clock =
      Number(hours ?? clock_h ?? 0) * 3_600 + Number(minutes ?? clock_min ?? 0) * 60 + Number(seconds ?? 0);
    return {
      from: match.index,
      until: match.index + whole.length,
      distance_m: null,
      duration_s: Math.round(unit === undefined ? clock : stated),
      in_metres: false,
    };
  });
}

function metresOf(unit: string): number {
  if (/^(?:k|公里|キロ)/u.test(unit)) return 1_000;
  return /^(?:mi|英里|哩|マイル)/u.test(unit) ? METRES_PER_MILE : 1;
}

function middleOf(low: string | undefined, high: string | undefined, metres: boolean): number {
  const upper = numberOf(high ?? '0', metres);
  return low === undefined ? upper : (numberOf(low, metres) + upper) / 2;
}

/** A comma before three digits of metres separates thousands, elsewhere it is a decimal comma. */
function numberOf(text: string, metres: boolean): number {
  const thousands = metres && /^\d{1,3}[,.]\d{3}$/.test(text);
  return Number(thousands ? text.replace(/[,.]/, '') : text.replace(',', '.'));
}
