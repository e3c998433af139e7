import type { InEachLanguage } from '../../../shared/languages.ts';

export type Words = {
  readonly heading: string;
  /** Before the name of the club, which stands by itself. */
  readonly invites: string;
  /** Before the time at which the invitation ends. */
  readonly until: string;
  readonly means: string;
  readonly sign_in: string;
  readonly email: string;
  readonly password: string;
  readonly show_password: string;
  readonly accept: string;
  readonly no_account: string;
  readonly no_account_means: string;
  readonly send_mail: string;
  readonly no_token: string;
  readonly checking: string;
  readonly link_no_good: string;
  readonly ask_again: string;
  readonly wrong_password: string;
  readonly too_many_failures: string;
  readonly too_many_mails: string;
  readonly registered: string;
  /** The operator lets nobody sign up, or not by this invitation any more. */
  readonly no_new_accounts: string;
  /** `{club}` is its name. */
  readonly done_heading: string;
  /** The same when the name is not known. */
  readonly done_any_club: string;
  readonly done: string;
  readonly mail_heading: string;
  readonly mail_sent: string;
  readonly asked_heading: string;
  readonly asks_member: string;
  readonly asks_coach: string;
  readonly asks_lead: string;
  readonly means_coach: string;
  readonly sign_in_to_answer: string;
  readonly sign_in_alone: string;
  readonly accept_offer: string;
  readonly decline_offer: string;
  readonly nothing_to_answer: string;
  readonly accepted_heading: string;
  readonly accepted: string;
  readonly declined_heading: string;
  readonly declined: string;
  readonly check_fields: string;
  readonly unreachable: string;
};

