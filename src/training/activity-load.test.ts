import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LoadedWorkout, type TrainingAnchors, trainingLoad } from './activity-load.ts';
import { SPORT_TYPES } from './sport.ts';

const NOTHING: TrainingAnchors = {
  sex: null,
  max_bpm: null,
  resting_bpm: null,
  threshold_bpm: null,
  zone_edges_bpm: null,
  threshold_pace_s_per_km: null,
  vdot: null,
};
/** The runner of the worked examples. */
const HEART = { ...NOTHING, max_bpm: 190, resting_bpm: 50, threshold_bpm: 170 };
/** Friel's zones for a threshold of 170 beats a minute. */
const ZONES = { ...NOTHING, threshold_bpm: 170, zone_edges_bpm: [30, 145, 153, 162, 170] } as const;
const PACE = { ...NOTHING, threshold_pace_s_per_km: 270 };

const workout = (values: Partial<LoadedWorkout> = {}): LoadedWorkout => ({
  sport_type: 'run',
  duration_s: 2_760,
  moving_time_s: 2_700,
  distance_m: 9_000,
  average_heart_rate_bpm: 150,
  intensity: null,
  ...values,
});
const at = (bpm: number, seconds: number) => ({
  heart_rate: { lowest_bpm: bpm, seconds: [seconds] },
  normalized_graded_speed_mps: null,
});

test('by heart rate a load is that of the worked example, in any sport', () => {
  assert.equal(trainingLoad(workout(), HEART), 47.5);
  assert.equal(trainingLoad(workout({ sport_type: 'ride', distance_m: null }), HEART), 47.5);
  assert.equal(trainingLoad(workout({ moving_time_s: null, duration_s: 2_700 }), HEART), 47.5);
});

test('samples of most of a workout count before its average, and fewer do not', () => {
  assert.equal(trainingLoad(workout({ intensity: at(170, 2_700) }), HEART), 75);
  assert.equal(trainingLoad(workout({ intensity: at(170, 2_200) }), HEART), 75);
  assert.equal(trainingLoad(workout({ intensity: at(170, 2_000) }), HEART), 47.5);
  assert.equal(trainingLoad(workout({ intensity: at(170, 0) }), HEART), 47.5);
});

test('without a threshold it lies at 88 % of the reserve; one that nobody has is not gone by', () => {
  const unknown = { ...HEART, threshold_bpm: null };
  // The threshold is assumed at 50 + 0.88 · 140 = 173.2 beats a minute.
  assert.equal(trainingLoad(workout(), unknown), trainingLoad(workout(), { ...HEART, threshold_bpm: 173.2 }));
  assert.equal(trainingLoad(workout(), { ...HEART, threshold_bpm: 80 }), null);
  const women = trainingLoad(workout(), { ...HEART, sex: 'female' });
  assert.ok(women !== null && women > 47.5 && women < 60, `${women}`);
});

test('with zones alone an hour in the zone of the threshold is 100', () => {
  const hour = (bpm: number) => workout({ moving_time_s: 3_600, intensity: at(bpm, 3_600) });
  const loads = [140, 150, 160, 165, 170, 200].map((bpm) => trainingLoad(hour(bpm), ZONES));
  assert.deepEqual(loads, [20, 40, 60, 80, 100, 100]);
  // These are the zones of a maximum of 190. A known threshold of 168 lies in zone 4; an unknown one is taken to be where zone 5 begins.
  const edges = { zone_edges_bpm: [95, 114, 133, 152, 171], threshold_bpm: 168 } as const;
  assert.equal(trainingLoad(hour(168), { ...NOTHING, ...edges }), 100);
  assert.equal(trainingLoad(hour(171), { ...NOTHING, ...edges, threshold_bpm: null }), 100);
  assert.equal(trainingLoad(hour(90), { ...NOTHING, ...edges }), 0);
  assert.equal(trainingLoad(hour(168), { ...NOTHING, ...edges, threshold_bpm: 100 }), null);
});

test('by pace a load is that of the worked example: of runs, where nothing is known of the heart', () => {
  const run = workout({ average_heart_rate_bpm: null, moving_time_s: 1_800, distance_m: 6_000 });
  assert.equal(trainingLoad(run, PACE), 40.5);
  assert.equal(trainingLoad({ ...run, average_heart_rate_bpm: 150 }, PACE), 40.5);
  assert.equal(
    trainingLoad(
      { ...run, average_heart_rate_bpm: 150 },
      { ...PACE, ...HEART, threshold_pace_s_per_km: 270 },
    ),
    31.7,
  );
  const hilly = { heart_rate: null, normalized_graded_speed_mps: 1_000 / 270 };
  assert.equal(trainingLoad({ ...run, intensity: hilly }, PACE), 50);
  assert.equal(trainingLoad({ ...run, sport_type: 'ride' }, PACE), null);
  assert.equal(trainingLoad({ ...run, distance_m: null }, PACE), null);
  assert.equal(trainingLoad({ ...run, distance_m: 0 }, PACE), null);
  // 15 km in half an hour is a drive that was recorded as a run.
  assert.equal(trainingLoad({ ...run, distance_m: 15_000 }, PACE), null);
});

test('where nothing is known to reckon by, there is none', () => {
  assert.equal(trainingLoad(workout(), NOTHING), null);
  assert.equal(trainingLoad(workout({ average_heart_rate_bpm: null }), HEART), null);
  // Both values are sensor errors and not heart rates.
  assert.equal(trainingLoad(workout({ average_heart_rate_bpm: 1 }), HEART), null);
  assert.equal(trainingLoad(workout({ average_heart_rate_bpm: 1e9 }), HEART), null);
});

test('a load is a finite number of 0 or more, or none, whatever is told and known', () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
  const measure = fc.oneof(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 8_000 }));
  const bpm = fc.integer({ min: 30, max: 250 });
  const told = fc.record({
    sport_type: fc.constantFrom(...SPORT_TYPES),
    duration_s: measure,
    moving_time_s: maybe(measure),
    distance_m: maybe(measure),
    average_heart_rate_bpm: maybe(measure),
    intensity: maybe(
      fc.record({
        heart_rate: maybe(
          fc.record({ lowest_bpm: bpm, seconds: fc.array(fc.nat(5_000), { minLength: 1, maxLength: 5 }) }),
        ),
        normalized_graded_speed_mps: maybe(fc.double({ min: 0.3, max: 60, noNaN: true })),
      }),
    ),
  });
  const known = fc.record({
    sex: maybe(fc.constantFrom('female' as const, 'male' as const)),
    max_bpm: maybe(fc.integer({ min: 100, max: 250 })),
    resting_bpm: maybe(fc.integer({ min: 30, max: 120 })),
    threshold_bpm: maybe(fc.integer({ min: 80, max: 240 })),
    zone_edges_bpm: maybe(fc.constant([95, 114, 133, 152, 171] as const)),
    threshold_pace_s_per_km: maybe(fc.integer({ min: 120, max: 1_200 })),
    vdot: maybe(fc.integer({ min: 15, max: 90 })),
  });
  fc.assert(
    fc.property(told, known, (one, anchors) => {
      const load = trainingLoad(one, anchors);
      assert.ok(load === null || (load >= 0 && Number.isFinite(load)), `${load}`);
    }),
    { numRuns: 300 },
  );
});
