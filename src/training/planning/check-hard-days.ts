import { daysBetween } from '../../shared/calendar.ts';
import { EVENT_DISTANCE_M } from './brief.ts';
import type { CheckContext, Finding } from './findings.ts';
import {
  LEAST_DAYS_BETWEEN_HARD,
  LEAST_DAYS_BETWEEN_RACES,
  MOST_HARD_DAYS,
  RACE_M_PER_EASY_DAY,
} from './limits.ts';
import type { WorkoutFacts } from './week-facts.ts';
import { finding, type Rule, type WeekUnderCheck } from './week-under-check.ts';

/** Longer than any race is recovered from. */
const WEEKS_REMEMBERED = 4;

/** How often and how close to each other days are hard, across weeks, and how soon after a race. */
export const checkHardDays: Rule = (week) => {
  const own = week.facts.workouts
    .filter(({ is_hard }) => is_hard)
    .sort((one, other) => (one.workout.date < other.workout.date ? -1 : 1));
  const place = { week_number: week.number };
  return [
    ...(own.length > MOST_HARD_DAYS ? [finding('hard_days', place, own.length, MOST_HARD_DAYS)] : []),
    ...checkSpacing(week, own),
  ];
};

function checkSpacing({ number, before, context }: WeekUnderCheck, own: readonly WorkoutFacts[]): Finding[] {
  const earlier = before
    .slice(-WEEKS_REMEMBERED)
    .flatMap(({ workouts }) => workouts.filter(({ is_hard }) => is_hard));
  return own.flatMap((one, index) => {
    const until = [...earlier, ...own.slice(0, index)];
    const place = { week_number: number, date: one.workout.date };
    const close = closest(one, until, LEAST_DAYS_BETWEEN_HARD, () => true);
    if (close !== null) return [finding('hard_days_too_close', place, close, LEAST_DAYS_BETWEEN_HARD)];
    if (isRace(one)) {
      const race = closest(one, until, LEAST_DAYS_BETWEEN_RACES, isRace);
      return race === null ? [] : [finding('hard_days_too_close', place, race, LEAST_DAYS_BETWEEN_RACES)];
    }
    for (const race of until.filter(isRace)) {
      const least = easyDaysAfter(race, context) + 1;
      const days = closest(one, [race], least, () => true);
      if (days !== null) return [finding('race_recovery', place, days, least)];
    }
    return [];
  });
}

/** Days since the closest of those before it, where they are fewer than `least`. Two on one day are found as such. */
function closest(
  { workout }: WorkoutFacts,
  before: readonly WorkoutFacts[],
  least: number,
  counts: (one: WorkoutFacts) => boolean,
): number | null {
  const gaps = before
    .filter(counts)
    .map((one) => daysBetween(one.workout.date, workout.date))
    .filter((days) => days > 0 && days < least);
  return gaps.length === 0 ? null : Math.min(...gaps);
}

/** Days without hard running after a race, at least one. Its warming up does not count. */
function easyDaysAfter(race: WorkoutFacts, { goal }: CheckContext): number {
  const raced = race.is_goal_race && goal.event !== 'general';
  const distance_m = raced ? EVENT_DISTANCE_M[goal.event] : race.distance_m;
  return Math.max(1, Math.round(distance_m / RACE_M_PER_EASY_DAY));
}

function isRace({ workout }: WorkoutFacts): boolean {
  return workout.workout_type === 'race';
}
