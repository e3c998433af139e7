import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decimate, meansOf, nearest, samplesOf, slotsOf, spanOf } from '../src/screens/review/samples.ts';
import { axisTicks, laneTicks, scaleLength_m } from '../src/screens/review/ticks.ts';

const seconds = (count: number): number[] => Array.from({ length: count }, (_, second) => second);

describe('what is drawn of a recording', () => {
  test('keeps the ends, the least and the greatest value of a long line, whatever their place', () => {
    const time_s = seconds(14_400);
    const values = time_s.map((second) => 150 + (second % 7));
    values[7_001] = 12;
    values[9_003] = 301;
    const [xs, ys] = decimate({ time_s }, time_s, values, slotsOf({ time_s }, time_s, 500));
    assert.ok(xs.length <= 2_000, `${xs.length} points are drawn`);
    assert.deepEqual([xs[0], xs.at(-1)], [0, 14_399]);
    assert.equal(ys[xs.indexOf(7_001)], 12);
    assert.equal(ys[xs.indexOf(9_003)], 301);
    assert.deepEqual(
      xs,
      xs.toSorted((a, b) => a - b),
    );
  });

  test('leaves a gap where the watch was stopped, and where values are missing', () => {
    const time_s = [0, 1, 2, 600, 601, 602];
    const slots = slotsOf({ time_s }, time_s, 602);
    const [xs, ys] = decimate({ time_s }, time_s, [1, 1, 1, 2, null, 2], slots);
    assert.deepEqual(ys, [1, 1, 1, null, 2, null, 2]);
    assert.equal(xs[3], 301);
  });

  test('spans a long line as one with all of its values sorted, and a hill to its top', () => {
    const values = seconds(14_400).map((second) => 150 + 20 * Math.sin(second / 97));
    values[5_001] = 900;
    const { low, high } = spanOf(values, 'heartRate');
    assert.ok(low > 120 && low < 132 && high > 168 && high < 180, `${low} to ${high}`);
    assert.ok(spanOf(values, 'elevation').high > 900);
    assert.deepEqual(spanOf([null, null], 'elevation'), { low: -10, high: 10 });
  });

  test('has no lane of what is absent or nothing but null, and none at all without times', () => {
    const samples = samplesOf({
      time_s: [0, 1],
      speed_mps: [3, 3],
      power_w: [null, null],
      distance_m: [0, null],
    });
    assert.deepEqual(Object.keys(samples?.lanes ?? {}), ['pace']);
    assert.equal(samples?.distance_m, null);
    assert.equal(samplesOf({ heart_rate_bpm: [120] }), null);
  });

  test('finds the sample that is nearest to a position, also beyond the ends', () => {
    const positions = [0, 10, 20, 35];
    assert.deepEqual(
      [-5, 4, 6, 27, 28, 99].map((position) => nearest(positions, position)),
      [0, 0, 1, 2, 3, 3],
    );
  });

  test('says of a stretch the pace of its distance and the mean of the others, in either direction', () => {
    const samples = samplesOf({
      time_s: [0, 10, 20, 30],
      distance_m: [0, 30, 70, 120],
      speed_mps: [1, 9, 1, 9],
      heart_rate_bpm: [100, 140, null, 180],
    });
    assert.ok(samples !== null);
    const means = { duration_s: 20, distance_m: 90, values: { pace: 4.5, heartRate: 160 } };
    assert.deepEqual(meansOf(samples, 1, 3), means);
    assert.deepEqual(meansOf(samples, 3, 1), means);
  });
});

describe('where the numbers of a lane stand', () => {
  test('are round paces of the reader in a scale of speeds', () => {
    const paces = laneTicks('pace', { low: 2.2, high: 4.4 }, 5, 'metric').map((speed) => 1_000 / speed);
    assert.deepEqual(paces.map(Math.round), [240, 300, 360, 420]);
    const [fastest = 0] = laneTicks('pace', { low: 2.2, high: 4.4 }, 5, 'imperial');
    assert.equal(Math.round(1_609.344 / fastest) % 60, 0);
  });

  test('are whole minutes or lengths below, and round on the scale of a track', () => {
    assert.deepEqual(axisTicks('time', 3_100, 12, 'metric').slice(0, 3), [0, 300, 600]);
    assert.deepEqual(axisTicks('distance', 10_500, 12, 'metric').slice(-1), [10_000]);
    assert.deepEqual(
      [73, 49, 3_000].map((most_m) => scaleLength_m(most_m, 'metric')),
      [50, 20, 2_000],
    );
  });
});
