import { daysBetween } from '../../shared/calendar.ts';
import { EVENT_DISTANCE_M } from './brief.ts';
import type { CheckContext, Finding } from './findings.ts';
import { LEAST_DAYS_BETWEEN_HARD, LEAST_DAYS_BETWEEN_RACES, MOST_HARD_DAYS } from './limits.ts';
import { DAYS_AROUND } from './race-limits.ts';
import type { WorkoutFacts } from './week-facts.ts';
import { finding, type Rule, type WeekUnderCheck } from './week-under-check.ts';

/** Recovery from any race is shorter than this. */
const WEEKS_REMEMBERED = 7;

/** Checks how many days are hard and how close they are to each other and to a race before them, across weeks. */
export const checkHardDays: Rule = (week) => {
  const own = week.facts.workouts
    .filter(({ is_hard }) => is_hard)
    .sort((one, other) => (one.workout.date < other.workout.date ? -1 : 1));
  const place = { week_number: week.number };
  const most = MOST_HARD_DAYS[week.context.runner.experience_level];
  const besideLong = own.filter(({ workout }) => workout.workout_type !== 'long-run').length;
  return [
    ...(besideLong > most ? [finding('hard_days', place, besideLong, most)] : []),
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
    for (const race of until.filter((other) => isRace(other) && !isTrainedThrough(other, context))) {
      const least = easyDaysAfter(race, context) + 1;
      const days = closest(one, [race], least, () => true);
      if (days !== null) return [finding('race_recovery', place, days, least)];
    }
    return [];
  });
}

/** Days since the closest of the workouts before, where they are fewer than `least`. Two on one day have another finding. */
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

/** Days without hard running after a race: those of the event that is closest to it in length. */
function easyDaysAfter(race: WorkoutFacts, { goal }: CheckContext): number {
  if (race.is_goal_race && goal.event !== 'general') return DAYS_AROUND[goal.event].no_hard_after;
  const apart = ([, distance_m]: readonly [string, number]): number => Math.abs(distance_m - race.distance_m);
  const [closest] = Object.entries(EVENT_DISTANCE_M).sort((one, other) => apart(one) - apart(other));
  return DAYS_AROUND[closest?.[0] as keyof typeof EVENT_DISTANCE_M].no_hard_after;
}

/** Races of priority `c` are part of training and need no recovery days. */
function isTrainedThrough({ workout }: WorkoutFacts, { constraints, goal }: CheckContext): boolean {
  const isOnDay = ({ date, priority }: { date: string; priority: string }): boolean =>
    date === workout.date && priority === 'c';
  return workout.date !== goal.race_date && constraints.races.some(isOnDay);
}

function isRace({ workout }: WorkoutFacts): boolean {
  return workout.workout_type === 'race';
}
