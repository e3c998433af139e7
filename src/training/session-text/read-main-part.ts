import { METRES_PER_MILE } from '../../shared/units.ts';
import type { DraftAmount, DraftPart, DraftSession } from '../planning/draft.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import type { WorkoutType } from '../workout-types.ts';
import { matchesOf } from './matches-of.ts';
import { blank } from './read-measure.ts';

const MOST_TIMES = 100;
const MOST_PARTS = 20;

const NUMBER = '\\d{1,5}(?:[.,]\\d{1,3})?';
export const UNIT =
  '(?:kms?|k|kilomet(?:er|re)s?|公里|キロ(?:メートル)?|miles?|mi|英里|哩|マイル|minutes?|mins?|met(?:er|re)s?|m|公尺|米|メートル|分鐘|分間?|seconds?|secs?|s|秒|時間|小時|hours?|h|\'|")(?![a-z])';
const AMOUNT = `${NUMBER}\\s?${UNIT}(?:\\s?\\d{1,2}\\s?(?:seconds?|secs?|s|秒|minutes?|mins?|分鐘|分)(?![a-z]))?`;
const LADDER = `\\d{1,3}(?:\\s?[-–]\\s?\\d{1,3}){2,12}\\s?${UNIT}`;
/** "10 km race pace", "5k effort" and "5 min/km" are intensities. */
const NOT_A_PACE =
  '(?!\\s?(?:(?:race|goal)[ -]?)?(?:pace|effort|speed)|\\s?(?:の)?(?:レース|比賽)?(?:配速|ペース)|\\s?/)';
const TIMES = '[x×*✕✖]';
const ITEM = new RegExp(
  [
    `(?<sets>\\d{1,3})\\s?${TIMES}\\s?\\((?<inner>[^()]{1,80})\\)`,
    `(?<times>\\d{1,3})\\s?${TIMES}\\s?(?:(?<ladder>${LADDER})|(?<what>${AMOUNT})|(?<metres>\\d{3,5})(?![\\d.,:]))`,
    `(?<first>${AMOUNT})\\s?(?:${TIMES}\\s?(?<after>\\d{1,3})(?!\\s?${UNIT}|[\\d.,:])|(?<count>\\d{1,3})\\s?(?:本|趟|組|セット|回))`,
    `(?<once>${LADDER})`,
    `(?<single>${AMOUNT})${NOT_A_PACE}`,
  ]
    .map((form) => `(?<![\\d@/]|\\d[.,:])${form}`)
    .join('|'),
  'giu',
);
const IS_AMOUNT = new RegExp(`^(${NUMBER})\\s?(${UNIT})(?:\\s?(\\d{1,2})\\s?(\\D{1,8}))?$`, 'iu');
const STRIDES =
  /(\d{1,2})\s?(?:[x×*✕]\s?\d{1,3}\s?(?:m|s|sec|公尺|米|秒)\s?)?(?:relaxed |easy |short )?(?:strides?|striders)|(?:快步跑|加速跑|流し|ウイ?ンドスプリント|ウィンドスプリント)\s?(?:\d{1,3}\s?(?:m|s|公尺|米|秒)\s?[x×*]?\s?)?(\d{1,2})\s?(?:[趟本組回]|セット)?(?![\d.])/iu;
const REST_AFTER =
  /^\s?(?:of )?(?:very )?(?:easy )?(?:jog|rest|recover|walk|float|slow)|^\s?(?:の)?(?:慢跑|休息|恢復|ジョグ|レスト|休み|つなぎ)/iu;
const REST_BEFORE =
  /(?:jog(?:ging)?|rest(?:ing)?|recover(?:y|ies)|walk(?:ing)?|慢跑|休息|間休|ジョグ|レスト|つなぎは?)(?: of)?[: ]{0,2}$/iu;

