import { checkAroundRaces } from './check-around-races.ts';
import { checkDays } from './check-days.ts';
import { checkHardDays } from './check-hard-days.ts';
import { checkIntensity } from './check-intensity.ts';
import { checkTargets } from './check-targets.ts';
import { checkWorkouts } from './check-workouts.ts';
import { type DayLimitsOf, dayLimits } from './day-limits.ts';
import type { CheckContext, Finding } from './findings.ts';
import { PHASES, type PlanContent, type PlannedWorkout } from './plan.ts';
import { LONGEST_RUN } from './race-limits.ts';
import { type WeekFacts, type WorkoutFacts, weekFacts } from './week-facts.ts';
import { type WeekLimits, weekLimits } from './week-limits.ts';
import {
  datesOfWeek,
  finding,
  type ProposedWeek,
  type Rule,
  type WeekUnderCheck,
  wantedDays,
} from './week-under-check.ts';
import { weeklyInfoOf } from './weekly-info.ts';

/** Checks the volume of a week against the weeks before it, and the rhythm of lighter weeks. */
const checkGrowth: Rule = ({ number, facts, limits }) =>
  limits.volume_m
    .filter(({ most }) => facts.volume_m > most)
    .filter(({ rule }) => rule !== 'no_recovery_week' || facts.longest_training_m > limits.light_run_m)
    .map(({ most, rule }) => finding(rule, { week_number: number }, facts.volume_m, most));

/** Checks the length of runs: against those before, and in time. Races are excluded. */
const checkLongRuns: Rule = (week) => [...checkLongest(week), ...checkTimes(week)];

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

/** Checks that the data of a week agree with its workouts, in phase and sums. */
const checkWeeklyInfo: Rule = ({ number, workouts, info }) => {
  if (info === null) return [];
  const own = weeklyInfoOf(workouts, { [number]: info })[number];
  const right =
    PHASES.includes(info.phase) &&
    workouts.every(({ phase }) => phase === info.phase) &&
    own?.total_distance_m === info.total_distance_m &&
    own.training_distance_m === info.training_distance_m &&
    own.race_distance_m === info.race_distance_m &&
    own.total_duration_s === info.total_duration_s &&
    own.workout_count === info.workout_count;
  return right ? [] : [finding('weekly_info_wrong', { week_number: number })];
};

export type { ProposedWeek };

const RULES_OF_FORM: readonly Rule[] = [checkDays, checkWorkouts, checkTargets, checkWeeklyInfo];
const RULES_OF_TRAINING: readonly Rule[] = [
  checkGrowth,
  checkLongRuns,
  checkAroundRaces,
  checkHardDays,
  checkIntensity,
];

/** Checks weeks against the rules one after the other. */
export type PlanChecker = {
  /** The findings of the next week, after the accepted ones. It changes nothing, so several proposals for a week can be checked. */
  check(week: ProposedWeek): readonly Finding[];
  accept(week: ProposedWeek): void;
  limits(): WeekLimits;
};

export function createPlanChecker(context: CheckContext): PlanChecker {
  const before: WeekFacts[] = [];
  const ids = new Set<string>();
  const dayLimitsOf = dayLimits(context);
  let next = nextWeek(context, before, dayLimitsOf);
  let last: { readonly workouts: readonly PlannedWorkout[]; readonly facts: WeekFacts } | null = null;
  const factsOf = (workouts: readonly PlannedWorkout[]): WeekFacts => {
    if (last?.workouts !== workouts) last = { workouts, facts: weekFacts(workouts, context) };
    return last.facts;
  };
  return {
    check(week) {
      const under = { ...week, ...next, context, facts: factsOf(week.workouts), before };
      return [
        ...checkIds(week.workouts, ids, under.number),
        ...RULES_OF_FORM.flatMap((rule) => rule(under)),
        ...(under.facts.is_sound ? RULES_OF_TRAINING.flatMap((rule) => rule(under)) : []),
      ];
    },
    accept({ workouts }) {
      before.push(factsOf(workouts));
      for (const { id } of workouts) ids.add(id);
      next = nextWeek(context, before, dayLimitsOf);
    },
    limits: () => next.limits,
  };
}

function nextWeek(context: CheckContext, before: readonly WeekFacts[], day_limits: DayLimitsOf) {
  const number = before.length + 1;
  const dates = datesOfWeek(context, number);
  const wanted = wantedDays(context, number, day_limits);
  return { number, dates, wanted, day_limits, limits: weekLimits(context, before) };
}

function checkIds(
  workouts: readonly PlannedWorkout[],
  earlier: ReadonlySet<string>,
  week_number: number,
): Finding[] {
  const own = new Set<string>();
  return workouts.flatMap(({ id, date }) => {
    const repeated = earlier.has(id) || own.has(id);
    own.add(id);
    return repeated ? [finding('id_repeated', { week_number, date })] : [];
  });
}

/**
 * All findings of a plan in the order of its weeks; empty for a plan that may be given to a runner. With `weeks_so_far` only the first
 * weeks of the plan exist yet.
 */
export function checkPlan(content: PlanContent, context: CheckContext): Finding[] {
  const checker = createPlanChecker(context);
  const weeks = Map.groupBy(content.workouts, ({ week_number }) => week_number);
  const findings = checkWeeksTogether(content, context);
  const last = lastWeek(content, context);
  for (let number = 1; number <= last; number += 1) {
    const workouts = weeks.get(number) ?? [];
    const info = content.weekly_info[number] ?? null;
    const week = { workouts, info };
    const week_number = number;
    if (workouts.length === 0 && info === null) findings.push(finding('week_missing', { week_number }));
    else {
      if (info === null) findings.push(finding('weekly_info_wrong', { week_number }));
      findings.push(...checker.check(week));
    }
    checker.accept(week);
  }
  return findings;
}

/** Checks for weeks that the plan does not have, and for weeks out of order. */
function checkWeeksTogether({ weekly_info, workouts }: PlanContent, context: CheckContext): Finding[] {
  const isWeek = (number: number) => Number.isInteger(number) && number >= 1 && number <= context.weeks;
  const nowhere = { week_number: 0 };
  const unknown = workouts.filter(({ week_number }) => !isWeek(week_number));
  const unknownInfo = Object.keys(weekly_info).filter(
    (key) => !isWeek(Number(key)) || String(Number(key)) !== key,
  );
  const late = workouts.find(
    ({ week_number }, index) => week_number < (workouts[index - 1]?.week_number ?? 0),
  );
  return [
    ...unknown.map(({ date }) => finding('week_unknown', { ...nowhere, date })),
    ...unknownInfo.map(() => finding('week_unknown', nowhere)),
    ...(late === undefined ? [] : [finding('order_wrong', { ...nowhere, date: late.date })]),
  ];
}

function lastWeek({ weekly_info, workouts }: PlanContent, { weeks, weeks_so_far }: CheckContext): number {
  const there = [...Object.keys(weekly_info).map(Number), ...workouts.map(({ week_number }) => week_number)];
  return Math.max(Math.min(weeks, weeks_so_far ?? weeks), ...there.filter((number) => number <= weeks));
}
