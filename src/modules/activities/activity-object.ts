import Type, { type TSchema } from 'typebox';
import {
  Count,
  EpochMs,
  Flag,
  IDS,
  NO_NUL,
  Nullable,
  OneOf,
  Shape,
  Text,
  TimeZone,
  timestamp,
} from '../../http/schemas.ts';
import {
  ACTIVITY_FIELDS,
  type ActivityField,
  type BEST_EFFORT_FIELDS,
  LAP_FIELDS,
  type LapField,
  SOURCES,
} from '../../privacy/index.ts';
import { SPORT_TYPES } from '../../training/sport.ts';
import { WORKOUT_TYPES } from '../../training/workout-types.ts';
import { EXAMPLE_ACTIVITY } from './example-activity.ts';
import { MAX_POLYLINE_CHARS } from './import/draw-map.ts';
import { MAX_LAPS } from './import/summarize-laps.ts';
import { type ActivityView, type OwnActivityView, viewOwnActivity } from './present.ts';

/** Limits that the specification leaves to the server, in characters. */
export const MAX_NAME = 200;
export const MAX_DESCRIPTION = 10_000;

/** What the database takes for a measure: see `measure` in the migrations. */
export const MEASURE = { minimum: 0, maximum: 1e9 } as const;

/** The longest time over one metre, the shortest distance that has a pace. */
const SLOWEST_PACE_S_PER_KM = MEASURE.maximum * 1000;

const known = (description: string, example: number) =>
  Type.Number({ ...MEASURE, description, examples: [example] });
const measure = (description: string, example: number): TSchema => Nullable(known(description, example));

const SUMMARY = {
  duration_s: known('Seconds from start to end, pauses included.', 2899),
  distance_m: measure('Metres.', 10_020.4),
  average_speed_mps: measure('Metres a second while moving.', 3.483),
  max_speed_mps: measure('Metres a second.', 4.612),
  average_heart_rate_bpm: measure('Beats a minute.', 153),
  max_heart_rate_bpm: measure('Beats a minute.', 172),
  average_cadence_spm: measure('Steps a minute on foot, revolutions or strokes a minute otherwise.', 172.8),
  average_power_w: measure('Watts.', 272),
  elevation_gain_m: measure('Metres.', 28.5),
  elevation_loss_m: measure('Metres.', 30),
  calories_kcal: measure('Kilocalories.', 678),
};

const LAP = {
  index: Count('From 0.', 0),
  start_time: timestamp('When it began.', '2026-07-14T21:58:00.000Z'),
  ...SUMMARY,
  moving_time_s: known('Seconds without pauses.', 660),
} satisfies Record<LapField, TSchema>;

const BestEffort = Shape(
  {
    name: Text(50, 'The standard distance in words.', '5 km'),
    distance_m: known('Metres.', 5000),
    duration_s: known('Seconds.', 1274),
    start_offset_s: known('Seconds from the start of the activity to that of the effort.', 701.2),
  } satisfies Record<(typeof BEST_EFFORT_FIELDS)[number], TSchema>,
  { title: 'BestEffort', description: 'The fastest stretch of a standard distance inside the activity.' },
);

export const LATLNG = {
  type: 'array',
  items: { type: 'number', minimum: -180, maximum: 180, description: 'Degrees.' },
  minItems: 2,
  maxItems: 2,
  description: 'Latitude and longitude, degrees (WGS 84).',
  examples: [[25.07451, 121.53482]],
} as const;

export const MAX_EXTERNAL_ID = 500;

const activityFields = (laps: TSchema) =>
  ({
    id: IDS.activity_id,
    athlete_id: IDS.athlete_id,
    source: OneOf(SOURCES, { description: 'Where the record came from.', examples: ['upload'] }),
    external_id: Nullable(
      Type.String({
        ...NO_NUL,
        maxLength: MAX_EXTERNAL_ID,
        description: "The platform's own id; null for uploads and what was entered by hand.",
        examples: ['16482210041'],
      }),
    ),
    sport_type: OneOf(SPORT_TYPES, { description: 'Kind of sport.' }),
    workout_type: Nullable(OneOf(WORKOUT_TYPES, { description: 'What the athlete calls it.' })),
    name: Text(MAX_NAME, "The athlete's title for it, or one made of sport and time of day.", 'Morning run'),
    description: Nullable(Text(MAX_DESCRIPTION, "The athlete's words.", 'Easy along the river.')),
    start_time: timestamp('When it began.', '2026-07-14T21:58:00.000Z'),
    start_time_ms: {
      ...EpochMs,
      description: 'The same in epoch milliseconds.',
      examples: [1_784_066_280_000],
    },
    timezone: TimeZone('IANA name of the zone it took place in.'),
    ...SUMMARY,
    moving_time_s: measure('Seconds without pauses.', 2877),
    average_pace_s_per_km: Nullable(
      Type.Number({
        minimum: 0,
        maximum: SLOWEST_PACE_S_PER_KM,
        description:
          'Moving seconds a kilometre, of sports on foot; null of any other, and where distance or moving time is unknown or less than a metre or a second.',
        examples: [287.1],
      }),
    ),
    training_load: measure(
      'An hour at the athlete’s own threshold is 100: by heart rate, else of runs by pace. Null where nothing is known to reckon it by. ' +
        'To others it needs `share_pace_data`.',
      71,
    ),
    vdot: measure(
      'Of a race, or of a run in which the athlete was faster than is known of them; null of any other.',
      47.2,
    ),
    laps: Type.Array(laps, {
      maxItems: MAX_LAPS,
      description: 'In the order they were run; empty where none are known.',
    }),
    best_efforts: Type.Array(BestEffort, { maxItems: 50, description: 'The shortest distance first.' }),
    start_latlng: Nullable(
      Type.Unsafe({ ...LATLNG, description: 'Where it began: latitude and longitude, degrees (WGS 84).' }),
    ),
    map_polyline: Nullable(
      Type.String({
        pattern: '^[\\u003f-\\u007e]*$',
        maxLength: MAX_POLYLINE_CHARS,
        description: "The way as Google's encoded polyline, precision 5.",
        examples: ['uj`xCsgxdVcDhJ}CtKwC|MoBnNiAlOq@|O'],
      }),
    ),
    device_name: Nullable(Text(200, 'Maker and model.', 'Garmin Forerunner 965')),
    is_race: Flag('Whether the athlete marked it as a race.', false),
    created_at: timestamp('When it came to this server.', '2026-07-14T23:21:08.127Z'),
    updated_at: timestamp('When it last changed.', '2026-07-14T23:21:08.127Z'),
  }) satisfies Record<ActivityField, TSchema>;

