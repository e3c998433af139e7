import { adaptPlan } from '../planning/adapt-plan.ts';
import { isInvalid } from '../planning/finding-rules.ts';
import type { Finding } from '../planning/findings.ts';
import { zoneOfStretch } from '../planning/intensity.ts';
import type { Runner } from '../planning/paces.ts';
import type { PlanContent, Segment } from '../planning/plan.ts';
import { repairPlan } from '../planning/repair-plan.ts';
import { isZoneName } from '../planning/zone-names.ts';
import type { WorkoutType } from '../workout-types.ts';
import { contextOfContent, type PlanFrame } from './context-of-content.ts';
import { runnerOfContent } from './runner-of-content.ts';

export type CheckedContent = { readonly content: PlanContent; readonly findings: readonly Finding[] };

export type InvalidContent = {
  readonly invalid: readonly { readonly path: string; readonly finding: Finding }[];
};

/**
 * Content as it is saved: its sums and dates are right, and it belongs to no athlete. Findings about training are reported and the coach
 * decides. For a plan that contradicts itself only the invalid findings are returned.
 */
export function checkedContent(content: PlanContent, frame: PlanFrame): CheckedContent | InvalidContent {
  const { experience_level } = frame;
  const runner = runnerOfContent(content, experience_level);
  // Sums come first, since content that was sent has none.
  const made = adaptPlan(content, runner);
  const { content: repaired, findings } = repairPlan(made, contextOfContent(made, frame, runner));
  const invalid = findings.filter(isInvalid);
  if (invalid.length > 0)
    return { invalid: invalid.map((finding) => ({ path: pathOf(repaired, finding), finding })) };
  const nobody = { paces: null, heart_rates: null, experience_level };
  return { content: adaptPlan(nameZones(repaired, runner), nobody), findings };
}

function pathOf({ workouts }: PlanContent, { date, week_number }: Finding): string {
  const place = date === null ? -1 : workouts.findIndex((workout) => workout.date === date);
  if (place >= 0) return `content.${place}`;
  return week_number > 0 ? `weekly_info.${week_number}` : 'content';
}

/**
 * Content in which each pace and heart rate is replaced by the name of its zone for the runner the plan was made for. For other runners
 * the same numbers would be another intensity: an easy pace of a fast runner is faster than the repetitions of an average one.
 */
function nameZones({ workouts, weekly_info }: PlanContent, runner: Runner): PlanContent {
  const named = workouts.map((workout) => ({
    ...workout,
    segments: namedSegments(workout.segments, workout.workout_type, runner),
  }));
  return { workouts: named, weekly_info };
}

function namedSegments(segments: readonly Segment[], type: WorkoutType, runner: Runner): readonly Segment[] {
  return segments.map((segment) => {
    const { target, repeat } = segment;
    const isNumbers = target !== undefined && target.type !== 'effort' && !isZoneName(target.zone);
    return {
      ...segment,
      ...(isNumbers && { target: { ...target, zone: zoneOfStretch(segment, type, runner) } }),
      ...(repeat && {
        repeat: { times: repeat.times, segments: namedSegments(repeat.segments, type, runner) },
      }),
    };
  });
}
