import type { PlanBrief } from '../plan-request/plan-brief.ts';
import type { DayLimits } from '../planning/day-limits.ts';
import type { ExperienceLevel, Segment } from '../planning/plan.ts';
import { LONGEST_RUN } from '../planning/race-limits.ts';
import { racesOfPlan } from '../planning/race-of-plan.ts';
import type { SkeletonWeek } from '../planning/skeleton.ts';
import { MOST_OF_WEEK, roundDown } from '../planning/weekly-volumes.ts';
import type { WorkoutType } from '../workout-types.ts';
import { fillBesideLong, fillEasyDays } from './fill-easy-days.ts';
import {
  daysToRun,
  type FilledDay,
  type Filling,
  isShortOfBeginner,
  LAST_RUN_WALK,
  leastOf,
  leastRun,
  metresLeft,
  mostOfShort,
  put,
} from './filling.ts';
import type { WeekSessions } from './plan-sessions.ts';
import { aroundMain, LEAST_AROUND_M } from './quality-session.ts';
import { runWalk, runWalkStep } from './run-walk.ts';
import type { SegmentBuilder } from './segment-builder.ts';
import { crossTraining, longRun, raceDistance, raceRun, strengthSession } from './steady-sessions.ts';

export type Measure = {
  /** Metres of the week's running, and of its longest run. */
  readonly volume_m: number;
  readonly longest_m: number;
  /** Whether somebody asked for exactly these metres, to the hundred. */
  readonly exactly: boolean;
};

/** Fills the days of a week with workouts and shares its metres among them. `lately` has the shapes of the last two long runs. */
export function fillWeek(
  brief: PlanBrief,
  builder: SegmentBuilder,
  week: SkeletonWeek,
  { volume_m: most_m, longest_m, exactly }: Measure,
  { planned, lately }: { readonly planned: WeekSessions; readonly lately: readonly string[] },
): FilledDay[] {
  const { half_m, tenth_m, halves_from_m } = builder.units;
  const whole = Math.abs(most_m - Math.round(most_m / half_m) * half_m) < 1;
  const step = most_m >= halves_from_m && (!exactly || whole) ? half_m : tenth_m;
  // The tolerance is for miles, which are not whole metres.
  const volume_m = roundDown(most_m + 0.5, step);
  const filling: Filling = {
    brief,
    builder,
    week,
    races: racesOfPlan(brief),
    level: brief.runner.experience_level,
    volume_m,
    long_m: longMetres(brief, builder, week, { longest_m, most_m, volume_m }),
    longest_m: exactly ? Number.POSITIVE_INFINITY : longest_m,
    step,
    planned,
    run_walk: runWalkStep(brief, week.number),
    days: new Map(),
  };
  for (const day of week.days) {
    if (day.role !== 'race') continue;
    const race = filling.races.find(({ date }) => date === day.date);
    const { event, distance_m } = race ?? {
      event: brief.goal.event,
      distance_m: raceDistance(brief.goal.event),
    };
    put(filling, day, 'race', raceRun(builder, event, distance_m));
  }
  fillLongRun(filling, lately);
  if (planned.areFirst || week.phase === 'recovery') fillHardDays(filling);
  fillBesideLong(filling);
  fillHardDays(filling);
  fillEasyDays(filling);
  fillOtherDays(filling);
  return week.days.flatMap(({ date }) => filling.days.get(date) ?? []);
}

/** @param sizes `most_m` is the week before it was rounded to `volume_m` */
function longMetres(
  { goal, constraints }: PlanBrief,
  builder: SegmentBuilder,
  week: SkeletonWeek,
  { longest_m, most_m, volume_m }: { longest_m: number; most_m: number; volume_m: number },
): number {
  if (!week.days.some(({ role }) => role === 'long')) return 0;
  // Where a week is smaller than meant, its other runs are shortened first.
  const isAlone = week.days.filter(({ role }) => role !== 'cross' && role !== 'race').length === 1;
  const shrunk = Math.min(week.long_run_m, (isAlone ? 1 : MOST_OF_WEEK) * most_m);
  const most = Math.min(
    longest_m,
    volume_m,
    LONGEST_RUN[goal.event].most_s / builder.secondsAMetre('easy'),
    constraints.longest_run_m ?? Number.POSITIVE_INFINITY,
  );
  const { half_m, tenth_m, halves_from_m } = builder.units;
  const unit = most_m >= halves_from_m ? half_m : tenth_m;
  const wanted_m = Math.ceil(shrunk / unit - 1e-6) * unit;
  // For short long runs each hundred metres counts.
  const long_m =
    wanted_m <= most ? wanted_m : roundDown(most, builder.units.whole_m === 1_000 ? tenth_m : unit);
  return long_m < leastRun(builder) ? 0 : long_m;
}