export const WORDS: InEachLanguage<Words> = {
  en: {
    heading: 'You are invited to join a club',
    invites: 'You can become a member of',
    until: 'The invitation ends on',
    means:
      'When you accept, the coaches of the club, and the programs it has connected, see your training: activities with their times, distances, paces and heart rates, as far as your privacy settings share them with coaches. You can change these settings and leave the club at any time.',
    sign_in: 'Sign in and accept',
    email: 'E-mail address',
    password: 'Password',
    show_password: 'Show the password',
    accept: 'Accept the invitation',
    no_account: 'I have no account yet',
    no_account_means:
      'We send you a mail with which you finish signing up. Then open the link of this invitation once more, and accept.',
    send_mail: 'Send me the mail',
    no_token:
      'To accept an invitation, open its link, whole as you got it. If you have reloaded this page, open the link once more.',
    checking: 'Checking your link…',
    link_no_good:
      'This invitation cannot be used: there is none like it, or it was revoked, is used up, has run out, or was made before you left the club.',
    ask_again: 'If you want to join a club, ask its coaches for a new invitation.',
    wrong_password: 'The e-mail address and the password do not belong together.',
    too_many_failures: 'There were too many failed sign-ins. Try again in 15 minutes.',
    too_many_mails: 'Too many mails were asked for. Look into your spam folder, or try again in an hour.',
    registered: 'An account with this e-mail address exists. Sign in with it above.',
    no_new_accounts:
      'You cannot sign up with this invitation. If you have an account, sign in above; if not, ask the operator of this server, or a coach of the club for a new invitation.',
    done_heading: 'You are a member of {club}',
    done_any_club: 'You are a member of the club',
    done: 'Its coaches see you on their roster now. You can close this page.',
    mail_heading: 'A mail is on its way to you',
    mail_sent:
      'Open the link in it within 24 hours and finish signing up. Then open the link of this invitation once more, and accept.',
    asked_heading: 'A club asks you to join',
    asks_member: 'The club that would like to add you is',
    asks_coach: 'The club that asks you to coach is',
    asks_lead: 'The club that asks you to lead it is',
    means_coach:
      'When you accept, you see the training that the athletes of the club share with coaches, and the page of the club names you. You can resign at any time.',
    sign_in_to_answer: 'Sign in to answer',
    sign_in_alone: 'Sign in',
    accept_offer: 'Accept',
    decline_offer: 'Decline',
    nothing_to_answer:
      'There is nothing to answer: you have done so already, the club has withdrawn, or it has asked another account.',
    accepted_heading: 'You have accepted',
    accepted: 'The club knows. You can close this page.',
    declined_heading: 'You have declined',
    declined:
      'The club sees nothing of yours, and cannot ask you again until you allow it in your account. You can close this page.',
    check_fields: 'Something is not right yet: see what is marked below.',
    unreachable: 'The server does not answer. Check your connection and try again.',
  },
  'zh-TW': {
    heading: '邀請你加入社團',
    invites: '邀請你加入的社團是',
    until: '邀請有效至',
    means:
      '接受邀請後，該社團的教練以及社團所連結的程式，可以在你的隱私設定允許與教練分享的範圍內，看到你的訓練資料：活動的時間、距離、配速與心率。你可以隨時變更隱私設定，也可以隨時退出社團。',
    sign_in: '登入並接受邀請',
    email: '電子郵件地址',
    password: '密碼',
    show_password: '顯示密碼',
    accept: '接受邀請',
    no_account: '我還沒有帳號',
    no_account_means: '我們會寄給你一封郵件，讓你完成註冊。註冊完成後，請再次開啟這份邀請的連結並接受邀請。',
    send_mail: '寄送註冊郵件',
    no_token: '請完整開啟你收到的邀請連結。如果你重新整理了這個頁面，請再次開啟連結。',
    checking: '正在確認連結…',
    link_no_good: '這個邀請無法使用：它不存在、已被撤回、已用完、已過期，或是在你離開社團之前建立的。',
    ask_again: '如果你想加入社團，請向該社團的教練索取新的邀請。',
    wrong_password: '電子郵件地址與密碼不相符。',
    too_many_failures: '登入失敗次數過多，請 15 分鐘後再試。',
    too_many_mails: '申請郵件的次數過多。請查看垃圾郵件匣，或一小時後再試。',
    registered: '這個電子郵件地址已經有帳號，請使用上方的表單登入。',
    no_new_accounts:
      '無法使用這份邀請註冊。如果你已經有帳號，請在上方登入；如果沒有，請聯絡這個伺服器的管理者，或請俱樂部的教練寄新的邀請給你。',
    done_heading: '你已加入「{club}」',
    done_any_club: '你已加入社團',
    done: '教練現在可以在名單中看到你。你可以關閉這個頁面了。',
    mail_heading: '郵件已寄出',
    mail_sent: '請在 24 小時內開啟郵件中的連結，完成註冊。然後再次開啟這份邀請的連結並接受邀請。',
    asked_heading: '有社團邀請你加入',
    asks_member: '想將你加入名單的社團是',
    asks_coach: '邀請你擔任教練的社團是',
    asks_lead: '邀請你擔任總教練的社團是',
    means_coach:
      '接受後，你可以看到該社團運動員與教練分享的訓練資料，社團頁面也會顯示你的名字。你可以隨時辭任。',
    sign_in_to_answer: '登入後回覆',
    sign_in_alone: '登入',
    accept_offer: '接受',
    decline_offer: '拒絕',
    nothing_to_answer: '沒有需要回覆的邀請：你已經回覆、社團已撤回，或邀請的是另一個帳號。',
    accepted_heading: '你已接受',
    accepted: '社團已收到你的回覆。你可以關閉這個頁面了。',
    declined_heading: '你已拒絕',
    declined: '社團看不到你的任何資料，在你於帳號中允許之前，也不能再次邀請你。你可以關閉這個頁面了。',
    check_fields: '尚有欄位需要修正，請查看下方標示的內容。',
    unreachable: '伺服器沒有回應。請檢查網路連線，然後再試一次。',
  },
  ja: {
    heading: 'クラブに招待されています',
    invites: '参加するクラブ',
    until: '招待の有効期限',
    means:
      '参加すると、クラブのコーチと、クラブが連携しているプログラムは、あなたのプライバシー設定でコーチと共有している範囲で、トレーニング（アクティビティの時間、距離、ペース、心拍数など）を見られるようになります。設定の変更とクラブからの退会は、いつでもできます。',
    sign_in: 'ログインして参加する',
    email: 'メールアドレス',
    password: 'パスワード',
    show_password: 'パスワードを表示する',
    accept: '招待を受けて参加する',
    no_account: 'アカウントをお持ちでない方',
    no_account_means:
      '登録用のメールをお送りします。登録を完了したら、この招待のリンクをもう一度開いて参加してください。',
    send_mail: 'メールを送る',
    no_token:
      '招待を受けるには、届いたリンク全体をそのまま開いてください。このページを再読み込みした場合は、もう一度リンクを開いてください。',
    checking: 'リンクを確認しています…',
    link_no_good:
      'この招待は使用できません。存在しないか、取り消された、使い切られた、期限が切れた、またはあなたが退会する前に作成された招待です。',
    ask_again: 'クラブに参加するには、クラブのコーチに新しい招待を依頼してください。',
    wrong_password: 'メールアドレスとパスワードの組み合わせが正しくありません。',
    too_many_failures: 'ログインの失敗が続いています。15 分後にもう一度お試しください。',
    too_many_mails:
      'メールの送信回数が上限に達しました。迷惑メールフォルダーを確認するか、1 時間後にもう一度お試しください。',
    registered: 'このメールアドレスのアカウントはすでにあります。上のフォームからログインしてください。',
    no_new_accounts:
      'この招待では新規登録できません。アカウントをお持ちの場合は上からログインしてください。お持ちでない場合は、このサーバーの運営者に問い合わせるか、クラブのコーチに新しい招待を依頼してください。',
    done_heading: '「{club}」のメンバーになりました',
    done_any_club: 'クラブのメンバーになりました',
    done: 'コーチの名簿に登録されました。このページは閉じてかまいません。',
    mail_heading: 'メールをお送りしました',
    mail_sent:
      '24 時間以内にメールのリンクを開いて、登録を完了してください。その後、この招待のリンクをもう一度開いて参加してください。',
    asked_heading: 'クラブから依頼が届いています',
    asks_member: 'あなたを名簿に加えたいクラブ',
    asks_coach: 'コーチへの就任を依頼しているクラブ',
    asks_lead: 'ヘッドコーチへの就任を依頼しているクラブ',
    means_coach:
      '承諾すると、選手がコーチと共有しているトレーニングを見られるようになり、クラブのページにあなたの名前が表示されます。いつでも辞任できます。',
    sign_in_to_answer: 'ログインして回答する',
    sign_in_alone: 'ログイン',
    accept_offer: '承諾する',
    decline_offer: '辞退する',
    nothing_to_answer:
      '回答する依頼はありません。すでに回答済みか、クラブが取り下げたか、別のアカウントへの依頼です。',
    accepted_heading: '承諾しました',
    accepted: 'クラブに伝わりました。このページは閉じてかまいません。',
    declined_heading: '辞退しました',
    declined:
      'クラブからあなたの情報は見えません。アカウントで許可するまで、クラブが再び依頼することもできません。このページは閉じてかまいません。',
    check_fields: '入力内容をご確認ください。修正が必要な項目に印が付いています。',
    unreachable: 'サーバーから応答がありません。接続を確認して、もう一度お試しください。',
  },
};
