import Type from 'typebox';
import { Data, Nullable, Ok, OneOf, Shape, timestamp } from '../../../http/schemas.ts';

const HEALTH_SOURCES = ['garmin', 'apple_health', 'coros'] as const;
const PARTS = ['activity', 'heart_rate', 'hrv', 'sleep'] as const;

/** The days of a leap year. */
export const MAX_DAYS = 366;
export const DEFAULT_DAYS = 30;

const Day = (description: string, example: string) =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a calendar day such as 2026-07-01',
    description,
    examples: [example],
  });

export const HealthDaysQuery = Type.Object({
  from: Type.Optional(
    Day(
      `First day, itself in it; at most ${MAX_DAYS} days up to \`to\`. Without it, the ${DEFAULT_DAYS} days up to \`to\`.`,
      '2026-06-15',
    ),
  ),
  to: Type.Optional(
    Day(
      `Last day, itself in it. Without it, today where the athlete is, and at most ${MAX_DAYS} days from \`from\`.`,
      '2026-07-14',
    ),
  ),
});

const value = (description: string, example: number, maximum = 1e9) =>
  Nullable(Type.Number({ minimum: 0, maximum, description, examples: [example] }));

const Activity = Shape(
  {
    steps: value('Steps.', 14_210),
    distance_m: value('Metres on foot, workouts included.', 12_400),
    active_energy_kcal: value('Kilocalories burned by moving.', 812),
    resting_energy_kcal: value('Kilocalories burned at rest.', 1_705),
    active_time_s: value('Seconds of moving, as the source counts them.', 5_400),
    moderate_intensity_s: value('Seconds of moderate effort.', 1_200),
    vigorous_intensity_s: value('Seconds of hard effort.', 2_700),
    floors_climbed: value('Floors.', 8),
    average_stress: value('0 to 100, as the source judges it.', 31, 100),
    max_stress: value('0 to 100, as the source judges it.', 88, 100),
  },
  { title: 'DayOfActivity', description: 'From midnight on; of today so far.' },
);
const Sleep = Shape(
  {
    start_time: Nullable(timestamp('When they fell asleep.', '2026-07-13T14:40:00.000Z')),
    duration_s: value('Seconds asleep, without those awake.', 27_060),
    deep_s: value('Seconds of deep sleep.', 5_400),
    light_s: value('Seconds of light sleep, which Apple calls core.', 15_048),
    rem_s: value('Seconds of REM sleep.', 6_588),
    awake_s: value('Seconds awake in between.', 1_188),
    score: value('0 to 100, as the source judges it.', 82, 100),
    is_final: Type.Boolean({
      description: 'Whether the source will not change its word on the night.',
      examples: [true],
    }),
  },
  { title: 'NightOfSleep', description: 'The night that ended on the day, whole as one source tells it.' },
);
const Hrv = Shape(
  {
    rmssd_ms: value('RMSSD over the night, milliseconds, as Garmin measures it.', 48, 10_000),
    highest_5_min_rmssd_ms: value('The highest RMSSD of five minutes, milliseconds.', 71, 10_000),
    sdnn_ms: value('SDNN over the day, milliseconds, as Apple measures it.', 58.3, 10_000),
  },
  {
    title: 'HeartRateVariability',
    description: 'RMSSD and SDNN are two quantities: neither can be read as the other.',
  },
);
const HeartRate = Shape(
  {
    resting_bpm: value('Beats a minute at rest.', 48, 1_000),
    min_bpm: value('The lowest of the day.', 44, 1_000),
    max_bpm: value('The highest of the day.', 172, 1_000),
    average_bpm: value('Over the day, every ten minutes counted alike.', 66, 1_000),
  },
  { title: 'DayOfHeartRate', description: 'Beats a minute.' },
);

const HealthDay = Shape(
  {
    day: Day('The calendar day where the athlete was.', '2026-07-14'),
    sources: Type.Array(OneOf(HEALTH_SOURCES, { description: 'A platform or phone.' }), {
      maxItems: HEALTH_SOURCES.length,
      description: 'Who told of the day, the one believed first in front.',
      examples: [['garmin', 'apple_health']],
    }),
    activity: Nullable(Activity),
    sleep: Nullable(Sleep),
    hrv: Nullable(Hrv),
    heart_rate: Nullable(HeartRate),
  },
  { title: 'HealthDay', description: 'What is known of a day; null is unknown.' },
);

const days = Type.Array(HealthDay, {
  maxItems: MAX_DAYS,
  description: 'The latest first; a day of which nothing is known is left out.',
});

export const OwnHealthDays = Shape({ status: Ok, data: Data({ days }) });

export const ATHLETE_HEALTH_DAYS = {
  days,
  privacy_filtered: Type.Array(OneOf(PARTS, { description: 'A part of the days.' }), {
    maxItems: PARTS.length,
    description:
      'Parts that the athlete does not share, whether or not there is anything; they are null then.',
    examples: [['activity']],
  }),
};

export const AthleteHealthDays = Shape({ status: Ok, data: Data(ATHLETE_HEALTH_DAYS) });
