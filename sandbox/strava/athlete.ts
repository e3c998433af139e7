import type { Runner } from '../recordings/model-body.ts';
import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';
import people from './data/people.json' with { type: 'json' };

/** Somebody who has an account at the platform, and what an activity of theirs is generated from. */
export type StravaAthlete = ReturnType<typeof invent>;

/** An invented athlete: the same seed and id give the same one. What is named stays as it is named. */
export function inventAthlete({
  seed = 'strava',
  ...named
}: Partial<StravaAthlete> & { readonly id: number; readonly seed?: string }): StravaAthlete {
  return { ...invent(named.id, seed), ...named };
}

function invent(id: number, seed: string) {
  const random = seededRandom(`${seed}/athlete/${id}`);
  const { sex, firstname } = random.pick(people.first);
  const lastname = random.pick(people.last);
  const { city, country, timezone, lat, lng } = random.pick(people.towns);
  return {
    id,
    username: `${firstname}_${id}`.toLowerCase().replaceAll('-', ''),
    firstname,
    lastname,
    city,
    country,
    sex,
    created_at: new Date(Date.UTC(2015 + random.integer(0, 8), random.integer(0, 11), 14, 6, 30, 5)),
    measurement_preference: 'meters' as 'meters' | 'feet',
    shoe: {
      id: `g${random.integer(10_000_000, 99_999_999)}`,
      name: 'Daily trainer',
      distance_m: random.integer(50_000, 600_000),
    },
    timezone,
    home: { lat: lat + random.between(-0.01, 0.01), lng: lng + random.between(-0.01, 0.01) },
    /** Around home, metres: what a token without `activity:read_all` does not see. Null: everything is shown. */
    privacy_zone_m: null as number | null,
    runner: inventRunner(random),
    device_name: random.pick(people.devices),
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
