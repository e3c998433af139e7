import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_CONTEXT, SAMPLE_RUNNER, type Told, told, withOnly } from '../../test/sample-plan.ts';
import { checkPlan } from './check-plan.ts';
import { targetOf } from './paces.ts';
import type { PlanContent, Segment } from './plan.ts';

const THU = '2026-08-13';

test("targets are the runner's own", async (t) => {
  const unknown = { ...SAMPLE_RUNNER, paces: null, heart_rates: null };
  const threshold = targetOf('threshold', SAMPLE_RUNNER);
  const { repetition, recovery } = SAMPLE_RUNNER.paces?.zones ?? assert.fail();
  const work = (target: Segment['target']) =>
    withOnly(THU, (one) => ({
      ...one,
      segments: one.segments.map((segment) =>
        segment.kind === 'work' && target !== undefined ? { ...segment, target } : segment,
      ),
    }));
  const findingsOf = (content: PlanContent, runner = SAMPLE_RUNNER) =>
    checkPlan(content, { ...SAMPLE_CONTEXT, runner })
      .map(told)
      .filter(([code, week]) => code.endsWith('target') && week === 2)
      .filter(([, , date]) => date === THU);
  const pace = (min: number | null, max: number | null, zone: string | null = null) =>
    work({ type: 'pace', min, max, zone });
  const { min = null, max = null } = threshold;
  const cases: readonly (readonly [string, PlanContent, typeof SAMPLE_RUNNER, Told | null])[] = [
    [
      'those of another runner',
      pace((min ?? 0) - 5, max, 'threshold'),
      SAMPLE_RUNNER,
      ['pace_target', 2, THU, (min ?? 0) - 5, min],
    ],
    [
      'two seconds off',
      pace((min ?? 0) + 2, max, 'threshold'),
      SAMPLE_RUNNER,
      ['pace_target', 2, THU, (min ?? 0) + 2, min],
    ],
    ['rounded the other way', pace((min ?? 0) + 1, (max ?? 0) - 1, 'threshold'), SAMPLE_RUNNER, null],
    [
      'open where the zone is not',
      pace(min, null, 'threshold'),
      SAMPLE_RUNNER,
      ['pace_target', 2, THU, null, max],
    ],
    [
      'faster than they run',
      pace(repetition.min - 1, null),
      SAMPLE_RUNNER,
      ['pace_target', 2, THU, repetition.min - 1, repetition.min],
    ],
    [
      'slower than anybody would',
      pace(null, recovery.max + 1, 'jog'),
      SAMPLE_RUNNER,
      ['pace_target', 2, THU, recovery.max + 1, recovery.max],
    ],
    ['their own without a zone', pace(min, max), SAMPLE_RUNNER, null],
    ['the wrong way round', pace(max, min), SAMPLE_RUNNER, ['pace_target', 2, THU, max, min]],
    ['empty', pace(null, null), SAMPLE_RUNNER, ['pace_target', 2, THU, null, repetition.min]],
    ['no number', pace(Number.NaN, null), SAMPLE_RUNNER, ['pace_target', 2, THU, null, repetition.min]],
    ['a pace of whom none is known', pace(min, max), unknown, ['pace_target', 2, THU, min, null]],
    [
      'a zone of whom none is known',
      pace(min, max, 'threshold'),
      unknown,
      ['pace_target', 2, THU, min, null],
    ],
    ['effort of a zone', work(targetOf('threshold', unknown)), SAMPLE_RUNNER, null],
    [
      'effort of 11',
      work({ type: 'effort', min: 8, max: 11, zone: null }),
      SAMPLE_RUNNER,
      ['effort_target', 2, THU, 11, 10],
    ],
    [
      'a heart rate beyond',
      work({ type: 'heart_rate', min: 140, max: 190, zone: null }),
      SAMPLE_RUNNER,
      ['heart_rate_target', 2, THU, 190, 148],
    ],
    [
      'a heart rate for what is kept by pace',
      work({ type: 'heart_rate', min: 160, max: 170, zone: 'threshold' }),
      SAMPLE_RUNNER,
      ['heart_rate_target', 2, THU, 160, null],
    ],
  ];
  for (const [name, content, runner, expected] of cases) {
    await t.test(name, () => {
      const own = findingsOf(content, runner).filter(
        ([code]) => runner === SAMPLE_RUNNER || code === 'pace_target',
      );
      assert.deepEqual(own, expected === null ? [] : [expected]);
    });
  }
});
