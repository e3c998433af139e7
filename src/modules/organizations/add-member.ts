import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { Clock } from '../../shared/time.ts';
import { joinOrganization } from './join-organization.ts';
import { mayManageMembers } from './policy.ts';
import { loadStanding, requireAllowed, requireFeature } from './standing.ts';
import type { Member } from './types.ts';

/**
 * Puts a user on the roster. Who left may join again, and starts anew.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchUser; alreadyMember, also when two add at once
 */
export async function addMember(
  deps: { db: Database; clock: Clock; events: Events },
  actor: UserActor,
  input: {
    org_id: string;
    user_id: string;
    display_name: string | null | undefined;
    member_level: string | null | undefined;
    labels: readonly string[] | undefined;
  },
): Promise<Member> {
  const standing = await loadStanding(deps.db, input.org_id, actor);
  requireAllowed(mayManageMembers(standing), 'Only coaches of the organization may add members.');
  requireFeature(standing, 'member_management');
  return await deps.db.transaction((tx) =>
    joinOrganization(tx, deps, { ...input, actor, now: deps.clock.now() }),
  );
}
