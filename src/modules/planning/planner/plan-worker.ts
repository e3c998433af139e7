import { newId } from '../../../shared/ids.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { type PlanFault, PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { requireConstraints } from '../../../training/plan-request/require-constraints.ts';
import { loadOfWeek, type WeekLoad } from '../../../training/planning/readiness.ts';
import type { BuiltWeek } from '../../../training/sessions/week-builder.ts';
import { type DraftOptions, type DraftRead, readDraft } from '../draft/read-draft.ts';
import { presentWorkout } from '../present-workout.ts';
import { planWeeks } from '../rules/plan-weeks.ts';

/**
 * A week of a plan as lines of JSON: its number and sums, then each workout as it is shown. As objects a year of weeks takes ten times as
 * much, and a hundred plans may wait in memory at once.
 */
export type WeekText = string;

export type Head = Pick<BuiltWeek, 'number' | 'info' | 'findings' | 'adjusted'> & { readonly load: WeekLoad };

function weekText({ workouts, ...told }: BuiltWeek, { goal }: PlanBrief): WeekText {
  const head: Head = { ...told, load: loadOfWeek(workouts, goal) };
  return [head, ...workouts.map(presentWorkout)].map((part) => JSON.stringify(part)).join('\n');
}

export type Week = { readonly head: Head; readonly workouts: readonly string[] };

export function weekOf(text: WeekText): Week {
  const [head = '', ...workouts] = text.split('\n');
  return { head: JSON.parse(head), workouts };
}

export type PlanTask =
  | { readonly kind: 'plan'; readonly brief: PlanBrief }
  | { readonly kind: 'draft'; readonly text: string; readonly options: DraftOptions };

export type PlanResult =
  | { readonly kind: 'plan'; readonly weeks: WeekText[] }
  | { readonly kind: 'refused'; readonly faults: readonly PlanFault[] }
  | { readonly kind: 'draft'; readonly read: DraftRead };

/** Runs on a thread or in place. A refusal is a result, since thrown errors lose their class between threads. */
export function workOutPlan(task: PlanTask, idOf: () => string = newId): PlanResult {
  if (task.kind === 'draft') return { kind: 'draft', read: readDraft(task.text, task.options) };
  try {
    const weeks = Array.from(planWeeks(task.brief, idOf), (week) => {
      requireConstraints(week, task.brief);
      return weekText(week, task.brief);
    });
    return { kind: 'plan', weeks };
  } catch (error) {
    if (error instanceof PlanRefused) return { kind: 'refused', faults: error.faults };
    throw error;
  }
}
