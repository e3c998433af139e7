import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecording } from '../../../test/parse-recording.ts';
import { everySecond, type TestPoint, testNoise, writeTestGpx } from '../../../test/write-test-gpx.ts';
import type { ImportedActivity } from './types.ts';

function one(...segments: readonly (readonly TestPoint[])[]): ImportedActivity {
  const [activity] = parseRecording(Buffer.from(writeTestGpx(segments)), 'test.gpx');
  assert.ok(activity !== undefined);
  return activity;
}

function assertClimb(activity: ImportedActivity, gain_m: number, loss_m: number, tolerance = 2): void {
  const { elevation_gain_m: gain, elevation_loss_m: loss } = activity;
  assert.ok(Math.abs((gain ?? -1) - gain_m) <= tolerance, `climbed ${gain} m, not ${gain_m} m`);
  assert.ok(Math.abs((loss ?? -1) - loss_m) <= tolerance, `descended ${loss} m, not ${loss_m} m`);
}

/** A stand followed by twenty minutes at 3 m/s over a hill of 60 m. */
function hillAfter(stand_s: number, altimeterError: (time_s: number) => number): TestPoint[] {
  return everySecond(0, stand_s + 1_200, (time_s) => {
    const running_s = Math.max(0, time_s - stand_s);
    const height_m = 300 + 0.1 * (600 - Math.abs(600 - running_s));
    return { north_m: 3 * running_s, altitude_m: height_m + altimeterError(time_s) };
  });
}

test('a hill counts, right from the start as well', () => {
  assertClimb(one(hillAfter(0, () => 0)), 60, 60);
  assertClimb(one(hillAfter(120, () => 0)), 60, 60);
});

test('an altimeter that settles before anybody moves is no climb, whichever way and however long', () => {
  const errors: readonly (readonly [number, (time_s: number) => number])[] = [
    [20, (time_s) => Math.max(0, 40 - 2 * time_s)],
    [120, (time_s) => -80 * Math.exp(-time_s / 25)],
    [300, (time_s) => Math.min(0, -50 + time_s / 6)],
    [420, (time_s) => 12 * Math.sin(Math.min(time_s, 420) / 30) + (time_s < 420 ? 0 : -11.9)],
  ];
  for (const [stand_s, error] of errors) assertClimb(one(hillAfter(stand_s, error)), 60, 60, 3);
});

test('an altimeter that settles while GPS wanders is no climb', () => {
  const noise = testNoise(11);
  let east_m = 0;
  const points = hillAfter(240, (time_s) => 60 * Math.exp(-time_s / 60)).map((point) => {
    east_m = point.time_s < 240 ? east_m * 0.97 + noise() * 0.4 : east_m;
    return { ...point, east_m };
  });
  assertClimb(one(points), 60, 60, 3);
});

test('an altimeter that settles faster than anybody climbs is no climb, although one moves', () => {
  assertClimb(one(hillAfter(0, (time_s) => -600 * Math.exp(-time_s / 1.5))), 60, 60, 4);
});

test('a jump of the altimeter is no climb, whether it comes back at once, later or never', () => {
  assertClimb(one(hillAfter(0, (time_s) => (time_s === 400 ? 80 : 0))), 60, 60);
  assertClimb(one(hillAfter(0, (time_s) => (time_s >= 400 && time_s < 500 ? -35 : 0))), 60, 60);
  assertClimb(one(hillAfter(0, (time_s) => (time_s >= 400 ? 35 : 0))), 60, 60);
});

test('the samples stay as they were recorded', () => {
  const run = one(hillAfter(0, (time_s) => (time_s === 400 ? 80 : 0)));
  assert.equal(run.streams.altitude_m?.[400], 420);
});

test('a jump makes no hill of the pace either', () => {
  const flat = everySecond(0, 600, (time_s) => ({ north_m: 3 * time_s, altitude_m: 300 }));
  const jump = flat.map((point) => ({ ...point, altitude_m: point.time_s < 300 ? 300 : 360 }));
  assert.deepEqual(one(jump).intensity, one(flat).intensity);
});

test('what lies between two segments is no climb', () => {
  const first = everySecond(0, 300, (time_s) => ({ north_m: 3 * time_s, altitude_m: 300 }));
  const second = everySecond(1_200, 1_500, (time_s) => ({ north_m: 3 * time_s, altitude_m: 700 }));
  assertClimb(one(first, second), 0, 0, 0);
});

test('who climbs stairs from the first second on, by the steps that are counted, climbs', () => {
  const tower = everySecond(0, 300, (time_s) => ({ north_m: 0, altitude_m: 10 + 0.5 * time_s, cadence: 50 }));
  assertClimb(one(tower), 150, 0, 3);
});
