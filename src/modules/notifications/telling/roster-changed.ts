import type { MemberJoined, MemberLeft } from '../../organizations/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/** The kinds of notification that name a person to others. */
export const NAMING_AN_ATHLETE = ['athlete_joined', 'athlete_left'] as const;

/** What coaches are told when somebody has come to the roster; `name` is how coaches know them. */
export function athleteJoined(event: MemberJoined, name: string): Announcement {
  const { by_athlete, org_name } = event;
  return {
    category: 'team',
    type: 'athlete_joined',
    subject: event.occurrence_id,
    texts: by_athlete ? joinedTexts(name, org_name) : wasAddedTexts(name, org_name),
    data: dataOf(event),
  };
}

/** What coaches are told when somebody has gone from it; null is the name of who has deleted their account. */
export function athleteLeft(event: MemberLeft, name: string | null): Announcement {
  const { by_athlete, org_name } = event;
  const texts = by_athlete ? leftTexts : wasRemovedTexts;
  return {
    category: 'team',
    type: 'athlete_left',
    subject: event.occurrence_id,
    texts: name === null ? accountDeletedTexts(org_name) : texts(name, org_name),
    data: dataOf(name === null ? { ...event, user_id: null } : event),
  };
}

/** What an athlete is told whom an application has put on the roster: who sees their training now, and the ways out. */
export function addedToOrganization({ occurrence_id, org_id, org_name }: MemberJoined): Announcement {
  return {
    category: 'team',
    type: 'added_to_organization',
    subject: occurrence_id,
    texts: youWereAddedTexts(org_name),
    data: { org_id, org_name },
  };
}

function dataOf({ org_id, org_name, user_id, by_athlete }: MemberLeft): Announcement['data'] {
  return { org_id, org_name, user_id, by_athlete };
}

const joinedTexts = (name: string, club: string): TextsByLanguage => ({
  en: { title: 'An athlete joined', message: `${name} has joined ${club}.` },
  'zh-TW': { title: '有運動員加入', message: `${name} 已加入 ${club}。` },
  ja: { title: '選手が加入しました', message: `${name} さんが ${club} に加入しました。` },
});

const wasAddedTexts = (name: string, club: string): TextsByLanguage => ({
  en: { title: 'An athlete joined', message: `${name} was added to ${club} by its application.` },
  'zh-TW': { title: '有運動員加入', message: `${name} 已由應用程式加入 ${club}。` },
  ja: { title: '選手が加入しました', message: `${name} さんがアプリから ${club} に追加されました。` },
});

const leftTexts = (name: string, club: string): TextsByLanguage => ({
  en: { title: 'An athlete left', message: `${name} has left ${club}.` },
  'zh-TW': { title: '有運動員離開', message: `${name} 已離開 ${club}。` },
  ja: { title: '選手が退会しました', message: `${name} さんが ${club} を退会しました。` },
});

const wasRemovedTexts = (name: string, club: string): TextsByLanguage => ({
  en: { title: 'An athlete left', message: `A coach has removed ${name} from ${club}.` },
  'zh-TW': { title: '有運動員離開', message: `教練已將 ${name} 移出 ${club}。` },
  ja: { title: '選手が退会しました', message: `コーチが ${name} さんを ${club} から外しました。` },
});

const accountDeletedTexts = (club: string): TextsByLanguage => ({
  en: {
    title: 'An athlete left',
    message: `An athlete who has deleted their account is no longer in ${club}.`,
  },
  'zh-TW': { title: '有運動員離開', message: `一位已刪除帳號的運動員不再是 ${club} 的成員。` },
  ja: {
    title: '選手が退会しました',
    message: `アカウントを削除した選手が ${club} のメンバーではなくなりました。`,
  },
});

const youWereAddedTexts = (club: string): TextsByLanguage => ({
  en: {
    title: 'You were added to a team',
    message:
      `An application has added you to ${club}. Its coaches see your training as far as your privacy settings allow. ` +
      `You can change these settings, and leave ${club}, at any time.`,
  },
  'zh-TW': {
    title: '你已被加入團隊',
    message: `應用程式已將你加入 ${club}。該團隊的教練可在你的隱私設定允許的範圍內查看你的訓練。你隨時可以變更這些設定，也可以隨時離開 ${club}。`,
  },
  ja: {
    title: 'チームに追加されました',
    message: `アプリがあなたを ${club} に追加しました。コーチは、あなたのプライバシー設定が許す範囲であなたのトレーニングを見ることができます。設定の変更も ${club} からの退会も、いつでもできます。`,
  },
});
