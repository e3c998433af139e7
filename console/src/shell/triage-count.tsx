import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useMatch } from 'react-router';
import { api, ask } from '../client/api.ts';
import { useFormat } from '../format.ts';
import { type LiveEvent, useLiveEvent } from '../live/live-events.tsx';
import { useSay } from '../say.tsx';
import style from './rail.module.css';

/** Under what the cache keeps how many there are to look at; the list of triage, which knows it too, puts it there. */
export const triageCountKey = (org_id: string) => ['triage', org_id, 'count'] as const;

/** How many athletes there are to look at, beside the place that leads to them. */
export function TriageCount({ org_id }: { readonly org_id: string }) {
  const say = useSay();
  const format = useFormat();
  const cache = useQueryClient();
  const isListShown = useMatch('/o/:org/triage/*') !== null;
  const { data: count } = useQuery({
    queryKey: triageCountKey(org_id),
    enabled: !isListShown,
    queryFn: async ({ signal }) => {
      const params = { path: { org_id }, query: { limit: 1 } };
      return (await ask(api.GET('/organizations/{org_id}/triage', { signal, params }))).data.counts.open;
    },
  });
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        if (event.type === 'triage.changed' && event.org_id === org_id)
          void cache.invalidateQueries({ queryKey: triageCountKey(org_id) });
      },
      [cache, org_id],
    ),
  );
  if (count === undefined || count === 0) return null;
  return (
    <>
      <span className={style.count} aria-hidden="true">
        {format.number(count)}
      </span>
      <span className="spoken">{say('shell.place.triageCount', { count })}</span>
    </>
  );
}
