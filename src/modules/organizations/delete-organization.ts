import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { invalidField } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { takeTurnToDelete } from '../users/index.ts';
import { countBelongings, deleteOrganizationRow, lockEndingOrganization } from './deletion-queries.ts';
import { noSuchOrganization } from './errors.ts';
import { loadOrganizationAccess, requireAllowed } from './organization-access.ts';
import type { OrganizationPart } from './organization-part.ts';
import { mayGiveAway } from './policy.ts';

const FOR_WHOM = 'Only the head coach may delete the organization.';

type DeleteOrganizationDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly parts: readonly OrganizationPart[];
};

/**
 * Deletes an organization with all that is its own, in one transaction: what lies outside the database goes by jobs that
 * commit with it. The log stays, and ends with this. Whoever is changing something of it at that moment is waited for, or
 * finds nothing.
 * @throws notFound, also for the second of two concurrent requests; forbidden; invalidField unless its name is given
 */
export async function deleteOrganization(
  deps: DeleteOrganizationDeps,
  actor: UserActor,
  input: { org_id: string; org_name: string },
): Promise<void> {
  const access = await loadOrganizationAccess(deps.db, input.org_id, actor);
  requireAllowed(mayGiveAway(access), FOR_WHOM);
  const { org_id } = access.organization;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await takeTurnToDelete(tx);
    const ending = await lockEndingOrganization(tx, org_id);
    if (ending === null) throw noSuchOrganization();
    requireAllowed(ending.head_coach_user_id === actor.user_id, FOR_WHOM);
    requireName(input.org_name, ending.org_name);
    const data = await countBelongings(tx, { org_id, now });
    for (const part of deps.parts) await part.release?.(tx, { org_id });
    await deleteOrganizationRow(tx, org_id);
    await writeAudit(tx, {
      org_id,
      event_type: 'organization_deleted',
      actor,
      target_id: org_id,
      target_name: ending.org_name,
      data,
      now,
    });
  });
}

function requireName(given: string, org_name: string): void {
  if (given.trim().normalize() === org_name) return;
  throw invalidField(
    'org_name',
    'is not the name of this organization: send its present name exactly, in the same upper and lower case',
  );
}
