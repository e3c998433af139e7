import type { Logger } from 'pino';
import type { RateDecision, RateLimiter } from '../../../infra/rate-limit/index.ts';
import { rateLimited } from '../../../shared/errors.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../shared/time.ts';

/** The most plans that a model makes at once in one process, since each takes minutes and costs money. */
const MOST_OF_A_PERSON = 3;
const MOST_OF_AN_ORGANIZATION = 12;
const MOST_OF_ALL = 16;
const RETRY_AFTER_S = 30;

/**
 * The most drafts and plans that a model makes in a day, in all processes. Anybody can create organizations and accounts, so a person is
 * counted over all of their organizations, and everybody together.
 */
export type PlansPerDay = { readonly of_an_organization: number; readonly in_all: number };

/** The daily plans of one person, over all organizations, as a share of those of an organization. */
const SHARE_OF_A_PERSON = 0.25;

export type GenerationLimits = {
  /**
   * Takes a place and one plan of the day, or neither where one of them is used up.
   *
   * @returns a function that gives the place back; further calls do nothing
   * @throws AppError rate_limited where a place or a plan is missing
   */
  enter(of: { readonly user_id: string; readonly org_id: string }): Promise<() => void>;
};

export const NO_LIMITS: GenerationLimits = { enter: async () => () => undefined };

type Counting = {
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly logger: Pick<Logger, 'info'>;
  readonly a_day: PlansPerDay;
};

export function createGenerationLimits(options: Counting): GenerationLimits {
  const takePlace = createPlaces();
  return {
    enter: async (whose) => {
      const leave = takePlace(whose);
      try {
        await countPlan(options, whose);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}

function createPlaces(): (of: { readonly user_id: string; readonly org_id: string }) => () => void {
  const taken = new Map<string, number>();
  let all = 0;
  const add = (key: string, more: number): void => {
    const count = (taken.get(key) ?? 0) + more;
    if (count === 0) taken.delete(key);
    else taken.set(key, count);
  };
  return ({ user_id, org_id }) => {
    if ((taken.get(user_id) ?? 0) >= MOST_OF_A_PERSON) throw full('You have');
    if ((taken.get(org_id) ?? 0) >= MOST_OF_AN_ORGANIZATION) throw full('The organization has');
    if (all >= MOST_OF_ALL) throw full('The server has');
    const addToAll = (more: number): void => {
      add(user_id, more);
      add(org_id, more);
      all += more;
    };
    addToAll(1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      addToAll(-1);
    };
  };
}

function full(who: string) {
  return rateLimited({
    message: `${who} as many plans being made as can be at once. Wait until one is finished.`,
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  });
}

/** A started plan counts whatever its outcome, since the model was asked. A refused one counts for nobody. */
async function countPlan(
  { rateLimiter, logger, a_day }: Counting,
  { user_id, org_id }: { readonly user_id: string; readonly org_id: string },
): Promise<void> {
  const of_a_person = Math.ceil(a_day.of_an_organization * SHARE_OF_A_PERSON);
  const limits = [
    { who: 'You have', subject: `model-plans-of:${user_id}`, limit: of_a_person },
    { who: 'The organization has', subject: `model-plans-in:${org_id}`, limit: a_day.of_an_organization },
    { who: 'The server has', subject: 'model-plans', limit: a_day.in_all },
  ];
  const taken: RateDecision[] = [];
  for (const { who, subject, limit } of limits) {
    const counted = await rateLimiter.take(subject, [{ name: 'day', limit, seconds: DAY_MS / SECOND_MS }]);
    if (!counted.allowed) {
      for (const { giveBack } of taken) await giveBack();
      throw usedUp(`${who} had the ${limit} drafts and plans`, counted.tightest.retry_after_s);
    }
    taken.push(counted);
  }
  const { remaining, limit } = taken.at(-1)?.tightest ?? {};
  if (remaining === 0)
    logger.info({ limit }, 'the language model has made as many plans as AI_PLANS_PER_DAY_IN_ALL allows');
}

function usedUp(who: string, retry_after_s: number) {
  const hours = Math.ceil((retry_after_s * SECOND_MS) / HOUR_MS);
  return rateLimited({
    message: `${who} that the language model makes in a day. There are more in ${hours === 1 ? 'an hour' : `${hours} hours`} at the latest.`,
    headers: { 'Retry-After': String(retry_after_s) },
  });
}
