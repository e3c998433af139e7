import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import { type Clock, mondayOf } from '../../../shared/time.ts';
import type { FiguresExpired } from '../../activities/index.ts';
import { holdUser } from '../../users/index.ts';
import { expireWeeks, findToldWeeks } from './queries.ts';
import { WEEK_DAYS } from './week.ts';
import { weeksForgotten } from './weeks-forgotten.ts';

/**
 * Hears that figures are gone from somebody's workouts since their source lets them be kept for some days only. The weeks that they
 * are part of go, too: of a single workout sums would be the workout, and made of what is left they would say less than was done.
 * A week that is not written yet will not be.
 */
export async function forgetWeeks(
  {
    db,
    clock,
    events,
  }: { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emit'> },
  { user_id, weeks: expired, time_zone }: FiguresExpired,
): Promise<void> {
  const now = clock.now();
  const [from, until] = [expired.toSorted().at(0), expired.toSorted().at(-1)];
  if (from === undefined || until === undefined) return;
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) return;
    const around = { from: addDays(from, -WEEK_DAYS), until: addDays(until, WEEK_DAYS) };
    const told = await findToldWeeks(tx, { user_id, ...around });
    const gone = told.filter(({ week_start, time_zone: then }) => {
      const same = then === time_zone ? [0] : [-WEEK_DAYS, 0, WEEK_DAYS];
      return same.some((days) => expired.includes(addDays(week_start, days)));
    });
    const last = addDays(mondayOf(now, time_zone).day, -WEEK_DAYS);
    const unwritten = expired.filter((week) => week >= last);
    const weeks = [...new Set([...gone.map(({ week_start }) => week_start), ...unwritten])];
    if (weeks.length === 0) return;
    await expireWeeks(tx, { user_id, weeks, time_zone, now });
    await events.emit(tx, weeksForgotten, { user_id, weeks });
  });
}
