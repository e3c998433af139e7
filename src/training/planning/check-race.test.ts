import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  firstWeeks,
  planOf,
  SAMPLE_CONTEXT,
  sampleWorkout,
  stretch,
  type Told,
  told,
  withWorkouts,
} from '../../test/sample-plan.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckContext } from './findings.ts';
import { planPaces, type Runner } from './paces.ts';
import type { PlanContent, Segment } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

const easy = (distance_m: number): Segment => stretch('work', 'easy', distance_m);
const at = (zone: ZoneName, distance_m: number): Segment => stretch('work', zone, distance_m);

type Case = readonly [
  name: string,
  content: PlanContent,
  context: Partial<CheckContext>,
  expected: readonly Told[],
];

test('the race is there, and what leads to it and away from it is light', async (t) => {
  const cases: readonly Case[] = [
    [
      'no race',
      withWorkouts([8, 'sunday', 'easy-run', easy(6_000)]),
      {},
      [['race_missing', 8, '2026-09-27', null, 10_000]],
    ],
    [
      'half of it',
      withWorkouts([8, 'sunday', 'race', at('10k', 5_000)]),
      {},
      [['race_missing', 8, '2026-09-27', 5_000, 10_000]],
    ],
    [
      'twice of it',
      withWorkouts([8, 'sunday', 'race', at('10k', 21_000)]),
      {},
      [['number_implausible', 8, '2026-09-27', 21_000, 20_000]],
    ],
    [
      'no taper',
      withWorkouts([8, 'tuesday', 'easy-run', easy(10_000)], [8, 'saturday', 'easy-run', easy(10_000)]),
      {},
      [['taper_shallow', 8, null, 32_530, 24_010]],
    ],
    [
      'a hard day before it',
      withWorkouts([8, 'saturday', 'fartlek', easy(4_000)]),
      {},
      [
        ['hard_days', 8, null, 3, 2],
        ['hard_days_too_close', 8, '2026-09-27', 1, 2],
      ],
    ],
    [
      'three days after a race in the middle of the plan',
      withWorkouts(
        [2, 'sunday', 'easy-run', easy(6_000)],
        [3, 'sunday', 'race', at('10k', 10_000)],
        [3, 'tuesday', 'easy-run', easy(4_000)],
        [3, 'thursday', 'easy-run', easy(4_000)],
        [3, 'saturday', 'easy-run', easy(3_000)],
        [4, 'tuesday', 'fartlek', easy(5_730)],
        [4, 'thursday', 'easy-run', easy(5_000)],
        [4, 'saturday', 'easy-run', easy(5_000)],
        [4, 'sunday', 'easy-run', easy(5_000)],
        [8, 'sunday', 'easy-run', easy(6_000)],
      ),
      { goal: { event: '10k', race_date: '2026-08-23', target_time_s: null } },
      [['race_recovery', 4, '2026-08-25', 2, 5]],
    ],
  ];
  for (const [name, content, context, expected] of cases) {
    await t.test(name, () => {
      assert.deepEqual(checkPlan(content, { ...SAMPLE_CONTEXT, ...context }).map(told), expected);
    });
  }
});

test('who runs 29 km at marathon pace in under two hours has run far enough', () => {
  const runner: Runner = { paces: planPaces(80), heart_rates: null, experience_level: 'advanced' };
  const days = (['monday', 'tuesday', 'thursday', 'saturday'] as const).map((day) =>
    sampleWorkout(1, day, 'easy-run', [stretch('work', 'easy', 35_000, runner)], runner),
  );
  const long = sampleWorkout(1, 'sunday', 'race-pace', [stretch('work', 'marathon', 29_500, runner)], runner);
  const context: CheckContext = {
    ...SAMPLE_CONTEXT,
    weeks: 1,
    goal: { event: 'marathon', race_date: null, target_time_s: null },
    workout_days: ['monday', 'tuesday', 'thursday', 'saturday', 'sunday'],
    history: { weekly_distance_m: [170_000], longest_run_m: 32_000 },
    runner,
  };
  const findings = checkPlan(firstWeeks(planOf([...days, long]), 1), context);
  assert.deepEqual(findings.map(told), [['session_cap', 1, '2026-08-09', 29_500, 29_000]]);
});
