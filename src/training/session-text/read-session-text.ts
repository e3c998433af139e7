import { METRES_PER_MILE } from '../../shared/units.ts';
import type { DraftDay, DraftSession } from '../planning/draft.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { NamedMeasure } from './measures-in-text.ts';
import { type MainPartRead, readMainPart, STEADY, takeFaster, UNIT } from './read-main-part.ts';
import { blank, type DayMeasure, dayMeasureIn, otherDistances, takeWarming } from './read-measure.ts';
import { takeTarget } from './read-target.ts';
import { afterRest, isRest, typeIn } from './read-type.ts';
import { clausesLeft } from './unread-clauses.ts';

export const UNREAD_REASONS = ['not_understood', 'unit_missing', 'distances_disagree'] as const;
type UnreadReason = (typeof UNREAD_REASONS)[number];

/** What a line says of its day: a workout, a day off, or something that cannot be read. */
export type SessionTextRead =
  | { readonly workout: Omit<DraftDay, 'day'> }
  | { readonly rest: true; readonly notes?: string }
  /** `nearest` is a similar content that could be read. */
  | { readonly reason: UnreadReason; readonly nearest?: string };

type Units = 'metric' | 'imperial';
type Total = NonNullable<ReturnType<typeof dayMeasureIn>>;

const PARTING = /\s[-–—]\s/u;

/**
 * Reads a line without its day and its mark, by the grammar of this folder's README. All that is read is replaced by spaces of the same
 * length, so that the unread rest is known in the end and kept as a note.
 *
 * @param written_by a program's own words are never a note, so their rest is not searched
 */
export function readSessionText(
  content: string,
  unit_system: Units,
  written_by: 'person' | 'program' = 'person',
): SessionTextRead {
  if (content === '') return { reason: 'not_understood' };
  if (isRest(content)) return restOf(content);
  return withoutUnit(content) ?? readWorkout(content, unit_system, written_by);
}

function readWorkout(content: string, unit_system: Units, written_by: 'person' | 'program'): SessionTextRead {
  const { text: unaimed, target } = takeTarget(content, unit_system);
  const { text: unhurried, faster_each } = takeFaster(unaimed);
  const { text: said, ...around } = takeWarming(unhurried);
  const parting = PARTING.exec(said);
  const head = parting === null ? said : said.slice(0, parting.index);
  const headType = typeIn(head);
  const ofHead = dayMeasureIn(head, unit_system);
  const total = ofHead ?? dayMeasureIn(said, unit_system);
  const type = typeOf(said, headType, total);
  if (type === null && total === null) return { reason: 'not_understood' };
  const workout_type = type ?? 'easy-run';
  const apart = headType !== null && ofHead !== null && parting !== null;
  const start = apart ? parting.index + parting[0].length : 0;
  const open = total === null ? said : blanked(said, total);
  const hasWarming = around.warmup !== undefined || around.cooldown !== undefined;
  const read = readMainPart(blank(open.slice(0, start)) + open.slice(start), workout_type, {
    own: apart || hasWarming,
    has_target: target !== undefined,
  });
  const left = open.slice(0, start) + read.left.slice(start);
  const wrong = disagreeing(content, left, total, workout_type);
  if (wrong !== null) return wrong;
  const session = sessionOf(read.session, { ...around, target, faster_each });
  const wrongSum = total === null || session === undefined ? null : otherSum(content, total, session);
  if (wrongSum !== null) return wrongSum;
  const unbuilt =
    written_by === 'program'
      ? ''
      : clausesLeft(content, withoutTotal(restored(left, content, unaimed), content, total));
  return {
    workout: {
      workout_type,
      ...measureOf(total),
      words: content.slice(start).trim(),
      ...(session === undefined ? {} : { session }),
      ...(unbuilt === '' ? {} : { unbuilt }),
    },
  };
}

/** Strength covers no distance, so "strength + easy 5 km" is a run with strength before it. */
function typeOf(said: string, headType: WorkoutType | null, total: Total | null): WorkoutType | null {
  const named = headType ?? typeIn(said);
  return named === 'strength' && total?.distance_m != null ? typeIn(said, 'strength') : named;
}

type Said = {
  readonly [Name in 'target' | 'faster_each' | 'warmup' | 'cooldown']: DraftSession[Name] | undefined;
};

/** The main part with everything else that a line prescribes; undefined where it prescribes nothing. */
function sessionOf(main: MainPartRead['session'], said: Partial<Said>): DraftSession | undefined {
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  if (main === undefined && Object.keys(given).length === 0) return undefined;
  return { ...(main ?? { parts: [], zone: null, rest: null, strides: null }), ...given };
}

/** A target stays in the words too, since a plan that is saved for everybody keeps it in no other way. */
function restored(left: string, content: string, unaimed: string): string {
  if (unaimed === content) return left;
  return Array.from({ length: content.length }, (_, at) =>
    unaimed[at] === content[at] ? (left[at] ?? ' ') : (content[at] ?? ' '),
  ).join('');
}

function measureOf(total: Total | null): DayMeasure {
  if (total === null) return { distance_m: null, duration_s: null };
  const { distance_m, duration_s } = total;
  return { distance_m, duration_s: distance_m === null ? duration_s : null };
}

/**
 * Removes repetitions of the total, as in "Long run, 18 km – Long run 18 km". For a range the middle is planned and the range is a note.
 */
