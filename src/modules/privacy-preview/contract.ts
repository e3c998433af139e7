import Type, { type TSchema } from 'typebox';
import {
  Count,
  Data,
  EXAMPLE_IDS,
  Flag,
  IDS,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  TimeZone,
  timestamp,
} from '../../http/schemas.ts';
import { AUDIENCES, PRIVACY_SETTINGS, SOURCES } from '../../privacy/index.ts';
import { SCOPES } from '../../shared/access.ts';
import { WEEKDAYS } from '../../shared/calendar.ts';
import { SeenActivity } from '../activities/index.ts';
import { ATHLETE_DAYS } from '../availability/index.ts';
import { FeedbackObject } from '../feedback/index.ts';
import { MAX_GROUPS } from '../groups/index.ts';
import { ATHLETE_HEALTH_DAYS } from '../integrations/index.ts';
import { Labels, Level, MemberStatusField } from '../organizations/index.ts';
import {
  Gender,
  PROVIDERS,
  PrivacySettingsRecord,
  somePrivacySettings,
  UnitSystem,
  UserProfile,
  ZonesRecord,
} from '../users/index.ts';
import { MOST_ORGANIZATIONS } from './preview-privacy.ts';

const Day = (description: string, example: string) =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a calendar day such as 2026-07-01',
    description,
    examples: [example],
  });

const ScopeName = OneOf(SCOPES, { description: 'What a key may do.', examples: ['activities:read'] });
const Scopes = Type.Array(ScopeName, {
  maxItems: SCOPES.length,
  uniqueItems: true,
  examples: [['activities:read']],
});

export const PreviewBody = Type.Object(
  {
    activity_id: Type.Optional({
      ...IDS.activity_id,
      description: 'One of your own activities. Without it, the one that began last.',
    }),
    day: Type.Optional(
      Day('A day of your health. Without it, the last of which anything is known.', '2026-07-01'),
    ),
    org_id: Type.Optional({
      ...IDS.org_id,
      description: `Only this organization, of which you are a member. Without it, the first ${MOST_ORGANIZATIONS} that you joined.`,
    }),
    scopes: Type.Optional({
      ...Scopes,
      description: 'What a key of the organization may do. Without it, everything.',
    }),
    privacy: Type.Optional(
      somePrivacySettings(
        'ProposedPrivacy',
        'Your general settings as they might be; what is left out is as it is. Nothing is saved.',
      ),
    ),
    membership_privacy: Type.Optional(
      somePrivacySettings(
        'ProposedMembershipPrivacy',
        'What you might close for the organization of `org_id`: false closes, true takes that back. Nothing is saved.',
      ),
    ),
  },
  { title: 'PreviewPrivacy' },
);

const CODES = ['switch', 'consent', 'source_policy', 'private', 'scope', 'audience', 'not_offered'] as const;
const PERMISSIONS = ['show_to_coach', 'use_in_ai', 'export'] as const;
const WHERE = ['general', 'organization', 'both'] as const;

const Cause = Shape(
  {
    code: OneOf(CODES, {
      description:
        '`switch`: a setting is off that is on for new members. `consent`: one has not been turned on. `source_policy`: the platform’s terms, as ' +
        'the operator has set them. `private`: you have marked the activity so. `scope`: the key may not. `audience`: never shown to them. ' +
        '`not_offered`: this server has no way by which they get it.',
      examples: ['switch'],
    }),
    setting: Nullable(
      OneOf(PRIVACY_SETTINGS, {
        description: 'Of `switch` and `consent`: which setting.',
        examples: ['share_pace_data'],
      }),
    ),
    closed_in: Nullable(
      OneOf(WHERE, {
        description:
          'Of `switch` and `consent`: whether it is off in general, closed for the organization, or both.',
        examples: ['general'],
      }),
    ),
    source: Nullable(
      OneOf(SOURCES, { description: 'Of `source_policy`: where it came from.', examples: [null] }),
    ),
    permission: Nullable(
      OneOf(PERMISSIONS, { description: 'Of `source_policy`: what is not permitted.', examples: [null] }),
    ),
    scope: Nullable({ ...ScopeName, description: 'Of `scope`: the one that it takes.', examples: [null] }),
  },
  { title: 'CauseOfWithholding', description: 'One cause; of several all have to go before it shows.' },
);

const MOST_FIELDS = 60;
const MOST_CAUSES = 40;
const Withheld = Shape(
  {
    field: Text(
      40,
      'Name of the field, `laps.…` for those of a lap; `*` for all of it.',
      'average_speed_mps',
    ),
    causes: Type.Array(Cause, { minItems: 1, maxItems: MOST_CAUSES, description: 'Why.' }),
  },
  { title: 'WithheldField', description: 'A field that the audience does not see.' },
);

const part = <const Schema extends TSchema>(
  title: string,
  value: Schema,
  more: Record<string, TSchema> = {},
) =>
  Shape(
    {
      value: Type.Union([value, Type.Null()], { description: 'What the audience sees; null: nothing.' }),
      withheld: Type.Array(Withheld, {
        maxItems: MOST_FIELDS,
        description: 'What it does not see, whether or not there is any.',
      }),
      ...more,
    },
    { title, description: 'A part of your data as the audience sees it.' },
  );

