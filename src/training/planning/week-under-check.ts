import { addDays, weekdayOf } from '../../shared/calendar.ts';
import { type DayLimitsOf, dayLimits } from './day-limits.ts';
import type { CheckContext, Finding, FindingCode } from './findings.ts';
import type { PlannedWorkout, PlanWeek } from './plan.ts';
import { racesOfPlan } from './race-of-plan.ts';
import type { WeekFacts } from './week-facts.ts';
import type { WeekLimits } from './week-limits.ts';

export type ProposedWeek = {
  readonly workouts: readonly PlannedWorkout[];
  /** Null where the week has no data yet, which is then not a finding. */
  readonly info: PlanWeek | null;
};

export type WeekUnderCheck = ProposedWeek & {
  /** From 1. */
  readonly number: number;
  readonly context: CheckContext;
  readonly dates: readonly string[];
  readonly wanted: ReadonlySet<string>;
  readonly day_limits: DayLimitsOf;
  readonly facts: WeekFacts;
  readonly before: readonly WeekFacts[];
  readonly limits: WeekLimits;
};

export type Rule = (week: WeekUnderCheck) => readonly Finding[];

export function datesOfWeek({ start_date }: CheckContext, number: number): readonly string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(start_date, (number - 1) * 7 + index));
}

/** The dates of a week that need a workout: the training days on which the athlete is not away, and the races. */
export function wantedDays(
  context: CheckContext,
  number: number,
  limits: DayLimitsOf = dayLimits(context),
): ReadonlySet<string> {
  const days = context.days_of_weeks?.[number] ?? context.workout_days;
  const races = racesOfPlan(context).map(({ date }) => date);
  const isRace = (date: string): boolean => races.includes(date) || date === context.goal.race_date;
  return new Set(
    datesOfWeek(context, number).filter(
      (date) => isRace(date) || (days.includes(weekdayOf(date)) && limits(date).workout),
    ),
  );
}

export type Place = { readonly week_number: number; readonly date?: string };

/** Makes a finding; numbers that are not finite become null. */
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
