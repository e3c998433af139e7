import { isObject } from '../members.ts';

/** A finite number inside the range, else null: other values are mistakes of a sensor or a writer. */
export function within(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

export function seconds(value: unknown): number | null {
  return within(value, 0, 14 * 86_400);
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Epoch seconds in the time of watches. Milliseconds, which some write, lie outside of it. */
export function epochSeconds(value: unknown): number | null {
  return within(value, Date.UTC(1990, 0, 1) / 1_000, Date.UTC(2100, 0, 1) / 1_000);
}

/** Garmin's id of a person: 32 hexadecimal digits, so far. */
export function userIdOf(item: unknown): string | null {
  if (!isObject(item)) return null;
  const { userId } = item;
  return typeof userId === 'string' && /^[\w-]{1,100}$/.test(userId) ? userId : null;
}

export function utcOffset(value: unknown): number | null {
  return within(value, -14 * 3_600, 14 * 3_600);
}
