import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/database.ts';
import {
  findMembership,
  loadOrganizationAccess,
  mayWriteToAthletes,
  noSuchMember,
  type OrganizationAccess,
  requireAllowed,
} from '../organizations/index.ts';
import type { Place, Reader } from './thread.ts';

/** As what the caller takes part in what is an athlete's, or the club's, in an organization. */
export type Seat = {
  readonly org_id: string;
  readonly athlete_id: string | null;
  readonly reader: Reader;
  readonly role: OrganizationAccess['role'];
};

/**
 * The athlete and the coaches have a seat while the athlete is in the organization; where it is nobody's own, coaches and members, as
 * far as its subject knows them. Who coaches and is the athlete sits as the athlete.
 *
 * @throws noSuchOrganization; forbidden; noSuchMember
 */
export async function requireSeat(
  db: Queryable,
  actor: UserActor,
  { org_id, athlete_id }: Pick<Place, 'org_id' | 'athlete_id'>,
): Promise<Seat> {
  const access = await loadOrganizationAccess(db, org_id, actor);
  const { role, organization } = access;
  const isOwn = athlete_id === actor.user_id;
  requireAllowed(
    mayWriteToAthletes(access) || (role === 'member' && (isOwn || athlete_id === null)),
    athlete_id === null
      ? 'Only coaches and active members of the organization may read and write this.'
      : 'Only the athlete and the coaches of the organization may read and write this.',
  );
  const seat = { org_id: organization.org_id, athlete_id, role };
  if (athlete_id === null) {
    const side = mayWriteToAthletes(access) ? ('coach' as const) : ('participant' as const);
    return { ...seat, reader: { user_id: actor.user_id, side } };
  }
  if ((await findMembership(db, { org_id, user_id: athlete_id })) === null) throw noSuchMember();
  return { ...seat, reader: { user_id: actor.user_id, side: isOwn ? 'athlete' : 'coach' } };
}
