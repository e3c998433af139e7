import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { Runner } from '../../../training/planning/paces.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import type { Session, SessionSegment } from './session.ts';
import type { Slot } from './slots.ts';
import { measureSession } from './to-workout.ts';

/**
 * Brings what a model proposes to the size that the rules decided: easy stretches are made longer or shorter, warm-ups and
 * cool-downs among them. A model can not add, and volume is what keeps runners from injury.
 */

/**
 * In the order in which they are tried. `round`: to what people say, 100 m or whole minutes; easy runs make up for hard sessions that
 * are longer or shorter than they were meant. `exact`: the same to the metre or second. `sized`: hard sessions are brought to their
 * size as well.
 */
export const FITTINGS = ['round', 'exact', 'sized'] as const;
export type Fitting = (typeof FITTINGS)[number];

/** How much an easy stretch may change by before it is not what was proposed any more. */
const LEAST_OF_STRETCH = 0.25;
const MOST_OF_STRETCH = 4;
/** What all easy runs of a week take in of hard sessions that came out longer or shorter. */
const LEAST_OF_EASY = 0.6;
const MOST_OF_EASY = 1.4;

export type SlotSession = { readonly slot: Slot; readonly session: Session };
type Size = { readonly unit: 'distance_m' | 'duration_s'; readonly amount: number };

/** The sessions in the sizes of their slots; of those that can not be brought to it, the slots. */
export function fitWeek(
  proposed: readonly SlotSession[],
  runner: Runner,
  fitting: Fitting,
): { readonly sessions: readonly Session[] } | { readonly misfits: readonly Slot[] } {
  const share = fitting === 'sized' ? null : shareOfEasy(proposed, runner);
  const sized = proposed.map((one) => ({ ...one, size: sizeOf(one.slot, share) }));
  const fitted = sized.map(({ slot, session, size }) => ({
    slot,
    session:
      size === null ? session : fitSession(session, size, runner, slot.fixed === null && fitting === 'round'),
  }));
  const misfits = fitted.filter(({ session }) => session === null).map(({ slot }) => slot);
  if (misfits.length > 0) return { misfits };
  return { sessions: fitted.flatMap(({ session }) => (session === null ? [] : [session])) };
}

/** Null: hard sessions are as long as they come, since easy runs make up for it. */
type EasyShare = number | null;

/** What easy runs are multiplied by to make up for hard sessions; null where they can not, and hard sessions get sizes too. */
function shareOfEasy(proposed: readonly SlotSession[], runner: Runner): EasyShare {
  const free = proposed.filter(({ slot }) => slot.fixed === null && isRunning(slot.base.workout_type));
  const hard = free.filter(({ slot }) => HARD_TYPES.has(slot.base.workout_type));
  const easy = free
    .filter(({ slot }) => isEasy(slot))
    .reduce((sum, { slot }) => sum + slot.base.distance_m, 0);
  const longer = hard.reduce(
    (sum, { slot, session }) => sum + measureSession(session, runner).distance_m - slot.base.distance_m,
    0,
  );
  const share = easy === 0 ? null : (easy - longer) / easy;
  return share !== null && share >= LEAST_OF_EASY && share <= MOST_OF_EASY ? share : null;
}

function isEasy({ base: { workout_type } }: Slot): boolean {
  return isRunning(workout_type) && !HARD_TYPES.has(workout_type) && workout_type !== 'long-run';
}

function sizeOf(slot: Slot, share: EasyShare): Size | null {
  const { base, fixed } = slot;
  if (fixed === 'duration_s' || !isRunning(base.workout_type))
    return { unit: 'duration_s', amount: base.duration_s };
  const size = { unit: 'distance_m', amount: base.distance_m } as const;
  if (fixed !== null) return size;
  if (HARD_TYPES.has(base.workout_type)) return share === null ? size : null;
  return isEasy(slot) ? { ...size, amount: Math.round(size.amount * (share ?? 1)) } : size;
}

/** The session with its easy stretches changed so that it comes to the size; null where they would have to change too much. */
function fitSession(
  session: Session,
  { unit, amount }: Size,
  runner: Runner,
  round: boolean,
): Session | null {
  const elastic = session.segments.map(isElastic);
  const sizes = session.segments.map((segment) => measure(session, [segment], runner, unit));
  const sum = (chosen: boolean): number =>
    sizes.reduce((all, size, index) => all + (elastic[index] === chosen ? size : 0), 0);
  const factor = (amount - sum(false)) / sum(true);
  if (!(factor >= LEAST_OF_STRETCH && factor <= MOST_OF_STRETCH)) return null;
  if (round) {
    const segments = session.segments.map((one, index) => (elastic[index] ? scaled(one, factor) : one));
    return { ...session, segments };
  }
  const whole = sizes.map((size, index) => (elastic[index] ? Math.round(size * factor) : size));
  const rest = amount - whole.reduce((all, size) => all + size, 0);
  const longest = whole.indexOf(Math.max(...whole.filter((_, index) => elastic[index])));
  return {
    ...session,
    segments: session.segments.map((segment, index) =>
      elastic[index] ? sizedTo(segment, unit, (whole[index] ?? 0) + (index === longest ? rest : 0)) : segment,
    ),
  };
}

function measure(
  session: Session,
  segments: readonly SessionSegment[],
  runner: Runner,
  unit: Size['unit'],
): number {
  return measureSession({ ...session, segments }, runner)[unit];
}

function isElastic(segment: SessionSegment): boolean {
  return segment.kind !== 'repeat' && (segment.zone === 'easy' || segment.zone === 'recovery');
}

const ROUND_M = 100;
const ROUND_S = 60;

function scaled(segment: SessionSegment, factor: number): SessionSegment {
  if (segment.kind === 'repeat') return segment;
  const { distance_m, duration_s } = segment;
  return {
    ...segment,
    distance_m: distance_m === null ? null : roundTo(distance_m * factor, ROUND_M),
    duration_s: duration_s === null ? null : roundTo(duration_s * factor, ROUND_S),
  };
}

function roundTo(amount: number, step: number): number {
  return Math.max(step, Math.round(amount / step) * step);
}

function sizedTo(segment: SessionSegment, unit: Size['unit'], amount: number): SessionSegment {
  return segment.kind === 'repeat'
    ? segment
    : { ...segment, distance_m: null, duration_s: null, [unit]: amount };
}
