import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import { findOwnOrganizations } from './own-organization-queries.ts';
import type { OwnOrganization } from './types.ts';

/**
 * A page of the organizations that the caller leads, coaches or is a member of.
 *
 * @throws invalidField for the cursor
 */
export async function listOwnOrganizations(
  deps: { db: Database },
  actor: UserActor,
  page: PageAsked,
): Promise<{ organizations: OwnOrganization[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await pageOf(
    page,
    ({ after, limit }) =>
      findOwnOrganizations(deps.db, { user_id: actor.user_id, after: after?.id ?? null, limit }),
    ({ org_id }) => ({ at: new Date(0), id: org_id }),
  );
  return { organizations: rows, next_cursor };
}
