import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import { findLookups, type Lookup } from '../audit/index.ts';
import { requireAdmin } from './require-admin.ts';

/**
 * A page of the lists that platform admins were shown, newest first.
 *
 * @throws forbidden; invalidField for the cursor
 */
export async function listLookups(
  { db }: { db: Database },
  actor: UserActor,
  page: PageAsked,
): Promise<{ lookups: Lookup[]; next_cursor: string | null }> {
  requireAdmin(actor);
  const { rows, next_cursor } = await pageOf(
    page,
    (place) => findLookups(db, place),
    ({ looked_at, id }) => ({ at: looked_at, id }),
  );
  return { lookups: rows, next_cursor };
}
