import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chosenRuns } from '../../test/property.ts';
import {
  type Disturbance,
  type Intervals,
  runIntervals,
  type SyntheticRun,
} from '../../test/synthetic-intervals.ts';
import { comparePlannedWithDone, type PlannedAgainstDone } from './compare.ts';
import type { StepResult } from './results.ts';

const NOBODY = { paces: null, heart_rates: null };

/** Three to ten repetitions of at least a minute or 300 m, 20 to 60 % faster than easy, with rests of one to three minutes. */
const intervals: fc.Arbitrary<Intervals> = fc.record(
  {
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    count: fc.integer({ min: 3, max: 10 }),
    work: fc.oneof(
      fc.constantFrom(60, 90, 120, 180, 240, 300, 480).map((duration_s) => ({ duration_s })),
      fc.constantFrom(300, 400, 600, 800, 1_000, 1_200, 1_600, 2_000).map((distance_m) => ({ distance_m })),
    ),
    rest_s: fc.constantFrom(60, 75, 90, 120, 180),
    rest: fc.constantFrom('jog' as const, 'walk' as const, 'stand' as const),
    easy_mps: fc.double({ min: 2.4, max: 3.6, noNaN: true }),
    faster: fc.double({ min: 1.2, max: 1.6, noNaN: true }),
  },
  { noNullPrototype: true },
);

function compared({ planned, laps, samples }: SyntheticRun): PlannedAgainstDone {
  return comparePlannedWithDone(planned, [{ activity_id: 'one', whole: null, laps, samples }], NOBODY);
}

const worked = ({ steps }: PlannedAgainstDone) => steps.filter(({ step }) => step.kind === 'work');

/** The number of repetitions that the result has one by one, with both ends within 5 s. */
function rightOnes({ repetitions }: SyntheticRun, result: PlannedAgainstDone): number {
  const steps = worked(result).filter(({ status }) => status !== 'merged' && status !== 'missing');
  const told = [...steps, ...result.extras].map(({ ranges }) => ranges[0]);
  const isNear = (one: number, other = Number.NaN): boolean => Math.abs(one - other) <= 5;
  return repetitions.filter((run) =>
    told.some((range) => isNear(run.start_s, range?.start_s) && isNear(run.end_s, range?.end_s)),
  ).length;
}

function shareRight(disturbed: (session: Intervals) => Disturbance, count = 60): number {
  const { seed, runs } = chosenRuns(count);
  let [right, all] = [0, 0];
  for (const session of fc.sample(intervals, { seed, numRuns: runs })) {
    const run = runIntervals(session, disturbed(session));
    right += rightOnes(run, compared(run));
    all += run.repetitions.length;
  }
  return right / all;
}

function assertSound({ status, ranges, reached, deviation, merged_with, confidence }: StepResult): void {
  assert.equal(reached === null, status === null || status === 'missing');
  assert.equal(ranges.length > 0, reached !== null);
  assert.equal(merged_with.length > 0, status === 'merged');
  assert.equal(deviation === null, reached === null);
  assert.ok(confidence === null || (confidence > 0 && confidence <= 1));
  for (const value of [...Object.values(reached ?? {}), ...Object.values(deviation ?? {})])
    assert.ok(typeof value !== 'number' || Number.isFinite(value));
}

function assertInOrder(steps: readonly StepResult[]): void {
  const ranges = steps.filter(({ status }) => status !== 'merged').flatMap((step) => step.ranges);
  for (const [place, { start_s, end_s }] of ranges.entries())
    assert.ok(start_s < end_s && start_s >= (ranges[place - 1]?.end_s ?? 0) - 1);
}

