import { daysBetween } from '../../shared/calendar.ts';
import type { Finding } from './findings.ts';
import { WEEKS_LOOKED_BACK } from './limits.ts';
import {
  AFTER,
  AFTER_SLACK,
  DAYS_AROUND,
  LONG_FROM_S,
  NOTHING_TO_TAPER_M,
  type RaceWindow,
  TAPER,
  TAPER_SLACK_M,
  taperDays,
  WEEKS_OF_PEAK,
} from './race-limits.ts';
import { type PlanRace, racesOfPlan } from './race-of-plan.ts';
import { finding, type Rule, type WeekUnderCheck } from './week-under-check.ts';

/**
 * Checks that less is run before and after a race, in windows of days counted from it. A window is checked with the week in which it
 * ends.
 */
export const checkAroundRaces: Rule = (week) =>
  racesOfPlan(week.context)
    .filter(({ priority }) => priority !== 'c')
    .flatMap((race) => [...checkVolume(week, race), ...checkLongRuns(week, race)]);

/** A run that is not a race; `at` is the day, counted from the first day of the plan. */
type Run = { readonly at: number; readonly distance_m: number };

function checkVolume(week: WeekUnderCheck, race: PlanRace): Finding[] {
  const { number } = week;
  const endsHere = ({ to }: RaceWindow): boolean => Math.floor((race.at + to) / 7) === number - 1;
  const [taper, after] = [TAPER[race.event].filter(endsHere), AFTER[race.event].filter(endsHere)];
  if (taper.length + after.length === 0) return [];
  const runs = runsUntilNow(week);
  const peak = peakBefore(week, runs, race.at - taperDays(race.event));
  if (peak < NOTHING_TO_TAPER_M) return [];
  const inWindow = ({ from, to }: RaceWindow): number =>
    sum(runs.filter(({ at }) => at >= race.at + from && at <= race.at + to));
  const slack = Math.max(AFTER_SLACK.share * peak, AFTER_SLACK.distance_m);
  return [
    ...taper.map((window) => ({
      rule: 'taper_shallow' as const,
      window,
      most: window.most * peak + TAPER_SLACK_M,
    })),
    ...after.map((window) => ({ rule: 'race_recovery' as const, window, most: window.most * peak + slack })),
  ].flatMap(({ rule, window, most }) => {
    const found = inWindow(window);
    return found > most ? [finding(rule, { week_number: number }, found, Math.floor(most))] : [];
  });
}

function runsUntilNow({ before, facts, context }: WeekUnderCheck): readonly Run[] {
  return [...before, facts].flatMap(({ workouts }) =>
    workouts
      .filter(({ running, is_race }) => running && !is_race)
      .map(({ workout, distance_m }) => ({ at: daysBetween(context.start_date, workout.date), distance_m })),
  );
}

/** The largest seven days of the six weeks before the taper; in the first weeks of the plan the history counts as well. */
function peakBefore({ context }: WeekUnderCheck, runs: readonly Run[], day: number): number {
  let peak = 0;
  for (let from = Math.max(0, day - WEEKS_OF_PEAK * 7); from + 6 < day; from += 1)
    peak = Math.max(peak, sum(runs.filter(({ at }) => at >= from && at <= from + 6)));
  const past = context.history?.weekly_distance_m.slice(-WEEKS_LOOKED_BACK) ?? [];
  return day < WEEKS_OF_PEAK * 7 ? Math.max(peak, ...past) : peak;
}

function sum(runs: readonly Run[]): number {
  return runs.reduce((total, { distance_m }) => total + distance_m, 0);
}

function checkLongRuns({ number, facts, context }: WeekUnderCheck, race: PlanRace): Finding[] {
  const { no_long_before } = DAYS_AROUND[race.event];
  return facts.workouts.flatMap(({ workout, duration_s }) => {
    const days = race.at - daysBetween(context.start_date, workout.date);
    if (workout.workout_type !== 'long-run' || duration_s < LONG_FROM_S / 2) return [];
    // An invalid date has no number of days.
    if (!(days > 0 && days <= no_long_before)) return [];
    return [
      finding('long_run_before_race', { week_number: number, date: workout.date }, days, no_long_before + 1),
    ];
  });
}
