import type { GoalEvent } from '../planning/brief.ts';
import type { ExperienceLevel, Phase } from '../planning/plan.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import type { WorkoutType } from '../workout-types.ts';

/** Hard sessions as coaches write them. The number of repetitions depends on the week. */
type Common = {
  readonly key: string;
  readonly type: WorkoutType;
  readonly levels: readonly ExperienceLevel[];
};
export type Recipe = Common &
  (
    | {
        readonly form: 'reps';
        readonly zone: ZoneName;
        readonly work_m: number;
        readonly jog_m: number;
        readonly times: readonly [number, number];
        readonly most_s: number;
      }
    | {
        readonly form: 'steady';
        readonly zone: ZoneName;
        readonly work_m: readonly [number, number];
        readonly most_s: number;
      }
    | {
        readonly form: 'timed';
        readonly zone: ZoneName;
        readonly pairs: readonly (readonly [number, number])[];
        readonly times: readonly [number, number];
      }
  );

const ALL = ['beginner', 'intermediate', 'advanced'] as const;
const TRAINED = ['intermediate', 'advanced'] as const;

/** Daniels: threshold for 5 to 20 minutes at a time, longer ones only at its slow side; interval up to 5, repetition up to 2. */
const MOST_S = { threshold: 20 * 60, steady: 40 * 60, interval: 5.5 * 60, repetition: 2 * 60, race: 45 * 60 };

function reps(
  type: WorkoutType,
  zone: ZoneName,
  [work_m, jog_m]: readonly [number, number],
  times: readonly [number, number],
  most_s: number,
  levels: readonly ExperienceLevel[] = ALL,
): Recipe {
  return { form: 'reps', key: `${type}-${zone}-${work_m}`, type, zone, work_m, jog_m, times, most_s, levels };
}

function steady(
  type: WorkoutType,
  zone: ZoneName,
  work_m: readonly [number, number],
  most_s: number,
  levels: readonly ExperienceLevel[] = ALL,
): Recipe {
  return { form: 'steady', key: `${type}-${zone}-steady`, type, zone, work_m, most_s, levels };
}

function timed(
  type: WorkoutType,
  zone: ZoneName,
  pairs: readonly (readonly [number, number])[],
  times: readonly [number, number],
  levels: readonly ExperienceLevel[] = ALL,
): Recipe {
  return { form: 'timed', key: `${type}-${pairs.join('-')}`, type, zone, pairs, times, levels };
}

const LADDER = [60, 120, 180, 120, 60].map((hard_s) => [hard_s, hard_s > 120 ? 120 : 60] as const);

export const RECIPES: readonly Recipe[] = [
  // Threshold pace, as cruise intervals and in one piece.
  reps('tempo', 'threshold', [800, 200], [2, 5], MOST_S.threshold, ['beginner']),
  reps('tempo', 'threshold', [1_000, 200], [2, 8], MOST_S.threshold),
  reps('tempo', 'threshold', [1_600, 300], [2, 6], MOST_S.threshold, TRAINED),
  reps('tempo', 'threshold', [2_000, 400], [2, 5], MOST_S.threshold, TRAINED),
  reps('tempo', 'threshold', [3_000, 600], [2, 4], MOST_S.threshold, TRAINED),
  steady('tempo', 'threshold', [1_500, 8_000], MOST_S.steady),
  // Around the pace of the highest oxygen uptake.
  reps('intervals', 'interval', [400, 200], [4, 12], MOST_S.interval),
  reps('intervals', 'interval', [600, 300], [3, 10], MOST_S.interval),
  reps('intervals', 'interval', [800, 400], [3, 8], MOST_S.interval),
  reps('intervals', 'interval', [1_000, 400], [3, 8], MOST_S.interval, TRAINED),
  reps('intervals', 'interval', [1_200, 400], [3, 7], MOST_S.interval, TRAINED),
  reps('intervals', '10k', [1_000, 200], [3, 8], MOST_S.threshold),
  reps('intervals', '10k', [1_200, 300], [3, 7], MOST_S.threshold, TRAINED),
  reps('intervals', '10k', [1_600, 400], [2, 5], MOST_S.threshold, TRAINED),
  // Faster than that, for running form.
  reps('intervals', 'repetition', [200, 200], [6, 16], MOST_S.repetition, TRAINED),
  reps('intervals', 'repetition', [300, 300], [5, 12], MOST_S.repetition, TRAINED),
  reps('intervals', 'repetition', [400, 400], [4, 12], MOST_S.repetition, ['advanced']),
  timed('hills', 'interval', [[30, 90]], [5, 10]),
  timed('hills', 'interval', [[45, 75]], [5, 12]),
  timed('hills', 'interval', [[60, 120]], [4, 10]),
  timed('hills', 'interval', [[90, 150]], [4, 8], TRAINED),
  timed('fartlek', 'threshold', [[60, 60]], [5, 12]),
  timed('fartlek', 'threshold', [[60, 120]], [4, 8], ['beginner']),
  timed('fartlek', 'threshold', [[120, 120]], [3, 8]),
  timed('fartlek', 'threshold', [[180, 120]], [3, 7], TRAINED),
  timed('fartlek', 'threshold', LADDER, [1, 2], TRAINED),
  reps('race-pace', 'interval', [400, 200], [3, 10], MOST_S.interval),
  reps('race-pace', 'interval', [800, 300], [2, 6], MOST_S.interval),
  reps('race-pace', 'interval', [1_000, 300], [2, 6], MOST_S.interval, TRAINED),
  reps('race-pace', '10k', [800, 200], [2, 6], MOST_S.threshold),
  reps('race-pace', '10k', [1_000, 200], [2, 8], MOST_S.threshold),
  reps('race-pace', '10k', [2_000, 400], [2, 4], MOST_S.threshold, TRAINED),
  reps('race-pace', 'half_marathon', [1_000, 200], [2, 6], MOST_S.threshold),
  reps('race-pace', 'half_marathon', [2_000, 400], [2, 5], MOST_S.threshold),
  reps('race-pace', 'half_marathon', [3_000, 500], [2, 4], MOST_S.threshold, TRAINED),
  steady('race-pace', 'half_marathon', [2_000, 10_000], MOST_S.race),
  reps('race-pace', 'marathon', [1_000, 200], [2, 4], MOST_S.threshold),
  reps('race-pace', 'marathon', [2_000, 400], [2, 5], MOST_S.race),
  reps('race-pace', 'marathon', [3_000, 500], [2, 4], MOST_S.race, TRAINED),
  reps('race-pace', 'marathon', [5_000, 1_000], [2, 3], MOST_S.race, TRAINED),
  steady('race-pace', 'marathon', [3_000, 14_000], 80 * 60),
];

