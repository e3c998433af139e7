import type { Database, Transaction } from '../../../infra/db/database.ts';
import {
  findThreadNews,
  findWhoHasReadAll,
  type ThreadChanged,
  type ThreadDeps,
} from '../../messages/index.ts';
import { CENTRES_CHANGED } from '../centre/live-centres.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell, tellEach } from '../centre/tell.ts';
import { markReadOfThread, noteThread } from '../centre/thread-queries.ts';
import { NAMING_A_WRITER, postHidden, threadWritten, typeOfThread } from './thread-written.ts';

/**
 * Tells the streams of all readers of a thread that it has changed, and tells those concerned what was written. The author is locked
 * while their name is read: either the notification is there before they delete their account, which removes it, or it is never
 * written.
 */
export async function notifyOfThread(
  deps: TellDeps & ThreadDeps & { readonly db: Database },
  event: ThreadChanged,
): Promise<void> {
  const { thread_id, post_id } = event;
  const known = await findThreadNews(deps, deps.db, event);
  if (known === null) return;
  const author_ids = known.author === null ? [] : [known.author.user_id];
  const held = new Set([...known.audience.map(({ user_id }) => user_id), ...author_ids]);
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, [...held]);
    const news = await findThreadNews(deps, tx, event);
    if (news === null) return;
    const user_ids = news.audience.map(({ user_id }) => user_id).filter((user_id) => held.has(user_id));
    await noteThread(tx, { thread_id, user_ids });
    if (event.change === 'read') await markReadOfThread(tx, await ofWhoHasRead(tx, thread_id, user_ids));
    const { author } = news;
    if (author === null || post_id === null || !held.has(author.user_id)) return;
    const said = news.told
      .filter(({ user_id }) => held.has(user_id))
      .map((to) => ({ user_id: to.user_id, announcement: threadWritten({ ...news, author }, post_id, to) }));
    await tellEach(deps, tx, typeOfThread(news), said);
    if (news.hidden_reason !== null)
      await tell(deps, tx, [author.user_id], postHidden(news, post_id, news.hidden_reason));
  });
  deps.signals.give(CENTRES_CHANGED);
}

async function ofWhoHasRead(tx: Transaction, thread_id: string, held: readonly string[]) {
  const readers = await findWhoHasReadAll(tx, thread_id);
  return { thread_id, user_ids: readers.filter((user_id) => held.includes(user_id)), types: NAMING_A_WRITER };
}
