import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf, SAMPLE_CONTEXT, sampleWorkout, stretch } from '../../test/sample-plan.ts';
import { adaptPlan } from './adapt-plan.ts';
import { fitPlan } from './fit-plan.ts';
import { planPaces, type Runner, targetOf } from './paces.ts';
import type { PlanContent, PlannedWorkout, Segment } from './plan.ts';

const SLOW: Runner = { paces: planPaces(25), heart_rates: null, experience_level: 'intermediate' };
const FAST: Runner = { ...SLOW, paces: planPaces(70) };
const CONTEXT = {
  ...SAMPLE_CONTEXT,
  weeks: 1,
  goal: { event: 'half_marathon', race_date: null, target_time_s: null },
} as const;

/** Fits a plan of one week that has 60 km beside the given workout. */
function asRunBy(type: PlannedWorkout['workout_type'], segments: readonly Segment[], runner: Runner) {
  const others = (['tuesday', 'wednesday', 'thursday', 'friday'] as const).map((day) =>
    sampleWorkout(1, day, 'easy-run', [stretch('work', 'easy', 15_000)]),
  );
  const workouts = [...others, sampleWorkout(1, 'sunday', type, segments)].map(
    (workout): PlannedWorkout => ({ ...workout, text_source: 'generated' }),
  );
  const content: PlanContent = adaptPlan(planOf(workouts), runner);
  const fitted = fitPlan(content, { ...CONTEXT, runner });
  const last = fitted.content.workouts.at(-1) ?? assert.fail();
  return { content, fitted, last, codes: fitted.findings.map(({ code }) => code) };
}
const sizes = (segments: readonly Segment[]) =>
  segments.map(({ distance_m, duration_s, repeat }) => repeat?.times ?? distance_m ?? duration_s);

test('a run that takes too long is easy for less far, and keeps its quality', () => {
  const segments = [
    stretch('warmup', 'easy', 3_000),
    stretch('work', 'easy', 12_000),
    stretch('work', 'marathon', 6_000),
    stretch('cooldown', 'easy', 2_000),
  ];
  const { last, codes, fitted } = asRunBy('long-run', segments, SLOW);
  assert.deepEqual(sizes(last.segments), [3_000, 6_000, 6_000, 2_000]);
  assert.ok(last.duration_s <= 9_000 && last.duration_s > 8_500, `${last.duration_s} s`);
  assert.deepEqual(codes, []);
  assert.equal(fitted.content.weekly_info[1]?.total_distance_m, 60_000 + last.distance_m);
});

test('by time it ends on whole five minutes', () => {
  const byTime: Segment = { kind: 'work', duration_s: 9_300, target: targetOf('easy', SLOW) };
  assert.deepEqual(sizes(asRunBy('long-run', [byTime], SLOW).last.segments), [9_000]);
});

test('warm-up and cool-down are cut last, and never away', () => {
  const segments = [
    stretch('warmup', 'easy', 8_000),
    stretch('work', 'easy', 4_000),
    stretch('cooldown', 'easy', 6_000),
  ];
  assert.deepEqual(sizes(asRunBy('easy-run', segments, SLOW).last.segments), [8_000, 2_500, 6_000]);
});

test('what has nothing to cut is told', () => {
  const rounds: Segment = {
    kind: 'repeat',
    repeat: { times: 12, segments: [stretch('work', 'easy', 2_000)] },
  };
  const { content, fitted, codes } = asRunBy('easy-run', [rounds], SLOW);
  assert.deepEqual(codes, ['long_run_time']);
  assert.equal(fitted.content, content);
});

test('minutes that are too many metres for a faster runner are fewer, and metres stay', () => {
  const threshold = (duration_s: number): Segment => ({
    kind: 'work',
    duration_s,
    target: targetOf('threshold', SLOW),
  });
  const repeat = { times: 4, segments: [threshold(600), { kind: 'recovery', duration_s: 60 } as const] };
  const segments = [stretch('warmup', 'easy', 3_000), { kind: 'repeat', repeat } as const];
  const slow = asRunBy('tempo', segments, SLOW);
  const fast = asRunBy('tempo', segments, FAST);
  assert.deepEqual([sizes(slow.last.segments), slow.codes], [[3_000, 4], []]);
  assert.deepEqual([sizes(fast.last.segments), fast.codes], [[3_000, 2], []]);
  assert.equal(fast.fitted.content.workouts[0], fast.content.workouts[0], 'the other days are the same');
});

test('a race is raced whole', () => {
  const { content, fitted, codes } = asRunBy('race', [stretch('work', 'half_marathon', 25_000)], SLOW);
  assert.deepEqual(codes, []);
  assert.equal(fitted.content, content);
});
