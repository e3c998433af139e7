import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { noSuchBlock, noSuchOrganization } from './errors.ts';
import { deleteBlock, findOwnMemberships } from './offer-queries.ts';
import type { OwnMembership } from './types.ts';

/** What is between a person and one organization, which may be nothing any more: after a lifted block, say. */
export async function readOwnMembership(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<OwnMembership> {
  const [membership] = await findOwnMemberships(db, { user_id, org_id, limit: 1 });
  if (membership === undefined) throw noSuchOrganization();
  return membership;
}

/** A page of all that is between the caller and organizations, in the order of the organizations' ids. */
export async function listOwnMemberships(
  { db }: { db: Database },
  actor: UserActor,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ memberships: OwnMembership[]; next: string | null }> {
  const found = await findOwnMemberships(db, { user_id: actor.user_id, after, limit: limit + 1 });
  const memberships = found.slice(0, limit);
  return { memberships, next: found.length > limit ? (memberships.at(-1)?.org_id ?? null) : null };
}

/**
 * Allows an organization that the caller declined or left to ask them again.
 *
 * @throws noSuchBlock
 */
export async function liftBlock({ db }: { db: Database }, actor: UserActor, org_id: string): Promise<void> {
  const lifted = await db.transaction((tx) => deleteBlock(tx, { org_id, user_id: actor.user_id }));
  if (!lifted) throw noSuchBlock();
}
