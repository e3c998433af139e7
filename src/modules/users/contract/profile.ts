import Type, { type Static } from 'typebox';
import { Data, Flag, IDS, Message, Nullable, Ok, OneOf, Shape, Text } from '../../../http/schemas.ts';
import { PROVIDERS, USER_STATUSES } from '../user.ts';
import {
  Bio,
  DisplayName,
  Email,
  FirstName,
  ImageUrl,
  LastName,
  MembershipRoleField,
  nameInputs,
  Username,
} from './names.ts';
import {
  BirthYear,
  epochMs,
  Gender,
  IntegrationsInput,
  IntegrationsRecord,
  Mbti,
  MbtiInput,
  NextRace,
  NextRaceInput,
  SubscriptionInput,
  SubscriptionRecord,
} from './person.ts';
import {
  NotificationSettingsInput,
  NotificationSettingsRecord,
  PreferencesInput,
  PreferencesRecord,
  PrivacySettingsInput,
  PrivacySettingsRecord,
} from './settings.ts';
import { ZonesInput, ZonesRecord } from './zones.ts';

export const CreatedAt = epochMs('When the account was made.', 1_772_736_267_902);

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
    created_at: CreatedAt,
    updated_at: epochMs('When the profile last changed.', 1_782_887_400_000),
    last_login_at: Nullable(epochMs('When the user last signed in; null: never.', 1_784_066_100_000)),
    preferences: PreferencesRecord,
    subscription: SubscriptionRecord,
    integrations: IntegrationsRecord,
    notification_settings: NotificationSettingsRecord,
    privacy: PrivacySettingsRecord,
    zones: ZonesRecord,
    gender: Nullable(Gender),
    birth_year: Nullable(BirthYear),
    mbti: Nullable(Mbti),
    next_race: Nullable(NextRace),
  },
  { title: 'UserProfile', description: 'Everything about a user, for themself.' },
);

export const UserProfileResponse = Shape({ status: Ok, data: UserProfile }, { title: 'UserProfileResponse' });

export const UpdateProfileBody = Type.Object(
  {
    ...nameInputs,
    bio: Type.Optional(Nullable(Bio)),
    profile_image_url: Type.Optional(Nullable(ImageUrl)),
    preferences: Type.Optional(PreferencesInput),
    notification_settings: Type.Optional(NotificationSettingsInput),
    privacy: Type.Optional(PrivacySettingsInput),
    integrations: Type.Optional(IntegrationsInput),
    zones: Type.Optional(ZonesInput),
    subscription: Type.Optional(SubscriptionInput),
    gender: Type.Optional(Nullable(Gender)),
    birth_year: Type.Optional(Nullable(BirthYear)),
    mbti: Type.Optional(Nullable(MbtiInput)),
    next_race: Type.Optional(Nullable(NextRaceInput)),
  },
  {
    title: 'UpdateProfile',
    description: 'What is left out stays as it is; null clears, and so does a blank text.',
  },
);
export type UpdateProfileBody = Static<typeof UpdateProfileBody>;

const fieldNames = (names: readonly string[], examples: readonly string[]) =>
  Type.Array(OneOf(names, { description: 'Name of a field.' }), {
    maxItems: names.length,
    uniqueItems: true,
    description: 'The fields of the request that were taken.',
    examples: [examples],
  });

export const UpdateProfileResponse = Shape(
  {
    status: Ok,
    data: Data({
      message: Message('Profile updated.'),
      updated_fields: fieldNames(Object.keys(UpdateProfileBody.properties), ['display_name', 'privacy']),
      not_taken: Type.Optional(
        Type.Array(Text(50, 'One of them, with its place.', 'integrations.strava.connected'), {
          maxItems: PROVIDERS.length,
          uniqueItems: true,
          description:
            'What was sent and changed nothing, because the server knows it itself: whether Strava or Garmin is connected. Left out ' +
            'where there is none of it.',
        }),
      ),
    }),
  },
  { title: 'UpdateProfileResponse' },
);

export const ChangePreferencesResponse = Shape(
  {
    status: Ok,
    data: Data({
      message: Message('Preferences updated.'),
      updated_fields: fieldNames(Object.keys(PreferencesInput.properties), ['timezone']),
      preferences: PreferencesRecord,
    }),
  },
  { title: 'ChangePreferencesResponse' },
);
