import type { InEachLanguage } from '../../../shared/languages.ts';
import { MIN_PASSWORD_CHARS } from '../password-rules.ts';

type FormName = 'signup' | 'reset-password';
export type PageName = FormName | 'confirm-email';

/** What one page says. */
type PageWords = {
  readonly heading: string;
  readonly no_token: string;
  readonly submit: string;
  /** After the API's own words on why a token is no good. */
  readonly token_useless: string;
  readonly done_heading: string;
  readonly done: string;
};

/** Of a page that asks for a password. */
type FormWords = PageWords & { readonly password: string; readonly password_hint: string };

export type Words = Readonly<Record<FormName, FormWords> & Record<'confirm-email', PageWords>> & {
  readonly email: string;
  readonly show_password: string;
  readonly display_name: string;
  readonly role: string;
  readonly role_open: string;
  readonly athlete: string;
  readonly coach: string;
  readonly checking: string;
  readonly check_fields: string;
  readonly unreachable: string;
};

export const WORDS: InEachLanguage<Words> = {
  en: {
    signup: {
      heading: 'Finish signing up',
      no_token:
        'To sign up, open the link in the mail from Ekiden. If you have reloaded this page, open the link from the mail once more.',
      password: 'Password',
      password_hint: `At least ${MIN_PASSWORD_CHARS} characters, with an uppercase letter, a lowercase letter and a digit.`,
      submit: 'Create my account',
      token_useless:
        'Sign up once more in your app to get a new mail. If you have an account already, sign in there.',
      done_heading: 'Your account is ready',
      done: 'Sign in with your app, with your e-mail address and the password you have just chosen. You can close this page.',
    },
    'reset-password': {
      heading: 'Set a new password',
      no_token:
        'To set a new password, open the link in the mail from Ekiden. If you have reloaded this page, open the link from the mail once more.',
      password: 'New password',
      password_hint: `At least ${MIN_PASSWORD_CHARS} characters of any kind.`,
      submit: 'Set this password',
      token_useless: 'In your app, say that you have forgotten your password, and you get a new mail.',
      done_heading: 'Your new password is set',
      done: 'You are signed out everywhere. Sign in with your app and the new password. You can close this page.',
    },
    'confirm-email': {
      heading: 'Confirm your new e-mail address',
      no_token:
        'To confirm your address, open the link in the mail from Ekiden. If you have reloaded this page, open the link from the mail once more.',
      submit: 'Use this address',
      token_useless: 'Ask for the change once more in your app to get a new mail.',
      done_heading: 'Your e-mail address is changed',
      done: 'From now on, sign in with the new address. You can close this page.',
    },
    email: 'E-mail address',
    show_password: 'Show the password',
    display_name: 'Name that others see (optional)',
    role: 'What you are (optional)',
    role_open: 'I would rather not say yet',
    athlete: 'Athlete',
    coach: 'Coach',
    checking: 'Checking your link…',
    check_fields: 'Something is not right yet: see what is marked below.',
    unreachable: 'The server does not answer. Check your connection and try again.',
  },
  'zh-TW': {
    signup: {
      heading: '完成註冊',
      no_token:
        '請開啟 Ekiden 寄給你的郵件中的連結來完成註冊。如果你重新整理了這個頁面，請從郵件再次開啟連結。',
      password: '密碼',
      password_hint: `至少 ${MIN_PASSWORD_CHARS} 個字元，須包含大寫字母、小寫字母和數字。`,
      submit: '建立帳號',
      token_useless: '請在你的 App 中重新註冊，以取得新的郵件。如果你已經有帳號，請直接在 App 登入。',
      done_heading: '帳號已建立',
      done: '請在你的 App 中，使用電子郵件地址和剛才設定的密碼登入。你可以關閉這個頁面了。',
    },
    'reset-password': {
      heading: '設定新密碼',
      no_token:
        '請開啟 Ekiden 寄給你的郵件中的連結來設定新密碼。如果你重新整理了這個頁面，請從郵件再次開啟連結。',
      password: '新密碼',
      password_hint: `至少 ${MIN_PASSWORD_CHARS} 個字元，種類不限。`,
      submit: '設定密碼',
      token_useless: '請在你的 App 中選擇「忘記密碼」，以取得新的郵件。',
      done_heading: '新密碼已設定',
      done: '你已在所有裝置上登出。請在你的 App 中使用新密碼登入。你可以關閉這個頁面了。',
    },
    'confirm-email': {
      heading: '確認新的電子郵件地址',
      no_token:
        '請開啟 Ekiden 寄給你的郵件中的連結來確認地址。如果你重新整理了這個頁面，請從郵件再次開啟連結。',
      submit: '使用這個地址',
      token_useless: '請在你的 App 中重新申請變更，以取得新的郵件。',
      done_heading: '電子郵件地址已變更',
      done: '今後請使用新的地址登入。你可以關閉這個頁面了。',
    },
    email: '電子郵件地址',
    show_password: '顯示密碼',
    display_name: '顯示名稱（選填）',
    role: '身分（選填）',
    role_open: '暫不選擇',
    athlete: '跑者',
    coach: '教練',
    checking: '正在確認連結…',
    check_fields: '尚有欄位需要修正，請查看下方標示的內容。',
    unreachable: '伺服器沒有回應。請檢查網路連線，然後再試一次。',
  },
  ja: {
    signup: {
      heading: '登録を完了する',
      no_token:
        '登録を完了するには、Ekiden から届いたメールのリンクを開いてください。このページを再読み込みした場合は、メールからもう一度リンクを開いてください。',
      password: 'パスワード',
      password_hint: `${MIN_PASSWORD_CHARS} 文字以上で、大文字、小文字、数字をそれぞれ含めてください。`,
      submit: 'アカウントを作成する',
      token_useless:
        'ご利用のアプリでもう一度登録すると、新しいメールが届きます。すでにアカウントをお持ちの場合は、アプリでログインしてください。',
      done_heading: 'アカウントを作成しました',
      done: 'ご利用のアプリで、メールアドレスと今設定したパスワードを使ってログインしてください。このページは閉じてかまいません。',
    },
    'reset-password': {
      heading: '新しいパスワードの設定',
      no_token:
        '新しいパスワードを設定するには、Ekiden から届いたメールのリンクを開いてください。このページを再読み込みした場合は、メールからもう一度リンクを開いてください。',
      password: '新しいパスワード',
      password_hint: `${MIN_PASSWORD_CHARS} 文字以上。文字の種類は問いません。`,
      submit: 'パスワードを設定する',
      token_useless: 'ご利用のアプリで「パスワードを忘れた」を選ぶと、新しいメールが届きます。',
      done_heading: '新しいパスワードを設定しました',
      done: 'すべての端末からログアウトしました。ご利用のアプリで、新しいパスワードを使ってログインしてください。このページは閉じてかまいません。',
    },
    'confirm-email': {
      heading: '新しいメールアドレスの確認',
      no_token:
        'メールアドレスを確認するには、Ekiden から届いたメールのリンクを開いてください。このページを再読み込みした場合は、メールからもう一度リンクを開いてください。',
      submit: 'このメールアドレスを使用する',
      token_useless: 'ご利用のアプリでもう一度変更を依頼すると、新しいメールが届きます。',
      done_heading: 'メールアドレスを変更しました',
      done: '今後は新しいメールアドレスでログインしてください。このページは閉じてかまいません。',
    },
    email: 'メールアドレス',
    show_password: 'パスワードを表示する',
    display_name: '表示名（任意）',
    role: '立場（任意）',
    role_open: '選択しない',
    athlete: '選手',
    coach: 'コーチ',
    checking: 'リンクを確認しています…',
    check_fields: '入力内容をご確認ください。修正が必要な項目に印が付いています。',
    unreachable: 'サーバーから応答がありません。接続を確認して、もう一度お試しください。',
  },
};
