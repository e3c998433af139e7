import type { UserActor } from '../../../http/actor.ts';
import type { Queryable } from '../../../infra/db/database.ts';
import {
  findMembership,
  loadOrganizationAccess,
  mayWriteToAthletes,
  noSuchMember,
  requireAllowed,
} from '../../organizations/index.ts';
import { NOTE_ROLES, type NoteRole } from './note.ts';

/**
 * A coach of the organization, with one of its athletes. Who coaches and runs in the same club is a coach here, also of themself: what
 * the others have written they could read in their archive as well.
 *
 * @throws noSuchOrganization; forbidden; noSuchMember
 */
export async function requireNoteKeeper(
  db: Queryable,
  actor: UserActor,
  asked: { readonly org_id: string; readonly user_id: string },
): Promise<{ readonly org_id: string; readonly athlete_id: string; readonly role: NoteRole }> {
  const access = await loadOrganizationAccess(db, asked.org_id, actor);
  const athlete_id = asked.user_id.toLowerCase();
  const role = NOTE_ROLES.find((one) => one === access.role);
  requireAllowed(mayWriteToAthletes(access), 'Only coaches of the organization may read and write notes.');
  const { org_id } = access.organization;
  if (role === undefined || (await findMembership(db, { org_id, user_id: athlete_id })) === null)
    throw noSuchMember();
  return { org_id, athlete_id, role };
}
