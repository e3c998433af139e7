import { isTimeZone, parseInstant, SECOND_MS } from '../../../../shared/time.ts';
import type { StartIs } from '../../../activities/index.ts';
import type { Members } from '../members.ts';

export type Start = {
  readonly time: Date;
  readonly is: StartIs;
  /** IANA name; null where the platform does not say. */
  readonly timezone: string | null;
  /** Seconds ahead of UTC; null where the platform does not say. */
  readonly utc_offset_s: number | null;
};

/** One second past midnight is the form of a start that the athlete hides. */
const HIDDEN_START = /^(\d{4}-\d\d-\d\d)T00:00:01(?:\.0+)?Z?$/;
/** Time zones reach from 12 hours behind UTC to 14 hours ahead of it. */
const MAX_OFFSET_S = 14 * 3_600;

/** The start; null where nothing says so. `start_date_local` is the local wall clock time, whatever its `Z` says. */
export function readStart(activity: Members): Start | null {
  const { start_date, start_date_local: local } = activity;
  const timezone = readZone(activity.timezone);
  const utc_offset_s = readOffset(activity.utc_offset);
  const where = { timezone, utc_offset_s };
  const [, hiddenDay] = HIDDEN_START.exec(typeof local === 'string' ? local : '') ?? [];
  if (hiddenDay !== undefined) {
    const time = fromWallClock(`${hiddenDay}T00:00:01Z`, where);
    return time && { time, is: 'day', ...where };
  }
  const exact = instant(start_date);
  if (exact !== null) return { time: exact, is: 'exact', ...where };
  const time = fromWallClock(local, where);
  const is = timezone === null && utc_offset_s === null ? 'local' : 'exact';
  return time && { time, is, ...where };
}

/** Milliseconds from the activity's start to another moment of it: where the start is hidden, both are shifted by the same time. */
export function sinceStart(activity: Members, part: Members): number | null {
  const [from, to] = [instant(activity.start_date), instant(part.start_date)];
  return from === null || to === null ? null : to.getTime() - from.getTime();
}

/** The name in `(GMT-05:00) America/New_York`; the offset before it is that of winter. */
function readZone(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 100) return null;
  const name = value.replace(/^\(GMT[^)]*\)\s*/, '');
  return isTimeZone(name) ? name : null;
}

function readOffset(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= MAX_OFFSET_S ? value : null;
}

function fromWallClock(value: unknown, { timezone, utc_offset_s }: Omit<Start, 'time' | 'is'>): Date | null {
  const wall = instant(value);
  if (wall === null) return null;
  if (timezone === null) return new Date(wall.getTime() - (utc_offset_s ?? 0) * SECOND_MS);
  const clock = Temporal.Instant.fromEpochMilliseconds(wall.getTime()).toZonedDateTimeISO('UTC');
  return new Date(clock.toPlainDateTime().toZonedDateTime(timezone).epochMilliseconds);
}

function instant(value: unknown): Date | null {
  return typeof value === 'string' && value.length <= 40 ? parseInstant(value) : null;
}
