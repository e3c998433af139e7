import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { addDays, isDay, WEEKDAYS, weekdayOf } from '../../../shared/calendar.ts';
import { invalidField } from '../../../shared/errors.ts';
import { findSummaries, type WeeklySummary } from './queries.ts';

/**
 * Somebody's own weeks, the latest first, or the one that begins on a Monday.
 *
 * @throws AppError 400 for a day that is no Monday, or none at all
 */
export async function readWeeklySummaries(
  { db }: { readonly db: Database },
  { user_id }: UserActor,
  { limit, week_start }: { readonly limit: number; readonly week_start: string | undefined },
): Promise<WeeklySummary[]> {
  if (week_start !== undefined) requireMonday(week_start);
  return await findSummaries(db, { user_id, week_start, limit });
}

function requireMonday(day: string): void {
  if (!isDay(day)) throw invalidField('week_start', 'is no day of any calendar');
  const place = WEEKDAYS.indexOf(weekdayOf(day));
  if (place > 0) {
    throw invalidField(
      'week_start',
      `must be a Monday: the week of ${day} begins on ${addDays(day, -place)}`,
    );
  }
}
