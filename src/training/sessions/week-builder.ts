import { addDays, daysBetween, type Weekday } from '../../shared/calendar.ts';
import { checkContext } from '../plan-request/check-context.ts';
import type { PlanBrief } from '../plan-request/plan-brief.ts';
import { buildSkeleton } from '../planning/build-skeleton.ts';
import { createPlanChecker, type PlanChecker, type ProposedWeek } from '../planning/check-plan.ts';
import type { Finding } from '../planning/findings.ts';
import type { PlannedWorkout, PlanWeek } from '../planning/plan.ts';
import { type PlannedWindow, plannedWindows } from '../planning/planned-windows.ts';
import { peakBefore } from '../planning/share-days.ts';
import type { SkeletonWeek } from '../planning/skeleton.ts';
import { isRunning } from '../planning/week-facts.ts';
import { mostVolume } from '../planning/week-limits.ts';
import { sumsOfWeek } from '../planning/weekly-info.ts';
import { fillWeek, type Measure, shapeOf } from './fill-week.ts';
import type { FilledDay } from './filling.ts';
import { createSessionPlanner, type SessionPlanner, type WeekSessions } from './plan-sessions.ts';
import type { PlanWords } from './plan-words.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';

export const ADJUSTMENT_REASONS = ['week_total', 'library'] as const;

export type AdjustedWeek = {
  readonly week_number: number;
  readonly days: readonly Weekday[];
  /** The heading asks for another total than its lines have, or only library workouts may be used. */
  readonly reason: (typeof ADJUSTMENT_REASONS)[number];
};

export type BuiltWeek = {
  /** From 1. */
  readonly number: number;
  readonly workouts: readonly PlannedWorkout[];
  readonly info: PlanWeek;
  readonly findings?: readonly Finding[];
  readonly adjusted?: AdjustedWeek;
};

/** Builds weeks by rules alone, each after the weeks that a checker has accepted. */
export type WeekBuilder = {
  readonly brief: PlanBrief;
  readonly builder: SegmentBuilder;
  readonly words: PlanWords;
  readonly skeleton: readonly SkeletonWeek[];
  checker(): PlanChecker;
  /**
   * Builds the week of the skeleton, as large and as hard as the checker allows after the weeks before it; with `exactly` in its full
   * size, allowed or not.
   */
  build(week: SkeletonWeek, checker: PlanChecker, exactly?: boolean): BuiltWeek;
  /** Adds texts, sums and ids to a filled week. */
  finish(week: SkeletonWeek, filled: readonly FilledDay[]): BuiltWeek;
};

/** Attempts from the planned week to one that is always safe: shares of the week's metres, and whether hard days are hard. */
const ATTEMPTS: readonly (readonly [number, boolean])[] = [
  [1, true],
  [0.97, true],
  [0.93, true],
  [0.97, false],
  [0.9, false],
  [0.8, false],
  [0.65, false],
  [0.5, false],
  [0.35, false],
];

export function createWeekBuilder(brief: PlanBrief, newId: () => string, words: PlanWords): WeekBuilder {
  const context = checkContext(brief);
  const builder = createSegmentBuilder(brief, words.note);
  const skeleton = buildSkeleton(brief, { seed: brief.seed });
  const sessions = createSessionPlanner(brief, builder, skeleton);
  const longRuns = new Map<number, string>();
  const done = new Map<string, number>();
  const windows = plannedWindows(brief);
  const finish = (week: SkeletonWeek, filled: readonly FilledDay[]): BuiltWeek => {
    const workouts = filled.map((day) => withWords(words, builder, week, day, newId()));
    return { number: week.number, workouts, info: weekInfo(words, week, workouts) };
  };
  return {
    brief,
    builder,
    words,
    skeleton,
    checker: () => createPlanChecker(context),
    build: (planned, checker, exactly = false) => {
      const week = exactly ? planned : easedAroundRaces({ brief, skeleton, windows }, planned, done);
      const lately = [...longRuns].filter(([number]) => number < week.number).slice(-2);
      const filled = fillSafely(brief, builder, week, checker, {
        exactly,
        sessions,
        lately: lately.map(([, shape]) => shape),
      });
      for (const { date, workout_type, segments } of filled)
        if (isRunning(workout_type) && workout_type !== 'race')
          done.set(date, builder.measure(segments).distance_m);
      const long = filled.find(({ workout_type }) => workout_type === 'long-run');
      if (long !== undefined) longRuns.set(week.number, shapeOf(long.segments));
      return finish(week, filled);
    },
    finish,
  };
}

/**
 * Reduces a week around a race where the weeks before it came out smaller than planned, since its volume is a share of theirs.
 *
 * @param done metres of each day so far, by date
 */
