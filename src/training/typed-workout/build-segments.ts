import { MAX_TIMES } from '../plan-input/limits.ts';
import { NOBODY } from '../plan-input/nobody.ts';
import { PLAUSIBLE } from '../planning/limits.ts';
import { targetOf } from '../planning/paces.ts';
import type { Segment, StepKind, Target } from '../planning/plan.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { Amount, Token } from './tokens.ts';

export const UNREAD_WORKOUT_REASONS = [
  'not_understood',
  'length_missing',
  'beyond_limits',
  'two_targets',
  'too_deep',
  'bracket_missing',
] as const;
type UnreadWorkoutReason = (typeof UNREAD_WORKOUT_REASONS)[number];

type At = { readonly from: number; readonly until: number };
type UnreadToken = At & { readonly reason: UnreadWorkoutReason };

export type Built = {
  readonly segments: readonly Segment[];
  readonly types: readonly WorkoutType[];
  readonly has_hills: boolean;
  readonly has_strides: boolean;
  readonly unread: readonly UnreadToken[];
};

/** The length of strides without one, followed by as much jogging, as in plans. */
const STRIDE = { distance_m: 100 } as const;
/** Paces of the flat do not apply uphill. */
const UPHILL: Target = { type: 'effort', min: 8, max: 9, zone: null };
const MOST_STRETCHES = 100;

type Part = At & {
  readonly amounts: readonly Amount[];
  target: Target | null;
  role: StepKind | null;
};
type Clause = {
  times: { readonly count: number; readonly at: At } | null;
  group: { readonly segments: readonly Segment[] } | null;
  parts: Part[];
  /** A target that stands before its length. */
  target: Target | null;
  target_at: At | null;
  role: StepKind | null;
  role_at: At | null;
  is_strides: boolean;
  strides_at: At | null;
  is_hill: boolean;
  /** The place of "last 5 km", which is a part of the stretch before it. */
  last_at: At | null;
  unread: UnreadToken[];
};

type Level = { readonly segments: Segment[]; readonly depth: number };
type Building = {
  readonly tokens: readonly Token[];
  readonly text: string;
  place: number;
  readonly types: WorkoutType[];
  has_hills: boolean;
  has_strides: boolean;
  readonly unread: UnreadToken[];
};

/** Builds segments from tokens. Parts that fit no segment are listed with their places, and are the note of the segment beside them. */
export function buildSegments(text: string, tokens: readonly Token[]): Built {
  const building: Building = {
    ...{ tokens, text, place: 0, types: [], has_hills: false, has_strides: false, unread: [] },
  };
  const segments = readLevel(building, 0);
  return { ...building, segments };
}

function readLevel(building: Building, depth: number): Segment[] {
  const level: Level = { segments: [], depth };
  let clause = newClause();
  for (; building.place < building.tokens.length; building.place += 1) {
    const token = building.tokens[building.place];
    if (token === undefined) break;
    if (token.is === 'close') {
      if (depth > 0) break;
      clause.unread.push(unreadOf(token, 'bracket_missing'));
    } else if (isTimes(token) && depth >= PLAUSIBLE.repeats_deep) {
      clause.unread.push(unreadOf(token, 'too_deep'));
    } else if (token.is === 'break' || (token.is === 'times' && !isAlone(clause))) {
      endClause(building, level, clause);
      clause = newClause();
      if (token.is === 'times') take(building, clause, token);
    } else if (token.is === 'open') readGroup(building, clause, depth);
    else take(building, clause, token);
  }
  endClause(building, level, clause);
  return level.segments;
}

const newClause = (): Clause => ({
  ...{ times: null, group: null, parts: [], target: null, target_at: null, role: null, role_at: null },
  ...{ is_strides: false, strides_at: null, is_hill: false, last_at: null, unread: [] },
});

const unreadOf = ({ from, until }: At, reason: UnreadWorkoutReason): UnreadToken => ({ from, until, reason });

function readGroup(building: Building, clause: Clause, depth: number): void {
  const open = building.tokens[building.place];
  const isRepeated = clause.times !== null && isAlone(clause);
  if (open === undefined || depth >= PLAUSIBLE.repeats_deep || !isRepeated) {
    skipGroup(building, clause, isRepeated ? 'too_deep' : 'not_understood');
    return;
  }
  building.place += 1;
  const before = building.unread.length;
  const segments = readLevel(building, depth + 1);
  const close = building.tokens[building.place];
  const at = { from: open.from, until: close?.until ?? building.text.length };
  if (segments.length === 0) {
    building.unread.length = before;
    clause.unread.push(unreadOf(at, 'not_understood'));
    return;
  }
  if (close === undefined) clause.unread.push(unreadOf(open, 'bracket_missing'));
  clause.group = { segments };
}

function skipGroup(building: Building, clause: Clause, reason: UnreadWorkoutReason): void {
  const { tokens, text } = building;
  const from = tokens[building.place]?.from ?? 0;
  let open = 0;
  for (; building.place < tokens.length; building.place += 1) {
    const is = tokens[building.place]?.is;
    if (is === 'open') open += 1;
    if (is === 'close') open -= 1;
    if (open === 0) break;
  }
  const until = tokens[building.place]?.until ?? text.length;
  clause.unread.push(unreadOf({ from, until }, reason));
}

