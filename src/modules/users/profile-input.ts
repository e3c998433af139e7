import type { Static } from 'typebox';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { readTimeMs } from '../../shared/read-time.ts';
import type { ProfileChanges } from './change-queries.ts';
import type { IntegrationsInput, NextRaceInput, SubscriptionInput } from './contract/person.ts';
import type { UpdateProfileBody } from './contract/profile.ts';
import type { NotificationSettingsInput, PreferencesInput } from './contract/settings.ts';
import { readZoneChanges } from './read-zones.ts';
import {
  MBTI_TYPES,
  type Mbti,
  type NextRace,
  NOTIFICATION_SETTINGS,
  type NotificationSettings,
  PROVIDERS,
  type Preferences,
  type Subscription,
  TOLD_BY_APPS,
  type ToldIntegrations,
} from './user.ts';

const TEXT_FIELDS = ['display_name', 'first_name', 'last_name', 'bio', 'profile_image_url'] as const;
const PLAIN_FIELDS = ['gender', 'birth_year'] as const;
const PREFERENCE_FIELDS = [
  'language',
  'timezone',
  'unit_system',
  'coach_persona',
  'workout_days',
  'service_lab',
] as const satisfies readonly (keyof Preferences)[];

/**
 * The changes that a request asks for: only the known fields, and of maps only the known keys.
 *
 * @throws AppError validation_error for zones that are invalid, or cannot be computed
 */
export function readProfileChanges(body: UpdateProfileBody): ProfileChanges {
  const texts = TEXT_FIELDS.flatMap((field) => {
    const value = body[field];
    return value === undefined ? [] : [[field, textOrNull(value)] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...pickKnown(body, PLAIN_FIELDS),
    ...(body.mbti !== undefined && { mbti: readMbti(body.mbti) }),
    ...(body.next_race !== undefined && { next_race: readNextRace(body.next_race) }),
    ...(body.preferences && { preferences: readPreferences(body.preferences) }),
    ...(body.notification_settings && {
      notification_settings: readNotificationSettings(body.notification_settings),
    }),
    ...(body.privacy && { privacy: pickKnown(body.privacy, PRIVACY_SETTINGS) }),
    ...(body.integrations && { integrations: readIntegrations(body.integrations) }),
    ...(body.subscription && { subscription: readSubscription(body.subscription) }),
    ...(body.zones && { zones: readZoneChanges(body.zones) }),
  };
}

export function readPreferences(input: Static<typeof PreferencesInput>): Partial<Preferences> {
  return pickKnown(input, PREFERENCE_FIELDS);
}

export function readNotificationSettings(
  input: Static<typeof NotificationSettingsInput>,
): Partial<NotificationSettings> {
  return pickKnown(input, NOTIFICATION_SETTINGS);
}

export function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text;
}

function readMbti(type: string | null): Mbti | null {
  return MBTI_TYPES.find((known) => known === type?.toUpperCase()) ?? null;
}

function readNextRace(race: NextRaceInput | null): NextRace | null {
  if (race === null) return null;
  const { name, date, distance_m, goal_time_s = null } = race;
  return { name, date, distance_m, goal_time_s };
}

/** Fields about platforms whose state the server knows better. They are accepted from old apps, and ignored. */
export function notTaken({ integrations = {} }: UpdateProfileBody): string[] {
  const told: readonly string[] = TOLD_BY_APPS;
  return PROVIDERS.filter((provider) => !told.includes(provider) && integrations[provider] !== undefined).map(
    (provider) => `integrations.${provider}.connected`,
  );
}

function readSubscription(input: SubscriptionInput): Partial<Subscription> {
  const { started_at, expires_at } = input;
  return {
    ...pickKnown(input, ['tier', 'status']),
    ...(started_at !== undefined && { started_at: readTimeMs('subscription.started_at', started_at) }),
    ...(expires_at !== undefined && {
      expires_at: expires_at === null ? null : readTimeMs('subscription.expires_at', expires_at),
    }),
  };
}

function readIntegrations(input: Static<typeof IntegrationsInput>): ToldIntegrations {
  return Object.fromEntries(
    TOLD_BY_APPS.flatMap((provider) => {
      const given = input[provider];
      return given === undefined ? [] : [[provider, given.connected]];
    }),
  );
}

function pickKnown<T extends object, K extends keyof T & string>(source: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]),
  ) as Pick<T, K>;
}
