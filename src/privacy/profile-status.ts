import { athleteCeiling } from './athlete-ceiling.ts';
import type { Audience } from './audience.ts';
import type { AthleteField } from './fields.ts';
import { namesOf, type Split, split } from './mask.ts';
import { planCeiling } from './plan-ceiling.ts';
import type { PrivacySettings } from './settings.ts';

/** Of what each tells something: it shows where that shows. A plan is shown by the ceiling over plans. */
const GIVES_AWAY = {
  has_strava: 'connected_providers',
  has_garmin: 'connected_providers',
  has_pace_zones: 'zones',
  has_hr_zones: 'zones',
  has_next_race: 'next_race',
  has_training_plan: 'plan',
  has_mbti: 'mbti',
  profile_image_url: 'profile_image_url',
  gender: 'gender',
} as const satisfies Record<string, AthleteField | 'plan'>;
export type ProfileStatusField = keyof typeof GIVES_AWAY;

type ProfileStatus = Readonly<Record<ProfileStatusField, boolean | string | null>>;

export type ProfileStatusCeiling = { readonly fields: Split<ProfileStatusField> };

/** The ceiling over the profile status. Pure; turning a setting off never shows more. */
export function profileStatusCeiling(input: {
  settings: PrivacySettings;
  audience: Audience;
}): ProfileStatusCeiling {
  const { shown } = athleteCeiling(input).fields;
  const { visible } = planCeiling(input);
  const opens = (of: AthleteField | 'plan'): boolean => (of === 'plan' ? visible : shown.includes(of));
  return { fields: split(namesOf(GIVES_AWAY), (name) => opens(GIVES_AWAY[name])) };
}

/**
 * The profile status as the ceiling's audience sees it. What is hidden says `false`, or null, as where there is nothing: it
 * is named nowhere, so that nobody can tell the one from the other.
 */
export function viewProfileStatus<S extends ProfileStatus>(
  { fields }: ProfileStatusCeiling,
  status: S,
): { [Name in ProfileStatusField]: Viewed<S[Name]> } {
  const seen = [
    ...fields.shown.map((name) => [name, status[name]]),
    ...fields.hidden.map((name) => [name, typeof status[name] === 'boolean' ? false : null]),
  ];
  return Object.fromEntries(seen) as { [Name in ProfileStatusField]: Viewed<S[Name]> };
}

type Viewed<Value> = Value extends boolean ? boolean : Value | null;