/** As many as there are names, those of a lap included. */
const MAX_FILTERED = Object.keys({ ...ACTIVITY_FIELDS }).length + Object.keys(LAP_FIELDS).length;

const PrivacyFiltered = Type.Array(
  Type.String({
    pattern: '^[a-z_]+(\\.[a-z_]+)?$',
    maxLength: 100,
    description: 'Name of a field.',
    examples: ['map_polyline'],
  }),
  {
    maxItems: MAX_FILTERED,
    uniqueItems: true,
    description:
      'Names of the fields that are hidden from this audience and therefore absent, sorted; `laps.…` for those of a ' +
      'lap. The same for all activities of the athlete, whether or not they had a value.',
    examples: [['map_polyline', 'start_latlng']],
  },
);

const { private: _, average_pace_s_per_100m: __, ...SHARED_ACTIVITY } = viewOwnActivity(EXAMPLE_ACTIVITY);

/** Facets that show wherever the activity does; the public never sees them. */
const ALWAYS = ['plain'];
const TO_ORGANIZATIONS = [...ALWAYS, 'body'];

/** The activity object under a ceiling: unknown values are null, hidden ones absent. */
export const Activity = Type.Unsafe<ActivityView>(
  Type.Object(
    {
      ...optionalWhereHidden(
        activityFields(
          Type.Object(optionalWhereHidden(LAP, LAP_FIELDS, TO_ORGANIZATIONS), {
            title: 'Lap',
            additionalProperties: false,
          }),
        ),
        ACTIVITY_FIELDS,
        TO_ORGANIZATIONS,
      ),
      privacy_filtered: PrivacyFiltered,
    },
    {
      title: 'Activity',
      additionalProperties: false,
      description: 'What is not known is null. What privacy hides is absent and named in `privacy_filtered`.',
      examples: [SHARED_ACTIVITY],
    },
  ),
);

/** The same for any audience, also those that never see health values. */
export const SeenActivity = Type.Unsafe<ActivityView>(
  Type.Object(
    {
      ...optionalWhereHidden(
        activityFields(
          Type.Object(optionalWhereHidden(LAP, LAP_FIELDS, ALWAYS), {
            title: 'SeenLap',
            additionalProperties: false,
          }),
        ),
        ACTIVITY_FIELDS,
        ALWAYS,
      ),
      privacy_filtered: PrivacyFiltered,
    },
    {
      title: 'SeenActivityObject',
      additionalProperties: false,
      description: 'What is not known is null. What is hidden is absent and named in `privacy_filtered`.',
      examples: [SHARED_ACTIVITY],
    },
  ),
);

/** The activity object for its owner, with `private`. */
export const OwnActivity = Type.Unsafe<OwnActivityView>(
  Shape(
    {
      ...activityFields(Shape(LAP, { title: 'OwnLap' })),
      average_pace_s_per_100m: Nullable(
        Type.Number({
          minimum: 0,
          maximum: SLOWEST_PACE_S_PER_KM / 10,
          description:
            'Moving seconds for 100 m, of swims; null of any other sport, as `average_pace_s_per_km`.',
          examples: [null],
        }),
      ),
      private: Flag(
        'Hidden from everybody else. Only the owner is shown this member, or the activity at all.',
        false,
      ),
      privacy_filtered: {
        ...PrivacyFiltered,
        maxItems: 0,
        description: 'Empty: owners see everything.',
        examples: [[]],
      },
    },
    {
      title: 'OwnActivity',
      description: 'An activity as its owner sees it. What is not known is null.',
      examples: [viewOwnActivity(EXAMPLE_ACTIVITY)],
    },
  ),
);

/** All members, optional where the ceiling can hide them from whom the object is for. */
function optionalWhereHidden(
  fields: Readonly<Record<string, TSchema>>,
  facets: Readonly<Record<string, string>>,
  shown: readonly string[],
): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      shown.includes(facets[name] ?? '') ? schema : Type.Optional(schema),
    ]),
  );
}
