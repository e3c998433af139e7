import type { LanguageModel } from '../../../infra/llm/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';
import type { Draft } from '../facts.ts';

/** Of one person in a day by a model, workouts and weeks together: whoever uploads hundreds must not use up what there is for all. */
const MOST_BY_MODEL = 20;
const DAY = { name: 'day', limit: MOST_BY_MODEL, seconds: DAY_MS / SECOND_MS } as const;

/** The draft, for rules alone where a model has written enough for this person. */
export async function limitPerson(
  {
    llm,
    rateLimiter,
  }: { readonly llm: LanguageModel | undefined; readonly rateLimiter: Pick<RateLimiter, 'take'> },
  user_id: string,
  draft: Draft,
): Promise<Draft> {
  if (llm === undefined || !draft.may_be_phrased) return draft;
  const { allowed } = await rateLimiter.take(`model-summaries-of:${user_id}`, [DAY]);
  return { ...draft, may_be_phrased: allowed };
}
