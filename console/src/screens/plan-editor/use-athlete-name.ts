import { useQuery } from '@tanstack/react-query';
import { api, ask } from '../../client/api.ts';
import { useOrgId } from '../../shell/role.ts';
import type { Athlete } from './form.ts';

/** The name of the athlete, also where only the id was kept. */
export function useAthleteName(athlete: Athlete | null): string | null {
  const org_id = useOrgId();
  const user_id = athlete?.user_id ?? '';
  const { data } = useQuery({
    queryKey: ['athlete', org_id, user_id, 'evidence'],
    enabled: athlete !== null && athlete.name === '',
    queryFn: async ({ signal }) => {
      const params = { path: { org_id, user_id } };
      return (await ask(api.GET('/organizations/{org_id}/triage/{user_id}/evidence', { signal, params })))
        .data;
    },
  });
  if (athlete === null) return null;
  return athlete.name === '' ? (data?.athlete.display_name ?? '…') : athlete.name;
}
