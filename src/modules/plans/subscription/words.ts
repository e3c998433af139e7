import type { InEachLanguage } from '../../../shared/languages.ts';

/** What calendar programs call the calendar. */
export const CALENDAR_NAME: InEachLanguage<string> = {
  en: 'Training plans',
  'zh-TW': '訓練計畫',
  ja: 'トレーニングプラン',
};
