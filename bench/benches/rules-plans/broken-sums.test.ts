import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  asking,
  type Broken,
  codesOf,
  FIVE_K,
  info,
  wanting,
  weeks,
  without,
  workout,
  workouts,
  YEAR,
} from './break-plan.ts';
import { RULES } from './findings.ts';
import { judgePlan } from './judge-plan.ts';
import { paperPlan } from './paper-plan.ts';

/** Plans that break a rule of rank `invalid`, and nothing else. */
const BROKEN: readonly Broken[] = [
  ['week_missing', 'no third week', () => info(YEAR, (weekly) => without(weekly, '3'))],
  [
    'week_unknown',
    'a fifth week of four',
    () => info(FIVE_K, (weekly) => ({ ...weekly, 5: weekly[4] ?? assert.fail() })),
  ],
  ['date_wrong', 'a Tuesday called Monday', () => workout(FIVE_K, 0, { day: 'monday' })],
  [
    'order_wrong',
    'Thursday before Tuesday',
    () => workouts(FIVE_K, ([a, b, ...rest]) => [b, a, ...rest].filter((one) => one !== undefined)),
  ],
  ['id_repeated', 'one id for two workouts', () => workout(FIVE_K, 1, { id: '2027-01-05' })],
  [
    'workout_twice',
    'two workouts a day',
    () =>
      workouts(FIVE_K, (all) =>
        all.flatMap((one, index) =>
          index === 0
            ? [
                one,
                {
                  ...one,
                  id: 'b',
                  distance_m: 0,
                  workout_type: 'strength',
                  segments: [{ kind: 'work', duration_s: 1_350 }],
                },
              ]
            : [one],
        ),
      ),
  ],
  [
    'workout_missing',
    'a day without a workout',
    () => workouts(YEAR, (all) => all.filter((_, index) => index !== 1)),
  ],
  [
    'day_not_allowed',
    'a day that nobody asked for',
    () => asking(FIVE_K, { workout_days: ['tuesday', 'sunday'] }),
  ],
  [
    'segment_shape',
    'a stretch by time and distance',
    () => workout(FIVE_K, 0, { segments: [{ kind: 'work', distance_m: 3_000, duration_s: 1_350 }] }),
  ],
  ['sum_wrong', 'metres that are not those of the segments', () => workout(FIVE_K, 0, { distance_m: 3_200 })],
  [
    'time_sum_wrong',
    'seconds that nobody needs for them',
    () => workout(FIVE_K, 0, { duration_s: 6_000, distance_m: 3_000 }),
  ],
  [
    'weekly_info_wrong',
    'a week of other metres than its workouts',
    () =>
      info(YEAR, (weekly) => ({ ...weekly, 2: { ...(weekly[2] ?? assert.fail()), total_distance_m: 1 } })),
  ],
  [
    'weekly_info_wrong',
    'a race that counts as training',
    () =>
      info(FIVE_K, (weekly) => ({
        ...weekly,
        4: { ...(weekly[4] ?? assert.fail()), training_distance_m: 9_500 },
      })),
  ],
  ['race_missing', 'a race of half its distance', () => weeks(FIVE_K, { 4: 'tue e2.5 thu e2 sun r2.5' })],
  [
    'field_missing',
    'a week that does not tell race from training',
    () =>
      info(FIVE_K, (weekly) =>
        Object.fromEntries(
          Object.entries(weekly).map(([number, { race_distance_m: _, ...week }]) => [number, week]),
        ),
      ),
  ],
  [
    'readiness_wrong',
    'ready on four weeks',
    () => ({
      ...paperPlan(FIVE_K),
      plan: { ...paperPlan(FIVE_K).plan, readiness: { level: 'ready', reasons: [] } },
    }),
  ],
  [
    'readiness_wrong',
    'not advised and nobody says why',
    () => ({
      ...paperPlan(FIVE_K),
      plan: { ...paperPlan(FIVE_K).plan, readiness: { level: 'not_advised', reasons: [] } },
    }),
  ],
  ['constraint_broken', 'a run on a day off', () => wanting({ days_off: ['thursday'] })],
  ['constraint_broken', 'five days instead of four', () => wanting({ days_per_week: 4 })],
  ['constraint_broken', 'long runs on another day', () => wanting({ long_run_day: 'saturday' })],
  ['constraint_broken', 'another first week', () => wanting({ first_week_distance_m: 30_000 })],
  ['constraint_broken', 'a larger week', () => wanting({ max_weekly_distance_m: 40_000 })],
  ['constraint_broken', 'a longer run', () => wanting({ longest_run_m: 14_000 })],
  ['constraint_broken', 'intervals that were excluded', () => wanting({ exclude: ['intervals'] })],
  ['constraint_broken', 'intervals instead of speed', () => wanting({ exclude: ['speed'] })],
  [
    'constraint_broken',
    'training where nobody can',
    () => wanting({ unavailable: [{ from: '2027-02-01', to: '2027-02-03' }] }),
  ],
  [
    'constraint_broken',
    'fast running with an injury',
    () => wanting({ injuries: [{ from: '2027-02-01', to: '2027-02-20', running: 'easy_only' }] }),
  ],
  [
    'constraint_broken',
    'a race that is not there',
    () => wanting({ races: [{ date: '2027-02-07', event: '5k', priority: 'c' }] }),
  ],
];

describe('a plan that breaks one rule of sums, dates and what was asked for', () => {
  for (const [code, what, plan] of BROKEN)
    test(`${code}: ${what}`, () => {
      assert.deepEqual(codesOf(plan()), [code], JSON.stringify(judgePlan(plan()), null, 1));
    });

  test('there is one for each', () => {
    const broken = new Set<string>(BROKEN.map(([code]) => code));
    const rules = Object.entries(RULES).filter(([, rank]) => rank === 'invalid');
    assert.deepEqual(
      rules.map(([code]) => code).filter((code) => !broken.has(code)),
      [],
    );
  });
});
