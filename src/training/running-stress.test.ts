import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeAdjustedSpeed } from './grade-adjusted-pace.ts';
import type { RunSamples } from './run-track.ts';
import { normalizedGradedSpeed, runningStress } from './running-stress.ts';

const near = (actual: number | null, expected: number, tolerance: number): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) <= tolerance, `${actual} for ${expected}`);

/** One sample a second of a runner at these speeds, on ground whose height depends on the distance. */
function run(
  speeds_mps: readonly number[],
  heightAt?: (distance_m: number, second: number) => number,
): RunSamples {
  const distances = [0];
  for (const speed_mps of speeds_mps) distances.push((distances.at(-1) ?? 0) + speed_mps);
  const altitude_m = heightAt && distances.map((distance_m, second) => heightAt(distance_m, second));
  return { time_s: distances.map((_, second) => second), distance_m: distances, altitude_m };
}
const steady = (seconds: number, speed_mps: number) => Array.from({ length: seconds }, () => speed_mps);

test('running stress is the worked one', () => {
  near(runningStress(1_800, 1_000 / 300, 1_000 / 270), 40.5, 1e-9);
  near(runningStress(3_600, 1_000 / 270, 1_000 / 270), 100, 1e-9);
  near(runningStress(5_400, 1.05, 1), 165.375, 1e-9);
  assert.throws(() => runningStress(60, 3, 0), /threshold/);
  assert.throws(() => runningStress(Number.NaN, 3, 3), /Stress must be/);
  assert.throws(() => runningStress(60, Number.POSITIVE_INFINITY, 3), /Stress must be/);
});

test('a steady run on the flat is as hard as its speed, with altitude or without', () => {
  near(normalizedGradedSpeed(run(steady(1_200, 3.2))), 3.2, 1e-9);
  near(normalizedGradedSpeed(run(steady(1_200, 3.2), () => 412)), 3.2, 1e-9);
});

test('a steady climb is as hard as the speed on the flat that costs as much', () => {
  for (const grade of [0.05, 0.1, -0.1]) {
    const found = normalizedGradedSpeed(run(steady(3_600, 3), (distance_m) => 500 + distance_m * grade));
    near(found, gradeAdjustedSpeed(3, grade), 0.02);
  }
});

test('intervals are harder than their average, and not as hard as their fast part', () => {
  const session = Array.from({ length: 10 }, () => [...steady(120, 4.5), ...steady(120, 2.5)]).flat();
  const found = normalizedGradedSpeed(run(session));
  assert.ok(found !== null && found > 3.7 && found < 4.2, `${found}`);
});

test('noise of altitude makes no hills', () => {
  // The height changes by up to 2 m from second to second, without randomness.
  const noise = (_: number, second: number) =>
    100 + 2 * Math.sin(second * 12.9898) * Math.cos(second * 78.233);
  near(normalizedGradedSpeed(run(steady(3_600, 3), noise)), 3, 0.03);
});

test('standing, interruptions, jumps and what is unknown do not count', () => {
  const pause = run([...steady(600, 3), ...steady(300, 0), ...steady(600, 3)]);
  const found = normalizedGradedSpeed(pause);
  // The window of 30 s reaches into the pause, which lowers the speed.
  assert.ok(found !== null && found > 2.9 && found <= 3, `${found}`);
  const long = { time_s: [0, 10, 20, 3_620, 3_630, 3_640], distance_m: [0, 30, 60, 61, 91, 121] };
  near(normalizedGradedSpeed(long), 3, 1e-9);
  const jump = run([...steady(600, 3), 20_000, ...steady(600, 3)]);
  near(normalizedGradedSpeed(jump), 3, 0.05);
  const gaps = {
    time_s: [0, 1, 2, 3, 4],
    distance_m: [0, null, 6, null, 12],
    altitude_m: [null, 5, null, 5, 5],
  };
  near(normalizedGradedSpeed(gaps), 3, 1e-9);
  assert.equal(normalizedGradedSpeed({ time_s: [0, 40, 80], distance_m: [0, 120, 240] }), null);
  assert.equal(normalizedGradedSpeed({ time_s: [], distance_m: [] }), null);
});
