import { composeLetter, type MailContent, timeInWords } from '../../../infra/mail/index.ts';
import type { InEachLanguage, Language } from '../../../shared/languages.ts';

type Texts = {
  readonly subject: string;
  readonly heading: string;
  readonly changed: (email: string, time: string) => string;
  readonly signed_out: string;
  readonly others_signed_out: string;
  readonly not_me: string;
  readonly not_me_signed_in: string;
};

const TEXTS: InEachLanguage<Texts> = {
  en: {
    subject: 'Your Ekiden password was changed',
    heading: 'Your password was changed',
    changed: (email, time) => `The password of the Ekiden account ${email} was changed on ${time}.`,
    signed_out: 'All devices are signed out. Sign in with the new password.',
    others_signed_out: 'All other devices are signed out. Sign in there with the new password.',
    not_me:
      'If it was not you, somebody else may be able to read your mail: secure your mailbox first, then ask for a new password where you sign in to Ekiden.',
    not_me_signed_in:
      'If it was not you, somebody else knows your old password or has one of your devices: ask for a new password where you sign in to Ekiden. That signs out all devices.',
  },
  'zh-TW': {
    subject: '你的 Ekiden 密碼已變更',
    heading: '密碼已變更',
    changed: (email, time) => `Ekiden 帳號 ${email} 的密碼已於 ${time}變更。`,
    signed_out: '所有裝置均已登出，請使用新密碼重新登入。',
    others_signed_out: '其他裝置均已登出，請在那些裝置上使用新密碼重新登入。',
    not_me:
      '如果不是你本人變更的，可能有其他人能存取你的信箱：請先確保信箱安全，再到 Ekiden 登入畫面重設密碼。',
    not_me_signed_in:
      '如果不是你本人變更的，可能有其他人知道你的舊密碼，或持有你的裝置：請到 Ekiden 登入畫面重設密碼，所有裝置都會登出。',
  },
  ja: {
    subject: '【Ekiden】パスワード変更のお知らせ',
    heading: 'パスワードが変更されました',
    changed: (email, time) => `Ekiden アカウント（${email}）のパスワードが ${time} に変更されました。`,
    signed_out: 'すべての端末からログアウトしました。新しいパスワードでログインしてください。',
    others_signed_out:
      'ほかの端末はすべてログアウトしました。それらの端末では、新しいパスワードでログインしてください。',
    not_me:
      'お心当たりがない場合は、第三者にメールを読まれている可能性があります。まずメールアカウントの安全を確保してから、Ekiden のログイン画面でパスワードを再設定してください。',
    not_me_signed_in:
      'お心当たりがない場合は、第三者が以前のパスワードを知っているか、端末を使っている可能性があります。Ekiden のログイン画面でパスワードを再設定してください。すべての端末がログアウトされます。',
  },
};

/** Tells somebody that their password was changed, in case it was not them who did it. */
export function composePasswordChangedMail(input: {
  readonly language: Language;
  readonly email: string;
  readonly changed_at: Date;
  /** Whether who changed it was signed in, and still is. */
  readonly is_signed_in: boolean;
  /** Of the reader, an IANA name. */
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, email, base_url } = input;
  const texts = TEXTS[language];
  return composeLetter({
    language,
    base_url,
    subject: texts.subject,
    heading: texts.heading,
    parts: [
      texts.changed(email, timeInWords({ ...input, time: input.changed_at })),
      input.is_signed_in ? texts.others_signed_out : texts.signed_out,
      input.is_signed_in ? texts.not_me_signed_in : texts.not_me,
    ],
  });
}
