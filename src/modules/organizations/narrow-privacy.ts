import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { PRIVACY_SETTINGS, type PrivacySettings } from '../../privacy/index.ts';
import { noSuchMember } from './errors.ts';
import { loadOrganizationAccess } from './organization-access.ts';
import { changeNarrowing, findMembershipPrivacy, type MembershipPrivacy } from './privacy-queries.ts';

/**
 * Changes what the caller closes for one club below their general settings: false closes, true takes that back, and what is not
 * named stays. It is between the athlete and the server: neither the club's log nor its coaches are told.
 *
 * @throws noSuchOrganization; noSuchMember for who belongs to it in another way, such as its coaches
 */
export async function narrowPrivacy(
  deps: { readonly db: Database },
  actor: UserActor,
  org_id: string,
  changes: Partial<PrivacySettings>,
): Promise<MembershipPrivacy> {
  const { user_id } = actor;
  await loadOrganizationAccess(deps.db, org_id, actor);
  const closed = PRIVACY_SETTINGS.filter((setting) => changes[setting] === false);
  const opened = PRIVACY_SETTINGS.filter((setting) => changes[setting] === true);
  const privacy = await changeNarrowing(deps.db, { org_id, user_id }, { closed, opened });
  if (privacy === null) throw noSuchMember();
  return privacy;
}

/** @throws as above */
export async function readMembershipPrivacy(
  deps: { readonly db: Database },
  actor: UserActor,
  org_id: string,
): Promise<MembershipPrivacy> {
  await loadOrganizationAccess(deps.db, org_id, actor);
  const privacy = await findMembershipPrivacy(deps.db, { org_id, user_id: actor.user_id });
  if (privacy === null) throw noSuchMember();
  return privacy;
}
