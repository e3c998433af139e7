import { useQuery } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';

/** Settings as they are shown here, whether or not the server has them yet, and what is closed for one club. */
export type Proposal = {
  readonly org_id: string | undefined;
  readonly privacy: Schemas['PrivacySettings'];
  /** Every setting: false is closed for the club. Undefined where none is asked for. */
  readonly membership_privacy: Schemas['ProposedMembershipPrivacy'] | undefined;
};

/** What each audience sees under these settings: the server's own answer about the newest run. */
export function usePreview(proposal: Proposal, isAsked = true) {
  const { org_id, privacy, membership_privacy } = proposal;
  return useQuery<Schemas['PrivacyPreview']['data']>({
    queryKey: ['privacy-preview', proposal],
    enabled: isAsked,
    placeholderData: (before) => before,
    queryFn: async ({ signal }): Promise<Schemas['PrivacyPreview']['data']> => {
      const { data } = await ask(
        api.POST('/users/me/privacy/preview', {
          signal,
          body: {
            privacy,
            ...(org_id !== undefined && { org_id }),
            ...(org_id !== undefined && membership_privacy !== undefined && { membership_privacy }),
          },
        }),
      );
      return data;
    },
  });
}
