import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_RUNNER } from '../../test/sample-plan.ts';
import type { WorkoutType } from '../workout-types.ts';
import { zoneOfStretch } from './intensity.ts';
import type { Runner } from './paces.ts';
import type { Segment, Target } from './plan.ts';

test('how hard a stretch is follows from what it says, and else from where it stands', async (t) => {
  const effort = (min: number, max: number): Target => ({ type: 'effort', min, max, zone: null });
  const beats = (min: number, max: number): Target => ({ type: 'heart_rate', min, max, zone: null });
  const pace = (min: number | null, max: number | null): Target => ({ type: 'pace', min, max, zone: 'mine' });
  const work = (target: Target): Segment => ({ kind: 'work', distance_m: 1_000, target });
  const plain = (kind: 'work' | 'recovery' | 'warmup', duration_s = 600): Segment => ({ kind, duration_s });
  const unknown: Runner = { ...SAMPLE_RUNNER, heart_rates: null };
  const cases: readonly (readonly [Segment, WorkoutType, Runner, string])[] = [
    [work({ type: 'effort', min: 1, max: 2, zone: 'interval' }), 'easy-run', SAMPLE_RUNNER, 'interval'],
    [work(pace(250, 256)), 'easy-run', SAMPLE_RUNNER, 'interval'],
    [work(pace(null, 230)), 'easy-run', SAMPLE_RUNNER, 'repetition'],
    [work(pace(295, 299)), 'easy-run', SAMPLE_RUNNER, 'marathon'],
    [work(pace(330, 340)), 'tempo', SAMPLE_RUNNER, 'easy'],
    [work(pace(500, null)), 'tempo', SAMPLE_RUNNER, 'recovery'],
    [work(effort(9, 9)), 'easy-run', SAMPLE_RUNNER, 'interval'],
    [work(effort(7, 8)), 'easy-run', SAMPLE_RUNNER, '10k'],
    [work(effort(6, 7)), 'easy-run', SAMPLE_RUNNER, 'threshold'],
    [work(effort(5, 6)), 'easy-run', SAMPLE_RUNNER, 'marathon'],
    [work(effort(2, 4)), 'tempo', SAMPLE_RUNNER, 'easy'],
    [work(effort(1, 1)), 'tempo', SAMPLE_RUNNER, 'recovery'],
    [work(beats(150, 160)), 'easy-run', SAMPLE_RUNNER, 'threshold'],
    [work(beats(130, 140)), 'tempo', SAMPLE_RUNNER, 'easy'],
    [work(beats(150, 160)), 'tempo', unknown, 'threshold'],
    [work(beats(150, 160)), 'easy-run', unknown, 'easy'],
    [plain('work'), 'intervals', SAMPLE_RUNNER, 'interval'],
    [plain('work'), 'hills', SAMPLE_RUNNER, 'interval'],
    [plain('work'), 'long-run', SAMPLE_RUNNER, 'easy'],
    [plain('work'), 'recovery-run', SAMPLE_RUNNER, 'recovery'],
    [plain('work', 20), 'strides', SAMPLE_RUNNER, 'repetition'],
    [plain('work'), 'strides', SAMPLE_RUNNER, 'easy'],
    [plain('recovery'), 'intervals', SAMPLE_RUNNER, 'recovery'],
    [plain('warmup'), 'intervals', SAMPLE_RUNNER, 'easy'],
  ];
  for (const [segment, type, runner, zone] of cases) {
    await t.test(`${JSON.stringify(segment)} of ${type}: ${zone}`, () => {
      assert.equal(zoneOfStretch(segment, type, runner), zone);
    });
  }
});
