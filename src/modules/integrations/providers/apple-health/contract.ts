import Type, { type Static } from 'typebox';
import { Count, Message, NO_NUL, Nullable, Ok, Shape, Text } from '../../../../http/schemas.ts';
import { ignoresUnknown } from '../../../../http/unknown-names.ts';
import { TIME_IN_WORDS, TIME_PATTERN } from './wire.ts';

export const MAX_BODY_BYTES = 32 * 1024 * 1024;
export const MAX_WORKOUTS = 1_000;
export const MAX_SAMPLES = 100_000;
const MAX_METRICS = 1_000;

const time = (description: string, example: string) =>
  Type.String({
    pattern: TIME_PATTERN,
    maxLength: 40,
    errorMessage: TIME_IN_WORDS,
    description: `${description} ISO 8601 or \`yyyy-MM-dd HH:mm:ss Z\`, always with its offset from UTC.`,
    examples: [example],
  });
const amount = (maximum: number, description: string, example: number) =>
  Type.Optional(Nullable(Type.Number({ minimum: 0, maximum, description, examples: [example] })));
const words = (maxLength: number, description: string, example: string) =>
  Type.Optional(Nullable(Text(maxLength, description, example)));

const uuid = words(
  64,
  'HealthKit’s own id: with it the same is known again for certain.',
  '7E0C2C9A-5D0B-4C3E-9C1E-2A3B4C5D6E7F',
);

const Workout = Type.Object(
  {
    uuid,
    workout_type: Type.String({
      ...NO_NUL,
      minLength: 1,
      maxLength: 100,
      description:
        'As HealthKit writes it (`HKWorkoutActivityTypeRunning`), in short (`running`) or as phones show it (`Outdoor Run`). One that is not known is kept as `other`.',
      examples: ['HKWorkoutActivityTypeRunning'],
    }),
    start_date: time('When it began.', '2026-07-01T06:30:00+08:00'),
    end_date: time('When it ended.', '2026-07-01T07:20:41+08:00'),
    total_distance: amount(10_000_000, 'Metres; 0 is unknown.', 10_018.2),
    total_energy_burned: amount(100_000, 'Kilocalories; 0 is unknown.', 638),
    heart_rate_avg: amount(350, 'Beats a minute; 0 is unknown.', 151.4),
    heart_rate_max: amount(350, 'Beats a minute; 0 is unknown.', 172),
    source_name: words(200, 'The device or app that recorded it, in words.', 'Apple Watch'),
    source_bundle_id: words(
      200,
      'Bundle id of the app that wrote it. Copies of workouts that a connected platform tells of itself are left out.',
      'com.apple.health',
    ),
  },
  { title: 'HealthWorkout', description: 'A workout on a phone.' },
);
export type Workout = Static<typeof Workout>;

const sample = (title: string, about: string, value: Parameters<typeof Type.Number>[0]) =>
  Type.Object(
    {
      uuid,
      date: time('When it was measured.', '2026-07-01T06:30:05+08:00'),
      value: Type.Number(value),
      source_bundle_id: words(200, 'Bundle id of the app that measured.', 'com.apple.health'),
    },
    { title, description: about },
  );
const HeartRateSample = sample('HeartRateSample', 'How fast the heart beat.', {
  exclusiveMinimum: 0,
  maximum: 350,
  errorMessage: 'must be beats a minute, above 0 and at most 350',
  description: 'Beats a minute.',
  examples: [112],
});
const HrvSample = sample('HrvSample', 'How the time between beats varied.', {
  minimum: 0,
  maximum: 2_000,
  description: 'SDNN, milliseconds.',
  examples: [58.3],
});
export type SampleInput = Static<typeof HeartRateSample>;

const bare = (maxItems: number, what: string) =>
  Type.Optional(
    Nullable(
      Type.Array(Type.Object({}, { ...ignoresUnknown('health_app'), description: what }), {
        maxItems,
        description: what,
      }),
    ),
  );

/** The form that other phone apps send. It is read member by member, and unknown members are ignored. */
const Batch = Type.Object(
  {
    metrics: bare(MAX_METRICS, 'Health Auto Export: values over time, `{name, units, data}`.'),
    workouts: bare(MAX_WORKOUTS, 'Workouts as Health Auto Export or a HealthKit SDK writes them.'),
    records: bare(MAX_SAMPLES, 'HealthKit SDK: quantities, `{uuid, type, unit, value, startDate, endDate}`.'),
    sleep: bare(MAX_SAMPLES, 'HealthKit SDK: stages of sleep.'),
  },
  {
    ...ignoresUnknown('health_app'),
    title: 'HealthBatch',
    description:
      'The body of Health Auto Export, or native objects of HealthKit as an SDK forwards them. Units are converted, and one that is not known is refused.',
    examples: [
      {
        workouts: [
          {
            id: '7E0C2C9A-5D0B-4C3E-9C1E-2A3B4C5D6E7F',
            name: 'Outdoor Run',
            start: '2026-07-01 06:30:00 +0800',
            end: '2026-07-01 07:20:41 +0800',
            distance: { qty: 10.0182, units: 'km' },
          },
        ],
      },
    ],
  },
);

export const SyncBody = Type.Object(
  {
    workouts: Type.Optional(
      Type.Array(Workout, { maxItems: MAX_WORKOUTS, description: 'Workouts, in any order.' }),
    ),
    heart_rate_samples: Type.Optional(
      Type.Array(HeartRateSample, { maxItems: MAX_SAMPLES, description: 'Beats a minute.' }),
    ),
    hrv_samples: Type.Optional(
      Type.Array(HrvSample, { maxItems: MAX_SAMPLES, description: 'Heart rate variability.' }),
    ),
    sync_date: Type.Optional(Nullable(time('When the phone put this together.', '2026-07-01T12:00:00Z'))),
    data: Type.Optional(Batch),
  },
  { title: 'HealthSync', description: 'What a phone has to tell: `workouts` and samples, or `data`.' },
);
export type SyncBody = Static<typeof SyncBody>;

export const SyncResponse = Shape({
  status: Ok,
  message: Message('2 workouts are new.'),
  imported_workouts: Count('How many of the workouts were not here before.', 2),
});
