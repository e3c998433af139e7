import type { InEachLanguage } from '../../../shared/languages.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/** What is summed up: by type of the notification, the name of its subject and what is said where figures must stay here. */
const SUMMARIES = {
  weekly_summary: {
    subject: 'week_start',
    words: {
      en: { title: 'Your week', summed_up: 'Your week is summed up.' },
      'zh-TW': { title: '上週總結', summed_up: '上週的總結完成了。' },
      ja: { title: '先週のまとめ', summed_up: '先週のまとめができました。' },
    },
  },
  activity_summary: {
    subject: 'activity_id',
    words: {
      en: { title: 'Your workout', summed_up: 'Your workout is summed up.' },
      'zh-TW': { title: '訓練總結', summed_up: '這次訓練的總結完成了。' },
      ja: { title: 'ワークアウトのまとめ', summed_up: 'ワークアウトのまとめができました。' },
    },
  },
} as const satisfies Record<
  string,
  { subject: string; words: InEachLanguage<{ title: string; summed_up: string }> }
>;

type SummaryType = keyof typeof SUMMARIES;

/**
 * What somebody is told of a summary of theirs.
 *
 * @param subject the Monday of a week, or the id of an activity
 * @param summary_text in their language already; null where its figures must stay here: then only that there is one
 */
export function summaryWritten(
  type: SummaryType,
  subject: string,
  summary_text: string | null,
): Announcement {
  const { subject: name, words } = SUMMARIES[type];
  const say = ({ title, summed_up }: { title: string; summed_up: string }) => ({
    title,
    message: summary_text ?? summed_up,
  });
  const texts: TextsByLanguage = { en: say(words.en), 'zh-TW': say(words['zh-TW']), ja: say(words.ja) };
  return { category: 'training', type, subject, texts, data: { [name]: subject } };
}
