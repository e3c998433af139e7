import { dateWords } from '../../../words/date-words.ts';
import { inEachLanguage } from '../../../words/index.ts';
import type { WeeksChanged } from '../../plans/index.ts';
import type { Announcement } from '../centre/notification.ts';

export const WEEKS_CHANGED = 'weeks_changed';

/**
 * What an athlete is told whose coaches have changed workouts of some weeks.
 *
 * @param weeks their Mondays, in order; at least one
 * @param today YYYY-MM-DD: dates of its year are told without it
 */
export function weeksOfPlanChanged(
  { occurrence_id, org_id, org_name }: WeeksChanged,
  { weeks, today }: { readonly weeks: readonly string[]; readonly today: string },
): Announcement {
  const [first = today] = weeks;
  return {
    category: 'training',
    type: WEEKS_CHANGED,
    // Some weeks of a change may be told later than others.
    subject: `${occurrence_id}/${first}`,
    texts: inEachLanguage((say, language) => ({
      title: say('notifications.weeksChanged.title'),
      message: say('notifications.weeksChanged.message', {
        club: org_name,
        weeks: weeks.length,
        start: dateWords(first, { language, today }),
      }),
    })),
    data: { org_id, org_name, weeks },
  };
}