const ZONES: readonly (readonly [ZoneName, RegExp])[] = [
  [
    'half_marathon',
    /half[ -]?(?:marathon)?(?:[ -]?race)?[ -]?(?:pace|effort)|\bhmp\b|半馬(?:拉松)?配速|ハーフ(?:マラソン)?ペース/iu,
  ],
  ['marathon', /marathon(?:[ -]?race)?[ -]?(?:pace|effort)|\bmp\b|馬拉松配速|マラソンペース/iu],
  ['10k', /10\s?(?:k|km|公里|キロ)(?:\s?race|\s?レース|\s?比賽)?[ -]?(?:pace|effort|配速|ペース)/iu],
  [
    'interval',
    /(?<!\d)5\s?(?:k|km|公里|キロ)(?:\s?race|\s?レース|\s?比賽)?[ -]?(?:pace|effort|配速|ペース)/iu,
  ],
  ['threshold', /threshold|tempo|cruise|閾值|節奏|閾値|テンポ/iu],
  ['repetition', /repetitions?\b|反覆|レペ/iu],
  ['interval', /intervals?\b|vo2 ?max|間歇|インターバル/iu],
];

export const STEADY: readonly WorkoutType[] = ['easy-run', 'long-run', 'recovery-run', 'strides'];

const EACH_ZONE = ZONES.map(([, words]) => new RegExp(words, 'giu'));

export function withoutZones(text: string): string {
  return EACH_ZONE.reduce((left, words) => left.replace(words, blank), text);
}

const PROGRESSION = /\bprogression\b|\bprogressive\b|漸速|漸進|ビルドアップ/iu;
/** Matches "each 3 km faster", 每 3 公里加快, 3kmごとにペースアップ. */
const FASTER_EACH = new RegExp(
  `(?:each|every|per|[每毎])\\s?(${AMOUNT})\\s?(?:a (?:bit|little) )?(?:faster|quicker|加快|加速|更快|速く)|(${AMOUNT})\\s?ごとに?\\s?(?:ペース(?:を)?(?:上げる?|アップ)|速く|ビルドアップ)?`,
  'iu',
);

/** Reads a run that gets faster step by step: the length of each step, a third of the run where none is given. */
export function takeFaster(text: string): {
  readonly text: string;
  readonly faster_each?: DraftAmount | 'third';
} {
  const said = FASTER_EACH.exec(text);
  const [amount] = stretches(said?.[1] ?? said?.[2] ?? '');
  if (said !== null && amount !== undefined)
    return { text: text.replace(said[0], blank(said[0])), faster_each: amount };
  return PROGRESSION.test(text) ? { text, faster_each: 'third' } : { text };
}

/** The content that words prescribe, and the words with everything that was read replaced by spaces of the same length. */
export type MainPartRead = {
  readonly session: Pick<DraftSession, 'parts' | 'zone' | 'rest' | 'strides' | 'sprints'> | undefined;
  readonly left: string;
};

/**
 * Reads the main part of a workout from words; undefined where they prescribe nothing that can be built, and then the planner decides.
 *
 * @param words without the length of the whole day, and without warming up
 * @param own whether the words are separate from the length of the whole day; then a single stretch counts too
 * @param has_target whether the words had a pace, a heart rate or an effort, which was removed from them
 */
export function readMainPart(
  words: string,
  type: WorkoutType,
  { own, has_target }: { readonly own: boolean; readonly has_target: boolean },
): MainPartRead {
  if (type === 'race' || type === 'cross-training' || type === 'strength')
    return { session: undefined, left: words };
  const sprints = STEADY.includes(type) ? SPRINTS.exec(words) : null;
  const unsprinted = sprints === null ? words : words.replace(SPRINTS, blank);
  const strides = STRIDES.exec(unsprinted);
  const count = Number(strides?.[1] ?? strides?.[2] ?? 0);
  const rest_of =
    strides === null ? unsprinted : unsprinted.replace(STRIDES, (said) => `;${blank(said.slice(1))}`);
  const zone = ZONES.find(([, pattern]) => pattern.test(rest_of))?.[0] ?? null;
  const { parts, rest, used } = STEADY.includes(type)
    ? fastPart(rest_of, zone, has_target)
    : mainParts(rest_of, own);
  const left = used.reduce(
    (text, { from, until }) => text.slice(0, from) + blank(text.slice(from, until)) + text.slice(until),
    rest_of,
  );
  const said_sprints = sprints === null ? undefined : sprintsOf(sprints);
  const nothing = parts.length === 0 && count === 0 && said_sprints === undefined;
  const before = count > 0 ? itemsIn(left).find(({ single }) => single) : undefined;
  const unstrided =
    before !== undefined && STEADY.includes(type) && /^\s?\+?\s*;/u.test(left.slice(before.until))
      ? left.slice(0, before.from) + blank(left.slice(before.from, before.until)) + left.slice(before.until)
      : left;
  // Strides after an unknown main part say nothing about it.
  if (nothing || (parts.length === 0 && !STEADY.includes(type))) return { session: undefined, left: rest_of };
  return {
    session: {
      parts,
      zone: parts.length === 0 ? null : zone,
      rest,
      strides: count > 0 ? count : null,
      ...(said_sprints === undefined ? {} : { sprints: said_sprints }),
    },
    left: unstrided,
  };
}

