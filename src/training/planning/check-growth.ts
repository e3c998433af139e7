import type { Finding } from './findings.ts';
import { LONGEST_RUN } from './race-limits.ts';
import type { WorkoutFacts } from './week-facts.ts';
import { finding, type Rule, type WeekUnderCheck } from './week-under-check.ts';

/** How much a week is: its metres against the weeks before it, and the rhythm of lighter weeks. */
export const checkGrowth: Rule = ({ number, facts, limits }) =>
  limits.volume_m
    .filter(({ most }) => facts.volume_m > most)
    .filter(({ rule }) => rule !== 'no_recovery_week' || facts.longest_training_m > limits.light_run_m)
    .map(({ most, rule }) => finding(rule, { week_number: number }, facts.volume_m, most));

/** How long runs are: of the week, against those before, and in time. Races are as long as they are. */
export const checkLongRuns: Rule = (week) => [...checkLongest(week), ...checkTimes(week)];

function checkLongest({ number, facts: { longest }, limits: { longest_run_m } }: WeekUnderCheck): Finding[] {
  if (longest === null || longest.distance_m <= longest_run_m.most) return [];
  const place = { week_number: number, date: longest.workout.date };
  return [finding(longest_run_m.rule, place, longest.distance_m, longest_run_m.most)];
}

/** Times are rounded to the minute. */
const ROUNDING_S = 60;

function checkTimes({ number, facts, context }: WeekUnderCheck): Finding[] {
  const { most_s } = LONGEST_RUN[context.goal.event];
  const tooLong = ({ running, is_race, duration_s }: WorkoutFacts) =>
    running && !is_race && duration_s > most_s + ROUNDING_S;
  return facts.workouts
    .filter(tooLong)
    .map(({ workout, duration_s }) =>
      finding('long_run_time', { week_number: number, date: workout.date }, duration_s, most_s),
    );
}
