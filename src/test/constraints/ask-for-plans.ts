import fc from 'fast-check';
import { anyRequest, type ConstraintField, type SentRequest } from './any-request.ts';
import { type Broken, brokenConstraints } from './broken-constraints.ts';

/** An answer to `POST /plans/generate`. */
type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of two shapes, whose schemas the server has checked
  readonly body: any;
};

export type Outcome = {
  made: number;
  refused: number;
  /** Fields that the engine made no plan for, though they do not contradict each other: one for each refusal. */
  readonly not_kept: string[];
  /** Where a plan was served that does not honour a field, by the first field of each plan. */
  readonly broken: { readonly request: SentRequest; readonly all: readonly Broken[] }[];
  /** Refusals that name no field, and answers that are none. */
  readonly unnamed: { readonly request: SentRequest; readonly answer: string }[];
};

const NOT_KEPT = / cannot be kept in week /;

/** Asks for random plans, and holds each against all that was asked for. */
export async function askForPlans(
  ask: (request: SentRequest) => Promise<Answer>,
  options: { count: number; seed: number; fields?: readonly ConstraintField[] },
): Promise<Outcome> {
  const outcome: Outcome = { made: 0, refused: 0, not_kept: [], broken: [], unnamed: [] };
  const requests = fc.sample(anyRequest(options.fields), { numRuns: options.count, seed: options.seed });
  for (const request of requests) {
    const { status, body } = await ask(request);
    if (status === 200) {
      outcome.made += 1;
      const all = brokenConstraints(request.constraints, body.data);
      if (all.length > 0) outcome.broken.push({ request, all });
    } else if (status === 400 && isNamed(body)) {
      outcome.refused += 1;
      if (NOT_KEPT.test(body.error)) outcome.not_kept.push(body.details[0].path);
    } else outcome.unnamed.push({ request, answer: `${status} ${JSON.stringify(body)}` });
  }
  return outcome;
}

/** Each thing that is wrong names a field of constraints. */
function isNamed(body: Answer['body']): boolean {
  const details: readonly { path: string; message: string }[] = body.details ?? [];
  return (
    details.length > 0 && details.every(({ path, message }) => `${path} ${message}`.includes('constraints.'))
  );
}
