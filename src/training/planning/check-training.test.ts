import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  firstWeeks,
  planOf,
  SAMPLE_CONTEXT,
  SAMPLE_RUNNER,
  samplePlan,
  sampleWorkout,
  stretch,
  type Told,
  told,
  withWorkouts,
} from '../../test/sample-plan.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckContext } from './findings.ts';
import type { PlanContent, PlannedWorkout, Segment } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

/** Plans that would hurt an athlete, or leave them tired at the start, each with exactly its findings. */

const GOOD = samplePlan();
type Day = PlannedWorkout['day'];

const easy = (distance_m: number): Segment => stretch('work', 'easy', distance_m);
const at = (zone: ZoneName, distance_m: number): Segment => stretch('work', zone, distance_m);

type Case = readonly [
  name: string,
  content: PlanContent,
  context: Partial<CheckContext>,
  expected: readonly Told[],
];

async function run(t: { test: (name: string, check: () => void) => Promise<void> }, cases: readonly Case[]) {
  for (const [name, content, context, expected] of cases) {
    await t.test(name, () => {
      assert.deepEqual(checkPlan(content, { ...SAMPLE_CONTEXT, ...context }).map(told), expected);
    });
  }
}

/** A plan of one week on the days given, for a runner of 40 km a week who has run 20 km in one go. */
const USED_TO_40: Partial<CheckContext> = {
  weeks: 1,
  goal: { event: 'general', race_date: null, target_time_s: null },
  history: { weekly_distance_m: [40_000, 40_000, 40_000, 40_000], longest_run_m: 20_000 },
};
function oneWeek(
  ...days: readonly (readonly [Day, PlannedWorkout['workout_type'], ...Segment[]])[]
): Case[1] {
  return firstWeeks(planOf(days.map(([day, type, ...segments]) => sampleWorkout(1, day, type, segments))), 1);
}
const on = (...workout_days: readonly Day[]): Partial<CheckContext> => ({ ...USED_TO_40, workout_days });

test('weeks grow by no more than they may', (t) =>
  run(t, [
    [
      'ten kilometres more than the best of the last four weeks',
      firstWeeks(
        withWorkouts([2, 'tuesday', 'easy-run', easy(11_880)], [2, 'saturday', 'easy-run', easy(12_120)]),
        2,
      ),
      { weeks_so_far: 2 },
      [['growth', 2, null, 41_880, 37_200]],
    ],
    [
      'strength and cycling besides are no running',
      oneWeek(
        ['tuesday', 'cross-training', { kind: 'work', duration_s: 9_000 }],
        ['thursday', 'easy-run', easy(20_000)],
        ['saturday', 'strength', { kind: 'work', duration_s: 9_000 }],
        ['sunday', 'long-run', easy(20_000)],
      ),
      on('tuesday', 'thursday', 'saturday', 'sunday'),
      [],
    ],
    [
      'the longest run of weeks was 7 km',
      GOOD,
      { history: { weekly_distance_m: [30_000, 30_000], longest_run_m: 7_000 } },
      [['long_run_growth', 1, '2026-08-09', 11_000, 9_000]],
    ],
    [
      'after weeks without a step',
      firstWeeks(GOOD, 1),
      { weeks_so_far: 1, history: { weekly_distance_m: [0, 0, 0, 0], longest_run_m: 0 } },
      [
        ['growth', 1, null, 30_000, 15_000],
        ['long_run_growth', 1, '2026-08-09', 11_000, 8_000],
      ],
    ],
    [
      'no fourth week in a row without a lighter one',
      firstWeeks(
        withWorkouts([4, 'tuesday', 'easy-run', easy(9_000)], [4, 'sunday', 'long-run', easy(11_000)]),
        4,
      ),
      { weeks_so_far: 4 },
      [['no_recovery_week', 4, null, 31_170, 30_600]],
    ],
  ]));

test('long runs are no longer than those before them and their event ask for', (t) =>
  run(t, [
    [
      'called an easy run, it is still the longest',
      oneWeek(['tuesday', 'easy-run', easy(20_000)], ['sunday', 'long-run', easy(8_000)]),
      { ...on('tuesday', 'sunday'), history: { weekly_distance_m: [40_000], longest_run_m: 15_000 } },
      [['long_run_growth', 1, '2026-08-04', 20_000, 17_000]],
    ],
    [
      'most of a small week is no fault of it',
      oneWeek(['tuesday', 'easy-run', easy(4_000)], ['sunday', 'long-run', easy(16_000)]),
      on('tuesday', 'sunday'),
      [],
    ],
    [
      'more than two and a half hours for a half marathon',
      oneWeek(['sunday', 'long-run', { kind: 'work', duration_s: 9_120 }]),
      {
        ...on('sunday'),
        goal: { event: 'half_marathon', race_date: null, target_time_s: null },
        history: { weekly_distance_m: [40_000], longest_run_m: 35_000 },
      },
      [['long_run_time', 1, '2026-08-09', 9_120, 9_000]],
    ],
    [
      'as long, for a marathon',
      oneWeek(['sunday', 'long-run', { kind: 'work', duration_s: 9_120 }]),
      {
        ...on('sunday'),
        goal: { event: 'marathon', race_date: null, target_time_s: null },
        history: { weekly_distance_m: [40_000], longest_run_m: 35_000 },
      },
      [],
    ],
    [
      'who runs once a week runs it in one go',
      oneWeek(['sunday', 'long-run', easy(20_000)]),
      on('sunday'),
      [],
    ],
  ]));

