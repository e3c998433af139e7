import Type, { type TSchema } from 'typebox';
import { Flag, NO_NUL } from '../../../http/schemas.ts';

/*
 * What platforms post, for readers of the API document and for stand-ins of a platform. Platforms send more members than are named
 * here, and add new ones without notice: posts are stored as they come and read afterwards, and unreadable ones are set aside for the
 * operator.
 */

function known<const P extends Record<string, TSchema>>(members: P): TSchema {
  return Type.Object(
    Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])),
  );
}
const text = (maxLength: number, description: string, example: string) =>
  Type.String({ ...NO_NUL, maxLength, description, examples: [example] });
const whole = (description: string, example: number) =>
  Type.Integer({
    format: 'int64',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
    examples: [example],
  });
const amount = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1e9, description, examples: [example] });
const id = (description: string, example: number) =>
  Type.Unsafe<number | string>({
    type: ['integer', 'string'],
    format: 'int64',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^[1-9][0-9]{0,24}$',
    maxLength: 25,
    description,
    examples: [example],
  });

export const StravaEvent = Type.Object(
  {
    object_type: text(
      40,
      '`activity` or `athlete`; what is said of anything else is not acted on.',
      'activity',
    ),
    object_id: Type.Optional(id('Of the activity, or of the athlete.', 16_482_210_041)),
    aspect_type: text(40, '`create`, `update` or `delete`.', 'update'),
    owner_id: Type.Optional(id('Of the athlete.', 134_815)),
    subscription_id: Type.Optional(id('Of the subscription that the event is of.', 120_475)),
    event_time: Type.Optional(whole('When it happened, seconds since 1970.', 1_784_066_280)),
    updates: Type.Optional(
      Type.Object(
        {
          title: Type.Optional(text(1_000, 'The new title.', 'Morning run')),
          type: Type.Optional(text(100, 'The new type.', 'Run')),
          private: Type.Optional(text(10, '`true` or `false`: only the athlete sees it.', 'true')),
          authorized: Type.Optional(text(10, '`false`: the athlete has revoked access.', 'false')),
        },
        { description: 'What has changed, each as text.' },
      ),
    ),
  },
  { title: 'StravaEvent', description: 'Something has happened to an activity or to an athlete’s consent.' },
);

const CREATED = {
  object_type: 'activity',
  object_id: 16_482_210_041,
  aspect_type: 'create',
  updates: {},
  owner_id: 134_815,
  subscription_id: 120_475,
  event_time: 1_784_066_280,
};
export const STRAVA_EXAMPLES = {
  created: { summary: 'There is a new activity', value: CREATED },
  hidden: {
    summary: 'An activity is only the athlete’s now',
    value: { ...CREATED, aspect_type: 'update', updates: { private: 'true' } },
  },
  revoked: {
    summary: 'The athlete has revoked access',
    value: {
      ...CREATED,
      object_type: 'athlete',
      object_id: 134_815,
      aspect_type: 'update',
      updates: { authorized: 'false' },
    },
  },
};

const ITEM = {
  userId: text(100, 'Of the person at Garmin.', '4aacafe82427c251df9c9592d0c06768'),
  userAccessToken: text(1_000, 'Of OAuth 1.0a; not relied on.', 'invented-user-access-token'),
  summaryId: text(200, 'Of the summary. That of an activity is its number.', '20946172381'),
  callbackURL: text(
    2_000,
    'Of a ping: where the data is. Only an address at Garmin’s own is followed.',
    'https://apis.garmin.com/wellness-api/rest/activities?uploadStartTimeInSeconds=1792306000&uploadEndTimeInSeconds=1792306060',
  ),
  startTimeInSeconds: whole('When it began, seconds since 1970.', 1_792_302_592),
  startTimeOffsetInSeconds: Type.Integer({
    format: 'int32',
    minimum: -86_400,
    maximum: 86_400,
    description: 'To be added for the clock of the watch.',
    examples: [28_800],
  }),
  durationInSeconds: amount('Seconds.', 3_041),
};
const DAY = { ...ITEM, calendarDate: text(10, 'The day it is of.', '2026-10-18') };
const ACTIVITY = {
  ...ITEM,
  activityId: id('Of the activity.', 20_946_172_381),
  activityName: text(1_000, 'What it is called.', 'Taipei Running'),
  activityType: text(100, 'Kind of sport.', 'RUNNING'),
  distanceInMeters: amount('Metres.', 10_024.7),
  averageHeartRateInBeatsPerMinute: amount('Beats a minute.', 152),
  maxHeartRateInBeatsPerMinute: amount('Beats a minute.', 172),
  deviceName: text(200, 'Maker and model.', 'Garmin Forerunner 965'),
  manual: Flag('Whether it was entered by hand.', false),
};

