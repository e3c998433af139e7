import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyRunner } from '../../test/any-plan-numbers.ts';
import { chosenRuns } from '../../test/property.ts';
import { planOf, SAMPLE_CONTEXT, SAMPLE_RUNNER, samplePlan, sampleWorkout } from '../../test/sample-plan.ts';
import { adaptPlan } from './adapt-plan.ts';
import { checkPlan } from './check-plan.ts';
import { measureSegments } from './measure.ts';
import { planPaces, type Runner, targetOf } from './paces.ts';
import type { Segment } from './plan.ts';

const GOOD = samplePlan();
const SLOW: Runner = { paces: planPaces(32), heart_rates: null, experience_level: 'beginner' };
const UNKNOWN: Runner = { paces: null, heart_rates: null, experience_level: 'intermediate' };

test('each runner gets the same plan at their own intensities', () => {
  const plan = adaptPlan(GOOD, SLOW);
  const thursday = plan.workouts[1] ?? assert.fail();
  assert.deepEqual(
    thursday.segments.map(({ target }) => target),
    [targetOf('easy', SLOW), targetOf('threshold', SLOW), targetOf('easy', SLOW)],
  );
  assert.deepEqual(thursday.duration_s, measureSegments(thursday.segments, planPaces(32)).duration_s);
  assert.ok(thursday.duration_s > (GOOD.workouts[1]?.duration_s ?? 0));
  assert.deepEqual(
    plan.workouts.map(({ id, date, title, distance_m }) => [id, date, title, distance_m]),
    GOOD.workouts.map(({ id, date, title, distance_m }) => [id, date, title, distance_m]),
  );
  assert.deepEqual(adaptPlan(plan, SAMPLE_RUNNER), GOOD);
});

test('nobody gets the numbers of somebody else', () => {
  const plan = adaptPlan(GOOD, UNKNOWN);
  const text = JSON.stringify(plan);
  assert.ok(!text.includes('"pace"') && !text.includes('"heart_rate"'));
});

test('efforts of hills stay, since a pace says nothing uphill; others become what is known', () => {
  const effort: Segment = { kind: 'work', duration_s: 600, target: targetOf('interval', UNKNOWN) };
  const target = (type: 'hills' | 'intervals') =>
    adaptPlan(planOf([sampleWorkout(1, 'tuesday', type, [effort], UNKNOWN)]), SLOW).workouts[0]?.segments[0]
      ?.target;
  assert.deepEqual(target('hills'), effort.target);
  assert.deepEqual(target('intervals'), targetOf('interval', SLOW));
});

test('numbers without a zone stand for themselves where the runner can run them', () => {
  const fast: Segment = {
    kind: 'work',
    distance_m: 3_000,
    target: { type: 'pace', min: 270, max: 280, zone: null },
  };
  const content = planOf([sampleWorkout(1, 'tuesday', 'tempo', [fast])]);
  const target = (runner: Runner) => adaptPlan(content, runner).workouts[0]?.segments[0]?.target;
  assert.deepEqual(target(SAMPLE_RUNNER), fast.target);
  // The numbers are faster than this runner's repetitions, so the target becomes their nearest intensity.
  assert.deepEqual(target(SLOW), targetOf('repetition', SLOW));
  assert.deepEqual(target({ ...UNKNOWN, experience_level: 'intermediate' })?.type, 'effort');
});

test('what is adapted has the right targets and sums for whoever it is', () => {
  const { seed, runs } = chosenRuns(80);
  const wild: fc.Arbitrary<Segment['target']> = fc.record({
    type: fc.constantFrom('pace', 'heart_rate', 'effort'),
    min: fc.option(fc.integer({ min: 0, max: 900 })),
    max: fc.option(fc.integer({ min: 0, max: 900 })),
    zone: fc.constantFrom(null, 'easy', 'interval', 'zone 2'),
  });
  fc.assert(
    fc.property(anyRunner, wild, fc.nat(40), (runner, target, at) => {
      const content = {
        ...GOOD,
        workouts: GOOD.workouts.map((one, index) =>
          index === at && target !== undefined
            ? {
                ...one,
                segments: one.segments.map((segment) => (segment.repeat ? segment : { ...segment, target })),
              }
            : one,
        ),
      };
      const adapted = adaptPlan(content, runner);
      const findings = checkPlan(adapted, { ...SAMPLE_CONTEXT, runner }).map(({ code }) => code);
      const ours = [
        'sum_wrong',
        'time_sum_wrong',
        'weekly_info_wrong',
        'pace_target',
        'heart_rate_target',
        'effort_target',
      ];
      assert.deepEqual(
        findings.filter((code) => ours.includes(code)),
        [],
      );
      assert.deepEqual(adaptPlan(adapted, runner), adapted);
    }),
    { seed, numRuns: runs },
  );
});
