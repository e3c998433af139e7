import Type, { type Static, type TBoolean, type TObject, type TOptional } from 'typebox';
import { Flag, OneOf, Shape, TimeZone } from '../../../http/schemas.ts';
import { ignoresUnknown } from '../../../http/unknown-names.ts';
import { DEFAULT_PRIVACY, type PRIVACY_SETTINGS } from '../../../privacy/index.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import {
  COACH_PERSONAS,
  DEFAULT_NOTIFICATION_SETTINGS,
  type NOTIFICATION_SETTINGS,
  UNIT_SYSTEMS,
} from '../user.ts';

const workoutDays = Type.Array(OneOf(WEEKDAYS, { description: 'A day of the week.' }), {
  maxItems: WEEKDAYS.length,
  uniqueItems: true,
  description: 'The days on which the athlete wants to train; empty for no wish.',
  examples: [['tuesday', 'thursday', 'sunday']],
});
export const UnitSystem = OneOf(UNIT_SYSTEMS, { description: 'Kilometres or miles.' });
const preferenceFields = {
  language: OneOf(LANGUAGES, { description: 'Of generated texts and names.' }),
  timezone: TimeZone('IANA time zone name: where the user’s days begin.'),
  unit_system: UnitSystem,
  coach_persona: OneOf(COACH_PERSONAS, { description: 'Who speaks in generated texts.' }),
  workout_days: workoutDays,
  service_lab: Flag('Whether beta features are shown.', false),
};

const NOTIFICATIONS: Record<(typeof NOTIFICATION_SETTINGS)[number], string> = {
  leaderboard_like: 'When somebody likes a place on the leaderboard.',
  new_activity_like: 'When somebody likes an activity.',
  new_activity_comment: 'When somebody comments on a workout, a planned workout or a week.',
  new_message: 'When somebody writes in a conversation of an athlete with their coaches.',
  unread_mail: 'A mail, once a day at most, when messages and comments wait to be read.',
  new_follower: 'When somebody follows the user.',
  ai_coach_notification: 'What the generated coach has to say.',
  email_notification: 'By e-mail as well.',
  activity_completed_notification: 'When an activity has come in.',
  workout_reminder: 'Before a planned workout.',
  weekly_summary: 'The week in words.',
};
const PRIVACY: Record<(typeof PRIVACY_SETTINGS)[number], string> = {
  share_activity_in_profile: 'Activities on the own profile.',
  share_activity_with_coach: 'Activities with coaches and with the organization; off hides all of them.',
  share_activity_with_public: 'Activities with everybody.',
  share_profile_info: 'First and last name, portrait and bio.',
  share_race_goal: 'The next race and its goal.',
  share_pb: 'Personal bests: the best efforts of activities.',
  share_pace_data: 'Paces, speeds, training load, VDOT, best efforts and zones.',
  share_race_history: 'Activities that are races.',
  share_activity_map: 'Where activities took place.',
  share_health_with_coach: 'Sleep, heart rate and activity of each day with coaches.',
  share_health_with_api:
    'The same with programs of the organization (its API keys); needs `share_health_with_coach` as well.',
  share_streams_with_api:
    'Samples over time of activities with programs of the organization (its API keys), as far as coaches see them.',
  share_files_with_coach:
    'Recordings byte by byte as they were uploaded, with coaches; with programs of the organization only beside ' +
    '`share_streams_with_api`. A file has more than the activity shows, so `share_profile_info`, `share_pace_data`, `share_pb` and ' +
    '`share_activity_map` are needed as well.',
  share_feedback_with_coach:
    'How hard workouts were, how they felt, notes on them and why one was skipped, with coaches.',
  share_feedback_with_api:
    'The same with programs of the organization (its API keys) and in its exports; needs `share_feedback_with_coach` as well.',
  share_injuries_with_coach:
    'Injuries and illnesses with coaches, and pain in the feedback on workouts, which needs `share_feedback_with_coach` as well.',
  share_availability_with_coach:
    'On which days the athlete cannot train, is travelling or has little time, with coaches.',
  share_availability_with_api:
    'The same with programs of the organization (its API keys) and in its exports; needs `share_availability_with_coach` as well.',
  share_sessions_with_api:
    'Answers to club sessions, and at which the athlete was, with programs of the organization (its API keys) and in its exports.',
  paticipate_leaderboard: 'Being on leaderboards.',
};

export const PreferencesRecord = Shape(preferenceFields, {
  title: 'Preferences',
  description: 'How the user wants things.',
});
export const NotificationSettingsRecord = Shape(switches(NOTIFICATIONS, DEFAULT_NOTIFICATION_SETTINGS), {
  title: 'NotificationSettings',
  description: 'What the user is told of.',
});
export const PrivacySettingsRecord = Shape(switches(PRIVACY, DEFAULT_PRIVACY), {
  title: 'PrivacySettings',
  description:
    'True always means to share more. `paticipate_leaderboard` is spelled as the interface spells it.',
});

export const PreferencesInput = Type.Object(
  {
    language: Type.Optional(preferenceFields.language),
    timezone: Type.Optional(preferenceFields.timezone),
    unit_system: Type.Optional(preferenceFields.unit_system),
    coach_persona: Type.Optional(preferenceFields.coach_persona),
    workout_days: Type.Optional(preferenceFields.workout_days),
    service_lab: Type.Optional(preferenceFields.service_lab),
  },
  {
    ...ignoresUnknown('preferences'),
    title: 'PreferencesInput',
    description: 'What is left out stays as it is; fields that are not known are ignored.',
  },
);
export type PreferencesInput = Static<typeof PreferencesInput>;
const notificationSwitches = switches(NOTIFICATIONS, DEFAULT_NOTIFICATION_SETTINGS);
export const NotificationSettingsInput = someSwitches(notificationSwitches, 'NotificationSettingsInput');
export const NewNotificationSettings = {
  ...NotificationSettingsInput,
  ...ignoresUnknown('sign_up'),
  additionalProperties: { type: 'boolean' },
  title: 'NewNotificationSettings',
  description: 'All values are booleans; of names that are not known they are ignored.',
};
export const PrivacySettingsInput = someSwitches(switches(PRIVACY, DEFAULT_PRIVACY), 'PrivacySettingsInput');

export function somePrivacySettings(title: string, description: string) {
  const flags = Object.entries(switches(PRIVACY, DEFAULT_PRIVACY)).map(([name, flag]) => [
    name,
    Type.Optional({ ...flag, examples: [false] }),
  ]);
  return Shape(Object.fromEntries(flags), { title, description }) as TObject<
    Record<keyof typeof PRIVACY, TOptional<TBoolean>>
  >;
}

/** Boolean fields with their descriptions; the examples are the values of a new user. */
function switches<const K extends string>(words: Record<K, string>, examples: Readonly<Record<K, boolean>>) {
  const names = Object.keys(words) as K[];
  return Object.fromEntries(names.map((name) => [name, Flag(words[name], examples[name])])) as Record<
    K,
    ReturnType<typeof Type.Boolean>
  >;
}

function someSwitches<const K extends string>(properties: Record<K, object>, title: string) {
  return Type.Unsafe<{ [N in K]?: boolean }>({
    type: 'object',
    properties,
    additionalProperties: false,
    title,
    description: 'All values are booleans; what is left out stays as it is.',
  });
}
