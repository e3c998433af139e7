import Type, { type Static } from 'typebox';
import {
  Data,
  EpochMs,
  Flag,
  IDS,
  Message,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  TimeZone,
} from '../../http/schemas.ts';
import { DEFAULT_PRIVACY, type PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { USERNAME_PATTERN } from './suggest-username.ts';
import {
  COACH_PERSONAS,
  DEFAULT_NOTIFICATION_SETTINGS,
  LANGUAGES,
  MEMBERSHIP_ROLES,
  type NOTIFICATION_SETTINGS,
  SUBSCRIPTION_STATUSES,
  UNIT_SYSTEMS,
  USER_STATUSES,
  WEEKDAYS,
} from './user.ts';

/** Limits that the specification leaves to the server, in characters. */
const MAX_NAME = 100;
const MAX_BIO = 1_000;
const MAX_URL = 2_048;
/** RFC 5321, 4.5.3.1: what fits into a path with its angle brackets. */
export const MAX_EMAIL_CHARS = 254;

/**
 * What the HTML standard takes for an e-mail address, and a dot in the domain: looser than RFC 5321 about dots in the
 * local part, because some Japanese carriers handed such addresses out.
 */
const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$";

export const Email = Type.String({
  maxLength: MAX_EMAIL_CHARS,
  pattern: EMAIL_PATTERN,
  errorMessage:
    'must be an e-mail address such as name@example.org; write an international domain in its xn-- form',
  description:
    'Stored as typed, compared regardless of case. An international domain is written in its `xn--` form.',
  examples: ['yuki@example.org'],
});

const ONE_LINE = {
  // No control characters, written so that every regular expression engine reads it.
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  errorMessage: 'must not contain line breaks or control characters',
};

export const Username = Type.String({
  pattern: USERNAME_PATTERN,
  maxLength: 30,
  errorMessage: 'must have 3 to 30 characters, each a letter, a digit or an underscore',
  description: 'Unique regardless of case; 3 to 30 letters, digits and underscores.',
  examples: ['yuki_tanaka'],
});
const DisplayName = Type.String({
  maxLength: 50,
  ...ONE_LINE,
  description: 'How the user wants to be called.',
  examples: ['Yuki T.'],
});
const personName = (description: string, example: string) =>
  Type.String({ maxLength: MAX_NAME, ...ONE_LINE, description, examples: [example] });
export const FirstName = personName('Given name.', 'Yuki');
export const LastName = personName('Family name.', 'Tanaka');
const Bio = Type.String({
  ...NO_NUL,
  maxLength: MAX_BIO,
  description: 'A few words about themself.',
  examples: ['Runs before work. Half marathon in autumn.'],
});
export const ImageUrl = Type.String({
  maxLength: MAX_URL,
  pattern: '^(https?://[^\\s/]+(/\\S*)?)?$',
  errorMessage: 'must be an address that begins with https:// or http://',
  description: 'Address of a picture.',
  examples: ['https://images.example.org/yuki.jpg'],
});

export const MembershipRoleField = OneOf(MEMBERSHIP_ROLES, {
  description: 'A coach may create organizations.',
});

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
  new_activity_comment: 'When somebody comments on an activity.',
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
  share_pace_data: 'Paces, speeds, VDOT, best efforts and zones.',
  share_race_history: 'Activities that are races.',
  share_activity_map: 'Where activities took place.',
  paticipate_leaderboard: 'Being on leaderboards.',
};