const profile = UserProfile.properties;
const optional = <const Schema extends TSchema>(schema: Schema) => Type.Optional(schema);
const MOST_PROFILE = 30;

const Profile = Type.Object(
  {
    id: { ...IDS.user_id, description: 'Your user id.' },
    username: profile.username,
    display_name: Text(200, 'The name that the audience sees you by.', 'Yuki T.'),
    created_at: timestamp('When your account was made.', '2026-03-05T18:44:27.902Z'),
    first_name: optional(profile.first_name),
    last_name: optional(profile.last_name),
    profile_image_url: optional(profile.profile_image_url),
    bio: optional(profile.bio),
    gender: optional(Nullable(Gender)),
    birth_year: optional(profile.birth_year),
    mbti: optional(profile.mbti),
    timezone: optional(TimeZone('Where you live.')),
    unit_system: optional(UnitSystem),
    workout_days: optional(
      Type.Array(OneOf(WEEKDAYS, { description: 'A day of the week.' }), {
        maxItems: WEEKDAYS.length,
        description: 'The days on which you want to train.',
        examples: [['tuesday']],
      }),
    ),
    connected_providers: optional(
      Type.Array(OneOf(PROVIDERS, { description: 'Name of a platform.' }), {
        maxItems: PROVIDERS.length,
        description: 'Platforms from which activities come in by themselves.',
        examples: [['garmin']],
      }),
    ),
    zones: optional(ZonesRecord),
    next_race: optional(profile.next_race),
    member_level: optional(Nullable(Level)),
    labels: optional(Labels),
    status: optional(MemberStatusField),
    joined_at: optional(timestamp('When you joined the organization.', '2026-03-05T18:50:02.014Z')),
    group_ids: optional(
      Type.Array(IDS.group_id, { maxItems: MAX_GROUPS, description: 'The groups you are in.' }),
    ),
    privacy_filtered: Type.Array(Text(40, 'Name of a field.', 'first_name'), {
      maxItems: MOST_PROFILE,
      description: 'Fields that are hidden and therefore absent.',
      examples: [['first_name', 'last_name']],
    }),
  },
  { title: 'SeenProfile', additionalProperties: false, description: 'What is hidden is absent.' },
);

const Week = Shape(
  {
    week_start: Day('The Monday on which it begins.', '2026-07-13'),
    distance_m: Count('Metres, of all kinds of sport.', 31_400),
    duration_s: Count('Seconds in motion, or all where that is not known.', 11_520),
    activities: Count('How many there are.', 3),
    left_out_activities: Count('How many more you have that the audience does not see.', 1),
  },
  { title: 'SeenWeek', description: 'The sums of your week so far, of what the audience sees.' },
);

export const View = Shape(
  {
    audience: OneOf(AUDIENCES, {
      description:
        '`self`: you. `coach`: coaches of the organization. `organization_api`: its programs, by an API key. `export`: its archives. `ai`: a ' +
        'language model, which plans of the organization are made with, or without an organization your own. `public`: everybody.',
      examples: ['coach'],
    }),
    organization: Type.Union(
      [
        Shape(
          {
            org_id: IDS.org_id,
            org_name: Text(100, 'Its name.', 'Riverside Runners'),
          },
          { title: 'SeeingOrganization' },
        ),
        Type.Null(),
      ],
      { description: 'Whose audience it is; null: of none.' },
    ),
    scopes: Nullable({ ...Scopes, description: 'Of programs: what the key may do. Null for others.' }),
    activity: part('SeenActivity', SeenActivity),
    week: part('SeenWeekPart', Week),
    profile: part('SeenProfilePart', Profile),
    health: part('SeenHealth', Shape(ATHLETE_HEALTH_DAYS, { title: 'SeenHealthDays' })),
    feedback: part('SeenFeedback', FeedbackObject),
    availability: part('SeenAvailability', Shape(ATHLETE_DAYS, { title: 'SeenAvailabilityDays' })),
  },
  { title: 'AudienceView', description: 'Your data as one audience sees them.' },
);

export const PreviewResponse = Shape(
  {
    status: Ok,
    data: Data({
      subject: Shape(
        {
          activity_id: Nullable({
            ...IDS.activity_id,
            description: 'The activity that is shown; null: you have none.',
            examples: [EXAMPLE_IDS.activity_id],
          }),
          week_start: Day('The Monday of the week that is shown.', '2026-07-13'),
          day: Nullable(Day('The day of health that is shown; null: nothing is known of any.', '2026-07-14')),
          timezone: TimeZone('Where you live.'),
        },
        { title: 'PreviewSubject', description: 'What is shown, the same to all.' },
      ),
      settings: PrivacySettingsRecord,
      views: Type.Array(View, {
        maxItems: 3 + 4 * MOST_ORGANIZATIONS,
        description: 'You first, then the audiences of each organization, then a model and everybody.',
      }),
      has_more_organizations: Flag('Whether you are in more organizations than are shown.', false),
    }),
  },
  { title: 'PrivacyPreview' },
);
