import { CHAT_NAMES, type ChatService } from '../../../infra/chat/index.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { newId } from '../../../shared/ids.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tellEach } from '../centre/tell.ts';

/**
 * Tells people that a chat of theirs is somebody else's now, since they may only have opened a link that they were sent.
 *
 * @param former_ids whose chats they were; these people are held already
 */
export async function tellOfMovedChats(
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

/** Whose it is now they read in the chat: a name in their centre would have to go with that account. */
function movedChat(service: ChatService): Announcement {
  return {
    category: 'reminders',
    type: 'chat_moved',
    // A code moves a chat once: each move is news.
    subject: newId(),
    texts: textsOf(CHAT_NAMES[service]),
    data: { service },
  };
}

const textsOf = (messenger: string): TextsByLanguage => ({
  en: {
    title: `Your ${messenger} chat is connected to another account`,
    message: `The code of another account was sent from your ${messenger} chat, so messages to you do not come there any more. If you did not mean that, because you only opened a link that somebody sent you, send STOP in that chat and connect it again in the app.`,
  },
  'zh-TW': {
    title: `你的 ${messenger} 聊天室已連結到另一個帳號`,
    message: `你的 ${messenger} 聊天室傳送了另一個帳號的代碼，因此給你的訊息不會再傳到那裡。如果這不是你的本意，例如只是點開了別人傳來的連結，請在該聊天室傳送「停止」，再從 App 重新連結。`,
  },
  ja: {
    title: `${messenger} のトークは別のアカウントに接続されました`,
    message: `あなたの ${messenger} のトークから別のアカウントのコードが送られたため、あなたへのメッセージはそこに届かなくなりました。人から送られたリンクを開いただけなど、心当たりがない場合は、そのトークで「停止」と送り、アプリからもう一度接続してください。`,
  },
});
