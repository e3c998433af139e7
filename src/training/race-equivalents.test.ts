import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equivalentRaceTime, riegelRaceTime } from './race-equivalents.ts';

// Worked values of the formula: [metres, seconds, other metres, seconds].
const RIEGEL: [number, number, number, number][] = [
  [5000, 1200, 10_000, 2501.918],
  [5000, 1200, 42_195, 11_509.321],
  [10_000, 3000, 21_097.5, 6619.209],
  [10_000, 2400, 21_097.5, 5295.367],
  [21_097.5, 5400, 42_195, 11_258.63],
  [10_000, 3000, 42_195, 13_800.598],
];

// Rows of Daniels' table of equivalent performances, 3rd edition: 5 km, 10 km, half marathon, marathon.
const EQUIVALENT: number[][] = [
  [1840, 3826, 8464, 17_357],
  [1448, 3003, 6659, 13_785],
  [1197, 2481, 5495, 11_449],
  [1023, 2122, 4689, 9805],
  [895, 1860, 4101, 8590],
];
const DISTANCES_M = [5000, 10_000, 21_097.5, 42_195];

test('times for other distances by Riegel are the worked ones', () => {
  for (const [raced_m, time_s, distance_m, expected_s] of RIEGEL) {
    const found = riegelRaceTime({ distance_m: raced_m, time_s }, distance_m);
    assert.ok(Math.abs(found - expected_s) < 0.001, `${raced_m} m to ${distance_m} m: ${found}`);
  }
});

test('equivalent times are those of the table, from any of its distances to any other', () => {
  for (const row of EQUIVALENT) {
    for (const [i, time_s] of row.entries()) {
      for (const [j, expected_s] of row.entries()) {
        const found = equivalentRaceTime({ distance_m: DISTANCES_M[i] ?? 0, time_s }, DISTANCES_M[j] ?? 0);
        // Both the race and its equivalent are within 0.2 % of the formula.
        const miss = Math.abs(found / expected_s - 1);
        assert.ok(miss < 0.004, `${time_s} s over ${DISTANCES_M[i]} m: ${found} s for ${expected_s} s`);
      }
    }
  }
});

test('what is no race is refused by name', () => {
  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => riegelRaceTime({ distance_m: bad, time_s: 1200 }, 5000), /raced_m must be/);
    assert.throws(() => riegelRaceTime({ distance_m: 5000, time_s: bad }, 5000), /time_s must be/);
    assert.throws(() => riegelRaceTime({ distance_m: 5000, time_s: 1200 }, bad), /distance_m must be/);
    assert.throws(() => equivalentRaceTime({ distance_m: 5000, time_s: bad }, 5000), /time_s must be/);
  }
  // An hour for 1,000 m has no VDOT above 0.
  assert.throws(() => equivalentRaceTime({ distance_m: 1000, time_s: 3600 }, 5000), /vdot must be/);
});
