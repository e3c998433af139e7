import { quotedLine } from '../../../shared/quoted-line.ts';
import { MAX_WORDS } from '../../../training/plan-input/limits.ts';
import { CONSTRAINT_FIELDS } from '../../../training/plan-request/wish.ts';
import type { Constraints } from '../../../training/planning/constraints.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import type { Readiness, ReadinessCode } from '../../../training/planning/readiness.ts';
import type { PlanRemarks } from '../engine/engine.ts';
import { healthMentions } from '../instructions/read-wishes.ts';
import { MAX_FINDINGS, presentFindings, presentHealthMention } from '../present-finding.ts';
import { presentWeek, presentWorkout } from '../present-workout.ts';
import { readinessReasonWords } from '../words/readiness-words.ts';
import type { READINESS_UNITS } from './answer-contract.ts';
import type { Generated, MadeDraft, MadePlan } from './generate-plan.ts';
import type { Prepared } from './prepare-brief.ts';
import type { WeekAnew } from './regenerate-week.ts';

const MAX_HEALTH_MENTIONS = 50;

/** Domain to wire. The brief is already within the ceiling, so the result is shown completely. */
function presentWeeklyInfo(weekly_info: PlanContent['weekly_info']) {
  return Object.fromEntries(Object.entries(weekly_info).map(([number, week]) => [number, presentWeek(week)]));
}

export function presentDraft(made: Generated<MadeDraft>) {
  const { draft, readiness } = made.result;
  const { brief } = made.prepared;
  return {
    draft,
    readiness: presentReadiness(readiness, brief),
    findings: healthFindings(brief),
    ...presentOrigin(made),
  };
}

export function presentPlan(made: Generated<MadePlan>) {
  const { plan, readiness } = made.result;
  const { brief } = made.prepared;
  return {
    content: plan.workouts.map(presentWorkout),
    weekly_info: presentWeeklyInfo(plan.weekly_info),
    readiness: presentReadiness(readiness, brief),
    ...presentRemarks(made.result, made.prepared),
    ...presentOrigin(made),
    extra_guidance: brief.extra_guidance,
  };
}

export function presentWeekAnew({ prepared, generated_at, ...made }: WeekAnew) {
  return {
    week_number: made.week_number,
    week_text: made.week_text,
    draft: made.draft,
    content: made.workouts.map(presentWorkout),
    info: presentWeek(made.info),
    findings: presentFindings(made.findings, prepared.brief.language),
    engine: made.engine,
    generated_at: generated_at.toISOString(),
  };
}

export function presentRemarks(
  { findings, adjusted_weeks }: Omit<PlanRemarks, 'readiness'>,
  { brief }: Pick<Prepared, 'brief'>,
) {
  return {
    findings: [...healthFindings(brief), ...presentFindings(findings, brief.language)].slice(0, MAX_FINDINGS),
    adjusted_weeks: adjusted_weeks.map(({ week_number, days, reason }) => ({
      week_number,
      days: [...days],
      reason,
    })),
    coach_notes: coachNotes(brief),
  };
}

export function presentReadiness(
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

function presentOrigin({ prepared, engine, generated_at }: Generated<unknown>) {
  const { brief, org_id, athlete_id } = prepared;
  return {
    training_principle: brief.training_principle,
    weeks: brief.weeks,
    experience_level: brief.runner.experience_level,
    org_id,
    instructions: brief.instructions,
    start_date: brief.start_date,
    content_sourcing: brief.content_sourcing,
    athlete_id,
    goal: brief.goal,
    workout_days: [...brief.workout_days],
    language: brief.language,
    seed: brief.seed,
    paces_from: brief.paces_from,
    ...presentRead(brief),
    generated_at: generated_at.toISOString(),
    engine,
  };
}

export function presentRead(brief: Prepared['brief']) {
  const { constraints, read } = brief;
  return {
    understood_as: {
      constraints: presentConstraints(constraints),
      sources: read.sources,
    },
    not_acted_on: read.not_acted_on.map(({ text, from, field }) => ({ text, from, field })),
  };
}

function presentConstraints(constraints: Constraints): Constraints {
  return Object.assign({}, ...CONSTRAINT_FIELDS.map((field) => ({ [field]: constraints[field] })));
}

/** A warning for each sentence of a coach about an injury or an illness; sentences that a draft repeats from the texts count once. */
function healthFindings(brief: Prepared['brief']) {
  const { instructions, extra_guidance, training_principle, draft, language } = brief;
  const said = [instructions, extra_guidance, training_principle].flatMap(healthMentions);
  const drafted = healthMentions(draft?.text ?? null).filter(
    (line) => !said.some((one) => line.includes(one)),
  );
  return [...new Set([...said, ...drafted].map(quotedLine))]
    .slice(0, MAX_HEALTH_MENTIONS)
    .map((quotation) => presentHealthMention(quotation, language));
}

/** The notes are cut to what a plan can keep; `not_acted_on` and the draft have all of them. */
function coachNotes({ read, draft }: Prepared['brief']): string {
  const said = [...read.not_acted_on.map(({ text }) => text), draft?.notes ?? ''];
  const notes = [...new Set(said.filter((text) => text !== ''))].join('\n');
  return notes.length > MAX_WORDS ? `${notes.slice(0, MAX_WORDS - 1).toWellFormed()}…` : notes;
}
