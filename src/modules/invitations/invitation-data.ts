import type { Database } from '../../infra/db/database.ts';
import { isoOrNull } from '../../shared/time.ts';
import { fewRecords, type PersonalData } from '../users/index.ts';
import {
  deleteInvitationsTo,
  findInvitationsMadeBy,
  findInvitationsSentTo,
  type OwnInvitation,
} from './queries.ts';

/**
 * Which invitations a person made, and which were sent to their address. Those go with the person; those they made stay their
 * organizations', and do not say any more by whom.
 */
export function invitationData(deps: { db: Database }): PersonalData {
  return {
    name: 'invitations',
    columns: ['invitations.created_by', 'invitations.email'],
    files: {
      'invitations_made.json': 'The invitations you made for organizations, without whom they were sent to.',
      'invitations_received.json': 'The invitations that were sent to your e-mail address.',
    },
    async *collect(user_id) {
      yield {
        name: 'invitations_made.json',
        records: fewRecords(async () => (await findInvitationsMadeBy(deps.db, user_id)).map(presentMade)),
      };
      yield {
        name: 'invitations_received.json',
        records: fewRecords(async () => (await findInvitationsSentTo(deps.db, user_id)).map(presentReceived)),
      };
    },
    async release(tx, { email }) {
      await deleteInvitationsTo(tx, email);
    },
  };
}

const presentMade = (one: OwnInvitation) => ({
  invitation_id: one.id,
  org_id: one.org_id,
  org_name: one.org_name,
  kind: one.kind,
  max_uses: one.max_uses,
  uses: one.uses,
  created_at: one.created_at.toISOString(),
  expires_at: one.expires_at.toISOString(),
  revoked_at: isoOrNull(one.revoked_at),
});

const presentReceived = (one: OwnInvitation) => ({
  invitation_id: one.id,
  org_id: one.org_id,
  org_name: one.org_name,
  display_name: one.display_name,
  accepted: one.uses >= one.max_uses,
  created_at: one.created_at.toISOString(),
  expires_at: one.expires_at.toISOString(),
  revoked_at: isoOrNull(one.revoked_at),
});
