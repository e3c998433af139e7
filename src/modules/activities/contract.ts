import Type, { type TSchema } from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  Flag,
  FROM_TO,
  IDS,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  TimeZone,
  timestamp,
} from '../../http/schemas.ts';
import { SOURCES, STREAM_COLUMNS, type StreamColumn } from '../../privacy/index.ts';
import { MAX_TIME_CHARS, TIME_PATTERN } from '../../shared/read-time.ts';
import { SPORT_TYPES } from '../../training/sport.ts';
import { WORKOUT_TYPES } from '../../training/workout-types.ts';
import {
  Activity,
  LATLNG,
  MAX_DESCRIPTION,
  MAX_EXTERNAL_ID,
  MAX_NAME,
  MEASURE,
  OwnActivity,
} from './activity-object.ts';
import { MAX_SAMPLES } from './import/limit-samples.ts';

/** 32 MiB, by the specification. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

/** Sports of a multisport recording: what the readers take at the most. */
const MAX_ACTIVITIES_A_FILE = 100;

/** `from`, `to`, `sport_type`, `limit` and `cursor` of a list of activities. */
export const ActivityListQuery = Type.Object({
  ...FROM_TO,
  sport_type: Type.Optional(
    OneOf(SPORT_TYPES, { description: 'Only those of this sport.', examples: ['run'] }),
  ),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
});

const page = (activity: TSchema) => ({
  activities: Type.Array(activity, { maxItems: MAX_PAGE_SIZE, description: 'Newest first, then by id.' }),
  next_cursor: NextCursor,
  total: Count('How many there are in the range, on all pages.', 1),
});

export const OwnActivityPage = Shape(
  { status: Ok, data: Data(page(OwnActivity)) },
  { title: 'OwnActivityPage' },
);

export const AthleteActivityPage = Shape(
  { status: Ok, data: Data(page(Activity)) },
  { title: 'AthleteActivityPage' },
);

export const OwnActivityResponse = Shape(
  { status: Ok, data: Data({ activity: OwnActivity }) },
  { title: 'OwnActivityResponse' },
);

export const UploadResponse = Shape(
  {
    status: Ok,
    data: Data({
      activities: Type.Array(OwnActivity, {
        maxItems: MAX_ACTIVITIES_A_FILE,
        description: 'What was read from the file: one activity, or one a sport of a multisport recording.',
      }),
    }),
  },
  { title: 'UploadResponse' },
);

const START_IN_WORDS =
  'must be an ISO 8601 time that ends in Z or an offset, such as 2026-07-01T06:30:00Z or 2026-07-01T14:30:00+08:00';

const heartRate = (description: string, example: number) =>
  Type.Number({ minimum: 20, maximum: 255, description, examples: [example] });

const sample = (
  description: string,
  minimum: number,
  maximum: number,
  examples: readonly (number | null)[],
) =>
  Type.Optional(
    Type.Array(Nullable(Type.Number({ minimum, maximum })), {
      maxItems: MAX_SAMPLES,
      description,
      examples: [examples],
    }),
  );

const STREAMS = {
  time_s: Type.Optional(
    Type.Array(Type.Number({ ...MEASURE }), {
      maxItems: MAX_SAMPLES,
      description: 'Seconds since the start of the recording, rising.',
      examples: [[0, 1, 2]],
    }),
  ),
  distance_m: sample('Metres from the start.', 0, 1e9, [0, 3.1, 6.2]),
  latlng: Type.Optional(
    Type.Array(Nullable(Type.Unsafe(LATLNG)), {
      maxItems: MAX_SAMPLES,
      description: 'Latitude and longitude, degrees.',
      examples: [[[25.07451, 121.53482], [25.07452, 121.53479], null]],
    }),
  ),
  altitude_m: sample('Metres above the sea.', -600, 15_000, [8.2, 8.2, 8.4]),
  speed_mps: sample('Metres a second.', 0, 1e9, [3.1, 3.1, 3.2]),
  heart_rate_bpm: sample('Beats a minute.', 20, 255, [null, 98, 99]),
  cadence_spm: sample(
    'Steps a minute on foot, revolutions or strokes a minute otherwise.',
    0,
    600,
    [166, 168, 168],
  ),
  power_w: sample('Watts.', 0, 5_000, [231, 236, 240]),
  temperature_c: sample('Degrees Celsius.', -60, 70, [27, 27, 27]),
} satisfies Record<StreamColumn, TSchema>;

