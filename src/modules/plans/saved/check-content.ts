import { MAX_DETAILS } from '../../../http/validate.ts';
import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { validationError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { adaptPlan } from '../../../training/planning/adapt-plan.ts';
import type { Goal, RunningHistory } from '../../../training/planning/brief.ts';
import type { CheckContext, Finding } from '../../../training/planning/findings.ts';
import type { ExperienceLevel, PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { repairPlan } from '../../../training/planning/repair-plan.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import { faultWords, findingFault } from '../words/fault-words.ts';
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
 * Content as it is saved: it has passed the check of every plan, and is then nobody's own. A coach may take days away and add
 * some, so days are those that are there. What was run before is not the plan's to know: it is held to go on from its first
 * week.
 *
 * @param language of the words for what is wrong
 * @throws validationError for a plan that breaks a rule of training, with every finding
 */
export function checkContent(content: PlanContent, frame: PlanFrame, language: Language): PlanContent {
  const { experience_level } = frame;
  const runner = runnerOfContent(content, experience_level);
  // Sums first: what was sent has none.
  const made = adaptPlan(content, runner);
  const { content: repaired, findings } = repairPlan(made, contextOf(made, frame, runner));
  if (findings.length > 0) throw refusal(repaired, findings, language);
  return adaptPlan(repaired, { paces: null, heart_rates: null, experience_level });
}

function contextOf(
  { workouts }: PlanContent,
  { start_date, weeks, goal }: PlanFrame,
  runner: CheckContext['runner'],
): CheckContext {
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
    history: historyBefore(workouts),
    days_of_weeks,
  };
}

function historyBefore(workouts: readonly PlannedWorkout[]): RunningHistory | null {
  const runs = workouts
    .filter(
      (workout) =>
        workout.week_number === 1 && isRunning(workout.workout_type) && workout.workout_type !== 'race',
    )
    .map(({ distance_m }) => distance_m);
  const weekly = runs.reduce((sum, metres) => sum + metres, 0);
  if (weekly === 0) return null;
  return {
    weekly_distance_m: Array.from({ length: HISTORY_WEEKS }, () => weekly),
    longest_run_m: Math.max(...runs),
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
