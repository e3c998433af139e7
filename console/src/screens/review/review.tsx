import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useSay } from '../../say.tsx';
import { RunReview } from './run-review.tsx';

/** A run of an athlete, as their coach sees it. */
export function Screen() {
  const { org: org_id = '', user: user_id = '', id: activity_id = '' } = useParams();
  const say = useSay();
  const name = useAthleteName(org_id, user_id);
  return (
    <RunReview
      key={activity_id}
      whose={{ org_id, user_id }}
      activity_id={activity_id}
      spokenIn={{ org_id, user_id }}
      who={<Link to={`/o/${org_id}/athletes/${user_id}/overview`}>{name ?? say('review.athlete')}</Link>}
    />
  );
}

type Named = Pick<Schemas['Member'], 'user_id' | 'display_name' | 'username'>;
const MEMBERS_ASKED = 100;

/** From what is known already; asked for only where one comes by a link. */
function useAthleteName(org_id: string, user_id: string): string | null {
  const cache = useQueryClient();
  const known = cache
    .getQueriesData<{ readonly pages?: readonly Schemas['AthleteMetricsList'][] | readonly unknown[] }>({
      queryKey: ['athletes', org_id],
    })
    .flatMap(([, data]) => (data?.pages ?? []) as { data?: { athletes?: readonly Named[] } }[])
    .flatMap((page) => page.data?.athletes ?? [])
    .find((athlete) => athlete.user_id === user_id);
  const members = useQuery({
    queryKey: ['member names', org_id],
    enabled: known === undefined,
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }): Promise<readonly Named[]> => {
      const params = { path: { org_id }, query: { limit: MEMBERS_ASKED } };
      return (await ask(api.GET('/organizations/{org_id}/members', { signal, params }))).members;
    },
  });
  const found = known ?? members.data?.find((member) => member.user_id === user_id);
  return found?.display_name ?? found?.username ?? null;
}
