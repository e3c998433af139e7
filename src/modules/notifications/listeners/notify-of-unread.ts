import type { Database } from '../../../infra/db/database.ts';
import { inEachLanguage } from '../../../words/index.ts';
import { countUnread, type ThreadDeps, type UnreadCounts, type UnreadWaiting } from '../../messages/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tellEach } from '../centre/tell.ts';

/** Tells people by mail how much waits to be read, counting what they may read now. Those who have read it meanwhile get no mail. */
export async function notifyOfUnread(
  deps: TellDeps & ThreadDeps & { readonly db: Database },
  { found_at, user_ids }: UnreadWaiting,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, user_ids);
    const counts = await countUnread(deps, tx, user_ids);
    const said = [...counts].map(([user_id, unread]) => ({
      user_id,
      announcement: messagesUnread(unread, found_at),
    }));
    await tellEach(deps, tx, 'messages_unread', said);
  });
}

function messagesUnread({ messages, comments }: UnreadCounts, found_at: string): Announcement {
  return {
    category: 'team',
    type: 'messages_unread',
    subject: found_at,
    texts: inEachLanguage((say) => ({
      title: say('notifications.messagesUnread.title', { count: messages + comments }),
      message: say('notifications.messagesUnread.message', { messages, comments }),
    })),
    data: { unread_messages: messages, unread_comments: comments },
  };
}
