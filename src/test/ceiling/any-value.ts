/** What the makers of worlds put them together from. */
import fc from 'fast-check';

export const PLAIN = { noNullPrototype: true } as const;
export const record = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(members, PLAIN) as fc.Arbitrary<T>;
export const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 2 });
export const mostly = <T>(usual: T, ...rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...rare) });

/** Where the clock of the server stands, a Wednesday: what is a week ago and what is to come is then the same whenever it is drawn. */
export const NOW = new Date('2026-07-01T09:00:00.000Z');

/** Few, so that many things happen at the same time and ranges begin and end at them. */
export const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const MOMENTS = [
  0,
  1,
  Date.UTC(2024, 1, 29, 23, 59, 59, 999),
  Date.UTC(2026, 2, 29, 1, 30),
  Date.UTC(2026, 2, 29, 1, 30, 0, 1),
  Date.UTC(2026, 5, 30, 16),
  LAST_MOMENT,
].map((ms) => new Date(ms));
export const anyMoment = fc.constantFrom(...MOMENTS);

/** Around now, and one that was long ago: what people tell each other from day to day. */
export const anyMomentOfNow = fc.constantFrom(
  new Date('2024-02-29T23:59:59.999Z'),
  new Date('2026-06-29T05:30:00.000Z'),
  new Date('2026-06-29T23:30:00.000Z'),
  new Date('2026-06-30T16:00:00.000Z'),
  new Date('2026-07-01T08:00:00.000Z'),
  new Date('2026-07-02T11:00:00.000Z'),
);