test('hard days are few, and have days between them', (t) =>
  run(t, [
    [
      'four of them',
      oneWeek(
        ['monday', 'fartlek', easy(8_000)],
        ['wednesday', 'hills', easy(8_000)],
        ['friday', 'tempo', easy(8_000)],
        ['sunday', 'race-pace', easy(8_000)],
      ),
      on('monday', 'wednesday', 'friday', 'sunday'),
      [['hard_days', 1, null, 4, 2]],
    ],
    [
      'one after the other',
      oneWeek(
        ['tuesday', 'tempo', easy(8_000)],
        ['wednesday', 'intervals', easy(8_000)],
        ['sunday', 'easy-run', easy(8_000)],
      ),
      on('tuesday', 'wednesday', 'sunday'),
      [['hard_days_too_close', 1, '2026-08-05', 1, 2]],
    ],
    [
      'one before the other, in a list the wrong way round',
      oneWeek(
        ['wednesday', 'intervals', easy(8_000)],
        ['tuesday', 'tempo', easy(8_000)],
        ['sunday', 'easy-run', easy(8_000)],
      ),
      on('tuesday', 'wednesday', 'sunday'),
      [
        ['order_wrong', 1, '2026-08-04', null, null],
        ['hard_days_too_close', 1, '2026-08-05', 1, 2],
      ],
    ],
    [
      'called easy, and run at threshold',
      oneWeek(
        ['tuesday', 'easy-run', easy(9_000), at('threshold', 3_000)],
        ['wednesday', 'intervals', easy(10_000)],
        ['sunday', 'easy-run', easy(10_000)],
      ),
      on('tuesday', 'wednesday', 'sunday'),
      [['hard_days_too_close', 1, '2026-08-05', 1, 2]],
    ],
    [
      'from one week to the next',
      firstWeeks(
        withWorkouts([1, 'sunday', 'fartlek', easy(11_000)], [2, 'tuesday', 'fartlek', easy(8_560)]),
        2,
      ),
      { weeks_so_far: 2, days_of_weeks: {} },
      [],
    ],
    [
      'a race a week before the race',
      withWorkouts([7, 'sunday', 'race', easy(4_000), at('10k', 10_000)]),
      {},
      [
        ['race_recovery', 8, '2026-09-24', 4, 5],
        ['hard_days_too_close', 8, '2026-09-27', 7, 14],
      ],
    ],
  ]));

test('most running is easy, and no session has too much of anything', (t) => {
  // This history makes the week a usual one.
  const history = { weekly_distance_m: [34_000, 34_000, 34_000, 34_000], longest_run_m: 15_000 };
  const days = { ...on('tuesday', 'thursday', 'saturday'), history };
  const week = (...main: readonly Segment[]) =>
    oneWeek(
      ['tuesday', 'intervals', easy(3_000), ...main],
      ['thursday', 'easy-run', easy(15_000)],
      ['saturday', 'easy-run', easy(15_000)],
    );
  return run(t, [
    [
      'three sessions at their caps are a quarter of the week',
      oneWeek(
        ['tuesday', 'tempo', easy(8_000), at('threshold', 3_900)],
        ['thursday', 'tempo', easy(8_000), at('threshold', 3_900)],
        ['saturday', 'tempo', easy(11_300), at('threshold', 3_900)],
      ),
      days,
      [
        ['hard_days', 1, null, 3, 2],
        ['hard_share', 1, null, 3_252, 2_518],
      ],
    ],
    ['threshold', week(at('threshold', 4_000)), days, [['session_cap', 1, '2026-08-04', 4_000, 3_700]]],
    [
      'half-marathon pace',
      week(at('half_marathon', 4_000)),
      days,
      [['session_cap', 1, '2026-08-04', 4_000, 3_700]],
    ],
    [
      'intervals',
      week(at('interval', 2_500), at('10k', 500)),
      days,
      [['session_cap', 1, '2026-08-04', 3_000, 2_880]],
    ],
    ['repetitions', week(at('repetition', 2_000)), days, [['session_cap', 1, '2026-08-04', 2_000, 1_750]]],
    [
      'intervals that say nothing of how hard they are',
      week({ kind: 'work', distance_m: 3_000 }),
      days,
      [['session_cap', 1, '2026-08-04', 3_000, 2_880]],
    ],
    [
      'the pace of intervals, whatever it is called',
      week({ kind: 'work', distance_m: 3_000, target: { type: 'pace', min: 256, max: 260, zone: null } }),
      days,
      [['session_cap', 1, '2026-08-04', 3_000, 2_880]],
    ],
    [
      'marathon pace for more than a fifth of the week',
      oneWeek(
        ['monday', 'easy-run', easy(12_000)],
        ['tuesday', 'easy-run', easy(12_000)],
        ['thursday', 'easy-run', easy(12_000)],
        ['saturday', 'easy-run', easy(12_000)],
        ['sunday', 'race-pace', at('marathon', 13_000)],
      ),
      {
        ...on('monday', 'tuesday', 'thursday', 'saturday', 'sunday'),
        history: { weekly_distance_m: [60_000, 60_000, 60_000, 60_000], longest_run_m: 15_000 },
      },
      [['session_cap', 1, '2026-08-09', 13_000, 12_200]],
    ],
  ]);
});

test('unknown runners begin as their level does', () => {
  const context = {
    ...SAMPLE_CONTEXT,
    history: null,
    runner: { ...SAMPLE_RUNNER, experience_level: 'beginner' as const },
  };
  const [first] = checkPlan(GOOD, context).map(told);
  assert.deepEqual(first, ['growth', 1, null, 30_000, 25_000]);
});
