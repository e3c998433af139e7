import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import type { Clock } from '../../shared/time.ts';
import { noteLookup } from '../audit/index.ts';
import { findUserPage, type ListedUser, type UserFilter } from '../users/index.ts';
import { requireAdmin } from './require-admin.ts';

/**
 * A page of everybody who has an account, newest first, for a platform admin. It is noted.
 *
 * @throws forbidden; invalidField for the cursor
 */
export async function listUsers(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { filter, page }: { filter: UserFilter; page: PageAsked },
): Promise<{ users: ListedUser[]; next_cursor: string | null }> {
  requireAdmin(actor);
  return await deps.db.transaction(async (tx) => {
    const { rows, next_cursor } = await findUsersOnPage(tx, { filter, page });
    const shown_ids = rows.map(({ user_id }) => user_id);
    await noteLookup(tx, actor, { listed: 'users', asked: filter, shown_ids, now: deps.clock.now() });
    return { users: rows, next_cursor };
  });
}

export async function findUsersOnPage(
  db: Queryable,
  { filter, page }: { filter: UserFilter; page: PageAsked },
): Promise<{ rows: ListedUser[]; next_cursor: string | null }> {
  return await pageOf(
    page,
    (place) => findUserPage(db, { ...filter, ...place }),
    ({ created_at, user_id }) => ({ at: created_at, id: user_id }),
  );
}
