import Type, { type TSchema } from 'typebox';
import { EpochMs, Id, Nullable, OneOf, pageQuery, Shape, Timestamp } from '../../http/schemas.ts';
import {
  ACTIVITY_FIELDS,
  type ActivityField,
  type BEST_EFFORT_FIELDS,
  LAP_FIELDS,
  type LapField,
  SOURCES,
  type StreamColumn,
} from '../../privacy/index.ts';
import { DATE_MS_IN_WORDS, MAX_DATE_MS } from '../../shared/date-range.ts';
import { SPORT_TYPES } from '../../training/sport.ts';
import { WORKOUT_TYPES } from './activity.ts';
import type { ActivityView, OwnActivityView } from './present.ts';

/** 32 MiB, by the specification. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
export const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

/** Limits that the specification leaves to the server, in characters. */
const MAX_NAME = 200;
const MAX_DESCRIPTION = 10_000;

const measure = (description: string, example: number): TSchema =>
  Nullable(Type.Number({ minimum: 0, description, examples: [example] }));
const text = (description: string, example: string): TSchema =>
  Nullable(Type.String({ description, examples: [example] }));

const SUMMARY = {
  duration_s: Type.Number({
    minimum: 0,
    description: 'Seconds from start to end, pauses included.',
    examples: [3012],
  }),
  distance_m: measure('Metres.', 10_020.5),
  average_speed_mps: measure('Metres a second while moving.', 3.35),
  max_speed_mps: measure('Metres a second.', 4.81),
  average_heart_rate_bpm: measure('Beats a minute.', 148.3),
  max_heart_rate_bpm: measure('Beats a minute.', 171),
  average_cadence_spm: measure('Steps a minute on foot, revolutions or strokes a minute otherwise.', 172),
  average_power_w: measure('Watts.', 262),
  elevation_gain_m: measure('Metres.', 84),
  elevation_loss_m: measure('Metres.', 79.5),
  calories_kcal: measure('Kilocalories.', 640),
};

const LAP = {
  index: Type.Integer({ minimum: 0, description: 'From 0.' }),
  start_time: Timestamp,
  ...SUMMARY,
  moving_time_s: Type.Number({ minimum: 0, description: 'Seconds without pauses.' }),
} satisfies Record<LapField, TSchema>;

const BestEffort = Shape(
  {
    name: Type.String({ examples: ['5 km'] }),
    distance_m: Type.Number({ description: 'Metres.', examples: [5000] }),
    duration_s: Type.Number({ description: 'Seconds.', examples: [1432] }),
    start_offset_s: Type.Number({
      description: 'Seconds from the start of the activity to that of the effort.',
    }),
  } satisfies Record<(typeof BEST_EFFORT_FIELDS)[number], TSchema>,
  { title: 'BestEffort', description: 'The fastest stretch of a standard distance inside the activity.' },
);

const activityFields = (laps: TSchema) =>
  ({
    id: Id,
    athlete_id: Id,
    source: OneOf(SOURCES, { description: 'Where the record came from.' }),
    external_id: text("The platform's own id; null for uploads and what was entered by hand.", '16482210041'),
    sport_type: OneOf(SPORT_TYPES),
    workout_type: Nullable(OneOf(WORKOUT_TYPES, { description: 'What the athlete calls it.' })),
    name: Type.String({ examples: ['Morning run'] }),
    description: text("The athlete's words.", 'Easy along the river.'),
    start_time: Timestamp,
    start_time_ms: EpochMs,
    timezone: Type.String({
      description: 'IANA name of the zone it took place in.',
      examples: ['Asia/Taipei'],
    }),
    ...SUMMARY,
    moving_time_s: measure('Seconds without pauses.', 2990),
    average_pace_s_per_km: measure(
      'Moving seconds a kilometre; null where distance or moving time is unknown or less than a metre or a second.',
      298.4,
    ),
    training_load: measure('Null until it has been computed.', 71),
    vdot: measure('Null until it has been computed.', 47.2),
    laps: Type.Array(laps),
    best_efforts: Type.Array(BestEffort),
    start_latlng: Nullable(
      Type.Array(Type.Number(), {
        minItems: 2,
        maxItems: 2,
        description: 'Latitude and longitude, degrees.',
      }),
    ),
    map_polyline: text("Google's encoded polyline, precision 5.", '_p~iF~ps|U_ulLnnqC'),
    device_name: text('Maker and model.', 'Garmin Forerunner 965'),
    is_race: Type.Boolean({ description: 'Whether the athlete marked it as a race.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }) satisfies Record<ActivityField, TSchema>;

const PrivacyFiltered = Type.Array(Type.String(), {
  description:
    'Names of the fields that are hidden from this audience and therefore absent, sorted; `laps.…` for those of a ' +
    'lap. The same for all activities of the athlete, whether or not they had a value.',
  examples: [['map_polyline', 'start_latlng']],
});

/** The activity object under a ceiling: unknown is null, hidden is absent. */
export const Activity = Type.Unsafe<ActivityView>(
  Type.Object(
    {
      ...optionalWhereHidden(
        activityFields(
          Type.Object(optionalWhereHidden(LAP, LAP_FIELDS), {
            title: 'Lap',
            additionalProperties: false,
          }),
        ),
        ACTIVITY_FIELDS,
      ),
      privacy_filtered: PrivacyFiltered,
    },
    {
      title: 'Activity',
      additionalProperties: false,
      description: 'What is not known is null. What privacy hides is absent and named in `privacy_filtered`.',
    },
  ),
);

/** The activity object for its owner: nothing is hidden, and `private` is there. */
const OwnActivity = Type.Unsafe<OwnActivityView>(
  Shape(
    {
      ...activityFields(Shape(LAP, { title: 'OwnLap' })),
      private: Type.Boolean({
        description:
          'Hidden from everybody else. Only the owner is shown this member, or the activity at all.',
      }),
      privacy_filtered: Type.Array(Type.String(), {
        maxItems: 0,
        description: 'Empty: owners see everything.',
      }),
    },
    { title: 'OwnActivity' },
  ),
);

/** All members, optional where the ceiling can hide them. */
function optionalWhereHidden(
  fields: Readonly<Record<string, TSchema>>,
  facets: Readonly<Record<string, string>>,
): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      facets[name] === 'plain' ? schema : Type.Optional(schema),
    ]),
  );
}

