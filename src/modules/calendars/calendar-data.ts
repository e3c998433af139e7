import type { Database } from '../../infra/db/database.ts';
import { fewRecords, type PersonalData } from '../users/index.ts';
import { findLink } from './subscription/queries.ts';

/** When a person made their calendar link. Their changes of weeks stay in the plans without an author. */
export function calendarData(deps: { db: Database }): PersonalData {
  const readLink = async (user_id: string): Promise<object[]> => {
    const link = await findLink(deps.db, user_id);
    return link === null ? [] : [{ created_at: link.created_at.toISOString() }];
  };
  return {
    name: 'calendars',
    columns: [
      'calendar_links.user_id',
      'workout_reminders.user_id',
      'calendar_actions.created_by',
      'calendar_action_changes.plan_id',
      'calendar_jobs.created_by',
      'calendar_job_athletes.user_id',
    ],
    files: {
      'calendar_link.json': 'When you made the link by which your calendar program reads your plans.',
    },
    async *collect(user_id) {
      yield { name: 'calendar_link.json', records: fewRecords(() => readLink(user_id)) };
    },
  };
}
