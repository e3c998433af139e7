import type { Place } from '../recordings/lay-route.ts';
import type { Runner } from '../recordings/model-body.ts';
import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';

/** Somebody who has an account at the platform, and what an activity of theirs is generated from. */
export type StravaAthlete = {
  readonly id: number;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly city: string;
  readonly country: string;
  readonly sex: 'M' | 'F';
  readonly created_at: Date;
  readonly measurement_preference: 'meters' | 'feet';
  readonly shoe: { readonly id: string; readonly name: string; readonly distance_m: number };
  readonly timezone: string;
  readonly home: Place;
  /** Around home, metres: what a token without `activity:read_all` does not see. Null: everything is shown. */
  readonly privacy_zone_m: number | null;
  readonly runner: Runner;
  readonly device_name: string;
};

type Choices = readonly [string, ...string[]];
const FIRST: readonly [readonly ['F' | 'M', string], ...(readonly ['F' | 'M', string])[]] = [
  ['F', 'Ailsa'],
  ['M', 'Bruno'],
  ['F', 'Chiara'],
  ['M', 'Dewei'],
  ['F', 'Eun-ji'],
  ['M', 'Fergus'],
  ['F', 'Hanako'],
  ['M', 'Ibrahim'],
];
const LAST: Choices = ['Abernethy', 'Bellini', 'Chen', 'Drummond', 'Endo', 'Fraser', 'Garcia', 'Holm'];
const TOWNS: readonly [Town, ...Town[]] = [
  { city: 'Edinburgh', country: 'United Kingdom', timezone: 'Europe/London', lat: 55.939, lng: -3.199 },
  { city: 'Taipei', country: 'Taiwan', timezone: 'Asia/Taipei', lat: 25.04, lng: 121.56 },
  { city: 'Denver', country: 'United States', timezone: 'America/Denver', lat: 39.74, lng: -104.96 },
  { city: 'Kathmandu', country: 'Nepal', timezone: 'Asia/Kathmandu', lat: 27.71, lng: 85.32 },
];
type Town = { city: string; country: string; timezone: string; lat: number; lng: number };

/** An invented athlete: the same seed and id give the same one. What is named stays as it is named. */
export function inventAthlete(
  input: Partial<StravaAthlete> & { readonly id: number; readonly seed?: string },
): StravaAthlete {
  const { id, seed = 'strava', ...named } = input;
  const random = seededRandom(`${seed}/athlete/${id}`);
  const [sex, firstname] = random.pick(FIRST);
  const lastname = random.pick(LAST);
  const { city, country, timezone, lat, lng } = random.pick(TOWNS);
  return {
    id,
    username: `${firstname}_${id}`.toLowerCase().replaceAll('-', ''),
    firstname,
    lastname,
    city,
    country,
    sex,
    created_at: new Date(Date.UTC(2015 + random.integer(0, 8), random.integer(0, 11), 14, 6, 30, 5)),
    measurement_preference: 'meters',
    shoe: {
      id: `g${random.integer(10_000_000, 99_999_999)}`,
      name: 'Daily trainer',
      distance_m: random.integer(50_000, 600_000),
    },
    timezone,
    home: { lat: lat + random.between(-0.01, 0.01), lng: lng + random.between(-0.01, 0.01) },
    privacy_zone_m: null,
    runner: inventRunner(random),
    device_name: random.pick(['Garmin Forerunner 965', 'Garmin Fenix 7', 'COROS PACE 3']),
    ...named,
  };
}

function inventRunner(random: SeededRandom): Runner {
  return {
    vdot: random.between(38, 60),
    max_heart_rate_bpm: random.integer(178, 198),
    resting_heart_rate_bpm: random.integer(44, 60),
    weight_kg: random.integer(50, 78),
    cadence_spm: random.integer(164, 180),
    running_power: false,
  };
}
