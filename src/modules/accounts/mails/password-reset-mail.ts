import { composeLetter, type MailContent } from '../../../infra/mail/index.ts';
import type { InEachLanguage, Language } from '../../../shared/languages.ts';
import type { ResetOrigin } from '../reset-origin.ts';

type Texts = {
  readonly subject: string;
  readonly heading: string;
  readonly asked: (email: string) => string;
  readonly open_link: InEachOrigin;
  readonly button: InEachOrigin;
  readonly or_code: string;
  readonly not_me: string;
};
type InEachOrigin = Readonly<Record<ResetOrigin, string>>;

const TEXTS: InEachLanguage<Texts> = {
  en: {
    subject: 'Set a new password for Ekiden',
    heading: 'Set a new password',
    asked: (email) => `Somebody asked for a new password for the Ekiden account ${email}.`,
    open_link: {
      web: 'If that was you, open this link. It works once and for one hour.',
      app: 'If that was you, open this link on the device with the Ekiden app. It works once and for one hour.',
    },
    button: { web: 'Set a new password', app: 'Set a new password in the app' },
    or_code: 'Or enter this code in the app:',
    not_me: 'If it was not you, you can ignore this mail: your password stays as it is.',
  },
  'zh-TW': {
    subject: '重設你的 Ekiden 密碼',
    heading: '重設密碼',
    asked: (email) => `我們收到了為 Ekiden 帳號 ${email} 重設密碼的申請。`,
    open_link: {
      web: '如果是你本人申請的，請開啟以下連結。連結僅能使用一次，一小時內有效。',
      app: '如果是你本人申請的，請在已安裝 Ekiden App 的裝置上開啟以下連結。連結僅能使用一次，一小時內有效。',
    },
    button: { web: '設定新密碼', app: '在 App 中設定新密碼' },
    or_code: '你也可以在 App 中輸入以下驗證碼：',
    not_me: '如果不是你本人申請的，請忽略這封郵件，你的密碼不會變更。',
  },
  ja: {
    subject: '【Ekiden】パスワードの再設定',
    heading: 'パスワードの再設定',
    asked: (email) => `Ekiden アカウント（${email}）のパスワード再設定のご依頼を受け付けました。`,
    open_link: {
      web: 'ご本人による操作の場合は、次のリンクを開いてください。リンクは 1 回のみ有効で、有効期限は 1 時間です。',
      app: 'ご本人による操作の場合は、Ekiden アプリをインストールした端末で次のリンクを開いてください。リンクは 1 回のみ有効で、有効期限は 1 時間です。',
    },
    button: { web: '新しいパスワードを設定する', app: 'アプリで新しいパスワードを設定する' },
    or_code: 'アプリに次の確認コードを入力することもできます。',
    not_me: 'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
  },
};

/**
 * The mail with the link under which a new password is set. `origin` says where it was asked for: the app gets a link
 * that it can take over from the browser, and the code for whoever reads mail on another device.
 */
export function composePasswordResetMail(input: {
  readonly language: Language;
  readonly email: string;
  readonly token: string;
  readonly origin: ResetOrigin;
  readonly base_url: string;
}): MailContent {
  const { language, email, token, origin, base_url } = input;
  const texts = TEXTS[language];
  const code = origin === 'app' ? [texts.or_code, { code: token }] : [];
  return composeLetter({
    language,
    base_url,
    subject: texts.subject,
    heading: texts.heading,
    parts: [
      texts.asked(email),
      texts.open_link[origin],
      { link: { label: texts.button[origin], url: resetLink(base_url, token, origin) } },
      ...code,
      texts.not_me,
    ],
  });
}

/** One address for both, so that an app can claim it as its own (universal links, app links) and a browser opens the page. */
function resetLink(base_url: string, token: string, origin: ResetOrigin): string {
  const link = `${base_url}/reset-password?token=${encodeURIComponent(token)}`;
  return origin === 'app' ? `${link}&origin=app` : link;
}
