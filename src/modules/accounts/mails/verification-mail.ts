import { composeLetter, type MailContent } from '../../../infra/mail/index.ts';
import type { InEachLanguage, Language } from '../../../shared/languages.ts';

type Texts = {
  readonly subject: string;
  readonly heading: string;
  readonly open_link: string;
  readonly button: string;
  readonly or_code: string;
  readonly not_me: string;
};

const TEXTS: InEachLanguage<Texts> = {
  en: {
    subject: 'Confirm your e-mail address for Ekiden',
    heading: 'Confirm your e-mail address',
    open_link: 'Welcome to Ekiden. Open this link within 24 hours to finish signing up.',
    button: 'Confirm my e-mail address',
    or_code: 'Or enter this code where Ekiden asks for it:',
    not_me: 'If you did not sign up, you can ignore this mail: no account is made unless the link is used.',
  },
  'zh-TW': {
    subject: '請驗證你的 Ekiden 電子郵件地址',
    heading: '驗證電子郵件地址',
    open_link: '歡迎加入 Ekiden。請在 24 小時內開啟以下連結，完成註冊。',
    button: '驗證電子郵件地址',
    or_code: '你也可以在 Ekiden 的註冊畫面輸入以下驗證碼：',
    not_me: '如果你沒有註冊 Ekiden，請忽略這封郵件。只要不開啟連結，就不會建立帳號。',
  },
  ja: {
    subject: '【Ekiden】メールアドレスの確認',
    heading: 'メールアドレスの確認',
    open_link: 'Ekiden へようこそ。24 時間以内に次のリンクを開いて、登録を完了してください。',
    button: 'メールアドレスを確認する',
    or_code: '登録画面に次の確認コードを入力することもできます。',
    not_me:
      'お心当たりがない場合は、このメールを破棄してください。リンクを使用しない限り、アカウントは作成されません。',
  },
};

/** The mail with which somebody proves that an e-mail address is theirs. */
export function composeVerificationMail(input: {
  readonly language: Language;
  readonly token: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const texts = TEXTS[language];
  const url = `${base_url}/signup?token=${encodeURIComponent(token)}`;
  return composeLetter({
    language,
    base_url,
    subject: texts.subject,
    heading: texts.heading,
    parts: [
      texts.open_link,
      { link: { label: texts.button, url } },
      texts.or_code,
      { code: token },
      texts.not_me,
    ],
  });
}
