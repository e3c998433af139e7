import { CHAT_NAMES, type ChatService } from '../../../infra/chat/index.ts';
import { type InEachLanguage, LANGUAGES, type Language } from '../../../shared/languages.ts';

/** How people say that they want no more, in the languages of the product. */
const STOP: ReadonlySet<string> = new Set([
  'stop',
  '/stop',
  'unsubscribe',
  '停止',
  '取消',
  '退訂',
  '解除',
  '配信停止',
  'ストップ',
]);

export function isStop(text: string): boolean {
  return STOP.has(text.slice(0, 200).normalize('NFKC').trim().toLowerCase());
}

/** To whose account: whoever sends a code may have it from somebody else. */
const CONNECTED: InEachLanguage<(username: string, moved: boolean) => string> = {
  en: (username, moved) =>
    `This chat is connected to the Ekiden account “${username}” now.${moved ? ' Until now it was connected to another account, whose messages do not come here any more.' : ''} If that account is not yours, or to end this later, send STOP.`,
  'zh-TW': (username, moved) =>
    `這個聊天室已連結到 Ekiden 帳號「${username}」。${moved ? '在此之前它連結的是另一個帳號，那個帳號的訊息不會再傳到這裡。' : ''}如果這不是你的帳號，或日後想要中止，請傳送「停止」。`,
  ja: (username, moved) =>
    `このトークは Ekiden のアカウント「${username}」に接続されました。${moved ? 'これまでは別のアカウントに接続されていましたが、そのアカウントへのメッセージは今後ここには届きません。' : ''}あなたのアカウントでない場合や、あとで解除する場合は「停止」と送ってください。`,
};
const ENDED: InEachLanguage<string> = {
  en: 'This chat is not connected to Ekiden any more. You can connect it again in the app.',
  'zh-TW': '這個聊天室已不再連結到 Ekiden。你可以在 App 中重新連結。',
  ja: 'このトークと Ekiden の接続を解除しました。アプリからいつでも再接続できます。',
};
const NO_CODE: InEachLanguage<(service: string) => string> = {
  en: (service) =>
    `To connect ${service}, get a code in the Ekiden app and send it here. A code works once, for 10 minutes.`,
  'zh-TW': (service) =>
    `若要連結 ${service}，請在 Ekiden App 中取得代碼並傳送到這裡。代碼只能使用一次，10 分鐘內有效。`,
  ja: (service) =>
    `${service} を接続するには、Ekiden アプリでコードを取得し、ここに送ってください。コードは1回限り、10分間有効です。`,
};

/** In the languages of all who may be reading it. */
export const connectedWords = (
  languages: readonly Language[],
  { username, moved }: { readonly username: string; readonly moved: boolean },
): string => [...new Set(languages)].map((language) => CONNECTED[language](username, moved)).join('\n\n');
export const endedWords = (language: Language): string => ENDED[language];
/** To somebody of whom nothing is known, in all languages. */
export const noCodeWords = (service: ChatService): string =>
  LANGUAGES.map((language) => NO_CODE[language](CHAT_NAMES[service])).join('\n\n');
