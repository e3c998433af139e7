import { addDays, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';
import { type DayLimits, dayLimits } from './day-limits.ts';
import { placeDays } from './place-days.ts';
import type { ExperienceLevel } from './plan.ts';
import { plannedWindows } from './planned-windows.ts';
import { racesOfPlan, racesToTaperFor } from './race-of-plan.ts';
import { isUltra, type PlacedWeek, shareDays } from './share-days.ts';
import type { PlacedDay, SkeletonWeek } from './skeleton.ts';
import { type WeekShape, weekShapes } from './week-shapes.ts';
import { roundDown, type WeekVolume, weeklyVolumes } from './weekly-volumes.ts';

export type SkeletonOptions = {
  readonly seed: number;
};

/** The phase, the volume and the role of each day, for each week of a plan in order. The same numbers give the same weeks. */
export function buildSkeleton(numbers: PlanNumbers, { seed }: SkeletonOptions): SkeletonWeek[] {
  const small = racesOfPlan(numbers).filter(({ priority }) => priority === 'c');
  const limits = dayLimits(numbers, [...small, ...racesToTaperFor(numbers)]);
  const windows = plannedWindows(numbers);
  const days = trainingDays(numbers);
  const long_run_day = longRunDay(numbers, days);
  const shapes = weekShapes(numbers);
  const volumes = weeklyVolumes(shapes, numbers, { days, long_run_day, limits, windows });
  const placed = placeWeeks(numbers, shapes, { volumes, days, long_run_day, limits, seed });
  const shared = shareDays(numbers, placed, { limits, windows });
  return shapes.slice(0, numbers.weeks).map((shape, index) => {
    const own = shared[index] ?? [];
    const long = own.find(({ role }) => role === 'long');
    return {
      number: shape.number,
      phase: shape.phase,
      volume_m: roundDown(own.reduce((sum, { run_m }) => sum + run_m, 0) + 50, 100),
      long_run_m: long?.run_m ?? 0,
      days: own,
    };
  });
}

type Placing = {
  readonly volumes: readonly WeekVolume[];
  readonly days: readonly Weekday[];
  readonly long_run_day: Weekday | undefined;
  readonly limits: (date: string) => DayLimits;
  readonly seed: number;
};

function placeWeeks(
  numbers: PlanNumbers,
  shapes: readonly WeekShape[],
  { volumes, days, long_run_day, limits, seed }: Placing,
): PlacedWeek[] {
  const races = racesOfPlan(numbers);
  const level = numbers.runner.experience_level;
  const weeks: PlacedWeek[] = [];
  let lastHard: string | null = null;
  for (const [index, shape] of shapes.entries()) {
    const volume = volumes[index];
    if (volume === undefined) break;
    const isRested = weeks.at(-1)?.days.every(({ role }) => role !== 'quality') ?? true;
    const own = placeDays(numbers, {
      shape,
      level,
      days,
      long_run_day,
      runs: volume.runs,
      quality: hardDaysOf(shape, volume, { level, seed, isRested }),
      races,
      limits,
      last_hard: lastHard,
    });
    const isHard = ({ role }: PlacedDay): boolean =>
      role === 'quality' || role === 'race' || (level === 'beginner' && role === 'long');
    lastHard = own.findLast(isHard)?.date ?? lastHard;
    weeks.push({ volume, days: own });
  }
  return isUltra(numbers.goal.event) ? weeks.map((week, index) => backToBack(week, shapes[index])) : weeks;
}

/** Before an ultramarathon, building weeks also have a run on the day before or after the long run. */
function backToBack(week: PlacedWeek, shape: WeekShape | undefined): PlacedWeek {
  const long = week.days.findIndex(({ role }) => role === 'long');
  const date = week.days[long]?.date;
  if (date === undefined || shape?.load !== 'build') return week;
  const beside = [-1, 1, -6, 6].map((days) => addDays(date, days));
  const open = beside.flatMap(
    (day) => week.days.find((one) => one.date === day && one.role !== 'race') ?? [],
  );
  const [next] = open.filter(({ role }) => role !== 'quality').concat(open);
  if (next === undefined) return week;
  return { ...week, days: week.days.map((day) => (day === next ? { ...day, role: 'easy' as const } : day)) };
}

/** The training days without the days off; all of them where none would be left. */
export function trainingDays({ workout_days, constraints }: PlanNumbers): readonly Weekday[] {
  const left = workout_days.filter((day) => !constraints.days_off.includes(day));
  return left.length === 0 ? workout_days : left;
}

/** The day of the long run where nobody asked for one: on the weekend, else in this order. */
const LONG_RUN_DAYS: readonly Weekday[] = [
  'sunday',
  'saturday',
  'wednesday',
  'thursday',
  'friday',
  'tuesday',
  'monday',
];

/** Before an ultramarathon the long run is on a day that has another training day beside it, where there is one. */
function longRunDay(
  { goal, constraints, start_date }: PlanNumbers,
  days: readonly Weekday[],
): Weekday | undefined {
  const { long_run_day } = constraints;
  if (long_run_day !== null && days.includes(long_run_day)) return long_run_day;
  const order = LONG_RUN_DAYS.filter((day) => days.includes(day));
  if (!isUltra(goal.event)) return order[0];
  const week = Array.from({ length: 7 }, (_, index) => weekdayOf(addDays(start_date, index)));
  const hasNeighbour = (day: Weekday): boolean => {
    const at = week.indexOf(day);
    return [week[at - 1], week[at + 1]].some((other) => other !== undefined && days.includes(other));
  };
  return order.find(hasNeighbour) ?? order[0];
}

/**
 * The number of hard days of a week, beside its long run and its race. A lighter week keeps its key workout, except
 * for a beginner whose week before had no hard day. With up to three runs the second hard part of the week is in the long run.
 */
function hardDaysOf(
  { phase, load, number }: WeekShape,
  { runs }: WeekVolume,
  {
    level,
    seed,
    isRested,
  }: { readonly level: ExperienceLevel; readonly seed: number; readonly isRested: boolean },
): number {
  // With one run a week, every other one is hard after the base phase.
  if (runs === 1) return phase !== 'base' && load === 'build' && (number + seed) % 2 === 0 ? 1 : 0;
  if (load === 'after') return 0;
  if (load === 'taper' || load === 'light') return level === 'beginner' && isRested ? 0 : 1;
  if (level === 'beginner') return phase === 'base' && isRested ? 0 : 1;
  if (phase === 'base' && level === 'intermediate' && runs >= 5) return 1;
  return runs >= 4 ? 2 : 1;
}
