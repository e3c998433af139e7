import type {
  PlanContent,
  PlannedWorkout,
  PlanWeek,
  Segment,
  Target,
} from '../../../training/planning/plan.ts';
import { adjustedWeeks } from '../draft/adjusted-weeks.ts';
import type { Generated } from './generate-plan.ts';
import type { Prepared } from './prepare-brief.ts';
import type { TrainingPrinciple } from './training-principle.ts';

/** Domain to wire. What was made from is within the ceiling already, so what was made is shown whole. */
export function presentWorkout(workout: PlannedWorkout) {
  return {
    id: workout.id,
    week_number: workout.week_number,
    day: workout.day,
    date: workout.date,
    phase: workout.phase,
    workout_type: workout.workout_type,
    title: workout.title,
    description: workout.description,
    duration_s: workout.duration_s,
    distance_m: workout.distance_m,
    segments: workout.segments.map(presentSegment),
    source: workout.source,
    ...(workout.library_workout_id === undefined ? {} : { library_workout_id: workout.library_workout_id }),
  };
}

type SegmentView = {
  kind: Segment['kind'];
  duration_s?: number;
  distance_m?: number;
  target?: Target;
  repeat?: { times: number; segments: SegmentView[] };
  note?: string;
};

function presentSegment({ kind, duration_s, distance_m, target, repeat, note }: Segment): SegmentView {
  return {
    kind,
    ...(duration_s === undefined ? {} : { duration_s }),
    ...(distance_m === undefined ? {} : { distance_m }),
    ...(target === undefined
      ? {}
      : { target: { type: target.type, min: target.min, max: target.max, zone: target.zone } }),
    ...(repeat === undefined
      ? {}
      : { repeat: { times: repeat.times, segments: repeat.segments.map(presentSegment) } }),
    ...(note === undefined ? {} : { note }),
  };
}

export function presentWeek(week: PlanWeek) {
  return {
    phase: week.phase,
    focus: week.focus,
    total_distance_m: week.total_distance_m,
    total_duration_s: week.total_duration_s,
    workout_count: week.workout_count,
  };
}

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
