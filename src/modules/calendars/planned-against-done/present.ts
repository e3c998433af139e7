import type { Why } from '../../../training/planned-against-done/judge-session.ts';
import type { Deviation } from '../../../training/planned-against-done/judge-step.ts';
import type { Extra, ReachedView, StepResult } from '../../../training/planned-against-done/results.ts';
import type { PlannedOfActivity } from './read-planned.ts';

/** Whose curve of what hills cost grade-adjusted paces follow (`src/training/grade-adjusted-pace.ts`). */
export const GRADE_MODEL = 'minetti_2002';

export function presentPlanned({ activity_id, planned }: PlannedOfActivity) {
  return { activity_id, planned: planned && presentResult(planned) };
}

function presentResult({ entry, result }: NonNullable<PlannedOfActivity['planned']>) {
  const { workout, compliance, plan_id } = entry;
  const { level, work_done_share, work_in_target_share, above_easy_share, why } = result.compliance;
  return {
    plan_id,
    workout_id: workout.id ?? '',
    date: workout.date ?? '',
    title: workout.title ?? '',
    workout_type: workout.workout_type ?? 'easy-run',
    activity_ids: [...compliance.done_ids],
    method: result.method,
    grade_model: GRADE_MODEL,
    steps: result.steps.map(presentStep),
    extras: result.extras.map(presentExtra),
    compliance: {
      level,
      work_done_share: rounded(work_done_share, 1_000),
      work_in_target_share: rounded(work_in_target_share, 1_000),
      above_easy_share: rounded(above_easy_share, 1_000),
      why: why.map(presentWhy),
    },
  } as const;
}

function presentStep({ step, ...result }: StepResult, index: number) {
  const { kind, repetition, target, duration_s, distance_m, judged_by } = step;
  return {
    index,
    kind,
    repetition: repetition && { number: repetition.number, of: repetition.of },
    target: {
      duration_s,
      distance_m,
      type: target?.type ?? null,
      min: target?.min ?? null,
      max: target?.max ?? null,
      zone: target?.zone ?? null,
    },
    judged_by: judged_by && { type: judged_by.type, min: judged_by.min, max: judged_by.max },
    status: result.status,
    merged_with: [...result.merged_with],
    ranges: result.ranges.map(presentRange),
    reached: result.reached && presentReached(result.reached),
    deviation: result.deviation && presentDeviation(result.deviation),
    confidence: rounded(result.confidence, 100),
  };
}

function presentExtra({ ranges, reached, is_hard }: Extra) {
  return { ranges: ranges.map(presentRange), reached: presentReached(reached), is_hard };
}

function presentRange({ activity_id, start_s, end_s, lap_indexes }: Extra['ranges'][number]) {
  return {
    activity_id,
    start_s: Math.max(0, tenth(start_s)),
    end_s: Math.max(0, tenth(end_s)),
    lap_indexes: [...lap_indexes],
  };
}

function presentReached(reached: ReachedView) {
  return {
    duration_s: tenth(reached.duration_s),
    distance_m: rounded(reached.distance_m, 10),
    average_pace_s_per_km: rounded(reached.average_pace_s_per_km, 10),
    grade_adjusted_pace_s_per_km: rounded(reached.grade_adjusted_pace_s_per_km, 10),
    average_heart_rate_bpm: rounded(reached.average_heart_rate_bpm, 1),
  };
}

function presentDeviation(deviation: Deviation) {
  return {
    duration_s: rounded(deviation.duration_s, 10),
    distance_m: rounded(deviation.distance_m, 10),
    length_share: rounded(deviation.length_share, 1_000),
    pace_s_per_km: rounded(deviation.pace_s_per_km, 10),
    pace_share: rounded(deviation.pace_share, 1_000),
    heart_rate_bpm: rounded(deviation.heart_rate_bpm, 1),
    held_by: deviation.held_by,
    verdict: deviation.verdict,
    time_in_target_share: rounded(deviation.time_in_target_share, 1_000),
  };
}

function presentWhy({ code, step_count, of_step_count, share, pace_s_per_km, heart_rate_bpm }: Why) {
  return {
    code,
    step_count,
    of_step_count,
    share: rounded(share, 1_000),
    pace_s_per_km: rounded(pace_s_per_km, 10),
    heart_rate_bpm: rounded(heart_rate_bpm, 1),
  };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

function rounded(value: number | null, parts: number): number | null {
  return value === null || !Number.isFinite(value) ? null : Math.round(value * parts) / parts + 0;
}
