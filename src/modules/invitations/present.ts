import type * as wire from './contract.ts';
import type { Invitation } from './invitation.ts';

export function presentInvitation(invitation: Invitation): wire.Invitation {
  return {
    id: invitation.id,
    org_id: invitation.org_id,
    kind: invitation.kind,
    email: invitation.email,
    status: invitation.status,
    max_uses: invitation.max_uses,
    uses: invitation.uses,
    display_name: invitation.display_name,
    member_level: invitation.member_level,
    labels: [...invitation.labels],
    created_by: invitation.created_by,
    created_at: invitation.created_at.toISOString(),
    expires_at: invitation.expires_at.toISOString(),
  };
}
