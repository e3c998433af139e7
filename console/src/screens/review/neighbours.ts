import { useNavigate } from 'react-router';
import { useKeys } from '../../keys/keys.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { useSay } from '../../say.tsx';
import type { Review, Whose } from './activity.ts';

export type Direction = 'earlier' | 'later';

/** Leads to the run before or after, by a button or a key. */
export function useNeighbours(whose: Whose, neighbours: Review['neighbours'] | undefined) {
  const say = useSay();
  const navigate = useNavigate();
  const { tell } = useNotices();
  const go = (direction: Direction): void => {
    if (neighbours === undefined) return;
    const id = neighbours[`${direction}_id`];
    if (id === null) tell(say(`review.none.${direction}`));
    else void navigate(pathOf(whose, id));
  };
  useKeys([
    { key: 'j', does: say('review.earlier'), act: () => go('earlier') },
    { key: 'k', does: say('review.later'), act: () => go('later') },
  ]);
  return go;
}

function pathOf(whose: Whose, activity_id: string): string {
  return whose === 'own'
    ? `/runs/${activity_id}`
    : `/o/${whose.org_id}/athletes/${whose.user_id}/activities/${activity_id}`;
}
