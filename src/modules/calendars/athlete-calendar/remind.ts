import type { Database } from '../../../infra/db/database.ts';
import { defineEvent, type Events } from '../../../infra/events/index.ts';
import { defineJob } from '../../../infra/jobs/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import { type Clock, calendarDay, hourOfDay } from '../../../shared/time.ts';
import { type DueWorkout, findZonesWithPlans, forgetReminders, takeDue } from './queries.ts';

/** Reminders are sent in the athlete's morning: also to those who get a plan at ten, and never at night. */
const FIRST_HOUR = 7;
const LAST_HOUR = 11;
/** A year of workouts is half a megabyte: so many are read in some tenths of a second. */
const PEOPLE_A_PAGE = 100;

/** A morning on which these athletes have something to do. */
export type WorkoutsDue = {
  readonly day: string;
  readonly athletes: readonly { readonly user_id: string; readonly workouts: readonly DueWorkout[] }[];
};

export const workoutsDue = defineEvent<WorkoutsDue>({
  name: 'workouts_due',
  payload: (value) => {
    const { day, athletes } = value as Partial<WorkoutsDue>;
    if (typeof day !== 'string') throw new TypeError('the day is missing');
    if (!Array.isArray(athletes)) throw new TypeError('the athletes are missing');
    return { day, athletes };
  },
});

/** Time zones begin their hours on quarters. */
export const remindJob = defineJob<object>({
  name: 'plans.remind',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 30, backoff: true },
  expire_in_s: 800,
  schedule: '*/15 * * * *',
  one_running: true,
});

/** Notifies athletes with a workout today, once per athlete and day, a page per transaction, so that an interrupted run continues where it ended. */
export async function remind(
  { db, clock, events }: { readonly db: Database; readonly clock: Clock; readonly events: Events },
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const today = calendarDay(now, 'UTC');
  const zones = await findZonesWithPlans(db, [addDays(today, -1), addDays(today, 1)]);
  for (const time_zone of zones) {
    const hour = hourOfDay(now, time_zone);
    if (hour < FIRST_HOUR || hour > LAST_HOUR) continue;
    const day = calendarDay(now, time_zone);
    for (let taken = PEOPLE_A_PAGE; taken === PEOPLE_A_PAGE; ) {
      signal.throwIfAborted();
      taken = await db.transaction(async (tx) => {
        const people = await takeDue(tx, { time_zone, day, limit: PEOPLE_A_PAGE });
        const athletes = people.filter(({ workouts }) => workouts.length > 0);
        if (athletes.length > 0) await events.emit(tx, workoutsDue, { day, athletes });
        return people.length;
      });
    }
  }
  await forgetReminders(db, addDays(today, -2));
}
