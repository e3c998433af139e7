import { composeLetter, type MailContent, nameInMail, timeInWords } from '../../../infra/mail/index.ts';
import type { InEachLanguage, Language } from '../../../shared/languages.ts';
import { joinLink } from '../join-link.ts';

type Texts = {
  readonly subject: (club: string) => string;
  readonly heading: (club: string) => string;
  readonly invited: (club: string, by: string) => string;
  readonly means: string;
  readonly button: string;
  readonly until: (time: string) => string;
  readonly not_me: string;
};

const TEXTS: InEachLanguage<Texts> = {
  en: {
    subject: (club) => `${club} invites you to Ekiden`,
    heading: (club) => `Join ${club}`,
    invited: (club, by) => `${by} invites you to join ${club} on Ekiden.`,
    means:
      'When you accept, the coaches of the club, and the programs it has connected, see your training: activities with their times, distances, paces and heart rates, as far as your privacy settings share them with coaches. You can change these settings and leave the club at any time.',
    button: 'See the invitation',
    until: (time) => `The invitation ends on ${time}.`,
    not_me:
      'If you did not expect it or do not know the club, ignore this mail: nothing happens unless you accept.',
  },
  'zh-TW': {
    subject: (club) => `「${club}」邀請你加入 Ekiden`,
    heading: (club) => `加入「${club}」`,
    invited: (club, by) => `${by} 邀請你在 Ekiden 加入「${club}」。`,
    means:
      '接受邀請後，該社團的教練以及社團所連結的程式，可以在你的隱私設定允許與教練分享的範圍內，看到你的訓練資料：活動的時間、距離、配速與心率。你可以隨時變更隱私設定，也可以隨時退出社團。',
    button: '查看邀請',
    until: (time) => `邀請有效至 ${time}。`,
    not_me: '如果你沒有預期收到這份邀請，或不認識這個社團，請忽略這封郵件。只要不接受，就不會有任何變更。',
  },
  ja: {
    subject: (club) => `【Ekiden】「${club}」への招待`,
    heading: (club) => `「${club}」への参加`,
    invited: (club, by) => `${by} さんから、Ekiden の「${club}」に招待されています。`,
    means:
      '参加すると、クラブのコーチと、クラブが連携しているプログラムは、あなたのプライバシー設定でコーチと共有している範囲で、トレーニング（アクティビティの時間、距離、ペース、心拍数など）を見られるようになります。設定の変更とクラブからの退会は、いつでもできます。',
    button: '招待を確認する',
    until: (time) => `招待の有効期限は ${time} です。`,
    not_me:
      'お心当たりがない場合や、クラブをご存じない場合は、このメールを破棄してください。参加の操作をしない限り、何も変わりません。',
  },
};

/** The mail with which a club invites an athlete. */
export function composeInvitationMail(input: {
  readonly language: Language;
  readonly token: string;
  /** As the club and its coach have chosen them. */
  readonly org_name: string;
  readonly inviter: string;
  readonly expires_at: Date;
  /** Of whoever invites: the athlete is most likely to live there too. */
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const texts = TEXTS[language];
  const club = nameInMail(input.org_name);
  const by = nameInMail(input.inviter);
  const until = timeInWords({ language, time: input.expires_at, timezone: input.timezone });
  return composeLetter({
    language,
    base_url,
    subject: texts.subject(club),
    heading: texts.heading(club),
    parts: [
      texts.invited(club, by),
      texts.means,
      { link: { label: texts.button, url: joinLink(base_url, token) } },
      texts.until(until),
      texts.not_me,
    ],
  });
}
