import type { MembershipDeclined, MembershipOffered } from '../../organizations/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/** What somebody is told whom an organization asks to belong to it, and where they can answer. */
export function askedToBelong({ occurrence_id, org_id, org_name, role }: MembershipOffered): Announcement {
  const page_path = `/join?org=${org_id}`;
  return {
    category: 'team',
    type: 'membership_offered',
    subject: occurrence_id,
    texts:
      role === 'member'
        ? askedToJoin(org_name)
        : role === 'head_coach'
          ? askedToLead(org_name)
          : askedToCoach(org_name),
    data: { org_id, org_name, role, page_path },
  };
}

/** What coaches are told when somebody has said no. */
export function hasDeclined({ occurrence_id, org_id, org_name, role }: MembershipDeclined): Announcement {
  return {
    category: 'team',
    type: 'membership_declined',
    subject: occurrence_id,
    texts: role === 'member' ? declinedToJoin(org_name) : declinedToCoach(org_name),
    data: { org_id, org_name, role },
  };
}

const askedToJoin = (club: string): TextsByLanguage => ({
  en: {
    title: `${club} would like to add you`,
    message:
      `A coach of ${club} would like to add you to its roster. If you accept, its coaches and the programs it uses see your training ` +
      'as far as your privacy settings allow. Until then they see nothing of yours. You can decline, and leave later at any time.',
  },
  'zh-TW': {
    title: `${club} 想將你加入名單`,
    message: `${club} 的教練想將你加入名單。如果你接受，該團隊的教練和其使用的程式可在你的隱私設定允許的範圍內查看你的訓練；在此之前，他們看不到你的任何資料。你可以拒絕，之後也可以隨時離開。`,
  },
  ja: {
    title: `${club} があなたを名簿に加えたいと希望しています`,
    message: `${club} のコーチがあなたを名簿に加えたいと希望しています。承諾すると、コーチとクラブが利用するプログラムは、あなたのプライバシー設定が許す範囲であなたのトレーニングを見ることができます。それまでは何も見えません。辞退することも、後でいつでも退会することもできます。`,
  },
});

const askedToCoach = (club: string): TextsByLanguage => ({
  en: {
    title: `${club} asks you to coach`,
    message: `${club} asks you to be one of its coaches. If you accept, you see the training that its athletes share, and its page names you. You can decline, and resign later at any time.`,
  },
  'zh-TW': {
    title: `${club} 邀請你擔任教練`,
    message: `${club} 邀請你擔任教練。如果你接受，你可以查看該團隊運動員分享的訓練，團隊頁面也會顯示你的名字。你可以拒絕，之後也可以隨時辭任。`,
  },
  ja: {
    title: `${club} のコーチへの就任依頼`,
    message: `${club} があなたにコーチへの就任を依頼しています。承諾すると、選手が共有しているトレーニングを見ることができ、クラブのページにあなたの名前が表示されます。辞退することも、後でいつでも辞任することもできます。`,
  },
});

const askedToLead = (club: string): TextsByLanguage => ({
  en: {
    title: `${club} asks you to lead it`,
    message: `You were named as the head coach of ${club}. If you accept, you lead it, and its page names you. You can decline; later you can hand it over to another coach.`,
  },
  'zh-TW': {
    title: `${club} 邀請你擔任總教練`,
    message: `你被指定為 ${club} 的總教練。如果你接受，將由你帶領該團隊，團隊頁面也會顯示你的名字。你可以拒絕，之後也可以移交給其他教練。`,
  },
  ja: {
    title: `${club} のヘッドコーチへの就任依頼`,
    message: `あなたは ${club} のヘッドコーチに指名されました。承諾すると、あなたがクラブを率い、クラブのページにあなたの名前が表示されます。辞退することも、後で他のコーチに引き継ぐこともできます。`,
  },
});

const declinedToJoin = (club: string): TextsByLanguage => ({
  en: { title: 'Somebody declined', message: `Somebody whom you asked to join ${club} has declined.` },
  'zh-TW': { title: '有人拒絕加入', message: `你邀請加入 ${club} 的人已拒絕。` },
  ja: { title: '参加が辞退されました', message: `${club} への参加を依頼した方が辞退しました。` },
});

const declinedToCoach = (club: string): TextsByLanguage => ({
  en: { title: 'Somebody declined', message: `Somebody who was asked to coach ${club} has declined.` },
  'zh-TW': { title: '有人婉拒擔任教練', message: `受邀擔任 ${club} 教練的人已婉拒。` },
  ja: { title: '就任が辞退されました', message: `${club} のコーチへの就任を依頼された方が辞退しました。` },
});
