import type { AppActor, UserActor } from '../../http/actor.ts';
import { type Database, isUniqueViolation } from '../../infra/db/database.ts';
import type { Tier } from '../../shared/access.ts';
import { invalidField } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { findUser, holdUser, shownName } from '../users/index.ts';
import { noSuchUser, orgNameTaken } from './errors.ts';
import { readName } from './organization-name.ts';
import { insertOrganization } from './queries.ts';
import { mergeSettings } from './settings.ts';
import { requireAllowed } from './standing.ts';
import type { Organization, Settings } from './types.ts';

/**
 * Founds an organization: an application for a head coach it names, or a coach for themself.
 *
 * @throws orgNameTaken, regardless of case and also when two do so at once; noSuchUser; forbidden; invalidField
 */
export async function createOrganization(
  deps: { db: Database; clock: Clock; defaultOrgTier: Tier },
  actor: UserActor | AppActor,
  input: {
    name: string;
    description: string | undefined;
    head_coach_user_id: string | undefined;
    settings: Settings | undefined;
  },
): Promise<Organization> {
  const now = deps.clock.now();
  const organization = {
    org_id: newId(),
    org_name: readName(input.name),
    description: input.description?.trim() ?? '',
    head_coach_user_id: headCoachOf(actor, input.head_coach_user_id),
    settings: mergeSettings({}, input.settings ?? {}),
    tier: deps.defaultOrgTier,
    created_at: now,
  };
  try {
    await deps.db.transaction(async (tx) => {
      await holdUser(tx, organization.head_coach_user_id);
      const headCoach = await findUser(tx, organization.head_coach_user_id);
      if (headCoach === null) throw noSuchUser({ message: 'head_coach_user_id: there is no such user.' });
      await insertOrganization(tx, organization);
      await writeAudit(tx, {
        org_id: organization.org_id,
        event_type: 'organization_created',
        actor,
        target_id: organization.org_id,
        target_name: organization.org_name,
        data: { head_coach_user_id: headCoach.user_id, head_coach_name: shownName(headCoach, 'coach') },
        now,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'organizations_name_key')) throw orgNameTaken({ cause: error });
    throw error;
  }
  return { ...organization, coaches: [] };
}

function headCoachOf(actor: UserActor | AppActor, given: string | undefined): string {
  if (actor.type === 'app') {
    if (given === undefined) throw invalidField('head_coach_user_id', 'is required with an app key');
    return given.toLowerCase();
  }
  requireAllowed(
    actor.roles.includes('coach'),
    'Only a coach may create an organization: set membership_role to coach at sign-up.',
  );
  if (given !== undefined && given.toLowerCase() !== actor.user_id) {
    throw invalidField('head_coach_user_id', 'must be your own user id or be left out');
  }
  return actor.user_id;
}
