import type { Page } from '../../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../../shared/escape-html.ts';
import type { InEachLanguage, Language } from '../../../../shared/languages.ts';

/** `{platform}` is the name of the platform. */
type Words = {
  readonly heading: string;
  readonly account: string;
  readonly means: string;
  readonly go_on: string;
  readonly no_good_heading: string;
  readonly no_good: string;
};

const WORDS: InEachLanguage<Words> = {
  en: {
    heading: 'Connect {platform}',
    account: 'Your {platform} will be connected to this Ekiden account:',
    means:
      'Your workouts will come to that account, and whoever it shares its training with sees them. Go on only if the account is yours and you have just asked to connect it. If somebody sent you this address, close the page.',
    go_on: 'Go on to {platform}',
    no_good_heading: 'This address is no longer good',
    no_good: 'An address to connect a platform is good for ten minutes and once. Begin again in your app.',
  },
  'zh-TW': {
    heading: '連結 {platform}',
    account: '你的 {platform} 將連結到這個 Ekiden 帳號：',
    means:
      '你的訓練紀錄會傳到該帳號，該帳號分享訓練的對象也會看到。只有在這是你自己的帳號，且你剛剛要求連結時，才請繼續。如果這個網址是別人傳給你的，請關閉此頁面。',
    go_on: '前往 {platform}',
    no_good_heading: '這個網址已失效',
    no_good: '連結平台的網址只在十分鐘內有效，且只能使用一次。請在你的應用程式中重新開始。',
  },
  ja: {
    heading: '{platform} と連携する',
    account: 'あなたの {platform} を次の Ekiden アカウントと連携します：',
    means:
      'あなたのワークアウトはそのアカウントに届き、そのアカウントがトレーニングを共有している相手にも見えます。自分のアカウントであり、たった今連携を始めた場合にだけ進んでください。誰かからこのアドレスが送られてきた場合は、このページを閉じてください。',
    go_on: '{platform} に進む',
    no_good_heading: 'このアドレスは無効です',
    no_good: '連携用のアドレスは十分間、一度だけ有効です。アプリからもう一度始めてください。',
  },
};

/** It says whose account it is, so that nobody connects their watch to somebody else's by a link they were sent. */
export function startPage(
  language: Language,
  { username, platform, go_url }: { username: string; platform: string; go_url: string },
): Page {
  const words = WORDS[language];
  const say = (text: string): string => escapeHtml(text.replaceAll('{platform}', platform));
  return {
    language,
    heading: words.heading.replaceAll('{platform}', platform),
    content:
      `  <p>${say(words.account)}</p>\n  <p class="name"><bdi translate="no">${escapeHtml(username)}</bdi></p>\n` +
      `  <p>${say(words.means)}</p>\n  <p><a href="${escapeHtml(go_url)}">${say(words.go_on)}</a></p>\n`,
  };
}

export function noStartPage(language: Language): Page {
  const words = WORDS[language];
  return { language, heading: words.no_good_heading, content: `  <p>${escapeHtml(words.no_good)}</p>\n` };
}
