import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type HeartRateAnchors,
  heartRateZones,
  paceZones,
  SMALLEST_RESERVE_BPM,
  thresholdPaceOfRace,
  trainingPaces,
  ZONE_LIMITS,
} from './zones.ts';

// Published lower edges in beats, and the end of the highest zone. Friel's zone 1 has no lower edge, his 5c no upper one.
const BANDS: [HeartRateAnchors, string, number[], number][] = [
  [{ max_bpm: 190 }, 'percent_max', [95, 114, 133, 152, 171], 190],
  [{ max_bpm: 190, resting_bpm: 50 }, 'heart_rate_reserve', [120, 134, 148, 162, 176], 190],
  [{ threshold_bpm: 170 }, 'percent_threshold', [30, 144.5, 153, 161.5, 170], 250],
  // These edges lie a little above a whole beat, which therefore does not reach them.
  [{ max_bpm: 183 }, 'percent_max', [91.5, 109.8, 128.1, 146.4, 164.7], 183],
  [{ threshold_bpm: 171 }, 'percent_threshold', [30, 145.35, 153.9, 162.45, 171], 250],
];

// Daniels' Running Formula, 3rd edition: seconds a kilometre of easy (slow, fast), marathon, threshold, interval.
const PUBLISHED: [number, [number, number, number, number, number]][] = [
  [30, [494, 447, 423, 384, 352]],
  [35, [441, 396, 370, 340, 311]],
  [40, [398, 356, 329, 306, 282]],
  [45, [363, 323, 297, 278, 256]],
  [50, [334, 296, 271, 255, 235]],
  [55, [310, 274, 250, 236, 217]],
  [60, [289, 255, 232, 220, 203]],
  [65, [271, 239, 217, 206, 190]],
  [70, [255, 224, 204, 194, 179]],
];

const within = ({ minimum, maximum }: { minimum: number; maximum: number }) =>
  fc.integer({ min: minimum, max: maximum });
const anchors: fc.Arbitrary<HeartRateAnchors> = fc.oneof(
  fc.record({ max_bpm: within(ZONE_LIMITS.max_bpm) }),
  fc.record({ threshold_bpm: within(ZONE_LIMITS.threshold_bpm) }),
  fc
    .record({ max_bpm: within(ZONE_LIMITS.max_bpm), resting_bpm: within(ZONE_LIMITS.resting_bpm) })
    .filter(({ max_bpm, resting_bpm }) => max_bpm - resting_bpm >= SMALLEST_RESERVE_BPM),
);
const pace = fc.double({
  min: ZONE_LIMITS.pace_s_per_km.minimum,
  max: ZONE_LIMITS.pace_s_per_km.maximum,
  noNaN: true,
});
const vdot = fc.double({ min: ZONE_LIMITS.vdot.minimum, max: ZONE_LIMITS.vdot.maximum, noNaN: true });

function near(actual: number, expected: number, tolerance: number, what: string): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance,
    `${what}: ${actual} for ${expected}, allowed ${tolerance}`,
  );
}

test('zones of heart rate are the published bands, in whole beats', () => {
  for (const [from, method, edges, top] of BANDS) {
    const computed = heartRateZones(from);
    assert.equal(computed.method, method);
    assert.deepEqual(
      computed.zones.map(({ min_bpm }) => min_bpm),
      edges.map(Math.ceil),
    );
    assert.equal(computed.zones.at(-1)?.max_bpm, top);
  }
  assert.deepEqual(heartRateZones({ max_bpm: 185 }).zones, [
    { zone: 1, min_bpm: 93, max_bpm: 110 },
    { zone: 2, min_bpm: 111, max_bpm: 129 },
    { zone: 3, min_bpm: 130, max_bpm: 147 },
    { zone: 4, min_bpm: 148, max_bpm: 166 },
    { zone: 5, min_bpm: 167, max_bpm: 185 },
  ]);
});

test('zones of heart rate follow each other beat by beat', () => {
  fc.assert(
    fc.property(anchors, (from) => {
      const { zones } = heartRateZones(from);
      assert.deepEqual(
        zones.map(({ zone }) => zone),
        [1, 2, 3, 4, 5],
      );
      for (const [index, { min_bpm, max_bpm }] of zones.entries()) {
        assert.ok(Number.isInteger(min_bpm) && Number.isInteger(max_bpm) && min_bpm < max_bpm);
        const next = zones[index + 1];
        if (next !== undefined) assert.equal(next.min_bpm, max_bpm + 1);
      }
      if ('max_bpm' in from) assert.equal(zones.at(-1)?.max_bpm, from.max_bpm);
    }),
  );
});

test('a higher maximum, rest or threshold moves no zone down', () => {
  const lowerEdges = (from: HeartRateAnchors) => heartRateZones(from).zones.map(({ min_bpm }) => min_bpm);
  fc.assert(
    fc.property(anchors, (from) => {
      const higher: HeartRateAnchors[] = [];
      if ('threshold_bpm' in from) {
        if (from.threshold_bpm < ZONE_LIMITS.threshold_bpm.maximum)
          higher.push({ threshold_bpm: from.threshold_bpm + 1 });
      } else {
        const { max_bpm, resting_bpm } = from;
        if (max_bpm < ZONE_LIMITS.max_bpm.maximum) higher.push({ ...from, max_bpm: max_bpm + 1 });
        if (
          resting_bpm !== undefined &&
          resting_bpm < ZONE_LIMITS.resting_bpm.maximum &&
          max_bpm - resting_bpm > SMALLEST_RESERVE_BPM
        )
          higher.push({ max_bpm, resting_bpm: resting_bpm + 1 });
      }
      for (const other of higher) {
        const edges = lowerEdges(from);
        for (const [index, edge] of lowerEdges(other).entries()) assert.ok(edge >= (edges[index] ?? 0));
      }
    }),
  );
});

