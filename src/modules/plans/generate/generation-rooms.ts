import { rateLimited } from '../../../shared/errors.ts';

/** How many plans a model makes at once in one process: each of them takes minutes, and money. */
const MOST_OF_A_PERSON = 3;
const MOST_OF_AN_ORGANIZATION = 12;
const RETRY_AFTER_S = 30;

export type GenerationRooms = {
  /**
   * @returns what gives the room back; calling it again does nothing
   * @throws AppError rate_limited when there is none left
   */
  enter(of: { readonly user_id: string; readonly org_id: string }): () => void;
};

/** For engines that take no time worth counting. */
export const ROOM_FOR_ALL: GenerationRooms = { enter: () => () => undefined };

export function createGenerationRooms(): GenerationRooms {
  const taken = new Map<string, number>();
  const add = (key: string, more: number): void => {
    const count = (taken.get(key) ?? 0) + more;
    if (count === 0) taken.delete(key);
    else taken.set(key, count);
  };
  return {
    enter: ({ user_id, org_id }) => {
      if ((taken.get(user_id) ?? 0) >= MOST_OF_A_PERSON) throw full('You have');
      if ((taken.get(org_id) ?? 0) >= MOST_OF_AN_ORGANIZATION) throw full('The organization has');
      add(user_id, 1);
      add(org_id, 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        add(user_id, -1);
        add(org_id, -1);
      };
    },
  };
}

function full(who: string) {
  return rateLimited({
    message: `${who} as many plans being made as can be at once. Wait until one is finished.`,
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  });
}
