import type { Database } from '../../../infra/db/database.ts';
import { inEachLanguage } from '../../../words/index.ts';
import {
  type ActivitySummarized,
  holdActivityText,
  holdWeeklyTexts,
  type WeeklySummariesWritten,
} from '../../summaries/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tellEach } from '../centre/tell.ts';

/** Tells people that the summary of their week is there, with its text where the figures may leave the server. */
export async function notifyOfWeeks(
  deps: TellDeps & { db: Database },
  { week_start, people }: WeeklySummariesWritten,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const user_ids = people.map(({ user_id }) => user_id);
    await holdCentres(tx, user_ids);
    const texts = await holdWeeklyTexts(tx, { week_start, user_ids });
    const said = people.flatMap(({ user_id, may_be_told }) => {
      const text = texts.get(user_id);
      if (text === undefined) return [];
      return [
        { user_id, announcement: summaryWritten('weekly_summary', week_start, may_be_told ? text : null) },
      ];
    });
    await tellEach(deps, tx, 'weekly_summary', said);
  });
}

export async function notifyOfActivity(
  deps: TellDeps & { db: Database },
  { user_id, activity_id, may_be_told }: ActivitySummarized,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, [user_id]);
    const text = await holdActivityText(tx, { user_id, activity_id });
    if (text === null) return;
    const announcement = summaryWritten('activity_summary', activity_id, may_be_told ? text : null);
    await tellEach(deps, tx, 'activity_summary', [{ user_id, announcement }]);
  });
}

const SUBJECTS = { weekly_summary: 'week_start', activity_summary: 'activity_id' } as const;

/**
 * What a person is told about a summary.
 *
 * @param subject the Monday of a week, or the id of an activity
 * @param summary_text in their language; null where its figures must not leave the server, so that only its existence is told
 */
function summaryWritten(
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
