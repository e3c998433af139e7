import type { IncomingHttpHeaders } from 'node:http';
import { acceptedLanguage } from '../../../http/accepted-language.ts';
import { type NewUser, readNotificationSettings, readPreferences, textOrNull } from '../../users/index.ts';
import type { NewProfileFields } from '../contract.ts';

/** The profile that a sign-up brings along; who says nothing of a language is spoken to in the one of the request. */
export function readNewProfile(
  body: NewProfileFields,
  headers: IncomingHttpHeaders,
): Omit<NewUser, 'email' | 'is_verified' | 'now'> {
  return {
    username: body.username,
    display_name: textOrNull(body.display_name),
    first_name: textOrNull(body.first_name),
    last_name: textOrNull(body.last_name),
    membership_role: body.membership_role,
    platform: body.platform,
    preferences: {
      language: acceptedLanguage(headers['accept-language']),
      ...(body.preferences && readPreferences(body.preferences)),
    },
    notification_settings: body.notification_settings && readNotificationSettings(body.notification_settings),
  };
}
