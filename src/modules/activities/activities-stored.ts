import type { Transaction } from '../../infra/db/database.ts';
import { defineEvent, type Events } from '../../infra/events/index.ts';
import { DAY_MS } from '../../shared/time.ts';

/** An athlete's activities were stored or changed. Listeners look them up, since another source may have reported since. */
export type ActivitiesStored = { readonly user_id: string };

export const activitiesStored = defineEvent<ActivitiesStored>({
  name: 'activities_stored',
  payload: (value) => {
    const { user_id } = value as Partial<ActivitiesStored>;
    if (typeof user_id !== 'string') throw new TypeError('the athlete is missing');
    return { user_id };
  },
});

/** Older activities are history: years of it may arrive at once and are no news. */
const NEWS_DAYS = 3;

/** Since when what begins is news. */
export function newsSince(now: Date): Date {
  return new Date(now.getTime() - NEWS_DAYS * DAY_MS);
}

type Stored = { readonly start_time: Date; readonly is_new: boolean };

/** At most one event, and none for imported history. */
export async function emitStored(
  tx: Transaction,
  { events, now }: { readonly events: Pick<Events, 'emit'>; readonly now: Date },
  user_id: string,
  stored: readonly Stored[],
): Promise<void> {
  const isNews = ({ start_time, is_new }: Stored): boolean => !is_new || start_time >= newsSince(now);
  if (stored.some(isNews)) await events.emit(tx, activitiesStored, { user_id });
}
