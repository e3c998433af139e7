import { addDays } from '../../format.ts';
import type { Calendar } from './queries.ts';

const WEEKS_LOOKED_AT = 4;

type Away = {
  readonly entry_id: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
};

/** When somebody can train, as far as they share it. */
export type Availability = {
  /** From Monday: whether they can on that weekday, in the next four weeks; null where it is not shared. */
  readonly weekdays: readonly boolean[] | null;
  /** Times to come at which they are away for whole days on end. */
  readonly away: readonly Away[];
  readonly injuries: readonly NonNullable<Calendar['days'][number]['injuries']>[number][];
};

export function availabilityOf({ days, today }: Calendar): Availability {
  const ahead = days.filter(({ date }) => date >= today);
  const soon = ahead.filter(({ date }) => date < addDays(today, 7 * WEEKS_LOOKED_AT));
  const isShared = ahead.some(({ availability }) => availability !== undefined);
  const isOff = ({ availability }: Calendar['days'][number]): boolean =>
    availability?.entries.some(({ kind, part }) => kind === 'unavailable' && part === 'day') ?? false;
  const weekdays = Array.from({ length: 7 }, (_, index) => {
    const those = soon.filter(({ date }) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7 === index);
    return !(those.length > 0 && those.every(isOff));
  });
  const now = days.find(({ date }) => date === today);
  return { weekdays: isShared ? weekdays : null, away: awayOf(ahead), injuries: now?.injuries ?? [] };
}

/** Entries whose days follow each other; those of every Tuesday are in the weekdays. */
function awayOf(days: Calendar['days']): readonly Away[] {
  const found = new Map<string, { away: Away; count: number }>();
  for (const { date, availability } of days) {
    for (const { entry_id, kind, part, reason } of availability?.entries ?? []) {
      if (kind === 'limited' || part !== 'day') continue;
      const before = found.get(entry_id);
      found.set(entry_id, {
        away: { entry_id, from: before?.away.from ?? date, to: date, reason },
        count: (before?.count ?? 0) + 1,
      });
    }
  }
  return [...found.values()]
    .filter(({ away, count }) => addDays(away.from, count - 1) === away.to)
    .map(({ away }) => away);
}