function withoutTotal(left: string, content: string, total: Total | null): string {
  const whole_m = total?.distance_m ?? 0;
  const unsaid = otherDistances(left)
    .filter(({ distance_m }) => Math.abs((distance_m ?? 0) - whole_m) <= SAME * whole_m)
    .reduce(blanked, left);
  const said = content.slice(total?.from ?? 0, total?.until ?? 0);
  if (total === null || !RANGE.test(said)) return unsaid;
  return unsaid.slice(0, total.from) + said + unsaid.slice(total.until);
}

const RANGE = /\d\s?(?:[-–—~〜至]|to)\s?\d/u;

function blanked(text: string, { from, until }: Pick<NamedMeasure, 'from' | 'until'>): string {
  return text.slice(0, from) + blank(text.slice(from, until)) + text.slice(until);
}

function restOf(content: string): SessionTextRead {
  const said = afterRest(content);
  return /\p{L}{2}|\p{Script=Han}/u.test(said) ? { rest: true, notes: content } : { rest: true };
}

/** In "800s x 8" and "800 x 8" coaches mean metres, while readers understand seconds. */
const PLURAL =
  /(?<![\d.,:])(?:(\d{3,4})s?\s?[x×*✕]\s?(\d{1,3})(?![\d.,:]|\s?(?:\p{L}|['"(]))|(\d{1,3})\s?[x×*✕]\s?(\d{3,4})s(?!\p{L}))/iu;
const UNIT_MISSING = new RegExp(
  `(?<![\\d.,:])(\\d{1,3})\\s?[x×*✕]\\s?(\\d{1,2})(?:[.,]\\d)?(?![\\d.,:]|\\s?(?:${UNIT}|-\\s?\\d|–\\s?\\d|(?:hill |hard |short )?(?:strides?|striders|sprints?)|快步跑|加速跑|流し))`,
  'iu',
);
/** A count of whole minutes means seconds and not metres. */
const isMinutes = (count: number) => count % 60 === 0 && count <= 300;

function withoutUnit(content: string): SessionTextRead | null {
  const plural = PLURAL.exec(content);
  const [count, times] =
    plural === null ? [0, 0] : [plural[1] ?? plural[4], plural[2] ?? plural[3]].map(Number);
  const isTime = plural !== null && /s/iu.test(plural[0]) && isMinutes(count ?? 0);
  if (plural !== null && !isTime)
    return { reason: 'unit_missing', nearest: content.replace(plural[0], `${times} × ${count} m`) };
  const missing = UNIT_MISSING.exec(content);
  if (missing === null) return null;
  const [whole, first, second] = missing;
  // "2 × 3 × 400 m" are two sets of three.
  const inner = /^\s?[x×*✕]\s?(\d{2,5}\s?\p{L}{1,10})/u.exec(content.slice(missing.index + whole.length));
  const nearest =
    inner === null
      ? content.replace(whole, `${whole} min`)
      : content.replace(whole + inner[0], `${first} × (${second} × ${inner[1]})`);
  return { reason: 'unit_missing', nearest };
}

/** Distances that differ by less than this share are the same in kilometres and in miles. */
const SAME = 0.05;
const ONLY_PARTED = /^[\s,;/|:.–—-]*(?:(?:or|或|か|または)[\s,]*)?$/iu;

/** A part that is longer than the whole, or two different totals: only the coach knows which was meant. */
function disagreeing(
  content: string,
  left: string,
  total: Total | null,
  type: WorkoutType,
): SessionTextRead | null {
  if (total?.distance_m == null) return null;
  const whole_m = total.distance_m;
  for (const other of otherDistances(left)) {
    const other_m = other.distance_m ?? 0;
    if (Math.abs(other_m - whole_m) <= SAME * whole_m) continue;
    const between = content.slice(Math.min(total.until, other.until), Math.max(total.from, other.from));
    const beside = STEADY.includes(type) && ONLY_PARTED.test(between);
    if (other_m < whole_m && !beside) continue;
    const without = content.slice(0, other.from).replace(/[\s,;/|:–—-]*(?:\bor\b|或|か)?\s*$/iu, '');
    return { reason: 'distances_disagree', nearest: without + content.slice(other.until) };
  }
  return null;
}

/** Checks that warming up, the parts and cooling down add up to the whole, where each of them is a distance. */
function otherSum(
  content: string,
  total: Total,
  { warmup, cooldown, parts }: DraftSession,
): SessionTextRead | null {
  if (total.distance_m === null || warmup === undefined || cooldown === undefined) return null;
  const amounts = [warmup, cooldown, ...parts].map((part) => ('distance_m' in part ? part.distance_m : null));
  if (parts.length === 0 || amounts.some((metres) => metres === null)) return null;
  const sum_m = amounts.reduce<number>((sum, metres) => sum + (metres ?? 0), 0);
  if (Math.abs(sum_m - total.distance_m) <= SAME * total.distance_m) return null;
  const said = content.slice(total.from, total.until);
  const miles = /mi|英里|哩|マイル/iu.test(said);
  const words = miles ? `${tenths(sum_m / METRES_PER_MILE)} mi` : `${tenths(sum_m / 1_000)} km`;
  return {
    reason: 'distances_disagree',
    nearest: content.slice(0, total.from) + words + content.slice(total.until),
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
