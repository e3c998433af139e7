import type { InEachLanguage } from '../../../shared/languages.ts';

export type Words = {
  /** Below a mail. */
  readonly why: string;
  /** Before an address. */
  readonly stop_here: string;
  readonly heading: string;
  readonly means: string;
  readonly stop: string;
  readonly done_heading: string;
  readonly done: string;
  readonly no_good_heading: string;
  readonly no_good: string;
  readonly no_good_instead: string;
};

export const WORDS: InEachLanguage<Words> = {
  en: {
    why: 'You get this mail because weekly summaries and notifications by e-mail are on in your settings.',
    stop_here: 'Stop weekly summaries:',
    heading: 'Get no more weekly summaries',
    means:
      'This turns the weekly summary off, by e-mail, by push and among your notifications. All other notifications stay as they are.',
    stop: 'Stop weekly summaries',
    done_heading: 'Weekly summaries are stopped',
    done: 'What is already on its way may still arrive. If you change your mind, turn the weekly summary on again in the settings of the app.',
    no_good_heading: 'This link does not work',
    no_good: 'It is not whole, or your account is no more. Open it once more as it stands in the mail.',
    no_good_instead:
      'If that does not help, sign in to the app and turn the weekly summary off in its settings.',
  },
  'zh-TW': {
    why: '你收到這封郵件，是因為你的設定中已開啟每週摘要與電子郵件通知。',
    stop_here: '停止接收每週摘要：',
    heading: '不再接收每週摘要',
    means: '這會關閉每週摘要，包括電子郵件、推播與通知中心。其他通知維持不變。',
    stop: '停止接收每週摘要',
    done_heading: '已停止接收每週摘要',
    done: '已經寄出的郵件可能仍會送達。如果你改變主意，可以在 App 的設定中重新開啟每週摘要。',
    no_good_heading: '這個連結無法使用',
    no_good: '連結不完整，或是你的帳號已不存在。請從郵件中再次開啟完整的連結。',
    no_good_instead: '如果仍然無法使用，請登入 App，在設定中關閉每週摘要。',
  },
  ja: {
    why: 'このメールは、設定で週間サマリーとメール通知がオンになっているため送信されています。',
    stop_here: '週間サマリーの配信停止：',
    heading: '週間サマリーの配信停止',
    means:
      '週間サマリーが、メール、プッシュ通知、お知らせ一覧のすべてでオフになります。そのほかの通知は変わりません。',
    stop: '配信を停止する',
    done_heading: '週間サマリーの配信を停止しました',
    done: 'すでに送信されたメールは届くことがあります。再び受け取るには、アプリの設定で週間サマリーをオンにしてください。',
    no_good_heading: 'このリンクは使用できません',
    no_good:
      'リンクが途中で切れているか、アカウントが存在しません。メールに記載されたリンク全体をもう一度開いてください。',
    no_good_instead:
      'それでも使用できない場合は、アプリにログインし、設定で週間サマリーをオフにしてください。',
  },
};
