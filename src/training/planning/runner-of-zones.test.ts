import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heartRateZones, paceZones, trainingPaces } from '../zones.ts';
import { planPaces } from './paces.ts';
import { heartRatesOfZones, pacesOfZones } from './runner-of-zones.ts';

const range = (min_s_per_km: number, max_s_per_km = min_s_per_km) => ({ min_s_per_km, max_s_per_km });

test('paces follow from VDOT, else from the threshold pace', () => {
  const paces = {
    easy: range(1),
    marathon: range(1),
    threshold: range(1),
    interval: range(1),
    repetition: range(1),
  };
  const vdot = { method: 'race', value: 50, paces } as const;
  const pace = { method: 'percent_threshold', threshold_pace_s_per_km: 306, zones: paceZones(306) } as const;
  // In the published table, the threshold at VDOT 40 is 5:06.
  assert.deepEqual(pacesOfZones({ vdot, pace }), planPaces(50));
  const byThreshold = pacesOfZones({ pace });
  assert.ok(Math.abs((byThreshold?.vdot ?? 0) - 40) < 0.2, String(byThreshold?.vdot));
  const { min, max } = byThreshold?.zones.threshold ?? { min: 0, max: 0 };
  assert.ok(min < 306 && 306 < max);
  assert.equal(pacesOfZones({}), null);
});

test('the threshold of five zones by hand is the fast end of the fourth; of fewer nobody knows it', () => {
  const zones = paceZones(270);
  assert.deepEqual(
    pacesOfZones({ pace: { method: 'manual', zones } }),
    pacesOfZones({ pace: { method: 'percent_threshold', threshold_pace_s_per_km: 270, zones } }),
  );
  assert.equal(pacesOfZones({ pace: { method: 'manual', zones: zones.slice(0, 3) } }), null);
});

test('paces by hand are kept, and what nobody set lies between them in the usual order', () => {
  const { easy, marathon, threshold, interval, repetition } = trainingPaces(50);
  const slower = (pace: number) => range(pace + 20);
  const zones = pacesOfZones({
    vdot: {
      method: 'manual',
      value: 50,
      paces: {
        easy: range(easy.min_s_per_km + 20, easy.max_s_per_km + 20),
        marathon: slower(marathon),
        threshold: slower(threshold),
        interval: slower(interval),
        repetition: slower(repetition),
      },
    },
  })?.zones;
  assert.ok(zones);
  assert.deepEqual(zones.easy, { min: easy.min_s_per_km + 20, max: easy.max_s_per_km + 20 });
  const order = [
    'recovery',
    'easy',
    'marathon',
    'half_marathon',
    'threshold',
    '10k',
    'interval',
    'repetition',
  ] as const;
  for (const [place, name] of order.entries()) {
    const harder = order[place + 1];
    assert.ok(zones[name].min <= zones[name].max, name);
    if (harder !== undefined) assert.ok(zones[name].min >= zones[harder].min, `${name} and ${harder}`);
  }
  assert.ok(zones.threshold.min < threshold + 20 && threshold + 20 < zones.threshold.max);
});

test('heart rates of easy running by each way of having zones', () => {
  const of = (anchors: Parameters<typeof heartRateZones>[0]) =>
    heartRatesOfZones({ heartrate: { ...anchors, ...heartRateZones(anchors) } });
  // Daniels has 65 to 79 % of 190.
  assert.deepEqual(of({ max_bpm: 190 }), { recovery: { min: 95, max: 123 }, easy: { min: 124, max: 150 } });
  // Karvonen's second band is 60 to 70 % of the reserve of 140.
  assert.deepEqual(of({ max_bpm: 190, resting_bpm: 50 }), {
    recovery: { min: 120, max: 133 },
    easy: { min: 134, max: 147 },
  });
  // Friel's second zone is 85 to 89 % of 170; the open first one is cut off where it is too slow to be useful.
  assert.deepEqual(of({ threshold_bpm: 170 }), {
    recovery: { min: 120, max: 144 },
    easy: { min: 145, max: 152 },
  });
});

test('zones by hand: the second of five, the first of three, none of one', () => {
  const zones = heartRateZones({ max_bpm: 200 }).zones;
  const by = (count: number) =>
    heartRatesOfZones({ heartrate: { method: 'manual', zones: zones.slice(0, count) } });
  assert.deepEqual(by(5), { recovery: { min: 100, max: 119 }, easy: { min: 120, max: 139 } });
  assert.deepEqual(by(3), { easy: { min: 100, max: 119 } });
  assert.equal(by(1), null);
  assert.equal(heartRatesOfZones({}), null);
});
