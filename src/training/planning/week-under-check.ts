import { addDays, weekdayOf } from '../../shared/calendar.ts';
import { type DayLimitsOf, dayLimits } from './day-limits.ts';
import type { CheckContext, Finding, FindingCode } from './findings.ts';
import type { PlannedWorkout, PlanWeek } from './plan.ts';
import { racesOfPlan } from './race-of-plan.ts';
import type { WeekFacts } from './week-facts.ts';
import type { WeekLimits } from './week-limits.ts';

/** One week of a plan, as it is proposed. */
export type ProposedWeek = {
  readonly workouts: readonly PlannedWorkout[];
  /** Null: nobody has said anything of the week yet, and it is not missed. */
  readonly info: PlanWeek | null;
};

/** All that a rule looks at. */
export type WeekUnderCheck = ProposedWeek & {
  /** From 1. */
  readonly number: number;
  readonly context: CheckContext;
  /** The seven days of the week, and those of them that have a workout. */
  readonly dates: readonly string[];
  readonly wanted: ReadonlySet<string>;
  readonly day_limits: DayLimitsOf;
  readonly facts: WeekFacts;
  readonly before: readonly WeekFacts[];
  readonly limits: WeekLimits;
};

/** One family of rules, held against one week. */
export type Rule = (week: WeekUnderCheck) => readonly Finding[];

/** The seven days of a week of the plan. */
export function datesOfWeek({ start_date }: CheckContext, number: number): readonly string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(start_date, (number - 1) * 7 + index));
}

/** The days of a week that have a workout each: those that are trained on and on which nobody is away, and those of races. */
export function wantedDays(
  context: CheckContext,
  number: number,
  limits: DayLimitsOf = dayLimits(context),
): ReadonlySet<string> {
  const days = context.days_of_weeks?.[number] ?? context.workout_days;
  const races = racesOfPlan(context).map(({ date }) => date);
  // Where a goal has no distance its day is one of training all the same.
  const isRace = (date: string): boolean => races.includes(date) || date === context.goal.race_date;
  return new Set(
    datesOfWeek(context, number).filter(
      (date) => isRace(date) || (days.includes(weekdayOf(date)) && limits(date).workout),
    ),
  );
}

/** Where a finding is: a week, or a day of it. */
export type Place = { readonly week_number: number; readonly date?: string };

/** Findings tell no number that is none. */
export function finding(
  code: FindingCode,
  { week_number, date }: Place,
  found: number | null = null,
  allowed: number | null = null,
): Finding {
  return { code, week_number, date: date ?? null, found: finite(found), allowed: finite(allowed) };
}

function finite(value: number | null): number | null {
  return Number.isFinite(value) ? value : null;
}
