import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METRES_PER_MILE } from '../../shared/units.ts';
import { planBrief } from '../../test/plan-brief.ts';
import { runWalk, runWalkStep } from './run-walk.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { repetitionIn, unitsOf } from './units.ts';

const beginner = { paces: null, heart_rates: null, experience_level: 'beginner' } as const;
const nothing = { weekly_distance_m: Array.from({ length: 8 }, () => 0), longest_run_m: 0 };

test('for eight weeks only beginners who are known to have run nothing run and walk in turn', () => {
  const asked = (changes = {}) => planBrief({ runner: beginner, history: nothing, ...changes });
  assert.deepEqual(
    [1, 8, 9].map((week) => runWalkStep(asked(), week)),
    [0, 7, null],
  );
  assert.equal(runWalkStep(asked({ history: null }), 1), null);
  assert.equal(runWalkStep(planBrief({ history: nothing }), 1), null);
});

test('running and walking in turn come to the metres that were asked for, and to five minutes at least', () => {
  const builder = createSegmentBuilder(planBrief({ runner: beginner }), (key) => key);
  for (const step of [0, 1, 2, 3, 4, 5, 6, 7])
    for (const distance_m of [1_500, 2_000, 3_300, 5_000]) {
      const measured = builder.measure(runWalk(builder, distance_m, step)).distance_m;
      assert.ok(
        measured <= distance_m + 60 && measured > distance_m - 60,
        `${step}: ${measured} of ${distance_m} m`,
      );
    }
  assert.ok(builder.measure(runWalk(builder, 0, 0)).duration_s >= 300);
});

test('repetitions of a mile and more are in parts of a mile for who thinks in miles, shorter ones are metric', () => {
  const [metric, imperial] = [unitsOf({ unit_system: 'metric' }), unitsOf({ unit_system: 'imperial' })];
  for (const metres of [400, 1_000, 1_600, 3_000]) assert.equal(repetitionIn(metric, metres), metres);
  assert.deepEqual(
    [400, 1_000].map((metres) => repetitionIn(imperial, metres)),
    [400, 1_000],
  );
  for (const metres of [1_600, 2_000, 3_000, 5_000]) {
    const quarters = (4 * repetitionIn(imperial, metres)) / METRES_PER_MILE;
    assert.ok(Math.abs(quarters - Math.round(quarters)) < 0.01, `${metres}`);
  }
});
