import Type, { type Static, type TSchema } from 'typebox';
import { Nullable, OneOf, Shape } from '../../../http/schemas.ts';
import type { ZoneNumber } from '../../../training/zones.ts';
import {
  HEART_RATE_METHODS,
  LIMITS,
  MOST_ZONES,
  type PACE_KINDS,
  PACE_METHODS,
  VDOT_METHODS,
} from '../zones.ts';

type Limits = { readonly minimum: number; readonly maximum: number };

const bpm = (limits: Limits, description: string, example: number) =>
  Type.Integer({
    format: 'int32',
    ...limits,
    description: `${description} Beats a minute.`,
    examples: [example],
  });
const pace = (limits: Limits, description: string, example: number) =>
  Type.Number({ ...limits, description: `${description} Seconds a kilometre.`, examples: [example] });

const MAX_BPM = bpm(LIMITS.max_bpm, 'Highest heart rate.', 190);
const RESTING_BPM = bpm(LIMITS.resting_bpm, 'Heart rate at rest.', 50);
const THRESHOLD_BPM = bpm(LIMITS.threshold_bpm, 'Heart rate at the lactate threshold.', 172);
const THRESHOLD_PACE = pace(LIMITS.pace_s_per_km, 'Pace at the lactate threshold.', 270);
const VALUE = Type.Number({ ...LIMITS.vdot, description: 'VDOT, in ml/(kg·min).', examples: [48.3] });
const RACE_FIELDS = {
  distance_m: Type.Number({ ...LIMITS.race_distance_m, description: 'Metres.', examples: [10_000] }),
  time_s: Type.Number({ ...LIMITS.race_time_s, description: 'Seconds.', examples: [2_535] }),
};

const zoneNumber = Type.Unsafe<ZoneNumber>({
  type: 'integer',
  format: 'int32',
  minimum: 1,
  maximum: MOST_ZONES,
  description: 'Its number; 1 is the easiest.',
  examples: [2],
});
const heartRateZone = {
  zone: zoneNumber,
  min_bpm: bpm(LIMITS.bpm, 'The lowest that belongs to it.', 114),
  max_bpm: bpm(LIMITS.bpm, 'The highest that belongs to it.', 132),
};
const paceZone = (limits: Limits) => ({
  zone: zoneNumber,
  min_s_per_km: Nullable(pace(limits, 'Its fast end; null: it has none.', 305)),
  max_s_per_km: Nullable(pace(limits, 'Its slow end; null: it has none.', 348)),
});
const trainingPace = (limits: Limits) => ({
  min_s_per_km: pace(limits, 'The fast end.', 308),
  max_s_per_km: pace(limits, 'The slow end.', 348),
});
const zoneList = <T extends TSchema>(zone: T) =>
  Type.Array(zone, { minItems: 1, maxItems: MOST_ZONES, description: 'From the easiest to the hardest.' });
const everyPace = <T extends TSchema>(
  make: (description: string) => T,
): Record<(typeof PACE_KINDS)[number], T> => ({
  easy: make('Of easy and long runs.'),
  marathon: make('Of a marathon.'),
  threshold: make('Of tempo runs.'),
  interval: make('Of intervals of three to five minutes.'),
  repetition: make('Of short, fast repetitions.'),
});

const RACE = Shape(RACE_FIELDS, { description: 'The race it was computed from.' });

/** The zones that the server computes from a maximum of 190, a threshold pace of 4:30 and 42:15 over ten kilometres. */
const EXAMPLES = {
  heartrate: {
    method: 'percent_max',
    max_bpm: 190,
    zones: [
      { zone: 1, min_bpm: 95, max_bpm: 113 },
      { zone: 2, min_bpm: 114, max_bpm: 132 },
      { zone: 3, min_bpm: 133, max_bpm: 151 },
      { zone: 4, min_bpm: 152, max_bpm: 170 },
      { zone: 5, min_bpm: 171, max_bpm: 190 },
    ],
  },
  pace: {
    method: 'percent_threshold',
    threshold_pace_s_per_km: 270,
    zones: [
      { zone: 1, min_s_per_km: 348, max_s_per_km: null },
      { zone: 2, min_s_per_km: 305, max_s_per_km: 348 },
      { zone: 3, min_s_per_km: 284, max_s_per_km: 305 },
      { zone: 4, min_s_per_km: 270, max_s_per_km: 284 },
      { zone: 5, min_s_per_km: null, max_s_per_km: 270 },
    ],
  },
  vdot: {
    method: 'race',
    value: 48.7,
    race: { distance_m: 10_000, time_s: 2_535 },
    paces: {
      easy: { min_s_per_km: 301, max_s_per_km: 341 },
      marathon: { min_s_per_km: 277, max_s_per_km: 277 },
      threshold: { min_s_per_km: 261, max_s_per_km: 261 },
      interval: { min_s_per_km: 240, max_s_per_km: 240 },
      repetition: { min_s_per_km: 226, max_s_per_km: 226 },
    },
  },
} as const;

