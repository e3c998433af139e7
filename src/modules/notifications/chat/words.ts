import { CHAT_NAMES, type ChatService } from '../../../infra/chat/index.ts';
import { LANGUAGES, type Language } from '../../../shared/languages.ts';
import { phrase } from '../../../words/index.ts';

/** Whether somebody says that they want no more, in any of the languages of the product. */
export function isStop(text: string): boolean {
  const said = text.slice(0, 200).normalize('NFKC').trim().toLowerCase();
  return LANGUAGES.some((language) =>
    phrase(language, 'notifications.chat.stopWords').split(', ').includes(said),
  );
}

/** In the languages of all who may be reading it. */
export const connectedWords = (
  languages: readonly Language[],
  connected: { readonly username: string; readonly moved: boolean },
): string =>
  [...new Set(languages)]
    .map((language) => phrase(language, 'notifications.chat.connected', connected))
    .join('\n\n');
export const endedWords = (language: Language): string => phrase(language, 'notifications.chat.ended');
/** To somebody of whom nothing is known, in all languages. */
export const noCodeWords = (service: ChatService): string =>
  LANGUAGES.map((language) =>
    phrase(language, 'notifications.chat.noCode', { service: CHAT_NAMES[service] }),
  ).join('\n\n');
