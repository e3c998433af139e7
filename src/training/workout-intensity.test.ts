import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureIntensity } from './workout-intensity.ts';

const time_s = Array.from({ length: 601 }, (_, second) => second);
const distance_m = time_s.map((second) => second * 3.2);
const heart_rate_bpm = time_s.map((second) => (second < 300 ? 140 : 150));

test('of a run heart rate and speed are kept, of anything else heart rate', () => {
  const heart_rate = { lowest_bpm: 140, seconds: [300, 0, 0, 0, 0, 0, 0, 0, 0, 0, 301] };
  assert.deepEqual(measureIntensity('run', { time_s, heart_rate_bpm, distance_m }), {
    heart_rate,
    normalized_graded_speed_mps: 3.2,
  });
  assert.deepEqual(measureIntensity('ride', { time_s, heart_rate_bpm, distance_m }), {
    heart_rate,
    normalized_graded_speed_mps: null,
  });
  assert.deepEqual(measureIntensity('trail_run', { time_s, distance_m }), {
    heart_rate: null,
    normalized_graded_speed_mps: 3.2,
  });
});

test('samples that tell nothing of it are nothing', () => {
  assert.equal(measureIntensity('ride', { time_s, distance_m }), null);
  assert.equal(measureIntensity('run', { time_s }), null);
  assert.equal(measureIntensity('run', { time_s: [] }), null);
});
