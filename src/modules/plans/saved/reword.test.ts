import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import { reword } from './reword.ts';

const BEFORE: PlannedWorkout = {
  id: '',
  week_number: 1,
  day: 'sunday',
  date: '2026-08-09',
  phase: 'base',
  workout_type: 'long-run',
  title: '',
  description: '',
  duration_s: 8_000,
  distance_m: 26_000,
  segments: [
    { kind: 'work', distance_m: 20_000 },
    { kind: 'repeat', repeat: { times: 6, segments: [{ kind: 'work', distance_m: 1_000 }] } },
  ],
  source: 'generated',
};
const AFTER: PlannedWorkout = {
  ...BEFORE,
  duration_s: 6_000,
  distance_m: 18_500,
  segments: [
    { kind: 'work', distance_m: 14_500 },
    { kind: 'repeat', repeat: { times: 4, segments: [{ kind: 'work', distance_m: 1_000 }] } },
  ],
};

test('words of others say the numbers that are left, and nothing else is touched', () => {
  for (const [said, expected] of [
    ['Forest, 26 km', 'Forest, 18.5 km'],
    ['26km: 20 km easy, then 6 × 1 km', '18.5km: 14.5 km easy, then 4 × 1 km'],
    ['山徑 26 公里', '山徑 18.5 公里'],
    ['Home by 26 minutes past, route 6', 'Home by 26 minutes past, route 6'],
    ['20-26 km', '20-26 km'],
    ['16 × 100 m', '16 × 100 m'],
  ] as const) {
    const words = reword({ ...BEFORE, title: said, description: said }, AFTER);
    assert.deepEqual(words, { title: expected, description: expected }, said);
  }
});