const instant = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_DATE_MS,
      errorMessage: DATE_MS_IN_WORDS,
      description,
      examples: [1_782_887_400_000],
    }),
  );

/** `start_date`, `end_date`, `limit` and `offset` of a list of activities. */
export const ActivityListQuery = Type.Object({
  start_date: instant('Earliest start, inclusive, epoch milliseconds UTC.'),
  end_date: instant('Latest start, inclusive, epoch milliseconds UTC. Not before `start_date`.'),
  ...pageQuery(DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
});

const Ok = Type.Literal('ok');

const page = (activity: TSchema) => ({
  activities: Type.Array(activity, { description: 'Newest first, then by id.' }),
  total: Type.Integer({ minimum: 0, description: 'How many there are in the range, on all pages.' }),
  limit: Type.Integer(),
  offset: Type.Integer(),
});

export const OwnActivityPage = Shape(
  { status: Ok, data: Shape(page(OwnActivity)) },
  { title: 'OwnActivityPage' },
);

export const AthleteActivityPage = Shape(
  { status: Ok, data: Shape(page(Activity)) },
  { title: 'AthleteActivityPage' },
);

export const OwnActivityResponse = Shape(
  { status: Ok, data: Shape({ activity: OwnActivity }) },
  { title: 'OwnActivityResponse' },
);

export const UploadResponse = Shape(
  {
    status: Ok,
    data: Shape({
      activities: Type.Array(OwnActivity, {
        description: 'What was read from the file: one activity, or one a sport of a multisport recording.',
      }),
    }),
  },
  { title: 'UploadResponse' },
);

const column = (item: TSchema, description: string) =>
  Type.Optional(Type.Array(Nullable(item), { description }));

const STREAMS = {
  time_s: Type.Optional(
    Type.Array(Type.Number(), { description: 'Seconds since the start of the recording, rising.' }),
  ),
  distance_m: column(Type.Number(), 'Metres from the start.'),
  latlng: column(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), 'Latitude and longitude, degrees.'),
  altitude_m: column(Type.Number(), 'Metres above the sea.'),
  speed_mps: column(Type.Number(), 'Metres a second.'),
  heart_rate_bpm: column(Type.Number(), 'Beats a minute.'),
  cadence_spm: column(Type.Number(), 'Steps a minute on foot, revolutions or strokes a minute otherwise.'),
  power_w: column(Type.Number(), 'Watts.'),
  temperature_c: column(Type.Number(), 'Degrees Celsius.'),
} satisfies Record<StreamColumn, TSchema>;

export const StreamsResponse = Shape(
  {
    status: Ok,
    data: Shape({
      activity_id: Id,
      streams: Shape(STREAMS, {
        title: 'ActivityStreams',
        description:
          'Columns of equal length, one entry a sample, null where a sample lacks the value. A column without any ' +
          'value is absent; an activity without a recording has none.',
      }),
    }),
  },
  { title: 'StreamsResponse' },
);

export const ChangeActivityBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        maxLength: MAX_NAME,
        pattern: '\\S',
        errorMessage: 'must not be blank',
        description: 'Spaces around it are cut off.',
      }),
    ),
    description: Type.Optional(Nullable(Type.String({ maxLength: MAX_DESCRIPTION }))),
    private: Type.Optional(Type.Boolean({ description: 'Hides the activity from everybody else, at once.' })),
    is_race: Type.Optional(
      Type.Boolean({ description: 'False takes the workout type `race` away as well.' }),
    ),
    workout_type: Type.Optional(
      Nullable(OneOf(WORKOUT_TYPES, { description: '`race` marks the activity as a race as well.' })),
    ),
  },
  { title: 'ChangeActivityBody', description: 'What is left out stays as it is.' },
);

export const MessageResponse = Shape(
  { status: Ok, message: Type.String() },
  { title: 'ActivityMessageResponse' },
);
