import { calendarDay, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { type SportType, sportFamily } from '../../../training/sport.ts';
import type { ReportedActivity } from './report.ts';

/** What identifies a record as the same activity as another. */
export type Recognisable = Pick<
  ReportedActivity,
  'sport_type' | 'start_time' | 'start_is' | 'timezone' | 'duration_s' | 'distance_m'
>;

export type Closeness = readonly [how: 0 | 1 | 2, start_gap_ms: number, difference: number];

/** A watch and a phone are not started at the same moment. */
const START_GAP_MS = 2 * MINUTE_MS;
/** Zones differ by whole quarter hours, from 12 hours behind to 14 ahead. */
const QUARTER_MS = HOUR_MS / 4;
const FARTHEST_ZONE_MS = 14 * HOUR_MS;
const MOST_BEHIND_MS = 12 * HOUR_MS;
/** A wall-clock time agrees to the second, so few others match. */
const QUARTER_SLACK_MS = 2 * SECOND_MS;

/** The farthest that two starts of one activity can be apart: a day and a time zone. */
export const REACH_MS = DAY_MS + FARTHEST_ZONE_MS + MINUTE_MS;

/**
 * Whether two records report one activity: neighbouring sports, started together, and similar in time and, where both
 * have it, distance. Symmetric.
 * @returns null when they do not
 */
export function compareRecords(a: Recognisable, b: Recognisable): Closeness | null {
  const gapMs = Math.abs(a.start_time.getTime() - b.start_time.getTime());
  if (gapMs > REACH_MS) return null;
  // Cheap checks come first.
  if (gapMs > START_GAP_MS && a.start_is === 'exact' && b.start_is === 'exact') return null;
  if (!isSameSport(a.sport_type, b.sport_type)) return null;
  if (!isClose(a.duration_s, b.duration_s, 60, 0.15)) return null;
  if (a.distance_m !== null && b.distance_m !== null && !isClose(a.distance_m, b.distance_m, 100, 0.1)) {
    return null;
  }
  const start = compareStarts(a, b);
  return start && [...start, ratio(a.duration_s, b.duration_s) + ratio(a.distance_m, b.distance_m)];
}

function isSameSport(a: SportType, b: SportType): boolean {
  return a === b || (sportFamily(a) === sportFamily(b) && sportFamily(a) !== 'other');
}

function isClose(a: number, b: number, atLeast: number, share: number): boolean {
  return Math.abs(a - b) <= Math.max(atLeast, share * Math.max(a, b));
}

/** The ratio to the larger; an unknown distance counts as the farthest allowed. */
function ratio(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : 0.1;
  return Math.abs(a - b) / Math.max(a, b, 1);
}

function compareStarts(a: Recognisable, b: Recognisable): readonly [0 | 1 | 2, number] | null {
  const gapMs = Math.abs(a.start_time.getTime() - b.start_time.getTime());
  if (a.start_is === 'day' || b.start_is === 'day') return isSameDay(a, b) ? [2, 0] : null;
  if (gapMs <= START_GAP_MS) return [0, gapMs];
  if (a.start_is !== 'local' && b.start_is !== 'local') return null;
  // Without a distance too many activities look alike at some offset.
  if (a.distance_m === null || b.distance_m === null) return null;
  const offMs = Math.abs(gapMs - Math.round(gapMs / QUARTER_MS) * QUARTER_MS);
  return gapMs <= FARTHEST_ZONE_MS + QUARTER_SLACK_MS && offMs <= QUARTER_SLACK_MS ? [1, offMs] : null;
}

/** Whether one may have been on the calendar day of the other, of which no more is known. */
function isSameDay(a: Recognisable, b: Recognisable): boolean {
  const [hidden, other] = a.start_is === 'day' ? [a, b] : [b, a];
  const day = dayBegun(hidden, hidden.timezone);
  if (other.start_is === 'day') return dayBegun(other, other.timezone) === day;
  if (other.start_is === 'local') return dayBegun(other, null) === day;
  const timezone = other.timezone ?? hidden.timezone;
  if (timezone !== null) return dayBegun(other, timezone) === day;
  const dayIn = (zoneMs: number): string => dayOf(new Date(other.start_time.getTime() + zoneMs), null);
  return dayIn(-MOST_BEHIND_MS) <= day && day <= dayIn(FARTHEST_ZONE_MS);
}

/** Caches days: a record is compared with many others in one zone, and computing its day dominates. */
const DAYS = new WeakMap<Recognisable, { readonly timezone: string | null; readonly day: string }>();

function dayBegun(record: Recognisable, timezone: string | null): string {
  const known = DAYS.get(record);
  if (known?.timezone === timezone) return known.day;
  const day = dayOf(record.start_time, timezone);
  DAYS.set(record, { timezone, day });
  return day;
}

/** Null for a wall-clock time written as if it were UTC. */
function dayOf(time: Date, timezone: string | null): string {
  return timezone === null ? time.toISOString().slice(0, 10) : calendarDay(time, timezone);
}
