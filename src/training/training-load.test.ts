import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LoadForm, loadCurve } from './training-load.ts';

const LOADS = [100, 0, 50, 80, 0, 120, 60];

// Worked values for these loads, day by day: fitness, fatigue, form.
const CURVES: Record<LoadForm, [number, number, number][]> = {
  moving_average: [
    [2.381, 14.2857, 0],
    [2.3243, 12.2449, -11.9048],
    [3.4594, 17.6385, -9.9206],
    [5.2818, 26.5473, -14.1791],
    [5.156, 22.7548, -21.2655],
    [7.8904, 36.647, -17.5988],
    [9.1311, 39.9831, -28.7566],
  ],
  exponential: [
    [2.3528, 13.3122, 0],
    [2.2975, 11.5401, -10.9594],
    [3.4198, 16.6599, -9.2426],
    [5.2216, 25.0919, -13.2401],
    [5.0988, 21.7516, -19.8703],
    [7.8022, 34.8306, -16.6528],
    [9.0303, 38.1812, -27.0284],
  ],
};

// Fitness and fatigue after 42 days with a load of 100.
const CONSTANT: Record<LoadForm, [number, number]> = {
  moving_average: [63.6544, 99.8457],
  exponential: [63.2121, 99.7521],
};

const FORMS: LoadForm[] = ['exponential', 'moving_average'];
const near = (actual: number | undefined, expected: number): void =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) <= 6e-5, `${actual} for ${expected}`);

test('the curve is the worked one, day by day, in both forms', () => {
  for (const form of FORMS) {
    for (const [index, day] of loadCurve(LOADS, form).entries()) {
      const [fitness = 0, fatigue = 0, balance = 0] = CURVES[form][index] ?? [];
      near(day.fitness, fitness);
      near(day.fatigue, fatigue);
      near(day.form, balance);
    }
  }
});

test('six weeks of the same load bring fitness two thirds of the way', () => {
  for (const form of FORMS) {
    const last = loadCurve(
      Array.from({ length: 42 }, () => 100),
      form,
    ).at(-1);
    near(last?.fitness, CONSTANT[form][0]);
    near(last?.fatigue, CONSTANT[form][1]);
  }
});

test('the server counts exponentially, and what is 210 days ago hardly counts', () => {
  assert.deepEqual(loadCurve(LOADS), loadCurve(LOADS, 'exponential'));
  const old = [1_000, ...Array.from({ length: 210 }, () => 0)];
  const [first, last] = [loadCurve(old)[0], loadCurve(old).at(-1)];
  assert.ok(first && last && last.fitness < 0.01 * first.fitness);
  assert.deepEqual(loadCurve([]), []);
});

test('neither average leaves the loads that were, and rest always brings form', () => {
  const load = fc.integer({ min: 0, max: 1_000 });
  fc.assert(
    fc.property(fc.array(load, { minLength: 1, maxLength: 100 }), (loads) => {
      const highest = Math.max(...loads);
      const curve = loadCurve([...loads, ...Array.from({ length: 200 }, () => 0)]);
      for (const { fitness, fatigue } of curve) {
        assert.ok(fitness >= 0 && fitness <= highest && fatigue >= 0 && fatigue <= highest);
      }
      assert.ok((curve.at(-1)?.form ?? -1) >= 0, 'fatigue goes faster than fitness');
    }),
    { numRuns: 50 },
  );
});
