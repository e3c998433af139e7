import {
  type Audience,
  PRIVACY_SETTINGS,
  type PrivacySettings,
  profileStatusCeiling,
  viewProfileStatus,
} from '../../privacy/index.ts';
import { calendarDay } from '../../shared/time.ts';
import type { User } from '../users/index.ts';

export type ProfileFacts = {
  readonly has_strava: boolean;
  readonly has_garmin: boolean;
  readonly has_pace_zones: boolean;
  readonly has_hr_zones: boolean;
  /** Null: they have named no race. It may be over. */
  readonly next_race_on: string | null;
  /** The last day of the plans that the organization gave and has not taken back. Null: none. It may be over. */
  readonly plans_end_on: string | null;
  readonly has_mbti: boolean;
  readonly profile_image_url: string | null;
  readonly gender: User['gender'];
  readonly timezone: string | null;
};

export type ProfileStatus = ReturnType<ReturnType<typeof profileStatusReader>>;

const NOTHING: ProfileFacts = {
  has_strava: false,
  has_garmin: false,
  has_pace_zones: false,
  has_hr_zones: false,
  next_race_on: null,
  plans_end_on: null,
  has_mbti: false,
  profile_image_url: null,
  gender: null,
  timezone: null,
};

/**
 * Reads many members' at one moment. A race and a plan are over when their last day is over where the athlete lives. Days and
 * ceilings are few among many members, and kept: made anew for each of 500 they take as long as a tenth of the page.
 */
export function profileStatusReader({ audience, now }: { audience: Audience; now: Date }) {
  const todayIn = remembered((zone: string) => calendarDay(now, zone), String);
  const ceilingOf = remembered(
    (settings: PrivacySettings) => profileStatusCeiling({ settings, audience }),
    (settings) => PRIVACY_SETTINGS.filter((setting) => settings[setting]).join(),
  );
  return ({ profile, privacy }: { profile: ProfileFacts | null; privacy: PrivacySettings }) => {
    const facts = profile ?? NOTHING;
    const today = todayIn(facts.timezone ?? 'UTC');
    return viewProfileStatus(ceilingOf(privacy), {
      has_strava: facts.has_strava,
      has_garmin: facts.has_garmin,
      has_pace_zones: facts.has_pace_zones,
      has_hr_zones: facts.has_hr_zones,
      has_next_race: facts.next_race_on !== null && facts.next_race_on >= today,
      has_training_plan: facts.plans_end_on !== null && facts.plans_end_on >= today,
      has_mbti: facts.has_mbti,
      profile_image_url: facts.profile_image_url,
      gender: facts.gender,
    });
  };
}

function remembered<Key, Value>(
  make: (key: Key) => Value,
  nameOf: (key: Key) => string,
): (key: Key) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    const name = nameOf(key);
    const value = made.get(name) ?? make(key);
    made.set(name, value);
    return value;
  };
}
