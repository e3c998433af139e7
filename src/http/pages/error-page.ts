import type { AppError } from '../../shared/errors.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { InEachLanguage, Language } from '../../shared/languages.ts';
import type { Page } from './compose-page.ts';

type Words = {
  readonly not_found: string;
  readonly refused: string;
  readonly failed: string;
  readonly request: string;
  readonly home: string;
};

const WORDS: InEachLanguage<Words> = {
  en: {
    not_found: 'There is nothing here',
    refused: 'This did not work',
    failed: 'Something went wrong on our side',
    request: 'For whoever runs this server: request',
    home: 'To the start page',
  },
  'zh-TW': {
    not_found: '這裡沒有任何內容',
    refused: '無法完成這個要求',
    failed: '我們這邊發生了錯誤',
    request: '給伺服器管理者的要求編號：',
    home: '回到首頁',
  },
  ja: {
    not_found: 'ここには何もありません',
    refused: 'リクエストを処理できませんでした',
    failed: 'サーバー側で問題が発生しました',
    request: 'サーバーの管理者向けのリクエスト番号：',
    home: 'トップページへ',
  },
};

/** An error as a page, for somebody who opened the address in a browser. The message is the API's own, in English. */
export function errorPage(
  { status, message }: Pick<AppError, 'status' | 'message'>,
  { language, request_id }: { readonly language: Language; readonly request_id: string },
): Page {
  const words = WORDS[language];
  return {
    language,
    heading: status === 404 ? words.not_found : status >= 500 ? words.failed : words.refused,
    content: `  <p lang="en">${escapeHtml(message)}</p>
  <p class="hint">${escapeHtml(words.request)} <code>${escapeHtml(request_id)}</code></p>
  <p><a href="/">${escapeHtml(words.home)}</a></p>
`,
  };
}
