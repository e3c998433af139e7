import Type, { type Static } from 'typebox';
import {
  EpochMs,
  Flag,
  NO_NUL,
  Nullable,
  OneOf,
  Shape,
  Text,
  TimeOrMs,
  timestamp,
} from '../../../http/schemas.ts';
import { ignoresUnknown } from '../../../http/unknown-names.ts';
import {
  EARLIEST_BIRTH_YEAR,
  GENDERS,
  MBTI_TYPES,
  PROVIDERS,
  type Provider,
  SUBSCRIPTION_STATUSES,
} from '../user.ts';
import { ONE_LINE } from './names.ts';

/** The database's limit; the use case refuses years after the present one. */
const LATEST_BIRTH_YEAR = 2_100;
const MAX_TIER = 50;
const MAX_RACE_NAME = 100;
/** From a sprint to the longest race there is, and two weeks to run it. */
const RACE_METRES = { minimum: 100, maximum: 1_000_000 };
const RACE_SECONDS = { minimum: 10, maximum: 1_209_600 };

export const Gender = OneOf(GENDERS, {
  description: 'As the user says it. Others see it with `share_profile_info`.',
  examples: ['female'],
});
export const BirthYear = Type.Integer({
  format: 'int32',
  minimum: EARLIEST_BIRTH_YEAR,
  maximum: LATEST_BIRTH_YEAR,
  errorMessage: `must be a year from ${EARLIEST_BIRTH_YEAR} to this one`,
  description: 'Year of birth, not after this year.',
  examples: [1991],
});
export const Mbti = OneOf(MBTI_TYPES, {
  description: 'Type by the Myers-Briggs indicator: the tone of generated texts.',
  examples: ['ENFP'],
});
export const MbtiInput = Type.String({
  pattern: '^[EeIi][NnSs][FfTt][JjPp]$',
  maxLength: 4,
  errorMessage: 'must be one of the 16 types, such as ENFP',
  description: 'Upper or lower case; stored in upper case.',
  examples: ['ENFP'],
});

const raceFields = {
  name: Type.String({
    ...ONE_LINE,
    minLength: 1,
    maxLength: MAX_RACE_NAME,
    description: 'Its name; not blank.',
    examples: ['Taipei Marathon'],
  }),
  date: Type.String({
    format: 'date',
    pattern: '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a day of the calendar such as 2026-12-20',
    description: 'The day of it, where it takes place: `YYYY-MM-DD`.',
    examples: ['2026-12-20'],
  }),
  distance_m: Type.Number({ ...RACE_METRES, description: 'Metres.', examples: [42_195] }),
};
const goalTime = Nullable(
  Type.Integer({
    format: 'int32',
    ...RACE_SECONDS,
    description: 'Seconds in which they want to run it; null: no goal.',
    examples: [12_600],
  }),
);
export const NextRace = Shape(
  { ...raceFields, goal_time_s: goalTime },
  { description: 'The race that the user trains for; null: none. Others see it with `share_race_goal`.' },
);
export const NextRaceInput = Type.Object(
  { ...raceFields, goal_time_s: Type.Optional(goalTime) },
  { description: 'The race that the user trains for. Replaces the one that was there, whole.' },
);
export type NextRaceInput = Static<typeof NextRaceInput>;

export const epochMs = (description: string, example: number) => ({
  ...EpochMs,
  description: `${description} Epoch milliseconds, UTC.`,
  examples: [example],
});
const subscriptionFields = {
  tier: Type.String({
    ...NO_NUL,
    minLength: 1,
    maxLength: MAX_TIER,
    description: 'What the user has subscribed to.',
    examples: ['free'],
  }),
  status: OneOf(SUBSCRIPTION_STATUSES, { description: 'Of the subscription.' }),
  started_at: epochMs('When it began.', 1_772_736_267_902),
  expires_at: Nullable({
    ...epochMs('When it ends; null for one that does not.', 1_804_272_267_902),
    examples: [null],
  }),
};
export const SubscriptionRecord = Shape(subscriptionFields, {
  title: 'Subscription',
  description:
    'What the user has subscribed to, as the app they use tells it. Nothing on this server depends on it.',
});
export const SubscriptionInput = Type.Object(
  {
    tier: Type.Optional(subscriptionFields.tier),
    status: Type.Optional(subscriptionFields.status),
    started_at: Type.Optional(TimeOrMs('When it began.', 1_772_736_267_902)),
    expires_at: Type.Optional(
      Nullable(TimeOrMs('When it ends; null for one that does not.', 1_804_272_267_902)),
    ),
  },
  { description: 'What is left out stays as it is.' },
);
export type SubscriptionInput = Static<typeof SubscriptionInput>;

const integration = { connected: Flag('Whether the platform is connected.', false) };
const PlatformPerson = (description: string) => Text(200, description, '4711');
export const IntegrationStatus = Shape(
  {
    ...integration,
    athlete_id: Type.Optional(PlatformPerson('Of Strava: as `provider_user_id`.')),
    user_id: Type.Optional(PlatformPerson('Of Garmin: as `provider_user_id`.')),
    provider_user_id: Type.Optional(
      Nullable(
        PlatformPerson(
          'Who the user is at the platform; null: it has no such id. Only while it is connected.',
        ),
      ),
    ),
    last_sync_at: Type.Optional(
      Nullable(
        timestamp(
          'When it last told something; null: never. Only while it is connected.',
          '2026-07-14T06:30:00.000Z',
        ),
      ),
    ),
  },
  {
    title: 'IntegrationStatus',
    description:
      'The user’s account on one platform. Strava and Garmin are connected by their consent pages, and this says whether they ' +
      'are; of the others it says what the app told or sent last.',
  },
);
const eachProvider = <T>(of: T): Record<Provider, T> => ({
  strava: of,
  garmin: of,
  apple_health: of,
  coros: of,
});
export const IntegrationsRecord = Shape(eachProvider(IntegrationStatus), {
  title: 'Integrations',
  description: 'Keyed by provider.',
});
export const IntegrationsInput = Type.Object(
  eachProvider(
    Type.Optional(
      Type.Object(integration, {
        ...ignoresUnknown('integrations'),
        description:
          'What the app knows of the platform. Of Strava and Garmin the server knows it itself: it is not taken, and the answer ' +
          'says so in `not_taken`. Other fields are ignored.',
      }),
    ),
  ),
  {
    additionalProperties: false,
    errorMessage: `is not a provider; the providers are ${PROVIDERS.join(', ')}`,
    description: 'Keyed by provider: these four and no others. What is left out stays as it is.',
  },
);
