import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type HeartRateReserve,
  heartRateStress,
  heartRateTimes,
  trainingImpulse,
  type ZoneEdges,
  zoneImpulse,
} from './training-impulse.ts';

const steady = (minutes: number, bpm: number) => ({ lowest_bpm: bpm, seconds: [minutes * 60] });
const near = (actual: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} for ${expected}`);

const RESERVE: HeartRateReserve = { resting_bpm: 50, max_bpm: 190 };

test("Banister's impulse of a steady hour is the worked one, for men and for women", () => {
  near(trainingImpulse(steady(60, 150), RESERVE, 'male'), 108.0954, 5e-5);
  near(trainingImpulse(steady(60, 150), RESERVE, 'female'), 121.4991, 5e-5);
  near(trainingImpulse(steady(30, 130), { resting_bpm: 60, max_bpm: 185 }, 'male'), 31.5096, 5e-5);
});

test('heart-rate stress of an hour at the threshold is 100, and else the worked one', () => {
  const body = { ...RESERVE, threshold_bpm: 170 };
  near(heartRateStress(steady(60, 170), body, 'male'), 100, 1e-9);
  near(heartRateStress(steady(60, 170), body, 'female'), 100, 1e-9);
  near(heartRateStress(steady(45, 150), body, 'male'), 47.5072, 5e-5);
});

test('intervals weigh more than their average heart rate', () => {
  const half = { lowest_bpm: 120, seconds: [1_800, ...Array.from({ length: 59 }, () => 0), 1_800] };
  assert.ok(trainingImpulse(half, RESERVE, 'male') > trainingImpulse(steady(60, 150), RESERVE, 'male'));
});

test('beyond rest and maximum a heart rate counts as these', () => {
  assert.equal(trainingImpulse(steady(60, 40), RESERVE, 'male'), 0);
  const [above, at] = [steady(10, 230), steady(10, 190)];
  assert.equal(trainingImpulse(above, RESERVE, 'male'), trainingImpulse(at, RESERVE, 'male'));
});

test("Edwards' impulse is minutes times the number of the zone", () => {
  const edges: ZoneEdges = [95, 114, 133, 152, 171];
  assert.equal(zoneImpulse({ lowest_bpm: 94, seconds: [600, 600] }, edges), 10);
  assert.equal(zoneImpulse({ lowest_bpm: 132, seconds: [600, 600] }, edges), 20 + 30);
  assert.equal(zoneImpulse(steady(60, 151), edges), 180);
  assert.equal(zoneImpulse(steady(60, 152), edges), 240);
  assert.equal(zoneImpulse(steady(60, 171), edges), 300);
  assert.equal(zoneImpulse(steady(60, 240), edges), 300);
});

test('times at each heart rate are those of the samples, without pauses', () => {
  assert.deepEqual(heartRateTimes([0, 1, 2, 12, 13], [120, 122, null, 120.4, 122]), {
    lowest_bpm: 120,
    seconds: [2, 0, 2],
  });
  assert.deepEqual(heartRateTimes([0, 3_600], [150, 150]), { lowest_bpm: 150, seconds: [31] });
  assert.equal(heartRateTimes([0, 1], [null, null]), null);
  assert.equal(heartRateTimes([], []), null);
});

test('a heart that cannot be is refused', () => {
  assert.throws(
    () => trainingImpulse(steady(1, 100), { resting_bpm: 60, max_bpm: 60 }, 'male'),
    /above resting/,
  );
  assert.throws(
    () => heartRateStress(steady(1, 100), { ...RESERVE, threshold_bpm: 50 }, 'male'),
    /above rest/,
  );
});
