import { CHAT_NAMES, type ChatService } from '../../../infra/chat/index.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { newId } from '../../../shared/ids.ts';
import { inEachLanguage } from '../../../words/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tellEach } from '../centre/tell.ts';

/**
 * Tells people that a chat of theirs now belongs to somebody else, since they may only have opened a link that they were sent.
 *
 * @param former_ids the former owners of the chats, whom the caller holds already
 */
export async function notifyOfMovedChats(
  deps: TellDeps,
  tx: Transaction,
  service: ChatService,
  former_ids: readonly string[],
): Promise<void> {
  if (former_ids.length === 0) return;
  await holdCentres(tx, former_ids);
  const said = former_ids.map((user_id) => ({ user_id, announcement: movedChat(service) }));
  await tellEach(deps, tx, 'chat_moved', said);
}

/** The new owner is named in the chat only: a name in a centre would have to be deleted with that account. */
function movedChat(service: ChatService): Announcement {
  const messenger = CHAT_NAMES[service];
  return {
    category: 'reminders',
    type: 'chat_moved',
    subject: newId(),
    texts: inEachLanguage((say) => ({
      title: say('notifications.chatMoved.title', { messenger }),
      message: say('notifications.chatMoved.message', { messenger }),
    })),
    data: { service },
  };
}
