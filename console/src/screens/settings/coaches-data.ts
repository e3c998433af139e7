import { api, ask } from '../../client/api.ts';
import { useOrgId } from '../../shell/role.ts';
import { useTakeOrganization } from './organization.ts';

export const ROLES = ['assistant_coach', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The writes about coaches: each answers with the organization as it is then. */
export function useCoachWrites() {
  const org_id = useOrgId();
  const take = useTakeOrganization();
  return {
    put: async (user_id: string, role: Role): Promise<void> => {
      const answer = await ask(
        api.PUT('/organizations/{org_id}/coaches/{user_id}', {
          params: { path: { org_id, user_id } },
          body: { role },
        }),
      );
      take(answer.data.organization);
    },
    remove: async (user_id: string): Promise<void> => {
      const answer = await ask(
        api.DELETE('/organizations/{org_id}/coaches/{user_id}', { params: { path: { org_id, user_id } } }),
      );
      take(answer.data.organization);
    },
    handOver: async (user_id: string): Promise<void> => {
      const answer = await ask(
        api.PUT('/organizations/{org_id}/head-coach', { params: { path: { org_id } }, body: { user_id } }),
      );
      take(answer.data.organization);
    },
  };
}
