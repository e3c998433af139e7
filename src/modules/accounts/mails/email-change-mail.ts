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
    subject: 'Confirm your new e-mail address for Ekiden',
    heading: 'Confirm your new e-mail address',
    open_link:
      'Somebody wants to use this address for their Ekiden account. If that is you, open this link within 24 hours. Until then the account keeps its former address.',
    button: 'Use this address',
    or_code: 'Or enter this code where Ekiden asks for it:',
    not_me: 'If it was not you, you can ignore this mail: nothing changes unless the link is used.',
  },
  'zh-TW': {
    subject: '請確認你的 Ekiden 新電子郵件地址',
    heading: '確認新的電子郵件地址',
    open_link:
      '有人想將這個地址用於其 Ekiden 帳號。如果是你本人，請在 24 小時內開啟以下連結。在此之前，帳號仍使用原來的地址。',
    button: '使用這個地址',
    or_code: '你也可以在 Ekiden 的畫面輸入以下驗證碼：',
    not_me: '如果不是你本人申請的，請忽略這封郵件。只要不開啟連結，就不會有任何變更。',
  },
  ja: {
    subject: '【Ekiden】新しいメールアドレスの確認',
    heading: '新しいメールアドレスの確認',
    open_link:
      'このメールアドレスを Ekiden アカウントで使用するご依頼を受け付けました。ご本人による操作の場合は、24 時間以内に次のリンクを開いてください。それまでは、以前のメールアドレスのままです。',
    button: 'このメールアドレスを使用する',
    or_code: 'Ekiden の画面に次の確認コードを入力することもできます。',
    not_me:
      'お心当たりがない場合は、このメールを破棄してください。リンクを使用しない限り、何も変更されません。',
  },
};

/** The mail with which somebody proves that the address they want to have is theirs. It does not say whose account it is for. */
export function composeEmailChangeMail(input: {
  readonly language: Language;
  readonly token: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const texts = TEXTS[language];
  return composeLetter({
    language,
    base_url,
    subject: texts.subject,
    heading: texts.heading,
    parts: [
      texts.open_link,
      {
        link: { label: texts.button, url: `${base_url}/confirm-email?token=${encodeURIComponent(token)}` },
      },
      texts.or_code,
      { code: token },
      texts.not_me,
    ],
  });
}
