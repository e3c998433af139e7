import type { InEachLanguage } from '../../../../shared/languages.ts';

export type Words = {
  readonly heading: string;
  /** Before the name of the club, which stands by itself. */
  readonly from: string;
  readonly means: string;
  readonly stop: string;
  readonly done_heading: string;
  readonly done_from: string;
  readonly done: string;
  readonly no_good_heading: string;
  readonly no_good: string;
  readonly no_good_instead: string;
};

export const WORDS: InEachLanguage<Words> = {
  en: {
    heading: 'Get no more messages from a club',
    from: 'The club whose messages you want to stop:',
    means:
      'This holds for what its coaches write to its members by e-mail, push and chat. You stay a member, and what concerns your own training still reaches you.',
    stop: 'Stop these messages',
    done_heading: 'These messages are stopped',
    done_from: 'You get no more messages from this club:',
    done: 'What is already on its way may still arrive. If you change your mind, allow the club’s messages again in the settings of the app.',
    no_good_heading: 'This link does not work',
    no_good:
      'It is not whole, or your account or the club is no more. Open it once more as it stands in the message.',
    no_good_instead:
      'If that does not help, sign in to the app and stop the club’s messages in its settings.',
  },
  'zh-TW': {
    heading: '不再接收社團的訊息',
    from: '你想停止接收訊息的社團：',
    means:
      '這項設定適用於該社團教練以電子郵件、推播與聊天方式寫給成員的訊息。你仍然是成員，與你個人訓練有關的通知也會照常送達。',
    stop: '停止接收這些訊息',
    done_heading: '已停止接收這些訊息',
    done_from: '你不會再收到這個社團的訊息：',
    done: '已經寄出的訊息可能仍會送達。如果你改變主意，可以在 App 的設定中重新允許該社團的訊息。',
    no_good_heading: '這個連結無法使用',
    no_good: '連結不完整，或是你的帳號或該社團已不存在。請從訊息中再次開啟完整的連結。',
    no_good_instead: '如果仍然無法使用，請登入 App，在設定中停止接收該社團的訊息。',
  },
  ja: {
    heading: 'クラブからのメッセージの配信停止',
    from: '配信を停止するクラブ',
    means:
      'コーチがメンバー宛てに送るメール、プッシュ通知、チャットのすべてが対象です。メンバーのままで、ご自身のトレーニングに関するお知らせはこれまでどおり届きます。',
    stop: '配信を停止する',
    done_heading: '配信を停止しました',
    done_from: '次のクラブからのメッセージは、今後届きません。',
    done: 'すでに送信されたメッセージは届くことがあります。再び受け取るには、アプリの設定でこのクラブのメッセージを許可してください。',
    no_good_heading: 'このリンクは使用できません',
    no_good:
      'リンクが途中で切れているか、アカウントまたはクラブが存在しません。メッセージに記載されたリンク全体をもう一度開いてください。',
    no_good_instead:
      'それでも使用できない場合は、アプリにログインし、設定からこのクラブのメッセージの配信を停止してください。',
  },
};
