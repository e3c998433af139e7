import type { PlanContent } from '../../../training/planning/plan.ts';
import type { Readiness, ReadinessCode } from '../../../training/planning/readiness.ts';
import type { PlanRemarks } from '../engine/engine.ts';
import { judgeReadiness } from '../engine/judge-readiness.ts';
import { presentFindings } from '../present-finding.ts';
import { presentWeek, presentWorkout } from '../present-workout.ts';
import { readinessReasonWords } from '../words/readiness-words.ts';
import type { READINESS_UNITS } from './answer-contract.ts';
import type { Generated, MadeDraft, MadePlan } from './generate-plan.ts';
import type { Prepared } from './prepare-brief.ts';
import type { TrainingPrinciple } from './training-principle.ts';

/** Domain to wire. What was made from is within the ceiling already, so what was made is shown whole. */
function presentWeeklyInfo(weekly_info: PlanContent['weekly_info']) {
  return Object.fromEntries(Object.entries(weekly_info).map(([number, week]) => [number, presentWeek(week)]));
}

export function presentDraft(made: Generated<MadeDraft>) {
  const { draft, readiness } = made.result;
  return { draft, readiness: presentReadiness(readiness, made.prepared.brief), ...presentOrigin(made) };
}

export function presentPlan(made: Generated<MadePlan>) {
  const { plan } = made.result;
  const { brief } = made.prepared;
  return {
    content: plan.workouts.map(presentWorkout),
    weekly_info: presentWeeklyInfo(plan.weekly_info),
    readiness: presentReadiness(judgeReadiness(brief, plan.workouts), brief),
    ...presentRemarks(made.result, made.prepared),
    ...presentOrigin(made),
    extra_guidance: brief.extra_guidance,
  };
}

/** What is told of a plan beside it, in the language of its texts. */
export function presentRemarks(
  { findings, adjusted_weeks }: PlanRemarks,
  { brief }: Pick<Prepared, 'brief'>,
) {
  return {
    findings: presentFindings(findings, brief.language),
    adjusted_weeks: adjusted_weeks.map(({ week_number, days, reason }) => ({
      week_number,
      days: [...days],
      reason,
    })),
    coach_notes: brief.draft?.notes ?? '',
  };
}

function presentReadiness(
  { level, reasons, earliest_date, nearest_event }: Readiness,
  brief: Prepared['brief'],
) {
  return {
    level,
    reasons: reasons.map((reason) => ({
      code: reason.code,
      level: reason.level,
      evidence:
        reason.evidence === null
          ? null
          : {
              unit: unitOf(reason.code),
              found: reason.evidence.found,
              ready: reason.evidence.ready,
              stretch: reason.evidence.stretch,
            },
      text: readinessReasonWords(reason, brief),
    })),
    earliest_date,
    nearest_event,
  };
}

function unitOf(code: ReadinessCode): (typeof READINESS_UNITS)[number] {
  if (code === 'weeks_to_race') return 'weeks';
  return code === 'target_time' ? 'vdot_in_8_weeks' : 'm';
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
