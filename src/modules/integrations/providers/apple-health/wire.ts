import { invalidField } from '../../../../shared/errors.ts';
import { calendarDay, DAY_MS, isTimeZone, MINUTE_MS, parseInstant } from '../../../../shared/time.ts';

/** An object of a body whose form varies, read member by member; errors name the member. */
export type Members = Readonly<Record<string, unknown>>;

/** How a time is written: its day, hour and minute, seconds, and the offset that it must have. */
export const TIME_PATTERN =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)? ?(Z|[+-][0-9]{2}:?[0-9]{2})$';
export const TIME_IN_WORDS =
  'must be a time with its offset from UTC, such as 2026-07-01T06:30:00Z or 2026-07-01 14:30:00 +0800';
const TIME = new RegExp(TIME_PATTERN);

/** A moment, and the offset of the clock that wrote it: minutes from UTC, null where it only says UTC. */
export type Moment = { readonly at: Date; readonly offset_min: number | null };

/** Before this, no devices counted heartbeats and steps. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
/** How far a time may lie in the future: clocks are wrong by minutes and, where a zone is set wrong, by hours. */
const AHEAD_MS = DAY_MS;

/** @throws AppError 400 for a date that is invalid, without an offset, long ago or in the future */
export function readMoment(text: string, path: string, now: Date): Moment {
  const [, , , offset] = TIME.exec(text) ?? [];
  if (offset === undefined) throw invalidField(path, TIME_IN_WORDS);
  const clock = text
    .slice(0, text.length - offset.length)
    .trimEnd()
    .replace(' ', 'T');
  const sign = offset === 'Z' ? offset : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
  const at = parseInstant(`${clock}${sign}`);
  if (at === null) throw invalidField(path, 'is no moment of any calendar');
  if (at.getTime() < EARLIEST_MS) throw invalidField(path, 'must not be before 1990');
  if (at.getTime() > now.getTime() + AHEAD_MS) {
    throw invalidField(path, 'lies in the future: check the clock and the time zone of the phone');
  }
  return { at, offset_min: offset === 'Z' ? null : minutesOf(offset) };
}

function minutesOf(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return offset.startsWith('-') ? -minutes : minutes;
}

/** The calendar day by the clock that wrote the moment; in the given zone where it only says UTC. */
export function dayOf({ at, offset_min }: Moment, timezone: string): string {
  if (offset_min === null) return calendarDay(at, timezone);
  return new Date(at.getTime() + offset_min * MINUTE_MS).toISOString().slice(0, 10);
}

export function has(from: Members, name: string): boolean {
  return from[name] !== undefined && from[name] !== null;
}

/** @throws AppError 400 unless it is a number within its bounds, or missing */
export function numberIn(
  from: Members,
  name: string,
  path: string,
  { min = 0, max }: { min?: number; max: number },
): number | null {
  const value = from[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw invalidField(`${path}.${name}`, `must be a number from ${min} to ${max}`);
}

/** @throws AppError 400 unless it is text of a fitting length, or missing */
export function textIn(from: Members, name: string, path: string, maxLength = 200): string | null {
  const value = from[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && value.length <= maxLength) return value;
  throw invalidField(`${path}.${name}`, `must be text of at most ${maxLength} characters`);
}

/** @throws AppError 400 unless it is a time, or missing */
export function momentIn(from: Members, name: string, path: string, now: Date): Moment | null {
  const text = textIn(from, name, path, 40);
  return text === null ? null : readMoment(text, `${path}.${name}`, now);
}

/** @throws AppError 400 unless it is a time */
export function neededMoment(from: Members, name: string, path: string, now: Date): Moment {
  const moment = momentIn(from, name, path, now);
  if (moment === null) throw invalidField(`${path}.${name}`, 'is required');
  return moment;
}

/** @throws AppError 400 unless it is an object, or missing */
export function membersIn(from: Members, name: string, path: string): Members | null {
  const value = from[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Members;
  throw invalidField(`${path}.${name}`, 'must be an object');
}

/** The objects of a list with their paths; empty where there is no list. @throws AppError 400 for anything else */
export function listIn(from: Members, name: string, path: string): { item: Members; path: string }[] {
  const value = from[name];
  if (value === undefined || value === null) return [];
  const at = path === '' ? name : `${path}.${name}`;
  if (!Array.isArray(value)) throw invalidField(at, 'must be an array');
  return value.map((item: unknown, index) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
      return { item: item as Members, path: `${at}.${index}` };
    }
    throw invalidField(`${at}.${index}`, 'must be an object');
  });
}

export function zoneOr(name: unknown, timezone: string): string {
  return typeof name === 'string' && isTimeZone(name) ? name : timezone;
}