export const ActivityStreams = Shape(STREAMS, {
  title: 'ActivityStreams',
  description:
    'Columns of equal length, one entry a sample, null where a sample lacks the value. A column without any ' +
    'value is absent; an activity without a recording has none.',
});

export const StreamsResponse = Shape(
  { status: Ok, data: Data({ activity_id: IDS.activity_id, streams: ActivityStreams }) },
  { title: 'StreamsResponse' },
);

const COLUMNS = Object.keys(STREAM_COLUMNS) as StreamColumn[];

export const StreamsFiltered = Type.Array(OneOf(COLUMNS, { description: 'A column.' }), {
  maxItems: COLUMNS.length,
  uniqueItems: true,
  description: 'Columns that the athlete does not share, whether or not there is anything in them.',
  examples: [['latlng']],
});

export const AthleteStreamsResponse = Shape(
  {
    status: Ok,
    data: Data({
      activity_id: IDS.activity_id,
      streams: ActivityStreams,
      privacy_filtered: StreamsFiltered,
    }),
  },
  { title: 'AthleteStreamsResponse' },
);

export const AthleteActivityResponse = Shape(
  { status: Ok, data: Data({ activity: Activity }) },
  { title: 'AthleteActivityResponse' },
);

/** Two weeks: longer than any race on foot. */
const MAX_DURATION_S = 1_209_600;

const startTime = {
  ...Type.String({
    pattern: `^${TIME_PATTERN}$`,
    maxLength: MAX_TIME_CHARS,
    errorMessage: START_IN_WORDS,
    description: 'When it began, not in the future: ISO 8601 with `Z` or an offset.',
    examples: ['2026-07-15T06:00:00+08:00'],
  }),
};
const seconds = (minimum: number, description: string, example: number) =>
  Type.Number({ minimum, maximum: MAX_DURATION_S, description, examples: [example] });
const duration = seconds(1, 'Seconds from start to end, pauses included.', 2899);
const movingTime = Nullable(
  seconds(0, 'Seconds without pauses, at most `duration_s`; null: not known.', 2877),
);
const sportType = OneOf(SPORT_TYPES, { description: 'Kind of sport.', examples: ['run'] });

export const EnterActivityBody = Type.Object(
  {
    sport_type: sportType,
    start_time: startTime,
    duration_s: duration,
    moving_time_s: Type.Optional(movingTime),
    distance_m: Type.Optional(
      Nullable(Type.Number({ minimum: 0, maximum: 10_000_000, description: 'Metres.', examples: [10_020] })),
    ),
    elevation_gain_m: Type.Optional(
      Nullable(Type.Number({ minimum: 0, maximum: 100_000, description: 'Metres.', examples: [85] })),
    ),
    average_heart_rate_bpm: Type.Optional(Nullable(heartRate('Beats a minute.', 153))),
    max_heart_rate_bpm: Type.Optional(Nullable(heartRate('Beats a minute, not below the average.', 176))),
    calories_kcal: Type.Optional(
      Nullable(Type.Number({ minimum: 0, maximum: 100_000, description: 'Kilocalories.', examples: [638] })),
    ),
    name: Type.Optional(
      Nullable(
        Text(MAX_NAME, 'Left out, null or blank: one made of sport and time of day.', 'Tempo on grass'),
      ),
    ),
    description: Type.Optional(Nullable(Text(MAX_DESCRIPTION, 'Null for none.', 'Without a watch.'))),
    workout_type: Type.Optional(
      Nullable(
        OneOf(WORKOUT_TYPES, { description: '`race` marks it as a race as well.', examples: ['tempo'] }),
      ),
    ),
    is_race: Type.Optional(Flag('Whether it was a race.', false)),
    private: Type.Optional(Flag('Hides the activity from everybody else.', false)),
    timezone: Type.Optional(TimeZone('Where it took place; left out, that of the profile.')),
  },
  { title: 'EnterActivityBody', description: 'What is left out is not known.' },
);

