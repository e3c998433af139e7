import { inEachLanguage } from '../../../words/index.ts';
import type { Announcement } from '../centre/notification.ts';

/** What is summed up: by type of the notification, the name of its subject. */
const SUBJECTS = { weekly_summary: 'week_start', activity_summary: 'activity_id' } as const;

/**
 * What somebody is told of a summary of theirs.
 *
 * @param subject the Monday of a week, or the id of an activity
 * @param summary_text in their language already; null where its figures must stay here: then only that there is one
 */
export function summaryWritten(
  type: keyof typeof SUBJECTS,
  subject: string,
  summary_text: string | null,
): Announcement {
  const texts = inEachLanguage((say) => ({
    title: say(`notifications.summaryWritten.${type}.title`),
    message: summary_text ?? say(`notifications.summaryWritten.${type}.message`),
  }));
  return { category: 'training', type, subject, texts, data: { [SUBJECTS[type]]: subject } };
}
