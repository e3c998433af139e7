import { MAX_DETAILS } from '../../../http/validate.ts';
import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { validationError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { adaptPlan } from '../../../training/planning/adapt-plan.ts';
import type { Goal, RunningHistory } from '../../../training/planning/brief.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import { NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import type { CheckContext, Finding, FindingCode } from '../../../training/planning/findings.ts';
import type { ExperienceLevel, PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { repairPlan } from '../../../training/planning/repair-plan.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import { faultWords, findingFault } from '../../planning/index.ts';
import { nameZones } from './name-zones.ts';
import { runnerOfContent } from './runner-of-content.ts';

export type PlanFrame = {
  readonly start_date: string;
  readonly weeks: number;
  readonly goal: Goal;
  readonly experience_level: ExperienceLevel;
};

/** As many weeks as a history has. */
const HISTORY_WEEKS = 8;
/**
 * What was run before tells in these rules and in these weeks only: none looks back for longer than six weeks, and a race makes
 * light two weeks before it and two after it at the most.
 */
const RULES_OF_HISTORY: readonly FindingCode[] = [
  'growth',
  'load_growth',
  'long_run_growth',
  'no_taper',
  'race_recovery',
];
const WEEKS_OF_HISTORY = 16;

/**
 * Content as it is saved: it has passed the check of every plan, and is then nobody's own. A coach may take days away and add
 * some, so days are those that are there. What was run before is not the plan's to know: it is refused only if it is safe after nothing
 * that can have been.
 *
 * @param language of the words for what is wrong
 * @throws validationError for a plan that breaks a rule of training, with every finding
 */
export function checkContent(content: PlanContent, frame: PlanFrame, language: Language): PlanContent {
  const { experience_level } = frame;
  const runner = runnerOfContent(content, experience_level);
  // Sums first: what was sent has none.
  const made = adaptPlan(content, runner);
  const context = contextOf(made, frame, runner);
  const [usual, ...others] = historiesBefore(made.workouts);
  const first = repairPlan(made, { ...context, history: usual });
  const { content: repaired, findings } = first;
  const begin = beginOf(repaired);
  const isSafeAfter = (history: RunningHistory | null): boolean =>
    checkPlan(begin, { ...context, history, weeks_so_far: WEEKS_OF_HISTORY }).length === 0;
  const isSafe = findings.every(isOfHistory) && (findings.length === 0 || others.some(isSafeAfter));
  if (!isSafe) throw refusal(repaired, findings, language);
  return adaptPlan(nameZones(repaired, runner), { paces: null, heart_rates: null, experience_level });
}

/** Whether it may be no fault after another history: what is one after all of them is not asked again for each. */
function isOfHistory({ code, week_number }: Finding): boolean {
  return RULES_OF_HISTORY.includes(code) && week_number <= WEEKS_OF_HISTORY;
}

/** The weeks that can tell what was run before. */
function beginOf({ workouts, weekly_info }: PlanContent): PlanContent {
  return {
    workouts: workouts.filter(({ week_number }) => week_number <= WEEKS_OF_HISTORY),
    weekly_info: Object.fromEntries(
      Object.entries(weekly_info).filter(([week]) => Number(week) <= WEEKS_OF_HISTORY),
    ),
  };
}

function contextOf(
  { workouts }: PlanContent,
  { start_date, weeks, goal }: PlanFrame,
  runner: CheckContext['runner'],
): Omit<CheckContext, 'history'> {
  const days_of_weeks: Record<number, Weekday[]> = {};
  for (let week = 1; week <= weeks; week += 1) days_of_weeks[week] = [];
  for (const { week_number, day } of workouts) days_of_weeks[week_number]?.push(day);
  const used = new Set(workouts.map(({ day }) => day));
  return {
    weeks,
    start_date,
    goal,
    workout_days: WEEKDAYS.filter((day) => used.has(day)),
    runner,
    constraints: NO_CONSTRAINTS,
    days_of_weeks,
  };
}

/** Times the largest week of the plan: as much was run before by who goes on, and by who tapers from the first week on. */
const OF_LARGEST_WEEK = [1, 1.5, 2, 3];

/** What may have been run before: as much as in the first week, or more. */
function historiesBefore(
  workouts: readonly PlannedWorkout[],
): [RunningHistory | null, ...(RunningHistory | null)[]] {
  const runs = workouts.filter(({ workout_type }) => isRunning(workout_type) && workout_type !== 'race');
  const weeks = [...Map.groupBy(runs, ({ week_number }) => week_number).values()].map((week) => ({
    volume_m: week.reduce((sum, { distance_m }) => sum + distance_m, 0),
    longest_m: Math.max(...week.map(({ distance_m }) => distance_m)),
  }));
  const [first] = weeks;
  if (first === undefined) return [null];
  const largest = weeks.reduce((most, week) => (week.volume_m > most.volume_m ? week : most), first);
  const longest_m = Math.max(...weeks.map((week) => week.longest_m));
  return [
    steady(first.volume_m, first.longest_m),
    ...OF_LARGEST_WEEK.map((times) => steady(largest.volume_m * times, longest_m * times)),
    null,
  ];
}

function steady(volume_m: number, longest_run_m: number): RunningHistory {
  return {
    weekly_distance_m: Array.from({ length: HISTORY_WEEKS }, () => Math.round(volume_m)),
    longest_run_m: Math.round(longest_run_m),
  };
}

function refusal({ workouts }: PlanContent, findings: readonly Finding[], language: Language) {
  const details = findings.slice(0, MAX_DETAILS).map((finding) => {
    const path = pathOf(workouts, finding);
    return { path, message: faultWords(findingFault(path, 'plan_unsafe', finding), language) };
  });
  const [first] = details;
  return validationError({
    ...(first === undefined ? {} : { message: `${first.path}: ${first.message}` }),
    details,
  });
}

/** Where in the content, which stands by date here, a finding is. */
function pathOf(workouts: readonly PlannedWorkout[], { date, week_number }: Finding): string {
  const place = date === null ? -1 : workouts.findIndex((workout) => workout.date === date);
  if (place >= 0) return `content.${place}`;
  return week_number > 0 ? `weekly_info.${week_number}` : 'content';
}
