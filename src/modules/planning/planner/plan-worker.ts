import { newId } from '../../../shared/ids.ts';
import { type DraftRead, readDraft } from '../draft/read-draft.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { type PlanFault, PlanRefused } from '../engine/faults.ts';
import { createPlanner } from '../rules/plan-weeks.ts';
import { type WeekText, weekText } from './week-text.ts';

/** What is worked out on a thread. */
export type PlanTask =
  | { readonly kind: 'plan'; readonly brief: PlanBrief }
  | { readonly kind: 'draft'; readonly text: string; readonly options: Parameters<typeof readDraft>[1] };

export type PlanResult =
  | { readonly kind: 'plan'; readonly weeks: readonly WeekText[] }
  | { readonly kind: 'refused'; readonly faults: readonly PlanFault[] }
  | { readonly kind: 'draft'; readonly read: DraftRead };

/** On a thread or in place. A refusal is a result: what is thrown loses its kind on the way between threads. */
export function workOutPlan(task: PlanTask): PlanResult {
  if (task.kind === 'draft') return { kind: 'draft', read: readDraft(task.text, task.options) };
  try {
    return { kind: 'plan', weeks: Array.from(createPlanner(task.brief, newId).weeks(), weekText) };
  } catch (error) {
    if (error instanceof PlanRefused) return { kind: 'refused', faults: error.faults };
    throw error;
  }
}
