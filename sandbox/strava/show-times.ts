import type { StravaActivity } from './activity.ts';

/** The instants that the platform shows for something so many seconds into an activity. */
export function shownTimes(
  activity: StravaActivity,
  offset_s = 0,
): { start_date: string; start_date_local: string } {
  const local_ms = activity.start.getTime() + utcOffset(activity) * 1_000;
  if (activity.start_hidden) {
    // The day that it was there, and one second past its midnight, in both fields.
    const day = new Date(
      Math.floor(local_ms / 86_400_000) * 86_400_000 + 1_000 + Math.round(offset_s) * 1_000,
    );
    return { start_date: seconds(day), start_date_local: seconds(day) };
  }
  return {
    start_date: seconds(new Date(activity.start.getTime() + Math.round(offset_s) * 1_000)),
    start_date_local: seconds(new Date(local_ms + Math.round(offset_s) * 1_000)),
  };
}

/** Seconds east of UTC at the start, daylight saving included. */
export function utcOffset(activity: StravaActivity): number {
  return offsetAt(activity.start.getTime(), activity.timezone);
}

/** The zone as the platform names it: with its offset in winter, whatever the season. */
export function zoneLabel(activity: StravaActivity): string {
  const year = activity.start.getUTCFullYear();
  const offsets = [0, 6].map((month) => offsetAt(Date.UTC(year, month, 1), activity.timezone));
  const minutes = Math.min(...offsets) / 60;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `(GMT${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}) ${activity.timezone}`;
}

function offsetAt(epoch_ms: number, timezone: string): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(epoch_ms).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e9
  );
}

/** ISO 8601 without a fraction, as the platform writes times. */
export function seconds(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
