import { type AppActor, isPlatformAdmin, type UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { OrganizationCreators, Tier } from '../../shared/access.ts';
import { invalidField } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Quotas } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { countForAccount } from '../quotas/index.ts';
import { findUser, holdUser, shownName, type User } from '../users/index.ts';
import { foundedEnough, nameError, noSuchUser, organizationsByAdmins } from './errors.ts';
import { obstacleToLeading } from './hand-over.ts';
import { makeOffer } from './make-offer.ts';
import { replaceNameKeys } from './name-key-queries.ts';
import { nameKeys } from './name-keys.ts';
import { requireAllowed } from './organization-access.ts';
import { readName } from './organization-name.ts';
import { insertOrganization } from './queries.ts';
import type { OrganizationView } from './read-organization.ts';
import { mergeSettings } from './settings.ts';
import type { Settings } from './types.ts';

/**
 * Founds an organization: an application or a platform admin for a head coach whom they name, or a coach for themself. Whoever is
 * named by somebody else leads at once and is asked to accept: until then no public page shows them, and nothing holds up the deletion
 * of their account.
 *
 * @throws orgNameTaken, regardless of case, and orgNameLooksAlike, also when two do so at once; noSuchUser; organizationsByAdmins;
 *   forbidden; invalidField; foundedEnough for a coach: what is founded for others counts for nobody
 */
export async function createOrganization(
  deps: {
    db: Database;
    clock: Clock;
    events: Events;
    defaultOrgTier: Tier;
    organizationCreation: OrganizationCreators;
    quotas: Pick<Quotas, 'organizations_founded'>;
  },
  actor: UserActor | AppActor,
  input: {
    name: string;
    description: string | undefined;
    head_coach_user_id: string | undefined;
    settings: Settings | undefined;
  },
): Promise<OrganizationView> {
  const now = deps.clock.now();
  const head_coach_user_id = headCoachOf(deps, actor, input.head_coach_user_id);
  const isForAnother = actor.type === 'app' || actor.user_id !== head_coach_user_id;
  const organization = {
    org_id: newId(),
    org_name: readName(input.name),
    description: input.description?.trim() ?? '',
    head_coach_user_id,
    head_coach_accepted_at: isForAnother ? null : now,
    settings: mergeSettings({}, input.settings ?? {}),
    tier: deps.defaultOrgTier,
    created_at: now,
  };
  try {
    await deps.db.transaction(async (tx) => {
      await holdUser(tx, organization.head_coach_user_id);
      const headCoach = await findUser(tx, organization.head_coach_user_id);
      if (headCoach === null) throw noSuchUser({ message: 'head_coach_user_id: there is no such user.' });
      if (isForAnother) requireLeader(headCoach);
      await insertOrganization(tx, organization);
      const { org_id, org_name } = organization;
      await replaceNameKeys(tx, { org_id, keys: nameKeys(org_name) });
      await writeAudit(tx, {
        org_id: organization.org_id,
        event_type: 'organization_created',
        actor,
        target_id: organization.org_id,
        target_name: organization.org_name,
        data: { head_coach_user_id: headCoach.user_id, head_coach_name: shownName(headCoach, 'coach') },
        now,
      });
      if (isForAnother)
        await makeOffer(tx, deps, {
          ...organization,
          user_id: headCoach.user_id,
          role: 'head_coach',
          actor,
          now,
        });
      else {
        const limit = deps.quotas.organizations_founded;
        await countForAccount(tx, { user_id: head_coach_user_id, define: foundedEnough, limit, more: 1 });
      }
    });
  } catch (error) {
    throw nameError(error);
  }
  // Who named somebody else is no coach of it, who would see whom else the organization asks.
  return { ...organization, coaches: [], pending_coaches: isForAnother ? undefined : [] };
}

function requireLeader(user: User): void {
  const obstacle = obstacleToLeading(user);
  if (obstacle === 'role')
    throw invalidField('head_coach_user_id', 'must be of an account with the membership_role coach');
  if (obstacle === 'account')
    throw invalidField('head_coach_user_id', 'must be of an account that is active');
}

function headCoachOf(
  { organizationCreation }: { organizationCreation: OrganizationCreators },
  actor: UserActor | AppActor,
  given: string | undefined,
): string {
  const named = given?.toLowerCase();
  if (actor.type === 'app') {
    if (named === undefined) throw invalidField('head_coach_user_id', 'is required with an app key');
    return named;
  }
  const isAdmin = isPlatformAdmin(actor);
  if (organizationCreation === 'admins' && !isAdmin) throw organizationsByAdmins();
  if (isAdmin && named !== undefined && named !== actor.user_id) return named;
  requireAllowed(
    actor.roles.includes('coach'),
    isAdmin
      ? 'You are no coach: name the head coach of the organization in head_coach_user_id.'
      : 'Only a coach may create an organization: set membership_role to coach at sign-up.',
  );
  if (named !== undefined && named !== actor.user_id) {
    throw invalidField('head_coach_user_id', 'must be your own user id or be left out');
  }
  return actor.user_id;
}
