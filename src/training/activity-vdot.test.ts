import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TimedRun, vdotOfRun } from './activity-vdot.ts';

const run = (values: Partial<TimedRun> = {}): TimedRun => ({
  sport_type: 'run',
  is_race: false,
  duration_s: 2_400,
  distance_m: 10_000,
  elevation_gain_m: null,
  elevation_loss_m: null,
  best_efforts: [],
  ...values,
});
const race = (values: Partial<TimedRun> = {}) => run({ is_race: true, ...values });
const effort = (distance_m: number, duration_s: number) => ({ distance_m, duration_s });

test('a race shows its VDOT, whatever is known', () => {
  assert.equal(vdotOfRun(race(), null), 51.9);
  assert.equal(vdotOfRun(race(), 60), 51.9);
  assert.equal(
    vdotOfRun(race({ sport_type: 'track_run', distance_m: 5_000, duration_s: 1_200 }), null),
    49.8,
  );
});

test('a race inside a longer recording is found, a short surge in it is not worth more', () => {
  const jogged = race({
    distance_m: 9_300,
    duration_s: 3_000,
    best_efforts: [effort(1_609.3, 380), effort(5_000, 1_200)],
  });
  assert.equal(vdotOfRun(jogged, null), 49.8);
  const surge = race({ best_efforts: [effort(400, 60), effort(1_000, 200), effort(10_000, 2_400)] });
  assert.equal(vdotOfRun(surge, null), 51.9);
});

test('an easy run shows none, and so does any run of somebody of whom nothing is known', () => {
  assert.equal(vdotOfRun(run({ duration_s: 3_600 }), 50), null);
  assert.equal(vdotOfRun(run({ duration_s: 3_600 }), null), null);
  assert.equal(vdotOfRun(run(), null), null);
});

test('who runs faster in training than is known of them shows it, within reach', () => {
  assert.equal(vdotOfRun(run(), 50), 51.9);
  assert.equal(vdotOfRun(run(), 51.9), null);
  const fast_start = run({ duration_s: 3_300, best_efforts: [effort(5_000, 1_200)] });
  assert.equal(vdotOfRun(fast_start, 48), 49.8);
  // A rise from 45 to 51.9 in one run means that the watch is wrong.
  assert.equal(vdotOfRun(run(), 45), null);
});

test('what the formula is not of shows none', () => {
  for (const sport_type of ['trail_run', 'treadmill_run', 'virtual_run', 'ride', 'walk'] as const) {
    assert.equal(vdotOfRun(race({ sport_type }), null), null, sport_type);
  }
  assert.equal(vdotOfRun(race({ distance_m: null }), null), null);
  assert.equal(vdotOfRun(race({ distance_m: 800, duration_s: 130 }), null), null);
  assert.equal(
    vdotOfRun(
      race({ distance_m: 100_000, duration_s: 36_000, best_efforts: [effort(42_195, 13_500)] }),
      null,
    ),
    null,
  );
  assert.equal(vdotOfRun(race({ elevation_gain_m: 400, elevation_loss_m: 400 }), null), null);
  assert.equal(vdotOfRun(race({ elevation_gain_m: 20, elevation_loss_m: 120 }), null), null);
  assert.equal(vdotOfRun(race({ elevation_gain_m: 60, elevation_loss_m: 90 }), null), 51.9);
  assert.equal(vdotOfRun(race({ duration_s: 1_000 }), null), null);
  assert.equal(vdotOfRun(race({ duration_s: 7_200 }), null), null);
  assert.equal(vdotOfRun(race({ distance_m: 0, duration_s: 0 }), null), null);
});
