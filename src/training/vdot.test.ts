import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { raceTime, speedAtVdotFraction, VDOT_FRACTION, vdotFractionAtSpeed, vdotFromRace } from './vdot.ts';

const DISTANCES_M = [1500, 1609.344, 3000, 5000, 10_000, 15_000, 21_097.5, 42_195];

// Daniels' Running Formula, 3rd edition, tables 5.1 and 5.2.
// [VDOT, race seconds by distance, seconds per km of easy (slow, fast), marathon, threshold, interval]
const PUBLISHED: [number, number[], [number, number, number, number, number]][] = [
  [30, [510, 551, 1076, 1840, 3826, 5894, 8464, 17357], [494, 447, 423, 384, 352]],
  [35, [445, 481, 945, 1620, 3363, 5182, 7453, 15363], [441, 396, 370, 340, 311]],
  [40, [395, 427, 843, 1448, 3003, 4626, 6659, 13785], [398, 356, 329, 306, 282]],
  [45, [356, 385, 760, 1310, 2716, 4180, 6020, 12506], [363, 323, 297, 278, 256]],
  [50, [324, 350, 693, 1197, 2481, 3816, 5495, 11449], [334, 296, 271, 255, 235]],
  [55, [297, 321, 637, 1102, 2286, 3513, 5058, 10561], [310, 274, 250, 236, 217]],
  [60, [275, 297, 590, 1023, 2122, 3258, 4689, 9805], [289, 255, 232, 220, 203]],
  [65, [256, 277, 549, 954, 1981, 3040, 4373, 9155], [271, 239, 217, 206, 190]],
  [70, [240, 259, 514, 895, 1860, 2852, 4101, 8590], [255, 224, 204, 194, 179]],
];

// Worked values of the formula: [metres, seconds, VDOT].
const RACES: [number, number, number][] = [
  [5000, 1200, 49.81],
  [5000, 1500, 38.31],
  [10_000, 2400, 51.94],
  [10_000, 3000, 40.01],
  [21_097.5, 5400, 50.98],
  [21_097.5, 6600, 40.38],
  [42_195, 10_800, 53.53],
  [42_195, 14_400, 37.9],
  [3000, 660, 52.83],
];

function near(actual: number, expected: number, tolerance: number, what: string): void {
  const miss = Math.abs(actual - expected);
  assert.ok(miss <= tolerance, `${what}: ${actual} is ${miss} from ${expected}, allowed ${tolerance}`);
}

test('VDOT of a race agrees with worked values and with the published table', () => {
  for (const [distance, time, vdot] of RACES)
    near(vdotFromRace(distance, time), vdot, 0.005, `${distance} m`);
  for (const [vdot, times] of PUBLISHED) {
    for (const [index, time] of times.entries()) {
      near(
        vdotFromRace(DISTANCES_M[index] ?? Number.NaN, time),
        vdot,
        0.16,
        `VDOT ${vdot}, ${DISTANCES_M[index]} m`,
      );
    }
  }
});

test('race times agree with the published table within 0.2 %', () => {
  for (const [vdot, times] of PUBLISHED) {
    for (const [index, time] of times.entries()) {
      const distance = DISTANCES_M[index] ?? Number.NaN;
      near(raceTime(vdot, distance), time, time * 0.002, `VDOT ${vdot}, ${distance} m`);
    }
  }
});

test('training paces agree with the published table', () => {
  for (const [vdot, , [easySlow, easyFast, marathon, threshold, interval]] of PUBLISHED) {
    const pace = (fraction: number) => 1000 / speedAtVdotFraction(vdot, fraction);
    near(pace(VDOT_FRACTION.threshold), threshold, 1, `T at ${vdot}`);
    near(pace(VDOT_FRACTION.interval), interval, vdot >= 40 ? 1 : 3, `I at ${vdot}`);
    near(pace(VDOT_FRACTION.easyFast), easyFast, 5, `E fast at ${vdot}`);
    near(pace(VDOT_FRACTION.easySlow), easySlow, 5, `E slow at ${vdot}`);
    if (vdot >= 45) near(raceTime(vdot, 42_195) / 42.195, marathon, 1, `M at ${vdot}`);
  }
  // The table gives repetition pace per 400 m at VDOT 40, 50 and 60.
  for (const [vdot, seconds] of [
    [40, 104],
    [50, 87],
    [60, 75],
  ] as const) {
    near(400 / speedAtVdotFraction(vdot, VDOT_FRACTION.repetition), seconds, 2.5, `R 400 at ${vdot}`);
  }
});

test('race time inverts VDOT, and fitter or shorter is faster', () => {
  const vdot = fc.double({ min: 15, max: 90, noNaN: true });
  const distance = fc.double({ min: 800, max: 100_000, noNaN: true });
  fc.assert(
    fc.property(vdot, distance, (v, d) => {
      const time = raceTime(v, d);
      near(vdotFromRace(d, time), v, 0.001, 'round trip');
      assert.ok(raceTime(v + 1, d) < time);
      assert.ok(raceTime(v, d * 1.01) > time);
    }),
    { numRuns: 200 },
  );
});

test('the fraction at a speed inverts the speed at a fraction', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 15, max: 90, noNaN: true }),
      fc.double({ min: 0.1, max: 1.5, noNaN: true }),
      (vdot, fraction) => {
        near(vdotFractionAtSpeed(vdot, speedAtVdotFraction(vdot, fraction)), fraction, 1e-9, 'round trip');
      },
    ),
  );
});

test('impossible input is refused by name, and absurd input ends', () => {
  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => vdotFromRace(bad, 1200), /distance_m must be/);
    assert.throws(() => vdotFromRace(5000, bad), /time_s must be/);
    assert.throws(() => raceTime(bad, 5000), /vdot must be/);
    assert.throws(() => speedAtVdotFraction(50, bad), /fraction must be/);
    assert.throws(() => vdotFractionAtSpeed(50, bad), /speed_mps must be/);
  }
  assert.throws(() => raceTime(121, 5000), /at most 120/);
  assert.ok(Number.isFinite(raceTime(50, 1e15)));
});
