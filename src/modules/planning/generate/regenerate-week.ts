import type { UserActor } from '../../../http/actor.ts';
import { invalidField } from '../../../shared/errors.ts';
import { weekInText } from '../../../training/draft-text/week-in-text.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import type { PlannedWorkout, PlanWeek } from '../../../training/planning/plan.ts';
import { writeWeek } from '../draft/write-draft.ts';
import { createPlannerEngine } from '../planner/planner-engine.ts';
import { beginPlan, type GenerateDeps, wholePlan } from './generate-plan.ts';
import { NO_LIMITS } from './generation-limits.ts';
import type { PlanRequest } from './plan-request.ts';
import type { Prepared } from './prepare-brief.ts';

export type WeekAnew = {
  readonly prepared: Prepared;
  readonly week_number: number;
  readonly week_text: string;
  readonly draft: string;
  readonly workouts: readonly PlannedWorkout[];
  readonly info: PlanWeek;
  readonly findings: readonly Finding[];
  readonly engine: string;
  readonly generated_at: Date;
};

/**
 * Makes one week of a draft again by the rules, between the other weeks as the draft has them. The week's own lines are ignored, except
 * for a heading that the coach wrote.
 *
 * @throws as `prepareBrief`, also for faults of the other weeks
 */
export async function regenerateWeek(
  deps: GenerateDeps,
  actor: UserActor,
  { week_number, ...request }: PlanRequest & { readonly week_number: number },
  signal: AbortSignal,
): Promise<WeekAnew> {
  const text = request.refined_draft ?? '';
  if (week_number > request.weeks) throw invalidField('week_number', 'must be one of the weeks');
  const place = weekInText(text, week_number);
  if (place === null) throw invalidField('week_number', 'must be a week that the draft has, and has once');
  const { from, until, heading, heading_is_own, line_end } = place;
  const open = text.slice(0, from) + heading + text.slice(until);
  const rules = {
    ...deps,
    engine: createPlannerEngine(deps.planner),
    limits: NO_LIMITS,
    understand: null,
  };
  const asked = { ...request, refined_draft: open };
  const { prepared, result, engine, generated_at } = await wholePlan(
    deps,
    await beginPlan(rules, actor, asked, signal),
  );
  const info = result.plan.weekly_info[week_number];
  if (info === undefined) throw new Error('An engine left out a week.');
  const [own_heading = '', ...lines] = writeWeek(week_number, result.plan, prepared.brief).split('\n');
  const week_text = [heading_is_own ? own_heading : heading, ...lines].join(line_end);
  return {
    ...{ prepared, week_number, week_text, info, engine, generated_at },
    draft: text.slice(0, from) + week_text + text.slice(until),
    workouts: result.plan.workouts.filter((workout) => workout.week_number === week_number),
    findings: result.findings.filter((finding) => finding.week_number === week_number),
  };
}
