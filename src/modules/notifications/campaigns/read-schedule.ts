import { invalidField } from '../../../shared/errors.ts';
import { readOffsetTime, TIME_PATTERN } from '../../../shared/read-time.ts';
import { DAY_MS, isTimeZone } from '../../../shared/time.ts';
import { MAX_DAYS_AHEAD } from './campaign.ts';

const LOCAL_TIME_PATTERN = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?';
/** A regular expression's source for a time with its offset, or a date and time of day without a zone. */
export const SCHEDULE_PATTERN = `(?:${TIME_PATTERN}|${LOCAL_TIME_PATTERN})`;
const LOCAL_TIME = new RegExp(`^${LOCAL_TIME_PATTERN}$`);
export const TIME_IN_WORDS =
  'must be epoch milliseconds, an ISO 8601 time that ends in Z or an offset such as 2026-12-01T09:00:00+08:00, or a local date and ' +
  'time without one such as 2026-12-01T09:00';

const FIELD = 'scheduled_at';

/** The time zone for an organization's times of day: the one in its settings, else the asking coach's. */
export function zoneOf({ club, coach }: { club: string | null; coach: string | null }): string {
  return [club, coach].find((zone) => zone !== null && isTimeZone(zone)) ?? 'UTC';
}

/**
 * The instant at which a campaign is to go out. A local time that a clock change skips is moved later by the size of the jump; of a
 * local time that occurs twice, the first is taken.
 *
 * @throws invalidField for something that is no time, lies in the past, or too far ahead
 */
export function readSchedule(
  given: string | number,
  { time_zone, now }: { time_zone: string; now: Date },
): Date {
  const time =
    typeof given === 'number' ? new Date(given) : (readOffsetTime(given) ?? localTime(given, time_zone));
  if (time === null) throw invalidField(FIELD, TIME_IN_WORDS);
  if (time <= now) throw invalidField(FIELD, 'must lie in the future; leave it out to send at once');
  if (time.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS) {
    throw invalidField(FIELD, `must lie within ${MAX_DAYS_AHEAD} days`);
  }
  return time;
}

function localTime(text: string, time_zone: string): Date | null {
  if (!LOCAL_TIME.test(text)) return null;
  try {
    const local = Temporal.PlainDateTime.from(text, { overflow: 'reject' });
    return new Date(local.toZonedDateTime(time_zone, { disambiguation: 'compatible' }).epochMilliseconds);
  } catch (error) {
    // The date is in no calendar, or the hour in no day.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function dayAround(instant: Date, time_zone: string): { from: Date; until: Date } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(time_zone);
  const day = zoned.startOfDay();
  return {
    from: new Date(day.epochMilliseconds),
    until: new Date(day.add({ days: 1 }).startOfDay().epochMilliseconds),
  };
}
