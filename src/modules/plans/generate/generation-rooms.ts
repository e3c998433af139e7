import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { rateLimited } from '../../../shared/errors.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../shared/time.ts';

/** How many plans a model makes at once in one process: each of them takes minutes, and money. */
const MOST_OF_A_PERSON = 3;
const MOST_OF_AN_ORGANIZATION = 12;
const MOST_OF_ALL = 16;
const RETRY_AFTER_S = 30;

/** Of an organization's plans of a day, what one person may have made, wherever they coach. */
const SHARE_OF_A_PERSON = 0.25;

export type GenerationRooms = {
  /**
   * Takes a room, and one plan of the day; where there is none left, neither.
   *
   * @returns what gives the room back; calling it again does nothing
   * @throws AppError rate_limited when there is none left
   */
  enter(of: { readonly user_id: string; readonly org_id: string }): Promise<() => void>;
};

/** For engines that take no time worth counting. */
export const ROOM_FOR_ALL: GenerationRooms = { enter: async () => () => undefined };

/** @param options.plans_per_day drafts and plans of one organization, in all processes */
export function createGenerationRooms(options: {
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly plans_per_day: number;
}): GenerationRooms {
  const takeRoom = createRooms();
  return {
    enter: async (whose) => {
      const leave = takeRoom(whose);
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

function createRooms(): (of: { readonly user_id: string; readonly org_id: string }) => () => void {
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

/** What is begun counts, whatever comes of it: the model was asked. */
async function countPlan(
  { rateLimiter, plans_per_day }: Parameters<typeof createGenerationRooms>[0],
  { user_id, org_id }: { readonly user_id: string; readonly org_id: string },
): Promise<void> {
  const take = (subject: string, limit: number) =>
    rateLimiter.take(subject, [{ name: 'day', limit, seconds: DAY_MS / SECOND_MS }]);
  const limit = Math.ceil(plans_per_day * SHARE_OF_A_PERSON);
  const own = await take(`model-plans-of:${user_id}`, limit);
  if (!own.allowed) throw usedUp(`You have had the ${limit} drafts and plans`, own.tightest.retry_after_s);
  const { allowed, tightest } = await take(`model-plans-in:${org_id}`, plans_per_day);
  if (allowed) return;
  await own.giveBack();
  throw usedUp(`The organization has had the ${plans_per_day} drafts and plans`, tightest.retry_after_s);
}

function usedUp(who: string, retry_after_s: number) {
  const hours = Math.ceil((retry_after_s * SECOND_MS) / HOUR_MS);
  return rateLimited({
    message: `${who} that the language model makes in a day. There are more in ${hours === 1 ? 'an hour' : `${hours} hours`} at the latest.`,
    headers: { 'Retry-After': String(retry_after_s) },
  });
}
