import { METRES_PER_MILE } from '../../shared/units.ts';
import type { Target } from '../planning/plan.ts';
import { blank } from './read-measure.ts';

/** The target of a line, and the line with the target replaced by spaces of the same length. */
export type TargetRead = { readonly text: string; readonly target?: Target };

const CLOCK = `(\\d{1,2})(?::|'|分\\s?)(\\d{2})(?:"|''|秒)?`;
const TO = '\\s?(?:[-–—~〜至]|to|から)\\s?';
const KM = '(?:kms?|k|kilomet(?:er|re)s?|公里|キロ(?:メートル)?)';
const MILE = '(?:mi|miles?|英里|哩|マイル)';
/** Matches 6:30/km, 6:20–6:40 min/km, 10:30 a mile. */
const PACE_UNIT = `${CLOCK}(?:${TO}${CLOCK})?\\s?(?:min(?:ute)?s?)?\\s?(?:/|per|a|毎|每)\\s?(?:(${KM})|(${MILE}))(?![a-z])`;
/** Matches 每公里 6:30, キロ6分30秒, 1km 6:30 ペース. */
const PACE_HAN = `(?:[每毎1]\\s?(?:公里|キロ)|キロ|(?:配速|ペース)(?:は|為|:)?)\\s?${CLOCK}(?:${TO}${CLOCK})?`;
/** Matches @ 6:30 and at 6:30 pace, which are in the coach's own unit. */
const PACE_BARE = `(?:@|\\bat|\\bpace:?)\\s?${CLOCK}(?:${TO}${CLOCK})?(?![:\\d])`;
const PACE = new RegExp(
  `(?:@\\s?|\\b(?:at|in|by)\\s|以|用)?(?<![\\d:])(?:${PACE_UNIT}|${PACE_HAN}|${PACE_BARE})(?:\\s?(?:pace|配速|ペース))?(?:で)?`,
  'iu',
);

const HEART = '(?:\\bhr\\b|heart ?rate|pulse|心率|心跳|心拍数?|脈拍)';
const BELOW = '(?:below|under|max(?:imum)?|up to|at most|less than|no more than|<=?|≤|不超過|低於|小於)';
const ABOVE = '(?:above|over|at least|min(?:imum)?|more than|>=?|≥|高於|大於|至少)';
const BELOW_AFTER = '(?:or (?:less|below)|以下|未満|以內|以内|まで)';
const ABOVE_AFTER = '(?:or (?:more|above)|以上)';
const BEATS = '(\\d{2,3})';
const HEART_RATE = new RegExp(
  `(?:@\\s?|\\b(?:at|with|keep)\\s)?${HEART}\\s?(?:is|of|at|:|在|は|維持)?\\s?(?:${BEATS}${TO}${BEATS}|${BELOW}\\s?${BEATS}|${ABOVE}\\s?${BEATS}|${BEATS}\\s?(?:bpm\\s?)?(?:(${BELOW_AFTER})|(${ABOVE_AFTER}))?)(?!\\d)(?:\\s?bpm)?|${BEATS}${TO}${BEATS}\\s?bpm`,
  'iu',
);

const EFFORT = new RegExp(
  `(?:@\\s?|\\bat\\s)?(?:\\brpe|\\beffort|自覺強度|體感強度|主観的運動強度|きつさ)\\s?:?\\s?(10|[1-9])(?:${TO}(10|[1-9]))?(?!\\d|\\s?(?:km?|m|mi|公里|キロ)(?![a-z]))(?:\\s?/\\s?10)?`,
  'iu',
);

/** Plausible limits in seconds a kilometre. */
const PACES_S = { least: 120, most: 1_200 };
const BEATS_A_MINUTE = { least: 60, most: 230 };

/** Reads the first pace, heart rate or effort of a line. Further ones stay in the text. */
export function takeTarget(text: string, unit_system: 'metric' | 'imperial'): TargetRead {
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(text);
    const target = match === null ? null : read(match, unit_system);
    if (match === null || target === null) continue;
    const { index } = match;
    const end = index + match[0].length;
    return { text: text.slice(0, index) + blank(match[0]) + text.slice(end), target };
  }
  return { text };
}

type Reader = (match: RegExpExecArray, unit_system: 'metric' | 'imperial') => Target | null;

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [PACE, paceOf],
  [HEART_RATE, heartRateOf],
  [EFFORT, effortOf],
];

function paceOf(match: RegExpExecArray, unit_system: 'metric' | 'imperial'): Target | null {
  const [, m1, s1, m2, s2, km, mile, h1, t1, h2, t2, b1, c1, b2, c2] = match;
  const isMile = mile !== undefined || (km === undefined && b1 !== undefined && unit_system === 'imperial');
  const seconds = (minutes: string | undefined, rest: string | undefined) =>
    minutes === undefined
      ? null
      : ((Number(minutes) * 60 + Number(rest)) * 1_000) / (isMile ? METRES_PER_MILE : 1_000);
  const one = seconds(m1 ?? h1 ?? b1, s1 ?? t1 ?? c1);
  const other = seconds(m2 ?? h2 ?? b2, s2 ?? t2 ?? c2) ?? one;
  return rangeOf('pace', one, other, PACES_S);
}

function heartRateOf(match: RegExpExecArray): Target | null {
  const numbers = match.slice(1).map((value) => (value === undefined ? null : Number(value)));
  const [low, high, below, above, one, , , from, until] = numbers;
  const [is_below, is_above] = [match[6], match[7]];
  if (low != null && high != null) return rangeOf('heart_rate', low, high, BEATS_A_MINUTE);
  if (from != null && until != null) return rangeOf('heart_rate', from, until, BEATS_A_MINUTE);
  if (below != null || (one != null && is_below !== undefined))
    return rangeOf('heart_rate', null, below ?? one ?? null, BEATS_A_MINUTE);
  if (above != null || (one != null && is_above !== undefined))
    return rangeOf('heart_rate', above ?? one ?? null, null, BEATS_A_MINUTE);
  return rangeOf('heart_rate', one ?? null, one ?? null, BEATS_A_MINUTE);
}

function effortOf([, low, high]: RegExpExecArray): Target | null {
  const one = Number(low);
  return rangeOf('effort', one, high === undefined ? one : Number(high), { least: 1, most: 10 });
}

/** The smaller number is the minimum in any order: coaches write the slower of two paces first. */
function rangeOf(
  type: Target['type'],
  one: number | null,
  other: number | null,
  { least, most }: { readonly least: number; readonly most: number },
): Target | null {
  const ends = [one, other].filter((end) => end !== null);
  if (ends.length === 0 || ends.some((end) => end < least || end > most)) return null;
  const rounded = (end: number | null) => (end === null ? null : Math.round(end * 10) / 10);
  const swapped = one !== null && other !== null && one > other;
  return { type, min: rounded(swapped ? other : one), max: rounded(swapped ? one : other), zone: null };
}
