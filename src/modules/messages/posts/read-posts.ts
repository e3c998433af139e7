import type { UserActor } from '../../../http/actor.ts';
import { type Database, type Queryable, SNAPSHOT } from '../../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { noSuchThing } from '../errors.ts';
import { findThreadOf } from '../queries.ts';
import { requireSeat, type Seat } from '../require-seat.ts';
import { onlySeen, type SubjectDeps, subjectOf } from '../subjects/see.ts';
import type { Place, Post } from '../thread.ts';
import { type AttachmentDeps, withSeenAttachments } from './attachments.ts';
import { findPostsOf } from './queries.ts';
import { findReadState, type ReadMark } from './read-queries.ts';

export type ReadPostDeps = SubjectDeps & AttachmentDeps & { readonly db: Database };

export type ThreadPage = {
  readonly place: Place;
  /** Null where nobody has written yet. */
  readonly thread_id: string | null;
  readonly unread: number;
  readonly read_by: readonly ReadMark[];
  readonly posts: readonly Post[];
  readonly next_cursor: string | null;
};

/**
 * The caller's seat at what is said about something that is there and that they may know of.
 *
 * @throws noSuchOrganization; forbidden; noSuchMember; noSuchThing
 */
export async function requirePlace(
  deps: SubjectDeps,
  db: Queryable,
  actor: UserActor,
  asked: Place,
): Promise<Seat & { readonly place: Place }> {
  const seat = await requireSeat(db, actor, asked);
  // Who has the id of a workout that turned out to be another one reads on where its comments went.
  const key = (await subjectOf(deps, asked.kind)?.findHeir?.(db, asked)) ?? asked.key;
  const place = { ...asked, org_id: seat.org_id, key };
  const [seen] = await onlySeen(deps, db, [place], (one) => ({ ...one, reader: seat.reader }));
  if (seen === undefined) throw noSuchThing();
  return { ...seat, place };
}

/** A page of what is said about something, the newest first. @throws as above */
export async function readPosts(
  deps: ReadPostDeps,
  actor: UserActor,
  { page, ...asked }: Place & { readonly page: PageAsked },
): Promise<ThreadPage> {
  return await deps.db.transaction(async (tx) => {
    const { place, reader } = await requirePlace(deps, tx, actor, asked);
    const thread = await findThreadOf(tx, place);
    if (thread === null)
      return { place, thread_id: null, unread: 0, read_by: [], posts: [], next_cursor: null };
    const { id: thread_id } = thread;
    const { rows, next_cursor } = await pageOf(
      page,
      (part) => findPostsOf(tx, { thread_id, reader, ...part }),
      ({ created_at, id }) => ({ at: created_at, id }),
    );
    const { org_id, athlete_id } = place;
    const posts = await withSeenAttachments(
      deps,
      tx,
      rows.map((post) => ({ post, org_id, athlete_id: athlete_id ?? '', reader })),
    );
    const state = await findReadState(tx, { thread_id, reader });
    return { place, thread_id, ...state, posts: posts.map(({ post }) => post), next_cursor };
  }, SNAPSHOT);
}
