import type { Finding } from './findings.ts';
import { LONGEST_RUN_S } from './limits.ts';
import { longRunShare, type WorkoutFacts } from './week-facts.ts';
import { finding, type Rule, type WeekUnderCheck } from './week-under-check.ts';

/** How much a week is: its metres and its load against the weeks before it, the race and the rhythm of lighter weeks. */
export const checkGrowth: Rule = ({ number, facts, limits }) => {
  const place = { week_number: number };
  const findings = limits.volume_m
    .filter(({ most }) => facts.volume_m > most)
    .map(({ most, rule }) => finding(rule, place, facts.volume_m, most));
  const load = Math.round(facts.load_without_race);
  if (load > limits.load.most) findings.push(finding(limits.load.rule, place, load, limits.load.most));
  return findings;
};

/** How long runs are: of the week, against those before, and in time. The race of the goal is as long as it is. */
export const checkLongRuns: Rule = (week) => [...checkLongest(week), ...checkTimes(week)];

function checkLongest({ number, facts, limits, context }: WeekUnderCheck): Finding[] {
  const { longest, volume_m, running_days } = facts;
  if (longest === null) return [];
  const { distance_m, workout } = longest;
  const place = { week_number: number, date: workout.date };
  const findings: Finding[] = [];
  const share = longRunShare(volume_m, running_days, context.goal.event);
  if (distance_m > share) findings.push(finding('long_run_share', place, distance_m, share));
  const grown = limits.longest_run_m;
  if (grown !== null && distance_m > grown.most) {
    findings.push(finding(grown.rule, place, distance_m, grown.most));
  }
  return findings;
}

function checkTimes({ number, facts }: WeekUnderCheck): Finding[] {
  const tooLong = ({ running, is_goal_race, duration_s }: WorkoutFacts) =>
    running && !is_goal_race && duration_s > LONGEST_RUN_S;
  return facts.workouts
    .filter(tooLong)
    .map(({ workout, duration_s }) =>
      finding('long_run_time', { week_number: number, date: workout.date }, duration_s, LONGEST_RUN_S),
    );
}
