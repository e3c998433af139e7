import type { Queryable } from '../../infra/db/queryable.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { calendarDay, isTimeZone } from '../../shared/time.ts';
import { findUser } from './queries.ts';

export async function todayOf(
  db: Queryable,
  { user_id, now }: { readonly user_id: string; readonly now: Date },
): Promise<string> {
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated();
  return dayWhere(now, user.preferences.timezone);
}

export function dayWhere(now: Date, timezone: string): string {
  return calendarDay(now, isTimeZone(timezone) ? timezone : 'UTC');
}