type Span = { readonly from: number; readonly until: number };
type Parts = {
  readonly parts: readonly DraftPart[];
  readonly rest: DraftAmount | null;
  readonly used: readonly Span[];
};

/** Matches "6 × 10 s hill sprints", 坡道衝刺 6 × 10 秒, 坂ダッシュ 10秒×6本: some seconds or metres after an easy run. */
const SPRINT_AMOUNT = `\\d{1,3}\\s?(?:seconds?|secs?|s|秒|met(?:er|re)s?|m|公尺|米|メートル)`;
const SPRINT_TIMES = `(?:(\\d{1,2})\\s?[x×*✕]\\s?(${SPRINT_AMOUNT})|(${SPRINT_AMOUNT})\\s?[x×*✕]\\s?(\\d{1,2})\\s?(?:本|趟|組|回|セット)?)`;
const UPHILL = '(?:up ?hill|hill|坡道|上坡|爬坡|坂道?|ヒル)';
const SPRINT = '(?:sprints?|衝刺|スプリント|ダッシュ)';
const SPRINTS = new RegExp(
  `${SPRINT_TIMES}\\s?(?:の)?(?:(?:short|steep|fast|hard) )?(${UPHILL})?\\s?${SPRINT}|(${UPHILL})?\\s?${SPRINT}\\s?[:：]?\\s?${SPRINT_TIMES}`,
  'iu',
);

function sprintsOf(match: RegExpExecArray): DraftSession['sprints'] {
  const [, one, two, three, four, hill_after, hill_before, five, six, seven, eight] = match;
  const times = Number(one ?? four ?? five ?? eight ?? 0);
  const [amount] = stretches(two ?? three ?? six ?? seven ?? '');
  if (times < 1 || amount === undefined) return undefined;
  return { times, amount, uphill: (hill_after ?? hill_before) !== undefined };
}
type Item = {
  readonly from: number;
  readonly until: number;
  readonly part: DraftPart;
  readonly single: boolean;
};

/** The repeats and what is joined to them by a plus; without repeats, the first stretch. */
function mainParts(text: string, own: boolean): Parts {
  const items = itemsIn(text);
  const rests = items.filter((item) => isRest(text, item));
  const works = items.filter((item) => !rests.includes(item));
  const first = works.find(({ single }) => !single) ?? (own ? works[0] : undefined);
  const rest = rests.map(({ part }) => part).find((part) => !('times' in part)) ?? null;
  if (first === undefined) return { parts: [], rest: null, used: [] };
  let [from, until] = [works.indexOf(first), works.indexOf(first)];
  const joined = (one: number) =>
    /^\s?\+\s?$/u.test(text.slice(works[one]?.until ?? 0, works[one + 1]?.from ?? 0));
  while (from > 0 && joined(from - 1)) from -= 1;
  while (until < works.length - 1 && joined(until)) until += 1;
  const taken = works.slice(from, until + 1);
  return {
    parts: taken.flatMap(({ part }) => flat(part)),
    rest: rest === null || 'times' in rest ? null : rest,
    used: [...taken, ...rests.slice(0, 1)],
  };
}

/** Reads "6 km at marathon pace" in a long run: the stretch that stands beside the pace. The length of the whole run does not count. */
function fastPart(text: string, zone: ZoneName | null, has_target: boolean): Parts {
  const none: Parts = { parts: [], rest: null, used: [] };
  if (zone === null) {
    const [only, ...others] = has_target ? itemsIn(text).filter((item) => !isRest(text, item)) : [];
    return only === undefined || others.length > 0
      ? none
      : { parts: flat(only.part), rest: null, used: [only] };
  }
  const pattern = ZONES.find(([name, words]) => name === zone && words.test(text))?.[1];
  const at = pattern?.exec(text)?.index ?? -1;
  // A length in another clause does not belong to the pace, as in "Long run 18 km, marathon pace at the end".
  const isBeside = ({ from, until }: Item) =>
    !/[,;()、。]/u.test(text.slice(Math.min(until, at), Math.max(from, at)));
  const [near] = itemsIn(text)
    .filter((item) => !isRest(text, item) && isBeside(item))
    .sort((one, other) => distanceTo(one, at) - distanceTo(other, at));
  return near === undefined ? none : { parts: flat(near.part), rest: null, used: [near] };
}

