import type { Asked, ScriptedAnswer, Step } from '../../../sandbox/model/script.ts';
import type { PlanBrief } from '../../training/plan-request/plan-brief.ts';

/** One way in which a model does not do what it is told. */
export type AdversarialCase = {
  readonly name: string;
  readonly answer: ScriptedAnswer;
  /** Who made the weeks when it always answers so: `some` where it depends on the week. */
  readonly made_by: 'model' | 'rules' | 'some';
  /** It is not asked again after this. */
  readonly final?: true;
  /** Only a limit of time ends it, which is short then. */
  readonly endless?: true;
  readonly brief?: Partial<PlanBrief>;
};

/** Steps that follow from what is asked. */
export function says(steps: (asked: Asked) => readonly Step[]): ScriptedAnswer {
  return (asked) => steps(asked);
}