function take(building: Building, clause: Clause, token: Token): void {
  switch (token.is) {
    case 'amount':
    case 'ladder':
      addPart(clause, token, token.is === 'amount' ? [token.amount] : token.amounts);
      return;
    case 'times':
    case 'times_after':
      if (clause.times !== null) clause.unread.push(unreadOf(token, 'not_understood'));
      else if (token.times < 1 || token.times > MAX_TIMES)
        clause.unread.push(unreadOf(token, 'beyond_limits'));
      else clause.times = { count: token.times, at: token };
      return;
    case 'zone':
      addTarget(building, clause, token, targetOf(token.zone, NOBODY));
      return;
    case 'target':
      addTarget(building, clause, token, token.target);
      return;
    case 'rest':
      addRole(building, clause, token, 'recovery');
      return;
    case 'warmup':
    case 'cooldown':
      addRole(building, clause, token, token.is);
      return;
    case 'strides':
      [clause.is_strides, clause.strides_at, building.has_strides] = [true, token, true];
      return;
    case 'hill':
      [clause.is_hill, building.has_hills] = [true, true];
      return;
    case 'last':
      clause.last_at = token;
      return;
    case 'type':
      building.types.push(token.type);
      return;
    case 'unknown':
      clause.unread.push(unreadOf(token, 'not_understood'));
  }
}

const isTimes = ({ is }: Token): boolean => is === 'times' || is === 'times_after';
const isAlone = ({ parts, group }: Clause): boolean => parts.length === 0 && group === null;

function addPart(clause: Clause, at: At, amounts: readonly Amount[]): void {
  if (!amounts.every(isPlausible)) {
    clause.unread.push(unreadOf(at, 'beyond_limits'));
    return;
  }
  clause.parts.push({ from: at.from, until: at.until, amounts, target: clause.target, role: clause.role });
  [clause.target, clause.target_at, clause.role, clause.role_at] = [null, null, null, null];
}

function isPlausible(amount: Amount): boolean {
  const [value, { minimum, maximum }] =
    'distance_m' in amount
      ? [amount.distance_m, PLAUSIBLE.stretch_m]
      : [amount.duration_s, PLAUSIBLE.stretch_s];
  return value >= minimum && value <= maximum;
}

function addTarget({ tokens, place }: Building, clause: Clause, at: At, target: Target): void {
  const last = clause.parts.at(-1);
  if (last !== undefined && last.target === null && last.role !== 'recovery') last.target = target;
  else if (clause.target === null && (last === undefined || amountFollows(tokens, place))) {
    clause.target = target;
    clause.target_at = at;
  } else if (last !== undefined && last.target === null) last.target = target;
  else clause.unread.push(unreadOf(at, 'two_targets'));
}

/** Reads "400m jog" and "jog 400m"; in a repeat the first length is the work where another one follows. */
function addRole({ tokens, place }: Building, clause: Clause, at: At, role: StepKind): void {
  const last = clause.parts.at(-1);
  const hasNext = amountFollows(tokens, place);
  const isWork =
    role === 'recovery' && clause.times !== null && (clause.parts.length === 1 || clause.group !== null);
  const isOfLast = last !== undefined && last.role === null && !(isWork && clause.group === null);
  if (isOfLast && !(hasNext && last.target !== null && role === 'recovery')) last.role = role;
  else if (clause.role === null && hasNext) [clause.role, clause.role_at] = [role, at];
  else if (last?.role !== role) clause.unread.push(unreadOf(at, 'length_missing'));
}

/** Whether a length follows in the same clause. */
function amountFollows(tokens: readonly Token[], place: number): boolean {
  for (let next = place + 1; next < tokens.length; next += 1) {
    const is = tokens[next]?.is;
    if (is === 'amount' || is === 'ladder' || is === 'times') return true;
    if (is === 'break' || is === 'close' || is === 'open') return false;
  }
  return false;
}

function endClause(building: Building, level: Level, clause: Clause): void {
  if (clause.target_at !== null && clause.parts.length === 0 && clause.group !== null) {
    clause.unread.push(unreadOf(clause.target_at, 'two_targets'));
  } else if (clause.target_at !== null) clause.unread.push(unreadOf(clause.target_at, 'length_missing'));
  if (clause.role_at !== null) clause.unread.push(unreadOf(clause.role_at, 'length_missing'));
  const made = segmentsOf(clause);
  if (clause.last_at !== null && !shortenLast(level.segments, made))
    clause.unread.push(unreadOf(clause.last_at, 'not_understood'));
  if (made === null && clause.times !== null) clause.unread.push(unreadOf(clause.times.at, 'length_missing'));
  if (made === null && clause.strides_at !== null)
    clause.unread.push(unreadOf(clause.strides_at, 'length_missing'));
  const noted = withNote(made ?? [], noteOf(building.text, clause.unread));
  building.unread.push(...clause.unread);
  const between = made === null ? null : restOf(clause);
  const last = level.segments.at(-1);
  if (between !== null && last?.repeat !== undefined && hasNoRest(last)) {
    const segments = [...last.repeat.segments, ...noted];
    level.segments[level.segments.length - 1] = { ...last, repeat: { ...last.repeat, segments } };
    return;
  }
  for (const segment of noted) {
    if (level.segments.length < MOST_STRETCHES) level.segments.push(segment);
    else if (clause.parts[0] !== undefined) building.unread.push(unreadOf(clause.parts[0], 'beyond_limits'));
  }
}