describe('synthetic interval sessions', () => {
  const WAYS: readonly (readonly [string, (session: Intervals) => Disturbance, least: number])[] = [
    ['laps that were pressed', () => ({}), 1],
    ['laps alone, without samples', () => ({ samples: false }), 1],
    ['samples alone', () => ({ laps: 'none' }), 1],
    ['samples, and laps that the watch ends each kilometre', () => ({ laps: 'automatic' }), 1],
    ['samples without a heart rate', () => ({ laps: 'none', heart_rate: false }), 1],
    ['a watch that was stopped in the warm-up', () => ({ stopped_s: 200, laps: 'none' }), 1],
    [
      'a warm-up in two laps with the watch stopped between',
      () => ({ splits_warmup: true, stopped_s: 120 }),
      1,
    ],
    ['laps that were all pressed 5 s late', () => ({ late_s: 5 }), 1],
    ['samples with a speed noise of 5 %', () => ({ laps: 'none', noise: 0.05 }), 0.95],
    ['samples with a noise of 5 % that lasts', () => ({ laps: 'none', noise: 0.05, lasting: 0.9 }), 0.95],
    [
      'laps of a kilometre, with a noise of 5 % that lasts',
      () => ({ laps: 'automatic', noise: 0.05, lasting: 0.9 }),
      0.95,
    ],
    [
      'standing at a light in the warm-up, with noise',
      () => ({ stood_s: 60, laps: 'none', noise: 0.05 }),
      0.95,
    ],
    ['a noise of 10 % that lasts', () => ({ laps: 'none', noise: 0.1, lasting: 0.9 }), 0.85],
    [
      'one repetition more than planned, with noise',
      () => ({ extra: true, laps: 'none', noise: 0.05 }),
      0.95,
    ],
    [
      'one repetition left out, with noise',
      ({ seed, count }) => ({ skipped: seed % count, laps: 'none', noise: 0.05 }),
      0.95,
    ],
  ];
  for (const [what, disturbed, least] of WAYS)
    test(`of ${what} at least ${100 * least} % of the repetitions are found within 5 s`, (t) => {
      const share = shareRight(disturbed);
      t.diagnostic(`${(100 * share).toFixed(2)} %`);
      assert.ok(share >= least, `${(100 * share).toFixed(2)} %`);
    });

  const OF = [
    ['laps', {}],
    ['samples with a noise of 5 %', { laps: 'none', noise: 0.05 }],
  ] as const;
  for (const [what, base] of OF) {
    test(`of ${what} a repetition that was left out is the one that is missing, and none is extra`, () => {
      fc.assert(
        fc.property(intervals, fc.nat(), (session, place) => {
          const result = compared(runIntervals(session, { ...base, skipped: place % session.count }));
          assert.equal(worked(result).filter(({ status }) => status === 'missing').length, 1);
          assert.equal(result.extras.filter(({ is_hard }) => is_hard).length, 0);
          const why = result.compliance.why.find(({ code }) => code === 'work_missing');
          assert.deepEqual([why?.step_count, why?.of_step_count], [1, session.count]);
        }),
        { seed: chosenRuns(40).seed, numRuns: chosenRuns(40).runs },
      );
    });
    test(`of ${what} one more than planned is extra, and none is missing`, () => {
      fc.assert(
        fc.property(intervals, (session) => {
          const result = compared(runIntervals(session, { ...base, extra: true }));
          assert.equal(worked(result).filter(({ status }) => status === 'missing').length, 0);
          assert.equal(result.extras.filter(({ is_hard }) => is_hard).length, 1);
        }),
        { seed: chosenRuns(40).seed, numRuns: chosenRuns(40).runs },
      );
    });
  }

  test('nothing that is told contradicts itself, whatever is recorded', () => {
    const disturbance: fc.Arbitrary<Disturbance> = fc.record(
      {
        noise: fc.double({ min: 0, max: 0.4, noNaN: true }),
        lasting: fc.double({ min: 0, max: 0.95, noNaN: true }),
        skipped: fc.option(fc.nat(9), { nil: null }),
        extra: fc.boolean(),
        stopped_s: fc.nat(900),
        late_s: fc.nat(30),
        laps: fc.constantFrom('pressed' as const, 'automatic' as const, 'none' as const),
        samples: fc.boolean(),
        heart_rate: fc.boolean(),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(intervals, disturbance, (session, disturbed) => {
        const { steps, extras, compliance } = compared(runIntervals(session, disturbed));
        assert.equal(steps.length, 2 + 2 * session.count);
        steps.forEach(assertSound);
        assertInOrder(steps);
        assert.ok(extras.every(({ ranges }) => ranges.length === 1));
        for (const share of [compliance.work_done_share, compliance.work_in_target_share])
          assert.ok(share === null || (share >= 0 && share <= 1));
      }),
      { seed: chosenRuns(100).seed, numRuns: chosenRuns(100).runs },
    );
  });
});
