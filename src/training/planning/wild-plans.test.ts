import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, WEEKDAYS } from '../../shared/calendar.ts';
import { anyContext, anyRunner } from '../../test/any-plan-numbers.ts';
import { chosenRuns } from '../../test/property.ts';
import { WORKOUT_TYPES } from '../workout-types.ts';
import { adaptPlan } from './adapt-plan.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckContext } from './findings.ts';
import {
  PHASES,
  type PlanContent,
  type PlannedWorkout,
  type Segment,
  STEP_KINDS,
  TARGET_TYPES,
} from './plan.ts';
import { repairPlan } from './repair-plan.ts';

/** Plans with the right members and arbitrary values, as the worst model may send. */

const number = fc.oneof(
  fc.integer({ min: -10, max: 50_000 }),
  fc.constantFrom(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0,
    0.5,
    5e-324,
    Number.MAX_VALUE,
  ),
);

const target = fc.record({
  type: fc.constantFrom(...TARGET_TYPES),
  min: fc.option(number),
  max: fc.option(number),
  zone: fc.constantFrom(null, 'easy', 'interval', 'mine', '__proto__', 'constructor'),
});

const stretch: fc.Arbitrary<Segment> = fc.record(
  { kind: fc.constantFrom(...STEP_KINDS, 'repeat' as const), duration_s: number, distance_m: number, target },
  { requiredKeys: ['kind'] },
);

function repeated(inner: fc.Arbitrary<Segment>): fc.Arbitrary<Segment> {
  return fc.record(
    {
      kind: fc.constantFrom('repeat', 'work'),
      repeat: fc.record({ times: number, segments: fc.array(inner, { maxLength: 3 }) }),
      target,
    },
    { requiredKeys: ['kind', 'repeat'] },
  );
}
const twice = repeated(fc.oneof(stretch, repeated(stretch)));
const segments = fc.array(fc.oneof(stretch, stretch, twice, repeated(twice)), { maxLength: 4 });

const workoutOf = ({ weeks, start_date }: CheckContext): fc.Arbitrary<PlannedWorkout> =>
  fc.record({
    id: fc.constantFrom('', 'a', 'b', 'c', 'd'),
    week_number: fc.oneof(fc.integer({ min: -1, max: weeks + 1 }), fc.constantFrom(Number.NaN, 1.5, 1e9)),
    day: fc.constantFrom(...WEEKDAYS),
    date: fc.oneof(
      fc.nat(weeks * 7).map((days) => addDays(start_date, days)),
      fc.constantFrom('', 'soon', '2026-13-40', '2026-02-31', '-1'),
    ),
    phase: fc.constantFrom(...PHASES),
    workout_type: fc.constantFrom(...WORKOUT_TYPES),
    title: fc.constant(''),
    description: fc.constant(''),
    duration_s: number,
    distance_m: number,
    segments,
    source: fc.constant('generated'),
  });

const info = fc.record({
  phase: fc.constantFrom(...PHASES),
  focus: fc.constant(''),
  total_distance_m: number,
  training_distance_m: number,
  race_distance_m: number,
  total_duration_s: number,
  workout_count: number,
});

const wildPlan: fc.Arbitrary<{ readonly context: CheckContext; readonly content: PlanContent }> = anyContext
  .map((context) => ({ ...context, weeks: Math.min(context.weeks, 6) }))
  .chain((context) =>
    fc.record({
      context: fc.constant(context),
      content: fc.record({
        workouts: fc.array(workoutOf(context), { maxLength: 20 }),
        weekly_info: fc.dictionary(
          fc.constantFrom('0', '1', '2', '6', '52', '53', '-1', '01', 'x', 'constructor'),
          info,
        ),
      }),
    }),
  );

test('whatever a plan is, it is told what is wrong with it, in numbers that are some', () => {
  const { seed, runs } = chosenRuns(100);
  fc.assert(
    fc.property(wildPlan, ({ context, content }) => {
      for (const { week_number, found, allowed } of checkPlan(content, context)) {
        assert.ok(Number.isInteger(week_number));
        assert.ok(
          (found === null || Number.isFinite(found)) && (allowed === null || Number.isFinite(allowed)),
        );
      }
    }),
    { seed, numRuns: runs },
  );
});

test('whatever a plan is, a second repair finds nothing to do', () => {
  const { seed, runs } = chosenRuns(100);
  fc.assert(
    fc.property(wildPlan, ({ context, content }) => {
      const once = repairPlan(content, context);
      assert.deepEqual(repairPlan(once.content, context), { ...once, repaired: [] });
    }),
    { seed, numRuns: runs },
  );
});

test('whatever a plan is, whoever gets it has no target that is not theirs', () => {
  const { seed, runs } = chosenRuns(100);
  fc.assert(
    fc.property(wildPlan, anyRunner, ({ context, content }, runner) => {
      const codes = checkPlan(adaptPlan(content, runner), { ...context, runner }).map(({ code }) => code);
      assert.deepEqual(
        codes.filter((code) => code.endsWith('target')),
        [],
      );
    }),
    { seed, numRuns: runs },
  );
});