function fillLongRun(filling: Filling, lately: readonly string[]): void {
  const { builder, week, long_m, level, planned, run_walk } = filling;
  const day = week.days.find(({ role }) => role === 'long');
  // A run that is too short for a long run becomes an easy run.
  if (day === undefined || long_m === 0) return;
  const isShort = level === 'beginner' && isShortOfBeginner(builder, long_m);
  if (run_walk !== null || isShort) {
    put(filling, day, 'long-run', runWalk(builder, long_m, run_walk ?? LAST_RUN_WALK));
    return;
  }
  const run = (varied: boolean) => longRun(builder, { distance_m: long_m }, level, planned.end, varied);
  const isRepeated = lately.length === 2 && lately.every((one) => one === shapeOf(run(false)));
  put(filling, day, 'long-run', run(isRepeated));
}

export function shapeOf(segments: readonly Segment[]): string {
  return JSON.stringify(
    segments.map(({ kind, distance_m, duration_s, repeat }) => [kind, distance_m, duration_s, repeat?.times]),
  );
}

/** Places the planned sessions; a day without room for its session is left for an easy run. */
function fillHardDays(filling: Filling): void {
  const { builder, week, level, planned, long_m, step } = filling;
  const days = week.days.flatMap((day) => {
    const session = planned.sessions.get(day.date);
    return session === undefined || filling.days.has(day.date) ? [] : [{ day, session }];
  });
  const runs = daysToRun(filling).length;
  const average_m = metresLeft(filling) / Math.max(1, runs);
  for (const [place, { day, session }] of days.entries()) {
    const left_m = metresLeft(filling);
    const daysLeft = days.length - place;
    const easy_m = (runs - days.length) * leastOf(filling);
    const least_m = session.main.distance_m + LEAST_AROUND_M;
    const spare_m = Math.max(
      left_m / daysLeft > least_m ? (left_m - easy_m) / daysLeft : 0,
      Math.min(least_m, left_m),
    );
    if (spare_m < least_m) continue;
    const isAlone = runs === days.length;
    const beside_m = long_m === 0 || isAlone ? spare_m : Math.min(spare_m, Math.max(long_m - step, least_m));
    const total_m = Math.min(beside_m, Math.max(mostOfShort(filling, day), least_m));
    const around = { level, total_m, least_m: Math.min(average_m, total_m) };
    const isExact = isAlone && daysLeft === 1 && total_m <= 2 * least_m;
    const exact = isExact ? roundDown(total_m, builder.units.tenth_m) : undefined;
    put(filling, day, session.type, aroundMain(session.main, around, builder, exact));
  }
}

function fillOtherDays(filling: Filling): void {
  const { brief, builder, week, days } = filling;
  const others = week.days.filter(({ date }) => !days.has(date));
  for (const [index, day] of others.entries()) {
    const other = otherSession(brief, builder, week, { index, limits: day.limits });
    if (other !== null) put(filling, day, other.type, other.segments);
  }
}

const MINUTES: Readonly<Record<ExperienceLevel, { readonly cross: number; readonly strength: number }>> = {
  beginner: { cross: 30, strength: 20 },
  intermediate: { cross: 45, strength: 30 },
  advanced: { cross: 60, strength: 40 },
};

/**
 * The workout of a training day without running: strength once or twice a week, but not in the days after a race, else cross-training.
 * Where both are excluded it is a short run-walk, or null where the day may stay empty.
 */
function otherSession(
  brief: PlanBrief,
  builder: SegmentBuilder,
  week: SkeletonWeek,
  { index, limits }: { readonly index: number; readonly limits: DayLimits },
): { readonly type: WorkoutType; readonly segments: readonly Segment[] } | null {
  const { exclude } = brief.constraints;
  const { cross, strength } = MINUTES[brief.runner.experience_level];
  // There is less of it before and after a race, and in light weeks.
  const share = week.phase === 'taper' || week.phase === 'recovery' ? 2 / 3 : 1;
  const minutes = (usual: number): number => Math.round((usual * share) / 5) * 5 * 60;
  const strong = index % 3 === 0 && !week.days.some(({ role }) => role === 'race');
  const order: readonly WorkoutType[] = strong
    ? ['strength', 'cross-training']
    : ['cross-training', 'strength'];
  const type = order.find((one) => !exclude.includes(one) && (limits.strength || one !== 'strength'));
  if (type === undefined && limits.rest) return null;
  if (type === undefined) return { type: 'easy-run', segments: runWalk(builder, 0, 0) };
  return type === 'strength'
    ? { type, segments: strengthSession(builder, minutes(strength)) }
    : { type, segments: crossTraining(builder, minutes(cross)) };
}
