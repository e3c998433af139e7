import { weekdayOf } from '../../shared/calendar.ts';
import type { Finding } from './findings.ts';
import { MOST_BESIDE_RACE_M } from './limits.ts';
import { racesOfPlan } from './race-of-plan.ts';
import { finding, type Rule, type WeekUnderCheck } from './week-under-check.ts';

/**
 * Checks that each training day has exactly one workout and no other day has any, and that the race is on its date, whether or not that
 * is a training day. Weekday, date and week must agree, and workouts must be ordered by date.
 */
export const checkDays: Rule = (week) => [
  ...checkDates(week),
  ...checkWanted(week),
  ...checkOrder(week),
  ...checkRace(week),
];

function checkDates({ number, workouts, dates, wanted }: WeekUnderCheck): Finding[] {
  const findings: Finding[] = [];
  const taken = new Set<string>();
  for (const { date, day, week_number } of workouts) {
    const place = { week_number: number, date };
    if (taken.has(date)) findings.push(finding('workout_twice', place));
    taken.add(date);
    const fits = week_number === number && dates.includes(date) && day === weekdayOf(date);
    if (!fits) findings.push(finding('date_wrong', place));
    else if (!wanted.has(date)) findings.push(finding('day_not_allowed', place));
  }
  return findings;
}

function checkWanted({ number, workouts, wanted, day_limits, context }: WeekUnderCheck): Finding[] {
  const missing = new Set(wanted);
  for (const { date } of workouts) missing.delete(date);
  // A missing race has a finding of its own.
  for (const { date } of racesOfPlan(context)) missing.delete(date);
  return [...missing]
    .filter((date) => !day_limits(date).rest)
    .map((date) => finding('workout_missing', { week_number: number, date }));
}

function checkOrder({ number, workouts }: WeekUnderCheck): Finding[] {
  const late = workouts.find(({ date }, index) => date < (workouts[index - 1]?.date ?? ''));
  return late === undefined ? [] : [finding('order_wrong', { week_number: number, date: late.date })];
}

function checkRace({ number, facts, dates, context }: WeekUnderCheck): Finding[] {
  return racesOfPlan(context)
    .filter(({ date }) => dates.includes(date))
    .flatMap(({ date, distance_m }) => {
      const place = { week_number: number, date };
      // The half metre of a half marathon is not required.
      const least = distance_m - 1;
      const race = facts.workouts.find((one) => one.is_race && one.workout.date === date);
      if (race === undefined) return [finding('race_missing', place, null, distance_m)];
      if (race.distance_m === 0) return [];
      if (race.distance_m < least) return [finding('race_missing', place, race.distance_m, distance_m)];
      const most = distance_m + MOST_BESIDE_RACE_M;
      return race.distance_m > most ? [finding('number_implausible', place, race.distance_m, most)] : [];
    });
}
