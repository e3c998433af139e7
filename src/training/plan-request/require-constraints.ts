import { quotedLine } from '../../shared/quoted-line.ts';
import type { PlanNumbers } from '../planning/brief.ts';
import { brokenConstraint } from '../planning/broken-constraint.ts';
import type { DraftWeek } from '../planning/draft.ts';
import type { PlannedWorkout } from '../planning/plan.ts';
import { PlanRefused, planFault } from './plan-fault.ts';
import type { ReadRequest } from './wish.ts';

type Asked = PlanNumbers & {
  readonly read: Pick<ReadRequest, 'sources'>;
  readonly draft: { readonly weeks: readonly DraftWeek[] } | null;
};

/**
 * Requires that a week keeps every constraint.
 *
 * @throws PlanRefused that names the field, or the sentence from which it was read
 */
export function requireConstraints(
  { number, workouts }: { readonly number: number; readonly workouts: readonly PlannedWorkout[] },
  brief: Asked,
): void {
  const drafted = brief.draft?.weeks.find((week) => week.number === number)?.days ?? null;
  const broken = brokenConstraint({ number, workouts }, brief, { has_lines: drafted !== null });
  if (broken === null) return;
  const { field, date } = broken;
  const { from, text } = brief.read.sources.find((source) => source.field === field) ?? {
    from: 'fields',
    text: null,
  };
  const [one, path] = text === null ? namesOf(field, from) : [`“${quotedLine(text)}”`, from];
  const values = { one, week: number, date: date ?? 'none' };
  throw new PlanRefused([planFault(path, 'constraint_not_kept', values)]);
}

function namesOf(field: string, from: string): [name: string, path: string] {
  if (from === 'availability') return [`availability.${field}`, 'constraints_from'];
  return [`constraints.${field}`, `constraints.${field}`];
}