export const ZonesRecord = Shape(
  {
    heartrate: Type.Optional(
      Shape(
        {
          method: OneOf(HEART_RATE_METHODS, {
            description:
              'How they came about: from the maximum, the maximum and the resting rate, the threshold, or by hand.',
          }),
          max_bpm: Type.Optional(MAX_BPM),
          threshold_bpm: Type.Optional(THRESHOLD_BPM),
          resting_bpm: Type.Optional(RESTING_BPM),
          zones: zoneList(
            Shape(heartRateZone, {
              title: 'HeartRateZone',
              description: 'A range of heart rates.',
            }),
          ),
        },
        {
          title: 'HeartRateZones',
          description: 'Heart-rate zones; absent until they are set.',
          examples: [EXAMPLES.heartrate],
        },
      ),
    ),
    pace: Type.Optional(
      Shape(
        {
          method: OneOf(PACE_METHODS, {
            description: 'How they came about: from a threshold pace, from a race that tells it, or by hand.',
          }),
          threshold_pace_s_per_km: Type.Optional(THRESHOLD_PACE),
          race: Type.Optional(RACE),
          zones: zoneList(
            Shape(paceZone(LIMITS.shown_pace_s_per_km), {
              title: 'PaceZone',
              description: 'A range of paces.',
            }),
          ),
        },
        {
          title: 'PaceZones',
          description: 'Pace zones; absent until they are set.',
          examples: [EXAMPLES.pace],
        },
      ),
    ),
    vdot: Type.Optional(
      Shape(
        {
          method: OneOf(VDOT_METHODS, {
            description: 'How they came about: from a VDOT, from a race that tells it, or by hand.',
          }),
          value: VALUE,
          race: Type.Optional(RACE),
          paces: Shape(
            everyPace((description) => Shape(trainingPace(LIMITS.shown_pace_s_per_km), { description })),
            { title: 'TrainingPaces', description: 'Paces to train at.' },
          ),
        },
        {
          title: 'VdotPaces',
          description: 'VDOT and the paces that follow from it; absent until they are set.',
          examples: [EXAMPLES.vdot],
        },
      ),
    ),
  },
  {
    title: 'Zones',
    description: 'Training zones, by what they are measured in; each is absent until it is set.',
  },
);

const computed = 'Left out, it follows from what is given.';
const raceInput = Type.Object(RACE_FIELDS, { description: 'A race run as fast as they could.' });

export const ZonesInput = Type.Object(
  {
    heartrate: Type.Optional(
      Nullable(
        Type.Object(
          {
            method: Type.Optional(OneOf(HEART_RATE_METHODS, { description: computed })),
            max_bpm: Type.Optional(MAX_BPM),
            threshold_bpm: Type.Optional(THRESHOLD_BPM),
            resting_bpm: Type.Optional(RESTING_BPM),
            zones: Type.Optional(
              zoneList(Type.Object(heartRateZone, { description: 'A range of heart rates.' })),
            ),
          },
          {
            description:
              'Computed from `max_bpm`, from `max_bpm` and `resting_bpm`, or from `threshold_bpm`; or, with the method ' +
              '`manual`, the `zones` as they are given: both ends belong to a zone, so the next one begins at least a beat ' +
              'above. Null takes them away.',
            examples: [{ max_bpm: 190, resting_bpm: 50 }],
          },
        ),
      ),
    ),
    pace: Type.Optional(
      Nullable(
        Type.Object(
          {
            method: Type.Optional(OneOf(PACE_METHODS, { description: computed })),
            threshold_pace_s_per_km: Type.Optional(THRESHOLD_PACE),
            race: Type.Optional(raceInput),
            zones: Type.Optional(
              zoneList(Type.Object(paceZone(LIMITS.pace_s_per_km), { description: 'A range of paces.' })),
            ),
          },
          {
            description:
              'Computed from `threshold_pace_s_per_km` or from a `race`; or, with the method `manual`, the `zones` as ' +
              'they are given, which must not overlap: one may begin with the pace that another ends with. Null takes ' +
              'them away.',
            examples: [{ threshold_pace_s_per_km: 270 }],
          },
        ),
      ),
    ),
    vdot: Type.Optional(
      Nullable(
        Type.Object(
          {
            method: Type.Optional(OneOf(VDOT_METHODS, { description: computed })),
            value: Type.Optional(VALUE),
            race: Type.Optional(raceInput),
            paces: Type.Optional(
              Type.Object(
                everyPace((description) => Type.Object(trainingPace(LIMITS.pace_s_per_km), { description })),
                { description: 'All five of them.' },
              ),
            ),
          },
          {
            description:
              'Paces computed from a `value` or from a `race`; or, with the method `manual`, a `value` and the `paces` ' +
              'as they are given. Null takes them away.',
            examples: [{ race: { distance_m: 10_000, time_s: 2_535 } }],
          },
        ),
      ),
    ),
  },
  {
    description:
      'Each kind that is given replaces the one that was there; the others stay. What the server computes follows from ' +
      'what is given: what was read can be sent back as it is.',
  },
);
export type ZonesInput = Static<typeof ZonesInput>;