function distanceTo({ from, until }: Item, at: number): number {
  return at < from ? from - at : Math.max(0, at - until);
}

function flat(part: DraftPart): readonly DraftPart[] {
  return 'times' in part && part.times === 1 ? part.parts : [part];
}

function isRest(text: string, { from, until, single }: Item): boolean {
  return (
    single &&
    (REST_AFTER.test(text.slice(until)) || REST_BEFORE.test(text.slice(Math.max(0, from - 14), from)))
  );
}

function itemsIn(text: string): Item[] {
  const items: Item[] = [];
  for (const match of matchesOf(ITEM, text)) {
    if (items.length === MOST_PARTS) break;
    const part = partOf(match.groups ?? {});
    if (part === null) continue;
    const until = match.index + match[0].length;
    items.push({ from: match.index, until, part, single: match.groups?.single !== undefined });
  }
  return items;
}

function partOf(groups: Readonly<Record<string, string | undefined>>): DraftPart | null {
  const { sets, inner, times, ladder, what, metres, first, after, count, once, single } = groups;
  if (sets !== undefined) return repeat(sets, inside(inner ?? ''));
  if (times !== undefined) {
    if (metres !== undefined) return repeat(times, [{ distance_m: Number(metres) }]);
    return repeat(times, ladder === undefined ? stretches(what ?? '') : rungs(ladder));
  }
  if (first !== undefined) return repeat(after ?? count ?? '', stretches(first));
  if (once !== undefined) return repeat('1', rungs(once));
  return stretches(single ?? '')[0] ?? null;
}

function repeat(times: string, parts: readonly DraftPart[]): DraftPart | null {
  const count = Number(times);
  return count < 1 || count > MOST_TIMES || parts.length === 0 ? null : { times: count, parts };
}

/** Reads "3 × 400 m", "400 m + 200 m", "1-2-3-2-1 min". */
function inside(text: string): readonly DraftPart[] {
  return itemsIn(text).flatMap(({ part }) => flat(part));
}

/** Splits "1-2-3-2-1 min" into its stretches. */
function rungs(text: string): readonly DraftPart[] {
  const unit = text.replace(/^[\d\s–-]+/u, '');
  const counts = text.slice(0, text.length - unit.length).split(/[-–]/u);
  return counts.flatMap((count) => stretches(`${count.trim()} ${unit}`));
}

function stretches(text: string): readonly DraftAmount[] {
  const match = IS_AMOUNT.exec(text.trim());
  if (match === null) return [];
  const [, number, unit, more, of_more] = match;
  const value = Number((number ?? '').replace(',', '.'));
  const scale = scaleOf((unit ?? '').toLowerCase());
  if ('metres' in scale) return amount({ distance_m: Math.round(value * scale.metres) });
  const added = Number(more ?? 0) * (/^(?:s|秒)/iu.test(of_more ?? '') ? 1 : 60);
  return amount({ duration_s: Math.round(value * scale.seconds) + added });
}

function amount(one: DraftAmount): readonly DraftAmount[] {
  return ('distance_m' in one ? one.distance_m : one.duration_s) > 0 ? [one] : [];
}

function scaleOf(unit: string): { readonly metres: number } | { readonly seconds: number } {
  if (/^(?:k|公里|キロ)/u.test(unit)) return { metres: 1_000 };
  if (/^(?:min|分|')/u.test(unit)) return { seconds: 60 };
  if (/^(?:mi|英里|哩|マイル)/u.test(unit)) return { metres: METRES_PER_MILE };
  if (/^(?:s|秒|")/u.test(unit)) return { seconds: 1 };
  return /^(?:h|時間|小時)/u.test(unit) ? { seconds: 3_600 } : { metres: 1 };
}