test("zones of pace are Friel's percents of threshold pace", () => {
  assert.deepEqual(paceZones(300), [
    { zone: 1, min_s_per_km: 387, max_s_per_km: null },
    { zone: 2, min_s_per_km: 339, max_s_per_km: 387 },
    { zone: 3, min_s_per_km: 315, max_s_per_km: 339 },
    { zone: 4, min_s_per_km: 300, max_s_per_km: 315 },
    { zone: 5, min_s_per_km: null, max_s_per_km: 300 },
  ]);
});

test('zones of pace touch and do not overlap, and a faster threshold makes none of them slower', () => {
  fc.assert(
    fc.property(pace, pace, (one, other) => {
      const [fast, slow] = [paceZones(Math.min(one, other)), paceZones(Math.max(one, other))];
      for (const [index, { zone, min_s_per_km, max_s_per_km }] of fast.entries()) {
        assert.equal(zone, index + 1);
        if (min_s_per_km !== null && max_s_per_km !== null) assert.ok(min_s_per_km < max_s_per_km);
        const harder = fast[index + 1];
        assert.equal(min_s_per_km, harder === undefined ? null : harder.max_s_per_km);
        assert.ok((max_s_per_km ?? 0) <= (slow[index]?.max_s_per_km ?? 0));
      }
    }),
  );
});

test('training paces agree with the published table', () => {
  for (const [value, [easySlow, easyFast, marathon, threshold, interval]] of PUBLISHED) {
    const paces = trainingPaces(value);
    near(paces.easy.max_s_per_km, easySlow, value >= 50 ? 1 : 5, `E slow at ${value}`);
    near(paces.easy.min_s_per_km, easyFast, value >= 50 ? 1 : 5, `E fast at ${value}`);
    near(paces.marathon, marathon, value >= 45 ? 1 : 11, `M at ${value}`);
    near(paces.threshold, threshold, 1, `T at ${value}`);
    near(paces.interval, interval, value >= 40 ? 1 : 3, `I at ${value}`);
  }
  // The table has repetitions per 400 m at VDOT 40, 50 and 60; the fraction of VDOT only approximates them.
  for (const [value, seconds] of [
    [40, 104],
    [50, 87],
    [60, 75],
  ] as const) {
    near(trainingPaces(value).repetition * 0.4, seconds, 2.5, `R 400 at ${value}`);
  }
});

test('each training pace is faster than the one before it, none leaves the limits, and the fitter run faster', () => {
  const { minimum, maximum } = ZONE_LIMITS.pace_s_per_km;
  const slowToFast = (value: number) => {
    const { easy, marathon, threshold, interval, repetition } = trainingPaces(value);
    return [easy.max_s_per_km, easy.min_s_per_km, marathon, threshold, interval, repetition];
  };
  fc.assert(
    fc.property(vdot, vdot, (one, other) => {
      const paces = slowToFast(Math.max(one, other));
      for (const [index, value] of paces.entries()) {
        assert.ok(Number.isInteger(value) && value >= minimum && value <= maximum);
        assert.ok(value < (paces[index - 1] ?? Number.POSITIVE_INFINITY));
        assert.ok(value <= (slowToFast(Math.min(one, other))[index] ?? 0));
      }
    }),
  );
});

test('the threshold pace of a race is that of its VDOT', () => {
  // Published races of VDOT 30, 40, 50, 60 and 70, and their published threshold paces.
  for (const [distance_m, time_s, threshold] of [
    [5_000, 1_840, 384],
    [10_000, 3_003, 306],
    [21_097.5, 5_495, 255],
    [42_195, 9_805, 220],
    [3_000, 514, 194],
  ] as const) {
    near(thresholdPaceOfRace({ distance_m, time_s }), threshold, 1, `${distance_m} m in ${time_s} s`);
  }
});

test('what can be of no runner is refused by name', () => {
  const bad = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0];
  for (const value of [...bad, 99, 251, 180.5]) {
    assert.throws(() => heartRateZones({ max_bpm: value }), /^RangeError: max_bpm must be/);
  }
  for (const value of [...bad, 79, 241, 160.5]) {
    assert.throws(() => heartRateZones({ threshold_bpm: value }), /^RangeError: threshold_bpm must be/);
  }
  for (const value of [...bad, 29, 121, 50.5]) {
    assert.throws(
      () => heartRateZones({ max_bpm: 200, resting_bpm: value }),
      /^RangeError: resting_bpm must be/,
    );
  }
  assert.throws(
    () => heartRateZones({ max_bpm: 100, resting_bpm: 71 }),
    /resting_bpm must be at least 30 below/,
  );
  for (const value of [...bad, 119, 1_201]) {
    assert.throws(() => paceZones(value), /^RangeError: threshold_pace_s_per_km must be/);
  }
  for (const value of [...bad, 14.9, 90.1])
    assert.throws(() => trainingPaces(value), /^RangeError: vdot must be/);
  assert.throws(() => thresholdPaceOfRace({ distance_m: 0, time_s: 1 }), /^RangeError: distance_m must be/);
  assert.throws(
    () => thresholdPaceOfRace({ distance_m: 5_000, time_s: Number.NaN }),
    /^RangeError: time_s must be/,
  );
  assert.throws(
    () => thresholdPaceOfRace({ distance_m: 800, time_s: 86_400 }),
    /VDOT of the race must be from 15 to 90/,
  );
  assert.throws(
    () => thresholdPaceOfRace({ distance_m: 100_000, time_s: 9_000 }),
    /VDOT of the race must be/,
  );
});