export const ChangeActivityBody = Type.Object(
  {
    sport_type: Type.Optional({ ...sportType, description: 'What it was, whatever its sources say.' }),
    start_time: Type.Optional(startTime),
    duration_s: Type.Optional(duration),
    moving_time_s: Type.Optional(movingTime),
    name: Type.Optional(
      Type.String({
        maxLength: MAX_NAME,
        pattern: '\\S',
        errorMessage: 'must not be blank',
        description: 'Spaces around it are cut off.',
        examples: ['Tempo along the river'],
      }),
    ),
    description: Type.Optional(
      Nullable(Text(MAX_DESCRIPTION, 'Null for none.', 'Legs heavy at first, then it rolled.')),
    ),
    private: Type.Optional(Flag('Hides the activity from everybody else, at once.', false)),
    is_race: Type.Optional(Flag('False takes the workout type `race` away as well.', false)),
    workout_type: Type.Optional(
      Nullable(
        OneOf(WORKOUT_TYPES, {
          description: '`race` marks the activity as a race as well.',
          examples: ['tempo'],
        }),
      ),
    ),
  },
  { title: 'ChangeActivityBody', description: 'What is left out stays as it is.' },
);

export const MessageResponse = Shape(
  { status: Ok, message: Message('Activity deleted.') },
  { title: 'ActivityMessageResponse' },
);

/** A file or platform reports an activity once, so only joining by hand makes more. */
const MAX_RECORDS = 1_000;

const ActivityRecord = Shape(
  {
    id: IDS.record_id,
    source: OneOf(SOURCES, { description: 'Who tells of it.', examples: ['strava'] }),
    external_id: Nullable(
      Type.String({
        ...NO_NUL,
        maxLength: MAX_EXTERNAL_ID,
        description: "The source's own id; null for uploads and what was entered by hand.",
        examples: ['16482210041'],
      }),
    ),
    start_time: timestamp('When it began, as the source says.', '2026-07-14T21:58:00.000Z'),
    name: Nullable(Text(MAX_NAME, 'What it is called there; null where nobody named it.', 'Along the river')),
    device_name: Nullable(Text(200, 'Maker and model.', 'Garmin Forerunner 965')),
    distance_m: Nullable(Type.Number({ ...MEASURE, description: 'Metres.', examples: [10_020.4] })),
    duration_s: Type.Number({ ...MEASURE, description: 'Seconds from start to end.', examples: [2899] }),
    has_streams: Flag('Whether it has samples over time.', true),
    told_at: timestamp('When the source last said something new of it.', '2026-07-14T23:21:08.127Z'),
  },
  { title: 'ActivityRecord', description: 'What one source tells of a workout.' },
);

export const RecordsResponse = Shape(
  {
    status: Ok,
    data: Data({
      records: Type.Array(ActivityRecord, {
        maxItems: MAX_RECORDS,
        description: 'By start, then by source. Empty for an activity of before there were records.',
      }),
    }),
  },
  { title: 'ActivityRecordsResponse' },
);

export const SplitBody = Type.Object(
  {
    record_id: {
      ...IDS.record_id,
      description: 'Of the record, as `GET /activities/{activity_id}/records` lists it.',
    },
  },
  { title: 'SplitActivityBody' },
);

export const JoinBody = Type.Object(
  { activity_id: { ...IDS.activity_id, description: 'Of the other own activity.' } },
  { title: 'JoinActivitiesBody' },
);
