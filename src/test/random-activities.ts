/** Activities with every value a file or a platform could bring, likely or not. */
import fc from 'fast-check';
import type { StoredActivity } from '../modules/activities/activity.ts';
import { SOURCES } from '../privacy/index.ts';
import { newId } from '../shared/ids.ts';
import { SPORT_TYPES } from '../training/sport.ts';
import { WORKOUT_TYPES } from '../training/workout-types.ts';

const PLAIN = { noNullPrototype: true } as const;

// Any but NUL and half surrogates. fast-check's own `binary` strings take seconds to be set up.
const character = fc
  .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
const text = fc.oneof(
  fc.array(character, { maxLength: 12 }).map((characters) => characters.join('')),
  fc.constantFrom(
    '',
    '"',
    '\\',
    "O'Hara",
    '朝のジョグ',
    '晨跑 🏃',
    '\u0001\u001f\n\t\u2028',
    '{"a":1}',
    '$1',
    '%s',
  ),
);
// Minus zero is 0 to everybody but JSON.parse.
const measure = fc
  .oneof(
    fc.double({ min: 0, max: 1e9, noNaN: true }),
    fc.constantFrom(0, 5e-324, 1e-7, 0.1, 1 / 3, 1, 999_999_999.9, 1e9),
    fc.integer({ min: 0, max: 10_000 }),
  )
  .map((value) => value + 0);
const instant = fc.oneof(
  fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
  // Two at the same time: the order is then by id.
  fc.constantFrom(new Date('2026-03-29T01:30:00.000Z'), new Date('2024-02-29T23:59:59.999Z')),
);
// The characters of the encoding.
const polyline = fc
  .array(fc.integer({ min: 0x3f, max: 0x7e }), { maxLength: 12 })
  .map((codes) => String.fromCharCode(...codes));
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 2 });
const latlng = fc.tuple(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
);

const summary = {
  duration_s: measure,
  distance_m: maybe(measure),
  average_speed_mps: maybe(measure),
  max_speed_mps: maybe(measure),
  average_heart_rate_bpm: maybe(measure),
  max_heart_rate_bpm: maybe(measure),
  average_cadence_spm: maybe(measure),
  average_power_w: maybe(measure),
  elevation_gain_m: maybe(measure),
  elevation_loss_m: maybe(measure),
  calories_kcal: maybe(measure),
};

const anyLap = fc.record(
  {
    index: fc.nat(1000),
    start_time: instant.map((date) => date.toISOString()),
    ...summary,
    moving_time_s: measure,
  },
  PLAIN,
);

const bestEffort = fc.record(
  {
    name: text,
    distance_m: measure,
    duration_s: measure,
    start_offset_s: measure,
  },
  PLAIN,
);

/** An activity of the athlete. */
export function anyActivity(user_id: string): fc.Arbitrary<StoredActivity> {
  return fc.record(
    {
      id: fc.constant(null).map(() => newId()),
      user_id: fc.constant(user_id),
      source: fc.constantFrom(...SOURCES),
      external_id: maybe(fc.constant(null).map(() => `"${newId()}`)),
      sport_type: fc.constantFrom(...SPORT_TYPES),
      workout_type: maybe(fc.constantFrom(...WORKOUT_TYPES)),
      name: text,
      description: maybe(text),
      start_time: instant,
      timezone: fc.constantFrom('Asia/Taipei', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'),
      ...summary,
      moving_time_s: maybe(measure),
      training_load: maybe(measure),
      vdot: maybe(measure),
      laps: fc.array(anyLap, { maxLength: 3 }),
      best_efforts: fc.array(bestEffort, { maxLength: 2 }),
      start_latlng: maybe(latlng.map(([lat, lng]): [number, number] => [lat + 0, lng + 0])),
      map_polyline: maybe(polyline),
      device_name: maybe(text),
      is_race: fc.boolean(),
      private: fc.boolean(),
      created_at: instant,
      updated_at: instant,
    },
    PLAIN,
  );
}

/** One shareable activity with a lap, everything else at hand: for tests that say which values matter. */
export function makeActivity(user_id: string, values: Partial<StoredActivity> = {}): StoredActivity {
  const [activity] = fc.sample(anyActivity(user_id), { numRuns: 1, seed: 1964 });
  const [lap] = fc.sample(anyLap, { numRuns: 1, seed: 1964 });
  if (activity === undefined || lap === undefined) throw new Error('fast-check gave no sample.');
  const shareable = {
    id: newId(),
    source: 'garmin',
    external_id: null,
    private: false,
    is_race: false,
  } as const;
  return { ...activity, ...shareable, laps: [lap], ...values };
}
