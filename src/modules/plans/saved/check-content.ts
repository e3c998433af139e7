import { MAX_DETAILS } from '../../../http/validate.ts';
import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { validationError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { adaptPlan } from '../../../training/planning/adapt-plan.ts';
import type { Goal, RunningHistory } from '../../../training/planning/brief.ts';
import { NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import { isInvalid } from '../../../training/planning/finding-rules.ts';
import type { CheckContext, Finding } from '../../../training/planning/findings.ts';
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

/** Content as it is saved, and the training judgement on it. */
export type CheckedContent = { readonly content: PlanContent; readonly findings: readonly Finding[] };

/**
 * Content as it is saved: its sums and dates are right, and it is nobody's own. A coach may take days away and add some, so days are
 * those that are there. What was run before is not the plan's to know: it is judged as after weeks like its first. Training judgement
 * is told, and the coach decides.
 *
 * @param language of the words for what is wrong
 * @throws validationError for a plan that contradicts itself, with every finding that is `invalid`
 */
export function checkContent(content: PlanContent, frame: PlanFrame, language: Language): CheckedContent {
  const { experience_level } = frame;
  const runner = runnerOfContent(content, experience_level);
  // Sums first: what was sent has none.
  const made = adaptPlan(content, runner);
  const history = historyLike(made.workouts);
  const { content: repaired, findings } = repairPlan(made, { ...contextOf(made, frame, runner), history });
  const invalid = findings.filter(isInvalid);
  if (invalid.length > 0) throw refusal(repaired, invalid, language);
  const nobodys = adaptPlan(nameZones(repaired, runner), {
    paces: null,
    heart_rates: null,
    experience_level,
  });
  return { content: nobodys, findings };
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

/** Weeks like the first of the plan. */
function historyLike(workouts: readonly PlannedWorkout[]): RunningHistory | null {
  const runs = workouts.filter(({ workout_type }) => isRunning(workout_type) && workout_type !== 'race');
  const first = runs.filter(({ week_number }) => week_number === runs[0]?.week_number);
  if (first.length === 0) return null;
  const volume_m = Math.round(first.reduce((sum, { distance_m }) => sum + distance_m, 0));
  return {
    weekly_distance_m: Array.from({ length: HISTORY_WEEKS }, () => volume_m),
    longest_run_m: Math.round(Math.max(...first.map(({ distance_m }) => distance_m))),
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