/** The zone of each race: most runners race 5 km at the pace of intervals, and beyond the marathon all running is easy. */
export const RACE_ZONE: Readonly<Record<Exclude<GoalEvent, 'general'>, ZoneName>> = {
  '5k': 'interval',
  '10k': '10k',
  half_marathon: 'half_marathon',
  marathon: 'marathon',
  '50k': 'easy',
  '100k': 'easy',
};

export type Weights = Readonly<Partial<Record<WorkoutType, number>>>;
type Emphasis = Readonly<Record<Phase, readonly [Weights, Weights]>>;

const SHORT_RACES: Emphasis = {
  base: [
    { fartlek: 3, hills: 3, tempo: 1 },
    { tempo: 3, intervals: 1 },
  ],
  build: [
    { intervals: 4, hills: 1 },
    { tempo: 3, fartlek: 1 },
  ],
  peak: [
    { 'race-pace': 3, intervals: 1 },
    { tempo: 2, intervals: 2 },
  ],
  taper: [{ 'race-pace': 1 }, { 'race-pace': 1 }],
  recovery: [
    { fartlek: 3, tempo: 2 },
    { fartlek: 2, tempo: 2, hills: 1 },
  ],
};

export const FIRST_WEEK: readonly [Weights, Weights] = [
  { fartlek: 3, tempo: 1 },
  { tempo: 2, fartlek: 1 },
];

const HALF_MARATHON: Emphasis = {
  base: [
    { hills: 3, fartlek: 3, tempo: 1 },
    { tempo: 3, fartlek: 1 },
  ],
  build: [
    { tempo: 4, fartlek: 1 },
    { intervals: 3, hills: 1, 'race-pace': 1 },
  ],
  peak: [
    { 'race-pace': 3, tempo: 1 },
    { tempo: 3, intervals: 2 },
  ],
  taper: [{ 'race-pace': 3, tempo: 1 }, { 'race-pace': 1 }],
  recovery: SHORT_RACES.recovery,
};

const MARATHON: Emphasis = {
  ...HALF_MARATHON,
  build: [
    { tempo: 4, 'race-pace': 1 },
    { intervals: 2, 'race-pace': 2, hills: 1 },
  ],
  peak: [
    { 'race-pace': 3, tempo: 1 },
    { tempo: 3, intervals: 1 },
  ],
};

const NO_RACE: Emphasis = {
  ...SHORT_RACES,
  build: [
    { intervals: 2, hills: 2, fartlek: 1 },
    { tempo: 3, fartlek: 1 },
  ],
  peak: [
    { intervals: 3, hills: 1 },
    { tempo: 3, fartlek: 1 },
  ],
  taper: [
    { fartlek: 2, tempo: 1 },
    { tempo: 1, fartlek: 1 },
  ],
};

export const EMPHASIS: Readonly<Record<GoalEvent, Emphasis>> = {
  '5k': SHORT_RACES,
  '10k': SHORT_RACES,
  half_marathon: HALF_MARATHON,
  marathon: MARATHON,
  '50k': MARATHON,
  '100k': MARATHON,
  general: NO_RACE,
};
