import { newId } from '../../../shared/ids.ts';
import { brokenConstraint } from '../../../training/planning/broken-constraint.ts';
import { type DraftRead, readDraft } from '../draft/read-draft.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { type PlanFault, PlanRefused } from '../engine/faults.ts';
import { createPlanner } from '../rules/plan-weeks.ts';
import type { BuiltWeek } from '../rules/week-builder.ts';
import { planFault } from '../words/fault-words.ts';
import { quotedLine } from '../words/quoted-line.ts';
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
    const weeks = Array.from(createPlanner(task.brief, newId).weeks(), (week) => {
      requireConstraints(week, task.brief);
      return weekText(week);
    });
    return { kind: 'plan', weeks };
  } catch (error) {
    if (error instanceof PlanRefused) return { kind: 'refused', faults: error.faults };
    throw error;
  }
}

/**
 * What was asked for holds in every week, or nothing is made.
 *
 * @throws PlanRefused that names the field, or the sentence that it is from
 */
function requireConstraints({ number, workouts }: BuiltWeek, brief: PlanBrief): void {
  const drafted = brief.draft?.weeks.find((week) => week.number === number)?.days ?? null;
  const broken = brokenConstraint({ number, workouts }, brief, { has_lines: drafted !== null });
  if (broken === null) return;
  const { field, date } = broken;
  const { from, text } = brief.read.sources.find((source) => source.field === field) ?? {
    from: 'fields',
    text: null,
  };
  const [one, path] = text === null ? namesOf(field, from) : [`“${quotedLine(text)}”`, from];
  throw new PlanRefused([
    planFault(path, 'constraint_not_kept', { one, week: number, date: date ?? 'none' }),
  ]);
}

/** How people are told of a field, and the member of the request. */
function namesOf(field: string, from: string): [name: string, path: string] {
  if (from === 'availability') return [`availability.${field}`, 'constraints_from'];
  return [`constraints.${field}`, `constraints.${field}`];
}
