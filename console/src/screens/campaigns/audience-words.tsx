import { useQuery } from '@tanstack/react-query';
import { api, ask } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { groupsKey } from '../../parts/people/people.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import type { Audience } from './audience.ts';

/** Whom a campaign is for, a phrase for each thing that they have to be. */
export function useAudienceWords(): (audience: Audience | null) => readonly string[] {
  const say = useSay();
  const format = useFormat();
  const nameOf = useGroupNames();
  return (audience) => {
    if (audience === null) return [say('campaigns.audience.none')];
    if (audience === 'all') return [say('campaigns.audience.all')];
    if (audience.user_ids !== undefined)
      return [say('campaigns.audience.named', { count: audience.user_ids.length })];
    const { level, labels, group_ids, status } = audience.segment;
    return [
      ...(level === undefined ? [] : [say('campaigns.audience.level', { level })]),
      ...(labels === undefined ? [] : [say('campaigns.audience.labels', { labels: format.list(labels) })]),
      ...(group_ids === undefined
        ? []
        : [say('campaigns.audience.groups', { groups: format.list(group_ids.map(nameOf)) })]),
      ...(status === undefined ? [] : [say(`campaigns.audience.status.${status}`)]),
    ];
  };
}

/** What the rail has asked for already. */
function useGroupNames(): (group_id: string) => string {
  const say = useSay();
  const org_id = useOrgId();
  const { data } = useQuery({
    queryKey: groupsKey(org_id),
    queryFn: () =>
      ask(api.GET('/organizations/{org_id}/groups', { params: { path: { org_id }, query: { limit: 100 } } })),
  });
  const groups = data?.data.groups ?? [];
  return (group_id) => groups.find(({ id }) => id === group_id)?.name ?? say('campaigns.audience.goneGroup');
}