const PreferencesRecord = Shape(preferenceFields, {
  title: 'Preferences',
  description: 'How the user wants things.',
});
const NotificationSettingsRecord = Shape(switches(NOTIFICATIONS, DEFAULT_NOTIFICATION_SETTINGS), {
  title: 'NotificationSettings',
  description: 'What the user is told of.',
});
const PrivacySettingsRecord = Shape(switches(PRIVACY, DEFAULT_PRIVACY), {
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
export const NotificationSettingsInput = someSwitches(
  switches(NOTIFICATIONS, DEFAULT_NOTIFICATION_SETTINGS),
  'NotificationSettingsInput',
);
const PrivacySettingsInput = someSwitches(switches(PRIVACY, DEFAULT_PRIVACY), 'PrivacySettingsInput');

const integration = Shape(
  { connected: Flag('Whether the platform is connected.', false) },
  { title: 'IntegrationStatus', description: 'The user’s account on one platform.' },
);
const zoneTable = (description: string) =>
  Type.Object({}, { description: `${description} Empty or absent until zones are set.`, examples: [{}] });
const Zones = Shape(
  {
    heartrate: Type.Optional(zoneTable('Heart-rate zones.')),
    pace: Type.Optional(zoneTable('Pace zones.')),
    vdot: Type.Optional(zoneTable('Training paces by VDOT.')),
  },
  { title: 'Zones', description: 'Training zones, by what they are measured in.', examples: [{}] },
);
const epochMs = (description: string, example: number) => ({
  ...EpochMs,
  description: `${description} Epoch milliseconds, UTC.`,
  examples: [example],
});

export const UserProfile = Shape(
  {
    user_id: IDS.user_id,
    email: Email,
    username: Username,
    display_name: Nullable(DisplayName),
    first_name: Nullable(FirstName),
    last_name: Nullable(LastName),
    bio: Nullable(Bio),
    profile_image_url: Nullable(ImageUrl),
    status: OneOf(USER_STATUSES, { description: 'Of the account. Only an `active` one can sign in.' }),
    membership_role: MembershipRoleField,
    is_verified: Flag('Whether the e-mail address is proven to be theirs.'),
    created_at: epochMs('When the account was made.', 1_772_736_267_902),
    updated_at: epochMs('When the profile last changed.', 1_782_887_400_000),
    last_login_at: Nullable(epochMs('When the user last signed in; null: never.', 1_784_066_100_000)),
    preferences: PreferencesRecord,
    subscription: Shape(
      {
        tier: Type.String({
          ...NO_NUL,
          maxLength: 50,
          description: 'What the user has subscribed to.',
          examples: ['free'],
        }),
        status: OneOf(SUBSCRIPTION_STATUSES, { description: 'Of the subscription.' }),
        started_at: epochMs('When it began.', 1_772_736_267_902),
        expires_at: Nullable({
          ...epochMs('When it ends; null for one that does not.', 1_804_272_267_902),
          examples: [null],
        }),
      },
      { title: 'Subscription', description: 'What the user has subscribed to.' },
    ),
    integrations: Shape(
      { strava: integration, garmin: integration, apple_health: integration, coros: integration },
      { title: 'Integrations', description: 'Keyed by provider.' },
    ),
    notification_settings: NotificationSettingsRecord,
    privacy: PrivacySettingsRecord,
    zones: Zones,
  },
  { title: 'UserProfile', description: 'Everything about a user, for themself.' },
);

export const UserProfileResponse = Shape({ status: Ok, data: UserProfile }, { title: 'UserProfileResponse' });

/** Texts of a profile that a sign-up may bring along as well. */
export const nameInputs = {
  display_name: Type.Optional(
    Nullable({ ...DisplayName, description: 'Need not be unique. Null or blank: none.' }),
  ),
  first_name: Type.Optional(Nullable(FirstName)),
  last_name: Type.Optional(Nullable(LastName)),
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

const FieldName = Type.String({
  pattern: '^[a-z_]+$',
  maxLength: 50,
  description: 'Name of a field.',
  examples: ['display_name'],
});

export const UpdateProfileResponse = Shape(
  {
    status: Ok,
    data: Data({
      message: Message('Profile updated.'),
      updated_fields: Type.Array(FieldName, {
        maxItems: Object.keys(UpdateProfileBody.properties).length,
        uniqueItems: true,
        description: 'The fields of the request that were taken.',
        examples: [['display_name', 'privacy']],
      }),
    }),
  },
  { title: 'UpdateProfileResponse' },
);

/** Booleans with what each of them means; the examples are those of a new user. */
function switches<const K extends string>(words: Record<K, string>, examples: Readonly<Record<K, boolean>>) {
  const names = Object.keys(words) as K[];
  return Object.fromEntries(names.map((name) => [name, Flag(words[name], examples[name])])) as Record<
    K,
    ReturnType<typeof Type.Boolean>
  >;
}

/** All values are booleans, those of names that are not known and therefore ignored included. */
function someSwitches<const K extends string>(properties: Record<K, object>, title: string) {
  return Type.Unsafe<{ [N in K]?: boolean }>({
    type: 'object',
    properties,
    additionalProperties: { type: 'boolean' },
    title,
    description: 'All values are booleans; what is left out stays as it is.',
  });
}
