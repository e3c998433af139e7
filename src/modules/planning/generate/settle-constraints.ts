import { responseMismatch } from '../../../http/validate.ts';
import { constraintFaults, constraintsOf } from '../../../training/plan-request/field-faults.ts';
import { type Settled, saidIn, settleWishes } from '../../../training/plan-request/settle-wishes.ts';
import type { CoachTexts, NotActedOn, Wish } from '../../../training/plan-request/wish.ts';
import { readWishes } from '../instructions/read-wishes.ts';
import type { Understood } from '../model/understand-sentences.ts';
import { ConstraintsBody } from './constraints-contract.ts';

type Asked = Omit<Parameters<typeof settleWishes>[0], 'wishes' | 'of_model' | 'not_acted_on'> & {
  readonly texts: CoachTexts;
  /** What a model made of sentences that no form fits. */
  readonly understood: Understood;
};

/** Brings fields and sentences together; see `settleWishes`. */
export function settleConstraints({ texts, understood, ...asked }: Asked): Settled {
  const { wishes, not_acted_on } = readWishes(texts);
  const of_model = not_acted_on.flatMap((sentence) => wishOf(sentence, understood, asked.request));
  return settleWishes({ ...asked, wishes, of_model, not_acted_on });
}

const bodyMismatch = responseMismatch(ConstraintsBody);

/** What a model made of a sentence, where a request might say just that; nothing otherwise. */
function wishOf(
  { from, text }: NotActedOn,
  understood: Understood,
  { start_date, weeks }: Asked['request'],
): Wish[] {
  const constraints = from === 'training_principle' ? undefined : understood.get(text);
  if (!isBody(constraints) || constraintFaults({ constraints, start_date, weeks }).length > 0) return [];
  return [{ from, text, constraints: saidIn(constraintsOf(constraints)) }];
}

function isBody(constraints: unknown): constraints is ConstraintsBody {
  return constraints !== undefined && bodyMismatch(constraints) === null;
}
