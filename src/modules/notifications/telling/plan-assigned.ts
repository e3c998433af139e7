import { dateWords } from '../../../shared/date-words.ts';
import type { Language } from '../../../shared/languages.ts';
import type { PlansAssigned } from '../../plans/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/**
 * What an athlete is told whom a coach has given a plan.
 *
 * @param given.plan_id their copy's
 * @param given.today YYYY-MM-DD: dates of its year are told without it
 */
export function planAssigned(
  event: PlansAssigned,
  { plan_id, today }: { plan_id: string; today: string },
): Announcement {
  const { org_id, org_name, plan_title, start_date, weeks } = event;
  return {
    category: 'training',
    type: 'plan_assigned',
    subject: plan_id,
    texts: textsOf(plan_title, org_name, (language) => dateWords(start_date, { language, today })),
    data: { plan_id, org_id, org_name, plan_title, start_date, weeks },
  };
}

const textsOf = (plan: string, club: string, start: (language: Language) => string): TextsByLanguage => ({
  en: {
    title: 'You have a new training plan',
    message: `${club} has given you the plan “${plan}”. It starts on ${start('en')}; your calendar has each workout.`,
  },
  'zh-TW': {
    title: '你有一份新的訓練計畫',
    message: `${club} 為你安排了「${plan}」。計畫從 ${start('zh-TW')}開始，每次訓練都在你的行事曆中。`,
  },
  ja: {
    title: '新しいトレーニングプランが届きました',
    message: `${club} から「${plan}」が届きました。開始日は ${start('ja')}です。各ワークアウトはカレンダーで確認できます。`,
  },
});
