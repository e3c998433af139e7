import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { forbidden } from '../../shared/errors.ts';
import {
  loadOrganizationAccess,
  mayPlan,
  type OrganizationAccess,
  requireRight,
} from '../organizations/index.ts';
import type { ClubSession } from './club-session.ts';
import { noSuchSession } from './errors.ts';
import { findSession, isMeantFor } from './queries.ts';

const WHOSE = 'Only coaches of the organization may plan its sessions and keep the register.';

/** @throws notFound; forbidden */
export async function requireSessionCoach(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<OrganizationAccess['organization']> {
  return await requireRight(db, org_id, actor, { may: mayPlan, whose: WHOSE });
}

export type SessionReader = {
  readonly organization: OrganizationAccess['organization'];
  readonly is_coach: boolean;
};

/**
 * Coaches read all sessions, members those that are for them. Platform admins have no access, since they run the server and not the
 * organization.
 *
 * @throws notFound; forbidden
 */
export async function requireSessionReader(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<SessionReader> {
  const access = await loadOrganizationAccess(db, org_id, actor);
  const is_coach = mayPlan(access);
  if (!is_coach && access.role !== 'member') {
    throw forbidden({ message: 'Only coaches and active members of the organization may see its sessions.' });
  }
  return { organization: access.organization, is_coach };
}

/**
 * A session, if the actor may see it: coaches see every one, members those that are for them, which they answered, or at which they
 * were.
 *
 * @throws notFound; forbidden; noSuchSession
 */
export async function requireVisibleSession(
  db: Queryable,
  { org_id, session_id }: { readonly org_id: string; readonly session_id: string },
  actor: UserActor,
): Promise<SessionReader & { readonly session: ClubSession }> {
  const reader = await requireSessionReader(db, org_id, actor);
  const id = { org_id: reader.organization.org_id, session_id };
  const session = await findSession(db, id);
  if (session === null) throw noSuchSession();
  if (!reader.is_coach && !(await isMeantFor(db, { ...id, user_id: actor.user_id }))) throw noSuchSession();
  return { ...reader, session };
}
