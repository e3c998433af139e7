import type { Static } from 'typebox';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import type { NotificationSettingsInput, PreferencesInput, UpdateProfileBody } from './contract.ts';
import type { ProfileChanges } from './queries.ts';
import { NOTIFICATION_SETTINGS, type NotificationSettings, type Preferences } from './user.ts';

const TEXT_FIELDS = ['display_name', 'first_name', 'last_name', 'bio', 'profile_image_url'] as const;
const PREFERENCE_FIELDS = [
  'language',
  'timezone',
  'unit_system',
  'coach_persona',
  'workout_days',
  'service_lab',
] as const satisfies readonly (keyof Preferences)[];

/** The changes that a request asks for: the known fields and of them the known keys. */
export function readProfileChanges(body: UpdateProfileBody): ProfileChanges {
  const texts = TEXT_FIELDS.flatMap((field) => {
    const value = body[field];
    return value === undefined ? [] : [[field, textOrNull(value)] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...(body.preferences && { preferences: readPreferences(body.preferences) }),
    ...(body.notification_settings && {
      notification_settings: readNotificationSettings(body.notification_settings),
    }),
    ...(body.privacy && { privacy: pickKnown(body.privacy, PRIVACY_SETTINGS) }),
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

/** A blank text says nothing: it is stored as none. */
export function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text;
}

function pickKnown<T extends object, K extends keyof T & string>(source: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]),
  ) as Pick<T, K>;
}
