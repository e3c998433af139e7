import { composeLetter, type MailContent, timeInWords } from '../../../infra/mail/index.ts';
import type { InEachLanguage, Language } from '../../../shared/languages.ts';

type Notice = {
  readonly subject: string;
  readonly heading: string;
  readonly told: (former: string, next: string, time: string) => string;
  readonly not_me: string;
};

const TEXTS: InEachLanguage<Readonly<Record<'asked' | 'changed', Notice>>> = {
  en: {
    asked: {
      subject: 'A new e-mail address for your Ekiden account?',
      heading: 'Somebody wants to change your e-mail address',
      told: (former, next, time) =>
        `On ${time} somebody who is signed in asked that the Ekiden account ${former} have the e-mail address ${next}. It changes when the link in the mail to that address is opened.`,
      not_me:
        'If it was not you, somebody else knows your password or has one of your devices: ask for a new password where you sign in to Ekiden. That signs out all devices.',
    },
    changed: {
      subject: 'The e-mail address of your Ekiden account was changed',
      heading: 'Your e-mail address was changed',
      told: (former, next, time) =>
        `The e-mail address of your Ekiden account was changed from ${former} to ${next} on ${time}. Sign in with the new one.`,
      not_me: 'If it was not you, write to whoever runs this Ekiden server at once.',
    },
  },
  'zh-TW': {
    asked: {
      subject: '要變更你的 Ekiden 電子郵件地址嗎？',
      heading: '有人想變更你的電子郵件地址',
      told: (former, next, time) =>
        `${time}，有人在登入狀態下申請將 Ekiden 帳號 ${former} 的電子郵件地址變更為 ${next}。開啟寄往該地址的郵件中的連結後才會變更。`,
      not_me:
        '如果不是你本人申請的，可能有其他人知道你的密碼，或持有你的裝置：請到 Ekiden 登入畫面重設密碼，所有裝置都會登出。',
    },
    changed: {
      subject: '你的 Ekiden 帳號電子郵件地址已變更',
      heading: '電子郵件地址已變更',
      told: (former, next, time) =>
        `你的 Ekiden 帳號電子郵件地址已於 ${time}由 ${former} 變更為 ${next}。請使用新的地址登入。`,
      not_me: '如果不是你本人變更的，請立即聯絡這個 Ekiden 伺服器的管理者。',
    },
  },
  ja: {
    asked: {
      subject: '【Ekiden】メールアドレス変更のご依頼',
      heading: 'メールアドレスの変更が依頼されました',
      told: (former, next, time) =>
        `${time} に、ログイン中の端末から、Ekiden アカウント（${former}）のメールアドレスを ${next} に変更する依頼がありました。新しいメールアドレスに届いたリンクを開くと変更されます。`,
      not_me:
        'お心当たりがない場合は、第三者がパスワードを知っているか、端末を使っている可能性があります。Ekiden のログイン画面でパスワードを再設定してください。すべての端末がログアウトされます。',
    },
    changed: {
      subject: '【Ekiden】メールアドレス変更のお知らせ',
      heading: 'メールアドレスが変更されました',
      told: (former, next, time) =>
        `Ekiden アカウントのメールアドレスが ${time} に ${former} から ${next} に変更されました。新しいメールアドレスでログインしてください。`,
      not_me: 'お心当たりがない場合は、この Ekiden サーバーの管理者にすぐにご連絡ください。',
    },
  },
};

/** Tells somebody that another address is asked for, or that their account has it, in case it was not them. */
export function composeEmailNotice(input: {
  readonly language: Language;
  readonly what: 'asked' | 'changed';
  readonly former_email: string;
  readonly new_email: string;
  readonly at: Date;
  /** Of the reader, an IANA name. */
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, base_url } = input;
  const { subject, heading, told, not_me } = TEXTS[language][input.what];
  const time = timeInWords({ ...input, time: input.at });
  return composeLetter({
    language,
    base_url,
    subject,
    heading,
    parts: [told(input.former_email, input.new_email, time), not_me],
  });
}
