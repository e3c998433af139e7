import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { findOwnOrganizations } from './own-organization-queries.ts';
import type { OwnOrganization } from './types.ts';

/** A page of the organizations that the caller leads, coaches or is a member of, and how many they are. */
export async function listOwnOrganizations(
  deps: { db: Database },
  actor: UserActor,
  page: { limit: number; offset: number },
): Promise<{ organizations: OwnOrganization[]; count: number }> {
  return await findOwnOrganizations(deps.db, { user_id: actor.user_id, ...page });
}