/** In "18 km, last 5 km at marathon pace" the stretch before is shortened by the last one. */
function shortenLast(segments: Segment[], made: readonly Segment[] | null): boolean {
  const [before, after] = [segments.at(-1), made?.[0]];
  if (before === undefined || after === undefined || made?.length !== 1) return false;
  for (const name of ['distance_m', 'duration_s'] as const) {
    const [all, part] = [before[name], after[name]];
    if (all === undefined || part === undefined || part >= all) continue;
    segments[segments.length - 1] = { ...before, [name]: all - part };
    return true;
  }
  return false;
}

/** The rest of a repeat that follows in its own clause, as in "3x1200m, jog 400m". */
const restOf = ({ times, parts, group }: Clause): Part | null =>
  times === null && group === null && parts.length === 1 && parts[0]?.role === 'recovery' ? parts[0] : null;
const hasNoRest = ({ repeat }: Segment): boolean =>
  repeat?.segments.every(({ kind }) => kind !== 'recovery') ?? false;

function segmentsOf(clause: Clause): Segment[] | null {
  const { times, group, parts, is_strides, is_hill } = clause;
  const target = is_hill ? UPHILL : is_strides ? targetOf('repetition', NOBODY) : null;
  const steps = (part: Part): Segment[] => part.amounts.map((amount) => stepOf(part, amount, target));
  if (group !== null && times !== null)
    return [
      {
        kind: 'repeat',
        repeat: { times: times.count, segments: [...group.segments, ...parts.flatMap(steps)] },
      },
    ];
  if (is_strides && times === null && parts.length === 0) return null;
  if (is_strides && parts.length === 0 && times !== null)
    return [repeated(times.count, [stretch('work', STRIDE, target), stretch('recovery', STRIDE, null)])];
  const [first, ...others] = parts;
  if (first === undefined) return null;
  if (times === null) return inRow(parts, steps);
  const rests = others.findIndex(({ role }) => role !== 'recovery');
  const until = rests === -1 ? others.length : rests;
  const jogs = others.slice(0, until).flatMap(steps);
  const usual = is_strides && jogs.length === 0 ? [stretch('recovery', STRIDE, null)] : jogs;
  return [repeated(times.count, [...steps(first), ...usual]), ...inRow(others.slice(until), steps)];
}

/** The parts in their order; the jogging after a ladder goes between its stretches. */
function inRow(parts: readonly Part[], steps: (part: Part) => Segment[]): Segment[] {
  const [first, jog, ...others] = parts;
  if (first === undefined) return [];
  const isLadder = first.amounts.length > 1 && jog?.role === 'recovery';
  if (!isLadder) return parts.flatMap(steps);
  const between = steps(jog);
  const works = steps(first);
  return [
    ...works.flatMap((step, place) => (place < works.length - 1 ? [step, ...between] : [step])),
    ...others.flatMap(steps),
  ];
}

const repeated = (times: number, segments: readonly Segment[]): Segment => ({
  kind: 'repeat',
  repeat: { times, segments },
});

function stepOf({ role, target }: Part, amount: Amount, otherwise: Target | null): Segment {
  return stretch(role ?? 'work', amount, target ?? (role === null ? otherwise : null));
}

function stretch(kind: StepKind, amount: Amount, target: Target | null): Segment {
  return { kind, ...amount, ...(target === null ? {} : { target }) };
}

function noteOf(text: string, unread: readonly At[]): string {
  return joined(text, unread)
    .map(({ from, until }) => text.slice(from, until).trim())
    .filter((words) => /[\p{L}\p{N}]/u.test(words))
    .join(' … ');
}

/** Joins neighbouring ranges, also across spaces. */
export function joined<Range extends At>(text: string, ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((one, other) => one.from - other.from);
  const all: Range[] = [];
  for (const range of sorted) {
    const last = all.at(-1);
    const isNext =
      last !== undefined &&
      Reflect.get(last, 'reason') === Reflect.get(range, 'reason') &&
      text.slice(last.until, range.from).trim() === '';
    if (isNext) all[all.length - 1] = { ...last, until: Math.max(last.until, range.until) };
    else all.push(range);
  }
  return all;
}

function withNote(segments: readonly Segment[], note: string): Segment[] {
  const [first, ...others] = segments;
  if (first === undefined || note === '') return [...segments];
  return [{ ...first, note }, ...others];
}
