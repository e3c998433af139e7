import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePlan } from '../../test/sample-plan.ts';
import { weeklyInfoOf } from './weekly-info.ts';

test('totals are of the workouts of each week, races apart, and weeks without any are there', () => {
  const workouts = samplePlan()
    .workouts.filter(({ week_number }) => week_number <= 2)
    .slice(0, 5)
    .map((one, place) => ({
      ...one,
      distance_m: 1_000,
      duration_s: 400,
      workout_type: place === 3 ? ('race' as const) : ('easy-run' as const),
    }));
  const phase = 'base';
  assert.deepEqual(
    weeklyInfoOf(workouts, {
      '1': { phase, focus: 'Begin.' },
      '2': { phase, focus: 'Go on.' },
      '3': { phase: 'recovery', focus: 'Rest.' },
    }),
    {
      '1': {
        ...{ phase, focus: 'Begin.', total_distance_m: 4_000, total_duration_s: 1_600, workout_count: 4 },
        ...{ training_distance_m: 3_000, race_distance_m: 1_000 },
      },
      '2': {
        ...{ phase, focus: 'Go on.', total_distance_m: 1_000, total_duration_s: 400, workout_count: 1 },
        ...{ training_distance_m: 1_000, race_distance_m: 0 },
      },
      '3': {
        ...{ phase: 'recovery', focus: 'Rest.', total_distance_m: 0, total_duration_s: 0, workout_count: 0 },
        ...{ training_distance_m: 0, race_distance_m: 0 },
      },
    },
  );
});
