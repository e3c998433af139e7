import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT } from '../../infra/db/database.ts';
import { LOWEST_ID } from '../../shared/ids.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import { shownName } from '../users/index.ts';
import { findCompanions } from './register-queries.ts';
import { requireVisibleSession } from './require-session-right.ts';

export type Companion = { readonly user_id: string; readonly display_name: string };

/** The list is ordered by id alone, so its cursors need no time. */
const NO_TIME = new Date(0);

/**
 * A page of those who come, as members see one another: the reader, and those who share their profile, by the name they have chosen.
 *
 * @throws notFound; forbidden; noSuchSession; invalidField for the cursor
 */
export async function listCompanions(
  deps: { readonly db: Database },
  actor: UserActor,
  { org_id, session_id, ...page }: PageAsked & { readonly org_id: string; readonly session_id: string },
): Promise<{ coming: Companion[]; next_cursor: string | null }> {
  return await deps.db.transaction(async (tx) => {
    const { session } = await requireVisibleSession(tx, { org_id, session_id }, actor);
    const id = { org_id: session.org_id, session_id: session.id, reader_id: actor.user_id };
    const { rows, next_cursor } = await pageOf(
      page,
      ({ after, limit }) => findCompanions(tx, { ...id, after: after?.id ?? LOWEST_ID, limit }),
      ({ user_id }) => ({ at: NO_TIME, id: user_id }),
    );
    const coming = rows.map((row) => ({ user_id: row.user_id, display_name: shownName(row, 'coach') }));
    return { coming, next_cursor };
  }, SNAPSHOT);
}
