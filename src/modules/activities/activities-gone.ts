import type { Transaction } from '../../infra/db/database.ts';
import { defineEvent, type Events } from '../../infra/events/index.ts';
import { isTimeZone, mondayOf } from '../../shared/time.ts';

/** Activities are gone: deleted here or at their source, expired, or merged. Comments on them go too. */
export type ActivitiesRemoved = {
  readonly user_id: string;
  /** At most `MOST_AT_ONCE`. */
  readonly activity_ids: readonly string[];
};

const MOST_AT_ONCE = 1_000;

export const activitiesRemoved = defineEvent<ActivitiesRemoved>({
  name: 'activities_removed',
  payload: (value) => {
    const { user_id, activity_ids } = value as Partial<ActivitiesRemoved>;
    if (typeof user_id !== 'string') throw new TypeError('the athlete is missing');
    if (!Array.isArray(activity_ids) || activity_ids.length > MOST_AT_ONCE)
      throw new TypeError(`the activities are missing, or more than ${MOST_AT_ONCE}`);
    return { user_id, activity_ids };
  },
});

/** Emits for any number of activities. */
export async function emitRemoved(
  tx: Transaction,
  events: Pick<Events, 'emit'>,
  { user_id, activity_ids }: ActivitiesRemoved,
): Promise<void> {
  for (let from = 0; from < activity_ids.length; from += MOST_AT_ONCE) {
    const some = activity_ids.slice(from, from + MOST_AT_ONCE);
    await events.emit(tx, activitiesRemoved, { user_id, activity_ids: some });
  }
}

/** Figures of a source with limited retention have expired. The event names weeks only because the queue is kept longer than start times may be. */
export type FiguresExpired = {
  readonly user_id: string;
  /** Mondays, YYYY-MM-DD, in the time zone; at most `MOST_AT_ONCE`. */
  readonly weeks: readonly string[];
  /** In which the athlete lives now. */
  readonly time_zone: string;
};

export const figuresExpired = defineEvent<FiguresExpired>({
  name: 'figures_expired',
  payload: (value) => {
    const { user_id, weeks, time_zone } = value as Partial<FiguresExpired>;
    if (typeof user_id !== 'string') throw new TypeError('the athlete is missing');
    if (typeof time_zone !== 'string') throw new TypeError('the time zone is missing');
    if (!Array.isArray(weeks) || weeks.length > MOST_AT_ONCE)
      throw new TypeError(`the weeks are missing, or more than ${MOST_AT_ONCE}`);
    return { user_id, weeks, time_zone };
  },
});

/** Emits for activities that began at these times. */
export async function emitExpired(
  tx: Transaction,
  events: Pick<Events, 'emit'>,
  { user_id, timezone, starts }: { user_id: string; timezone: string; starts: readonly Date[] },
): Promise<void> {
  const time_zone = isTimeZone(timezone) ? timezone : 'UTC';
  const weeks = [...new Set(starts.map((start) => mondayOf(start, time_zone).day))];
  if (weeks.length > 0) await events.emit(tx, figuresExpired, { user_id, weeks, time_zone });
}