function easedAroundRaces(
  { brief, skeleton, windows }: Around,
  week: SkeletonWeek,
  done: ReadonlyMap<string, number>,
): SkeletonWeek {
  if (week.days.every(({ part }) => part === 0)) return week;
  const meant = skeleton.flatMap(({ days }) =>
    days.map(({ date, run_m }) => ({ at: daysBetween(brief.start_date, date), date, run_m })),
  );
  const first = addDays(brief.start_date, 7 * (week.number - 1));
  const run = meant.map((day) => (day.date < first ? { ...day, run_m: done.get(day.date) ?? 0 } : day));
  const days = week.days.map((day) => {
    const race = windows[day.part - 1]?.race;
    if (race === undefined) return day;
    const from = Math.min(...windows.filter((one) => one.race === race).map((one) => one.from));
    const share = peakBefore(brief, run, from) / Math.max(1, peakBefore(brief, meant, from));
    return share < 1 ? { ...day, run_m: day.run_m * share } : day;
  });
  const long = days.find(({ role }) => role === 'long');
  const less_m = sumOf(week.days) - sumOf(days);
  return { ...week, days, volume_m: week.volume_m - less_m, long_run_m: long?.run_m ?? 0 };
}

type Around = {
  readonly brief: PlanBrief;
  readonly skeleton: readonly SkeletonWeek[];
  readonly windows: readonly PlannedWindow[];
};

function sumOf(days: SkeletonWeek['days']): number {
  return days.reduce((sum, { run_m }) => sum + run_m, 0);
}

function fillSafely(
  brief: PlanBrief,
  builder: SegmentBuilder,
  week: SkeletonWeek,
  checker: PlanChecker,
  { exactly, sessions, lately }: { exactly: boolean; sessions: SessionPlanner; lately: readonly string[] },
): readonly FilledDay[] {
  const limits = checker.limits();
  const most_m = exactly ? week.volume_m : Math.min(week.volume_m, mostVolume(limits).most);
  const longest_m = limits.longest_run_m.most;
  let filled: readonly FilledDay[] = [];
  for (const [share, hard] of ATTEMPTS) {
    const volume_m = exactly ? most_m : most_m * share;
    const measure: Measure = { volume_m, longest_m, exactly };
    let planned = hard ? sessions.plan(week, volume_m) : NOTHING_HARD;
    filled = fillWeek(brief, builder, week, measure, { planned, lately });
    const done = doneWeek(builder, planned, filled);
    // Where the days have no room for all metres, the sessions are those of a smaller week, and only those for which there is room.
    const isSmaller = done.volume_m < ROOMY * volume_m;
    if (hard && !exactly && (isSmaller || done.sessions.length < planned.sessions.size)) {
      const actual_m = isSmaller ? ROOMY * done.volume_m : volume_m;
      planned = sessions.plan(week, volume_m, actual_m, Math.max(1, done.sessions.length));
      filled = fillWeek(brief, builder, week, measure, { planned, lately });
    }
    const wrong = checker.check(proposed(builder, week, filled));
    if (wrong.length > 0) continue;
    sessions.keep(week.number, doneWeek(builder, planned, filled));
    return filled;
  }
  return filled;
}

/** A week below this share of its planned metres came out too small. */
const ROOMY = 0.96;

const NOTHING_HARD: WeekSessions = { sessions: new Map(), end: null, areFirst: false };

function doneWeek(builder: SegmentBuilder, { sessions }: WeekSessions, filled: readonly FilledDay[]) {
  const runs = filled.filter(({ workout_type }) => isRunning(workout_type) && workout_type !== 'race');
  return {
    volume_m: runs.reduce((sum, { segments }) => sum + builder.measure(segments).distance_m, 0),
    sessions: [...sessions]
      .filter(([date, { type }]) => runs.some((run) => run.date === date && run.workout_type === type))
      .map(([date, session]) => ({ ...session, date })),
  };
}

function proposed(builder: SegmentBuilder, week: SkeletonWeek, filled: readonly FilledDay[]): ProposedWeek {
  const workouts = filled.map((day) => unnamed(builder, week, day, day.date));
  return { workouts, info: null };
}

function unnamed(builder: SegmentBuilder, week: SkeletonWeek, day: FilledDay, id: string): PlannedWorkout {
  const { date, workout_type, segments } = day;
  return {
    id,
    week_number: week.number,
    day: day.day,
    date,
    phase: week.phase,
    workout_type,
    title: '',
    description: '',
    ...builder.measure(segments, isRunning(workout_type)),
    segments,
    text_source: 'generated',
    source: 'generated',
  };
}

function withWords(
  words: PlanWords,
  builder: SegmentBuilder,
  week: SkeletonWeek,
  day: FilledDay,
  id: string,
): PlannedWorkout {
  if (day.kept !== undefined) return day.kept;
  const workout = unnamed(builder, week, day, id);
  return { ...workout, ...words.workout(workout) };
}

export function weekInfo(
  words: PlanWords,
  week: Pick<SkeletonWeek, 'number' | 'phase'>,
  workouts: readonly PlannedWorkout[],
): PlanWeek {
  const { number, phase } = week;
  const types = workouts.map(({ workout_type }) => workout_type);
  return {
    phase,
    focus: words.focus({ number, phase, types }),
    text_source: 'generated',
    ...sumsOfWeek(workouts),
  };
}
