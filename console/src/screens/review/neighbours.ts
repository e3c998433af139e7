import { useNavigate } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { useKeys } from '../../keys/keys.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import type { Activity, Whose } from './activity.ts';

type Direction = 'earlier' | 'later';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** How far ahead the next run is looked for, further each time: lists begin with the newest. */
const AHEAD_DAYS = [4, 30, 400];
const PAGE_SIZE = 50;

/** Leads to the run before or after, by a button or a key; asks for it only then. */
export function useNeighbours(whose: Whose, activity: Activity | undefined) {
  const say = useSay();
  const navigate = useNavigate();
  const { tell, tellFault } = useNotices();
  const go = async (direction: Direction): Promise<void> => {
    if (activity === undefined) return;
    try {
      const id = await find(whose, activity, direction);
      if (id === null) tell(say(`review.none.${direction}`));
      else await navigate(pathOf(whose, id));
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
  };
  useKeys([
    { key: 'j', does: say('review.earlier'), act: () => void go('earlier') },
    { key: 'k', does: say('review.later'), act: () => void go('later') },
  ]);
  return go;
}

export function pathOf(whose: Whose, activity_id: string): string {
  return whose === 'own'
    ? `/runs/${activity_id}`
    : `/o/${whose.org_id}/athletes/${whose.user_id}/activities/${activity_id}`;
}

async function find(
  whose: Whose,
  { id, start_time }: Activity,
  direction: Direction,
): Promise<string | null> {
  if (direction === 'earlier') {
    const page = await list(whose, { to: start_time, limit: 10 });
    return after(page, id)?.id ?? null;
  }
  for (const days of AHEAD_DAYS) {
    const to = new Date(Date.parse(start_time) + days * DAY_MS).toISOString();
    const page = await list(whose, { from: start_time, to, limit: PAGE_SIZE });
    const next = after(page.toReversed(), id);
    if (next !== undefined) return next.id;
  }
  return null;
}

type Listed = { readonly id: string };

/** The one behind it; where the list does not reach it, the first. */
function after(page: readonly Listed[], id: string): Listed | undefined {
  return page[page.findIndex((one) => one.id === id) + 1];
}

async function list(
  whose: Whose,
  query: { readonly from?: string; readonly to?: string; readonly limit: number },
): Promise<readonly Listed[]> {
  const { data } =
    whose === 'own'
      ? await ask(api.GET('/activities', { params: { query } }))
      : await ask(
          api.GET('/organizations/{org_id}/athletes/{user_id}/activities', {
            params: { path: whose, query },
          }),
        );
  return data.activities;
}
