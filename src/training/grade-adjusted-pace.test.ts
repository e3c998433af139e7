import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeAdjustedSpeed, runningCost } from './grade-adjusted-pace.ts';

// Worked values of the published polynomial: [grade, J/(kg·m), factor of the cost on the flat].
const COSTS: [number, number, number][] = [
  [-0.45, 4.0323, 1.1201],
  [-0.3, 2.4622, 0.684],
  [-0.2, 1.8, 0.5],
  [-0.15, 1.8357, 0.5099],
  [-0.1, 2.1517, 0.5977],
  [-0.05, 2.7459, 0.7628],
  [-0.02, 3.2289, 0.8969],
  [0, 3.6, 1],
  [0.02, 4.0082, 1.1134],
  [0.05, 4.6852, 1.3014],
  [0.1, 5.9682, 1.6578],
  [0.15, 7.417, 2.0603],
  [0.2, 9.0067, 2.5019],
  [0.3, 12.5793, 3.4942],
  [0.45, 19.426, 5.3961],
];

const near = (actual: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} for ${expected}`);

test('the cost of grades, and speed by it, are the worked ones', () => {
  for (const [grade, cost, factor] of COSTS) {
    near(runningCost(grade), cost, 5.1e-5);
    near(gradeAdjustedSpeed(1, grade), factor, 5.1e-5);
  }
});

test('running costs least near 18 % down', () => {
  const grades = Array.from({ length: 901 }, (_, index) => (index - 450) / 1_000);
  const [cheapest] = grades.toSorted((a, b) => runningCost(a) - runningCost(b));
  assert.equal(cheapest, -0.181);
});

test('what is steeper than was measured costs what the steepest does', () => {
  assert.equal(runningCost(0.9), runningCost(0.45));
  assert.equal(runningCost(-7), runningCost(-0.45));
});

test('what is no grade or speed is refused by name', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => runningCost(bad), /grade must be/);
    assert.throws(() => gradeAdjustedSpeed(bad, 0), /speed_mps must be/);
  }
  assert.throws(() => gradeAdjustedSpeed(-1, 0), /speed_mps must be/);
});
