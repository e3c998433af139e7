import { LONGEST_RUN_S } from '../../../training/planning/limits.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import { type DraftedDay, isSession } from './drafted-days.ts';
import { aroundMain } from './quality-session.ts';
import type { WeekBuilder } from './week-builder.ts';

/** What the days of a week are to come to. */
export type Share = {
  /** Metres of its running. Null: each day as many as it has, whatever becomes of its session. */
  readonly wanted_m: number | null;
  /** No run that is not edited gets longer than this. */
  readonly longest_m: number;
  /** From 0 to 1: how much of their sessions remains. */
  readonly sessions: number;
};

const LEAST_RUN_M = 1_000;
const LEAST_AROUND_M = 1_300;

/** The days with so many metres together: those that were edited as they are, sessions as far as said, easy running the rest. */
export function sharedMetres(builder: WeekBuilder, days: readonly DraftedDay[], share: Share): DraftedDay[] {
  const trimmed = days.map((day) => trimmedDay(builder, day, share));
  if (share.wanted_m === null) return trimmed;
  const elastic = trimmed.filter((day) => !day.edited && easyPlace(day) !== null);
  const metres = (day: DraftedDay) => metresOf(builder, day);
  const fixed = trimmed.filter((day) => !elastic.includes(day)).reduce((sum, day) => sum + metres(day), 0);
  const own_m = elastic.reduce((sum, day) => sum + metres(day), 0);
  const left_m = share.wanted_m - fixed;
  if (own_m === 0 || left_m < elastic.length * LEAST_RUN_M) return trimmed;
  const targets = targetsOf(elastic.map(metres), left_m, longestOf(builder, share));
  return trimmed.map((day) => {
    const target = targets[elastic.indexOf(day)];
    return target === undefined ? day : withMetres(day, target - metres(day));
  });
}

/** In proportion, but none above the longest; what that leaves goes to the others, and the last takes what rounding leaves. */
function targetsOf(own: readonly number[], all_m: number, longest_m: number): number[] {
  const full = new Set<number>();
  for (;;) {
    const open = own.flatMap((metres, index) => (full.has(index) ? [] : [metres]));
    const factor = (all_m - full.size * longest_m) / open.reduce((sum, metres) => sum + metres, 0);
    const over = own.findIndex((metres, index) => !full.has(index) && metres * factor > longest_m);
    if (over === -1) {
      const targets = own.map((metres, index) =>
        full.has(index) ? longest_m : roundDown(metres * factor, 100),
      );
      const last = own.findLastIndex((_, index) => !full.has(index));
      const rest = all_m - targets.reduce((sum, metres) => sum + metres, 0);
      return targets.map((metres, index) => (index === last ? metres + rest : metres));
    }
    full.add(over);
    // All at their longest: then what is asked for has no safe form, and the check says so.
    if (full.size === own.length) return targetsOf(own, all_m, Number.POSITIVE_INFINITY);
  }
}

function longestOf({ kit }: WeekBuilder, { longest_m }: Share): number {
  return roundDown(Math.min(longest_m, (LONGEST_RUN_S - 60) / kit.secondsAMetre('easy')), 100);
}

export function metresOf({ kit }: WeekBuilder, { segments, workout_type }: DraftedDay): number {
  return workout_type === 'race' ? 0 : kit.measure(segments, isRunning(workout_type)).distance_m;
}

/** Where the easy running of a run by metres is that may be longer or shorter: its longest stretch. */
function easyPlace({ segments, workout_type }: DraftedDay): number | null {
  if (isSession(workout_type) || !isRunning(workout_type) || workout_type === 'race') return null;
  const easy = segments.map(easyMetres);
  const longest = Math.max(...easy);
  return longest > 0 ? easy.indexOf(longest) : null;
}

function easyMetres({ target, distance_m }: Segment): number {
  return target?.zone === 'easy' || target?.zone === 'recovery' ? (distance_m ?? 0) : 0;
}

/** The day with more or less of its easy running; never less than a little of it. */
export function withMetres(day: DraftedDay, more_m: number): DraftedDay {
  const place = easyPlace(day) ?? day.segments.findIndex(({ kind }) => kind === 'cooldown');
  const segment = day.segments[place];
  if (segment?.distance_m === undefined || more_m === 0) return day;
  const distance_m = Math.max(100, segment.distance_m + more_m);
  return { ...unkept(day), segments: day.segments.with(place, { ...segment, distance_m }) };
}

function unkept({ kept: _, ...day }: DraftedDay): DraftedDay {
  return day;
}

/** A session that was not edited with fewer repetitions, or a shorter stretch, and with as much less around it. */
function trimmedDay({ brief, kit }: WeekBuilder, day: DraftedDay, { sessions, wanted_m }: Share): DraftedDay {
  if (day.edited || sessions >= 1 || !isSession(day.workout_type)) return day;
  const around = day.segments.filter(isAround);
  if (around.some(({ distance_m }) => distance_m === undefined)) return day;
  const segments = day.segments
    .filter((segment) => !isAround(segment))
    .map((segment) => trimmedPart(segment, sessions));
  const main = { segments, distance_m: kit.measure(segments).distance_m };
  const around_m = around.reduce((sum, { distance_m }) => sum + (distance_m ?? 0), 0) * sessions;
  const smaller_m = Math.ceil((main.distance_m + Math.max(LEAST_AROUND_M, around_m)) / 100) * 100;
  const total_m = wanted_m === null ? kit.measure(day.segments).distance_m : smaller_m;
  const level = brief.runner.experience_level;
  return { ...unkept(day), segments: aroundMain(main, { level, total_m, least_m: 0 }, kit, total_m) };
}

function isAround({ kind }: Segment): boolean {
  return kind === 'warmup' || kind === 'cooldown';
}

function trimmedPart(segment: Segment, share: number): Segment {
  const { repeat, distance_m, target } = segment;
  if (repeat !== undefined) {
    const times = Math.max(1, Math.floor(repeat.times * share));
    return { ...segment, repeat: { ...repeat, times } };
  }
  if (distance_m === undefined || target?.zone === 'recovery') return segment;
  const step = distance_m >= 2_000 ? 500 : 100;
  return { ...segment, distance_m: Math.max(step, roundDown(distance_m * share, step)) };
}
