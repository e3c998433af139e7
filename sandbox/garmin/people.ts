import { createHash } from 'node:crypto';
import type { Place } from '../recordings/lay-route.ts';
import { raiseTerrain } from '../recordings/raise-terrain.ts';
import { seededRandom } from '../recordings/seeded-random.ts';

/** Somebody with a watch. Everything about them is invented. */
export type GarminPerson = ReturnType<typeof inventPerson>;

export type PersonOptions = {
  readonly name: string;
  readonly user_id?: string;
  readonly timezone?: string;
  readonly home?: Place;
  /** In the invented history; above 1 several a day. */
  readonly activities_per_day?: number;
};

const MOST_ACTIVITIES_PER_DAY = 12;

/**
 * The same seed and name give the same person.
 *
 * @param added where their invented history ends
 */
export function inventPerson(seed: string, options: PersonOptions, added: Date) {
  const { name, activities_per_day = 0.7, timezone = 'Europe/Berlin' } = options;
  if (activities_per_day < 0 || activities_per_day > MOST_ACTIVITIES_PER_DAY) {
    throw new RangeError(`activities_per_day must lie in 0 to ${MOST_ACTIVITIES_PER_DAY}.`);
  }
  const random = seededRandom(`${seed}/person/${name}`);
  const digits = createHash('sha256').update(`${seed}/${name}`).digest('hex').slice(0, 32);
  return {
    /** 32 hexadecimal digits, the same in every app. */
    user_id: options.user_id ?? digits,
    name,
    timezone,
    home: options.home ?? { lat: random.between(50.5, 52.5), lng: random.between(8, 13) },
    terrain: raiseTerrain({ seed, base_m: random.integer(20, 200), relief_m: random.integer(4, 15) }),
    runner: {
      vdot: Math.round(random.between(36, 58)),
      max_heart_rate_bpm: random.integer(176, 198),
      resting_heart_rate_bpm: random.integer(42, 60),
      weight_kg: random.integer(52, 84),
      cadence_spm: random.integer(164, 182),
      running_power: random.chance(0.5),
    },
    // 1 and 4315 are Garmin and its Forerunner 965 in the FIT profile.
    device: {
      name: 'Garmin Forerunner 965',
      manufacturer: 1,
      product: 4315,
      serial_number: random.integer(3_400_000_000, 3_499_999_999),
      software_version: 2029,
    },
    activities_per_day,
    added,
  };
}

type Watch = { readonly timezone: string };

const timeOf = ({ timezone }: Watch, epoch_s: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epoch_s * 1_000).toZonedDateTimeISO(timezone);

/** Seconds that the watch's clock is ahead of UTC at an instant. */
export function offsetS(watch: Watch, epoch_s: number): number {
  return timeOf(watch, epoch_s).offsetNanoseconds / 1e9;
}

/** When a day of the watch begins and ends, epoch seconds: 23 to 25 hours. */
export function dayOf({ timezone }: Watch, date: string): { start_s: number; end_s: number } {
  const day = Temporal.PlainDate.from(date);
  const startS = (one: Temporal.PlainDate): number => one.toZonedDateTime(timezone).epochMilliseconds / 1_000;
  return { start_s: startS(day), end_s: startS(day.add({ days: 1 })) };
}

/** The watch's calendar days that touch a period, first to last. */
export function datesBetween(watch: Watch, from_s: number, to_s: number): string[] {
  if (to_s <= from_s) return [];
  const [first, last] = [from_s, to_s - 1].map((epoch_s) => timeOf(watch, epoch_s).toPlainDate());
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: first.until(last).days + 1 }, (_, days) => first.add({ days }).toString());
}
