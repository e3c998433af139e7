import Type, { type Static } from 'typebox';
import { EpochMs, Id, Nullable, OneOf, Shape } from '../../http/schemas.ts';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { USERNAME_PATTERN } from './suggest-username.ts';
import {
  COACH_PERSONAS,
  LANGUAGES,
  MEMBERSHIP_ROLES,
  NOTIFICATION_SETTINGS,
  SUBSCRIPTION_STATUSES,
  UNIT_SYSTEMS,
  USER_STATUSES,
  WEEKDAYS,
} from './user.ts';

/** Limits that the specification leaves to the server, in characters. */
const MAX_NAME = 100;
const MAX_BIO = 1_000;
const MAX_URL = 2_048;
/** The longest IANA name has 32. */
const MAX_TIME_ZONE = 64;

const ONE_LINE = {
  pattern: '^\\P{Cc}*$',
  errorMessage: 'must not contain line breaks or control characters',
};

export const Username = Type.String({
  pattern: USERNAME_PATTERN,
  errorMessage: 'must have 3 to 30 characters, each a letter, a digit or an underscore',
  description: 'Unique regardless of case; 3 to 30 letters, digits and underscores.',
  examples: ['yuki_tanaka'],
});
const DisplayName = Type.String({ maxLength: 50, ...ONE_LINE, examples: ['Yuki T.'] });
const PersonName = Type.String({ maxLength: MAX_NAME, ...ONE_LINE, examples: ['Yuki'] });
const Bio = Type.String({ maxLength: MAX_BIO });
const ImageUrl = Type.String({
  maxLength: MAX_URL,
  pattern: '^(https?://[^\\s/]+(/\\S*)?)?$',
  errorMessage: 'must be an address that begins with https:// or http://',
  examples: ['https://images.example.org/yuki.jpg'],
});

export const MembershipRoleField = OneOf(MEMBERSHIP_ROLES, {
  description: 'A coach may create organizations.',
});

const workoutDays = Type.Array(OneOf(WEEKDAYS), {
  maxItems: WEEKDAYS.length,
  uniqueItems: true,
  description: 'The days on which the athlete wants to train; empty for no wish.',
  examples: [['tuesday', 'thursday', 'sunday']],
});
const timeZone = Type.String({
  maxLength: MAX_TIME_ZONE,
  description: 'IANA time zone name.',
  examples: ['Asia/Taipei'],
});
const preferenceFields = {
  language: OneOf(LANGUAGES),
  timezone: timeZone,
  unit_system: OneOf(UNIT_SYSTEMS),
  coach_persona: OneOf(COACH_PERSONAS),
  workout_days: workoutDays,
  service_lab: Type.Boolean({ description: 'Whether beta features are shown.' }),
};

const PreferencesRecord = Shape(preferenceFields, { title: 'Preferences' });
const NotificationSettingsRecord = Shape(booleans(NOTIFICATION_SETTINGS), { title: 'NotificationSettings' });
const PrivacySettingsRecord = Shape(booleans(PRIVACY_SETTINGS), {
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
  { title: 'PreferencesInput', description: 'What is left out stays as it is.' },
);
export const NotificationSettingsInput = booleanMap(NOTIFICATION_SETTINGS, 'NotificationSettingsInput');
const PrivacySettingsInput = booleanMap(PRIVACY_SETTINGS, 'PrivacySettingsInput');

const integration = Shape(
  { connected: Type.Boolean({ description: 'Whether the platform is connected.' }) },
  { title: 'IntegrationStatus' },
);
const zoneTable = Type.Object({}, { description: 'Empty or absent until zones are set.' });

export const UserProfile = Shape(
  {
    user_id: Id,
    email: Type.String({ examples: ['yuki@example.org'] }),
    username: Username,
    display_name: Nullable(DisplayName),
    first_name: Nullable(PersonName),
    last_name: Nullable(PersonName),
    bio: Nullable(Bio),
    profile_image_url: Nullable(ImageUrl),
    status: OneOf(USER_STATUSES),
    membership_role: MembershipRoleField,
    is_verified: Type.Boolean({ description: 'Whether the e-mail address is proven to be theirs.' }),
    created_at: EpochMs,
    updated_at: EpochMs,
    last_login_at: Nullable(EpochMs),
    preferences: PreferencesRecord,
    subscription: Shape(
      {
        tier: Type.String({ examples: ['free'] }),
        status: OneOf(SUBSCRIPTION_STATUSES),
        started_at: EpochMs,
        expires_at: Nullable(EpochMs),
      },
      { title: 'Subscription' },
    ),
    integrations: Shape(
      { strava: integration, garmin: integration, apple_health: integration, coros: integration },
      { title: 'Integrations', description: 'Keyed by provider.' },
    ),
    notification_settings: NotificationSettingsRecord,
    privacy: PrivacySettingsRecord,
    zones: Shape(
      {
        heartrate: Type.Optional(zoneTable),
        pace: Type.Optional(zoneTable),
        vdot: Type.Optional(zoneTable),
      },
      { title: 'Zones' },
    ),
  },
  { title: 'UserProfile' },
);

export const UserProfileResponse = Shape(
  { status: Type.Literal('ok'), data: UserProfile },
  { title: 'UserProfileResponse' },
);

/** Texts of a profile that a sign-up may bring along as well. */
export const nameInputs = {
  display_name: Type.Optional(
    Nullable({ ...DisplayName, description: 'Need not be unique. Null or blank: none.' }),
  ),
  first_name: Type.Optional(Nullable(PersonName)),
  last_name: Type.Optional(Nullable(PersonName)),
};

export const UpdateProfileBody = Type.Object(
  {
    ...nameInputs,
    bio: Type.Optional(Nullable(Bio)),
    profile_image_url: Type.Optional(Nullable(ImageUrl)),
    preferences: Type.Optional(PreferencesInput),
    notification_settings: Type.Optional(NotificationSettingsInput),
    privacy: Type.Optional(PrivacySettingsInput),
  },
  {
    title: 'UpdateProfile',
    description:
      'What is left out stays as it is; null or a blank text clears a text. Other fields are ignored.',
  },
);
export type UpdateProfileBody = Static<typeof UpdateProfileBody>;

export const UpdateProfileResponse = Shape(
  {
    status: Type.Literal('ok'),
    data: Shape({
      message: Type.String(),
      updated_fields: Type.Array(Type.String(), {
        description: 'The fields of the request that were taken.',
        examples: [['privacy', 'display_name']],
      }),
    }),
  },
  { title: 'UpdateProfileResponse' },
);

function booleans<const K extends string>(names: readonly K[]) {
  return Object.fromEntries(names.map((name) => [name, Type.Boolean()])) as Record<
    K,
    ReturnType<typeof Type.Boolean>
  >;
}

/** All values are booleans, those of names that are not known and therefore ignored included. */
function booleanMap<const K extends string>(names: readonly K[], title: string) {
  const properties = booleans(names);
  return Type.Unsafe<{ [N in K]?: boolean }>({
    type: 'object',
    properties,
    additionalProperties: { type: 'boolean' },
    title,
    description: 'All values are booleans; what is left out stays as it is.',
  });
}
