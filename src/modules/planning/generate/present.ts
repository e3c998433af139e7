import type { PlanContent } from '../../../training/planning/plan.ts';
import { adjustedWeeks } from '../draft/adjusted-weeks.ts';
import { presentWeek, presentWorkout } from '../present-workout.ts';
import type { Generated } from './generate-plan.ts';
import type { Prepared } from './prepare-brief.ts';
import type { TrainingPrinciple } from './training-principle.ts';

/** Domain to wire. What was made from is within the ceiling already, so what was made is shown whole. */
function presentWeeklyInfo(weekly_info: PlanContent['weekly_info']) {
  return Object.fromEntries(Object.entries(weekly_info).map(([number, week]) => [number, presentWeek(week)]));
}

export function presentDraft(made: Generated<string>) {
  return { draft: made.result, ...presentOrigin(made) };
}

export function presentPlan(made: Generated<PlanContent>) {
  return {
    content: made.result.workouts.map(presentWorkout),
    weekly_info: presentWeeklyInfo(made.result.weekly_info),
    adjusted_weeks: adjustedWeeks(made.prepared.brief, made.result).map(({ week_number, days, reason }) => ({
      week_number,
      days: [...days],
      reason,
    })),
    ...presentOrigin(made),
    extra_guidance: made.prepared.brief.extra_guidance,
  };
}

/** From what something was made, with what the request left open filled in. */
function presentOrigin({ prepared, engine, generated_at }: Generated<unknown>) {
  const { brief, org_id, athlete_id, read } = prepared;
  return {
    training_principle: brief.training_principle,
    weeks: brief.weeks,
    experience_level: brief.runner.experience_level,
    org_id,
    instructions: brief.instructions,
    start_date: brief.start_date,
    content_sourcing: brief.content_sourcing,
    athlete_id,
    goal: presentGoal(brief),
    workout_days: [...brief.workout_days],
    language: brief.language,
    seed: brief.seed,
    instructions_read: {
      understood: [...read.understood],
      overruled: [...read.overruled],
      not_understood: [...read.not_understood],
    },
    generated_at: generated_at.toISOString(),
    engine,
  };
}

function presentGoal({ goal }: Prepared['brief']) {
  return { event: goal.event, race_date: goal.race_date, target_time_s: goal.target_time_s };
}

export function presentPrinciple({ org_id, principle, level, stored }: TrainingPrinciple) {
  return {
    org_id,
    principle,
    level,
    stored: { coach: stored.coach, organization: stored.organization },
  };
}
