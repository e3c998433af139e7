/** Who people are: what they are called, what they say of themselves. */
import fc from 'fast-check';
import { anyMoment, maybe, mostly, PLAIN, record } from './any-value.ts';
import type { Profile } from './world.ts';

/** What a person can be called or call something, trouble for CSV and JSON included. */
export const anyName = fc.constantFrom(
  'Yuki',
  '=1+1',
  '+81 90',
  '@home',
  '－1',
  'O\'Hara, "Bo"',
  '朝のジョグ 🏃',
  'back\\slash',
);
export const anyText = fc.constantFrom('', '=1+1', 'a\nb', '\r\n"', '朝');

const anyHeartRateZones = fc
  .integer({ min: 100, max: 250 })
  .map((max_bpm) => ({ method: 'percent_max', max_bpm, zones: [{ zone: 1, min_bpm: 50, max_bpm }] }));
const anyPaceZones = fc.integer({ min: 120, max: 1_200 }).map((pace) => ({
  method: 'percent_threshold',
  threshold_pace_s_per_km: pace,
  zones: [{ zone: 1, min_s_per_km: pace, max_s_per_km: null }],
}));
const anyVdotPaces = fc.integer({ min: 15, max: 90 }).map((value) => ({
  method: 'race',
  value,
  race: { distance_m: 10_000, time_s: 2_535.5 },
  paces: Object.fromEntries(
    ['easy', 'marathon', 'threshold', 'interval', 'repetition'].map((kind) => [
      kind,
      { min_s_per_km: 200 + value, max_s_per_km: 300 + value },
    ]),
  ),
}));
const PROVIDERS = ['strava', 'garmin', 'apple_health', 'coros'] as const;

export const anyProfile: fc.Arbitrary<Omit<Profile, 'username' | 'email'>> = record({
  display_name: fc.option(anyName, { freq: 2 }),
  first_name: maybe(anyName),
  last_name: maybe(anyName),
  bio: maybe(anyText),
  profile_image_url: maybe(fc.constantFrom('https://images.example.org/me.png', 'https://example.org/=1')),
  is_verified: fc.boolean(),
  last_login_at: maybe(anyMoment),
  preferences: fc.record(
    {
      timezone: fc.constantFrom('Asia/Taipei', 'UTC'),
      unit_system: fc.constantFrom('metric', 'imperial'),
      language: fc.constantFrom('en', 'ja'),
      coach_persona: fc.constantFrom('rex', 'joy'),
      service_lab: fc.boolean(),
    },
    { requiredKeys: [], ...PLAIN },
  ),
  zones: fc.record(
    { heartrate: anyHeartRateZones, pace: anyPaceZones, vdot: anyVdotPaces },
    { requiredKeys: [], ...PLAIN },
  ),
  integrations: fc.record(
    Object.fromEntries(PROVIDERS.map((provider) => [provider, mostly<unknown>(true, false, null, 'true')])),
    { requiredKeys: [], ...PLAIN },
  ),
  gender: maybe(fc.constantFrom('female', 'male', 'non_binary')),
  mbti: maybe(fc.constantFrom('INFP', 'ESTJ')),
  next_race: maybe(
    fc
      .constantFrom('2001-02-03', '9000-01-01')
      .map((date) => ({ name: '=Run', date, distance_m: 5_000, goal_time_s: null })),
  ),
});
