import { addDays, daysBetween, weekdayOf } from '../../shared/calendar.ts';
import { withSums } from './adapt-plan.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckContext, Finding } from './findings.ts';
import type { PlanContent, PlannedWorkout, PlanWeek } from './plan.ts';
import { repairSegments } from './repair-segments.ts';
import { soundSegments } from './segment-shapes.ts';
import { datesOfWeek } from './week-under-check.ts';
import { weeklyInfoOf } from './weekly-info.ts';

export type RepairedPlan = {
  readonly content: PlanContent;
  readonly repaired: Finding[];
  readonly findings: Finding[];
};

/**
 * Repairs what has exactly one right repair, and nothing else:
 * - segments (`repairSegments`): measures of 0, two measures that say the same, numbers of named zones, exchanged ends;
 * - sums of workouts from their segments, and those of weeks from their workouts;
 * - the weekday from a date in its week; the date from week and weekday where it is not in the calendar;
 * - the phase of workouts from that of their week; the order; data of weeks that the plan does not have.
 *
 * All other faults are left to a coach or a model: nothing is shortened here, and no workout is moved to another day.
 */
export function repairPlan(content: PlanContent, context: CheckContext): RepairedPlan {
  const before = checkPlan(content, context);
  if (before.length === 0) return { content, repaired: [], findings: [] };
  const repaired = repair(content, context);
  const after = checkPlan(repaired, context);
  const still = new Set(after.map(nameOf));
  return {
    content: repaired,
    repaired: before.filter((one) => !still.has(nameOf(one))),
    findings: after,
  };
}

function nameOf({ code, week_number, date }: Finding): string {
  return `${code} ${week_number} ${date}`;
}

function repair({ weekly_info, workouts }: PlanContent, context: CheckContext): PlanContent {
  const repaired = workouts
    .map((workout) => repairWorkout(workout, weekly_info, context))
    .sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  const said = Object.fromEntries(
    Object.entries(weekly_info).filter(([key]) => isOfPlan(key, context) || hasWorkouts(key, workouts)),
  );
  return { weekly_info: weeklyInfoOf(repaired, said), workouts: repaired };
}

function isOfPlan(key: string, { weeks }: CheckContext): boolean {
  const number = Number(key);
  return Number.isInteger(number) && String(number) === key && number >= 1 && number <= weeks;
}

function hasWorkouts(key: string, workouts: readonly PlannedWorkout[]): boolean {
  return workouts.some(({ week_number }) => String(week_number) === key);
}

function repairWorkout(
  workout: PlannedWorkout,
  weeks: Readonly<Record<string, PlanWeek>>,
  context: CheckContext,
): PlannedWorkout {
  const { runner } = context;
  const segments = repairSegments(workout.segments, runner);
  const placed = { ...workout, ...repairDay(workout, context), segments };
  const phase = weeks[workout.week_number]?.phase ?? workout.phase;
  // Faulty segments have no sums.
  return soundSegments(segments) ? withSums({ ...placed, phase }, runner) : { ...placed, phase };
}

function repairDay({ date, day, week_number }: PlannedWorkout, context: CheckContext) {
  if (!(Number.isInteger(week_number) && week_number >= 1 && week_number <= context.weeks))
    return { date, day };
  const dates = datesOfWeek(context, week_number);
  if (dates.includes(date)) return { date, day: weekdayOf(date) };
  // A date in another week is left alone, since nobody knows whether the date or the week is right.
  if (isDate(date)) return { date, day };
  return { date: dates.find((one) => weekdayOf(one) === day) ?? date, day };
}

/** Whether a text is a date of the calendar, which neither a word nor a 31st of February is. */
function isDate(date: string): boolean {
  return Number.isFinite(daysBetween('1970-01-01', date)) && addDays(date, 0) === date;
}
