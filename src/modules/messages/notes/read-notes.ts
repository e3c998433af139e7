import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { noteReads, type NoteDeps as ReadLogDeps } from '../../audit/index.ts';
import type { CoachNote } from './note.ts';
import { findNotes } from './queries.ts';
import { requireNoteKeeper } from './require-note-keeper.ts';

/** What the coaches have written down about an athlete, the newest first; that it was read is noted for the athlete. @throws as requireNoteKeeper */
export async function readNotes(
  deps: ReadLogDeps & { readonly db: Database },
  actor: UserActor,
  { page, ...asked }: { readonly org_id: string; readonly user_id: string; readonly page: PageAsked },
): Promise<{ rows: CoachNote[]; next_cursor: string | null }> {
  const { org_id, athlete_id } = await requireNoteKeeper(deps.db, actor, asked);
  const found = await pageOf(
    page,
    (part) => findNotes(deps.db, { org_id, athlete_id, ...part }),
    ({ created_at, id }) => ({ at: created_at, id }),
  );
  if (found.rows.length > 0) noteReads(deps, actor, { org_id, kind: 'notes', user_ids: [athlete_id] });
  return found;
}