/** More than the largest post holds. */
const MOST_ITEMS = 1_000_000;
const MOST_SAMPLES = 200_000;

const listOf = (item: TSchema, title: string, description: string) =>
  Type.Array({ ...item, title, description: 'Of one person.' }, { maxItems: MOST_ITEMS, description });

export const GarminPush = Type.Object(
  {
    activities: Type.Optional(listOf(known(ACTIVITY), 'GarminActivity', 'Activities, as totals.')),
    manuallyUpdatedActivities: Type.Optional(
      listOf(known(ACTIVITY), 'GarminActivity', 'Activities that somebody entered or changed by hand.'),
    ),
    activityDetails: Type.Optional(
      listOf(
        known({
          ...ITEM,
          activityId: ACTIVITY.activityId,
          summary: { ...known(ACTIVITY), description: 'The totals.' },
          samples: Type.Array(Type.Object({}, { description: 'What was measured at a moment.' }), {
            maxItems: MOST_SAMPLES,
            description: 'In the order of time.',
            examples: [[{ startTimeInSeconds: 1_792_302_592, heartRate: 112, totalDistanceInMeters: 0 }]],
          }),
        }),
        'GarminActivityDetails',
        'Activities with what was measured over time.',
      ),
    ),
    dailies: Type.Optional(
      listOf(
        known({ ...DAY, steps: whole('Steps.', 14_210), distanceInMeters: ACTIVITY.distanceInMeters }),
        'GarminDaily',
        'Days so far.',
      ),
    ),
    sleeps: Type.Optional(
      listOf(
        known({ ...DAY, deepSleepDurationInSeconds: amount('Seconds.', 5_400) }),
        'GarminSleep',
        'Nights; each may come several times.',
      ),
    ),
    hrv: Type.Optional(
      listOf(
        known({ ...DAY, lastNightAvg: amount('RMSSD, milliseconds.', 58) }),
        'GarminHrv',
        'Heart rate variability by night.',
      ),
    ),
    deregistrations: Type.Optional(listOf(known(ITEM), 'GarminItem', 'People who have revoked access.')),
    userPermissionsChange: Type.Optional(
      listOf(
        known({
          ...ITEM,
          permissions: Type.Array(text(100, 'Name of a permission.', 'ACTIVITY_EXPORT'), {
            maxItems: 100,
            description: 'What is allowed now.',
            examples: [['ACTIVITY_EXPORT', 'HISTORICAL_DATA_EXPORT']],
          }),
        }),
        'GarminPermissionsChange',
        'People who allow something else now.',
      ),
    ),
  },
  {
    title: 'GarminPush',
    description:
      'Lists of items by type, of several people and types maybe. Besides those named here Garmin has types that are taken and ' +
      'not kept, such as `epochs` and `stressDetails`.',
  },
);

const PERSON = { userId: '4aacafe82427c251df9c9592d0c06768' };
export const GARMIN_EXAMPLES = {
  push: {
    summary: 'An activity',
    value: {
      activities: [
        {
          ...PERSON,
          summaryId: '20946172381',
          activityId: 20_946_172_381,
          activityName: 'Taipei Running',
          durationInSeconds: 3_041,
          startTimeInSeconds: 1_792_302_592,
          startTimeOffsetInSeconds: 28_800,
          activityType: 'RUNNING',
          averageHeartRateInBeatsPerMinute: 152,
          maxHeartRateInBeatsPerMinute: 172,
          distanceInMeters: 10_024.7,
          deviceName: 'Garmin Forerunner 965',
          manual: false,
        },
      ],
    },
  },
  ping: {
    summary: 'A ping: days are to be fetched',
    value: {
      dailies: [
        {
          ...PERSON,
          callbackURL:
            'https://apis.garmin.com/wellness-api/rest/dailies?uploadStartTimeInSeconds=1792306000&uploadEndTimeInSeconds=1792306060',
        },
      ],
    },
  },
  revoked: { summary: 'Somebody has revoked access', value: { deregistrations: [PERSON] } },
};
