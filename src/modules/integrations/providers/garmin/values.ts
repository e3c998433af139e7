import { isObject } from '../members.ts';

/** A finite number inside the range, else null: what is out of it is a sensor's or a writer's mistake. */
export function within(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

export function seconds(value: unknown): number | null {
  return within(value, 0, 14 * 86_400);
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Epoch seconds that can be a time of somebody with a watch: milliseconds, which some write, cannot. */
export function epochSeconds(value: unknown): number | null {
  return within(value, Date.UTC(1990, 0, 1) / 1_000, Date.UTC(2100, 0, 1) / 1_000);
}

/** What Garmin calls somebody: 32 hexadecimal digits, so far. */
export function userIdOf(item: unknown): string | null {
  if (!isObject(item)) return null;
  const { userId } = item;
  return typeof userId === 'string' && /^[\w-]{1,100}$/.test(userId) ? userId : null;
}

export function utcOffset(value: unknown): number | null {
  return within(value, -14 * 3_600, 14 * 3_600);
}
