import type { Route } from '../../http/route.ts';
import {
  createInvitationRoute,
  listInvitationsRoute,
  revokeInvitationRoute,
} from './routes/manage-invitations.ts';
import { acceptInvitationRoute, readInvitationRoute } from './routes/use-invitation.ts';

export { invitationData } from './invitation-data.ts';
export { invitationJobs } from './jobs.ts';
export { invitationPageRoutes } from './pages/join-page.ts';
export { signUpInvitations } from './sign-up-invitations.ts';

export function invitationRoutes(
  deps: Parameters<typeof createInvitationRoute>[0] & Parameters<typeof acceptInvitationRoute>[0],
): readonly Route[] {
  return [
    createInvitationRoute(deps),
    listInvitationsRoute(deps),
    revokeInvitationRoute(deps),
    readInvitationRoute(deps),
    acceptInvitationRoute(deps),
  ];
}
