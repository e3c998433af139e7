/** Reads values; anything implausible is unknown (null). */

/** The value when it is a finite number inside the range, else null. */
export function within(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

/**
 * Ranges outside which a reading is a sensor's or a writer's mistake: sentinels (0, 65535, 1e9), text that was
 * read as a number, broken bytes.
 */
export const plausible = {
  /** No heart beats below 20 while training; loggers without a strap write 0 or 1. */
  heartRate: (value: unknown): number | null => within(value, 20, 255),
  cadence: (value: unknown): number | null => within(value, 0, 300),
  /** Track sprinters peak near 2,500 W. */
  power: (value: unknown): number | null => within(value, 0, 5_000),
  temperature: (value: unknown): number | null => within(value, -60, 70),
  altitude: (value: unknown): number | null => within(value, -600, 15_000),
  /** 360 km/h. */
  speed: (value: unknown): number | null => within(value, 0, FASTEST_MPS),
  distance: (value: unknown): number | null => within(value, 0, 10_000_000),
  climb: (value: unknown): number | null => within(value, 0, 60_000),
  calories: (value: unknown): number | null => within(value, 1, 100_000),
  /** FIT can count to 4,294,967 s, fifty days. */
  seconds: (value: unknown): number | null => within(value, 0, 5_000_000),
};

/** Faster than any sport by muscle, sail or gravity on the ground. */
export const FASTEST_MPS = 100;

/** Metres a second; null where unknown or where the time is too short for a speed. */
export function averageSpeed(distance_m: number | null, seconds: number): number | null {
  return distance_m === null ? null : rounded(plausible.speed(distance_m / seconds), 3);
}

/** Of latitude, and of longitude at the equator. */
export const METERS_PER_DEGREE = 111_195;

export function position(lat: unknown, lng: unknown): { lat: number; lng: number } | null {
  const north = within(lat, -90, 90);
  const east = within(lng, -180, 180);
  return north === null || east === null || (north === 0 && east === 0) ? null : { lat: north, lng: east };
}

/** GPS recordings for amateurs do not reach further back; also the first date FIT may express (see read-fit.ts). */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

export function plausibleTime(ms: number | null): number | null {
  return within(ms, EARLIEST_MS, LATEST_MS);
}

export function rounded(value: number, digits: number): number;
export function rounded(value: number | null, digits: number): number | null;
export function rounded(value: number | null, digits: number): number | null {
  if (value === null) return null;
  const factor = 10 ** digits;
  // Adding 0 turns -0 into 0.
  return Math.round(value * factor) / factor + 0;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** A decimal number in XML; null for anything else ("undefined", "NaN", "1,5"). Too large a number is infinite, which no range accepts. */
export function decimal(text: string | undefined): number | null {
  if (text === undefined || text.length > 400 || !DECIMAL.test(text)) return null;
  return Number(text);
}

const ISO_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?\s*(Z|z|[+-]\d\d:?\d\d)?$/;

/**
 * An ISO 8601 time; without a zone it is UTC, as GPX and TCX demand. Null where it is no time or an impossible one.
 *
 * @returns milliseconds since 1970, and the offset from UTC in seconds when one is written (null for `Z`)
 */
export function isoTime(text: string | undefined): { ms: number; offsetS: number | null } | null {
  const match = text === undefined ? null : ISO_TIME.exec(text);
  if (match === null) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  if (part(2) < 1 || part(2) > 12 || part(3) < 1 || part(3) > 31) return null;
  if (part(4) > 24 || part(5) > 59 || part(6) > 60) return null;
  const fractionMs = match[7] === undefined ? 0 : Math.floor(Number(`0.${match[7]}`) * 1000);
  const local = Date.UTC(part(1), part(2) - 1, part(3), part(4), part(5), part(6), fractionMs);
  const zone = match[8];
  if (zone === undefined || zone.toUpperCase() === 'Z') return { ms: local, offsetS: null };
  const offsetS =
    (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(-2)) * 60);
  return { ms: local - offsetS * 1000, offsetS };
}
