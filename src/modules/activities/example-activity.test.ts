import assert from 'node:assert/strict';
import { test } from 'node:test';
import polyline from '@mapbox/polyline';
import { EXAMPLE_ACTIVITY } from './example-activity.ts';
import { viewOwnActivity } from './present.ts';

const { laps, best_efforts, start_time, ...summary } = EXAMPLE_ACTIVITY;

function total(field: 'duration_s' | 'moving_time_s' | 'distance_m' | 'calories_kcal'): number {
  return laps.reduce((sum, lap) => sum + (lap[field] ?? 0), 0);
}

/** Over moving time, as devices average. */
function mean(field: 'average_heart_rate_bpm' | 'average_cadence_spm' | 'average_power_w'): number {
  return laps.reduce((sum, lap) => sum + (lap[field] ?? 0) * lap.moving_time_s, 0) / total('moving_time_s');
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

test('the activity that the documents show is its laps together', () => {
  for (const field of ['duration_s', 'moving_time_s', 'distance_m', 'calories_kcal'] as const)
    assert.equal(round(total(field), 1), summary[field], field);
  assert.equal(round(mean('average_heart_rate_bpm'), 0), summary.average_heart_rate_bpm);
  assert.equal(round(mean('average_cadence_spm'), 1), summary.average_cadence_spm);
  assert.equal(round(mean('average_power_w'), 0), summary.average_power_w);
  for (const field of ['max_speed_mps', 'max_heart_rate_bpm'] as const)
    assert.equal(Math.max(...laps.map((lap) => lap[field] ?? 0)), summary[field], field);
});

test('its paces and speeds follow from distance and time', () => {
  const { average_pace_s_per_km } = viewOwnActivity(EXAMPLE_ACTIVITY);
  assert.ok(Math.abs((average_pace_s_per_km ?? 0) * (summary.average_speed_mps ?? 0) - 1000) < 0.5);
  for (const { distance_m, moving_time_s, average_speed_mps, max_speed_mps } of [
    { ...summary, moving_time_s: summary.moving_time_s ?? 0 },
    ...laps,
  ]) {
    assert.equal(round((distance_m ?? 0) / moving_time_s, 3), average_speed_mps);
    assert.ok((max_speed_mps ?? 0) > (average_speed_mps ?? 0));
  }
});

test('its laps follow one another, and its best efforts lie inside it', () => {
  let next = start_time.getTime();
  for (const lap of laps) {
    assert.equal(Date.parse(lap.start_time), next);
    next += lap.duration_s * 1000;
  }
  let speed = Number.POSITIVE_INFINITY;
  for (const { distance_m, duration_s, start_offset_s } of best_efforts) {
    assert.ok(round(start_offset_s + duration_s, 1) <= summary.duration_s);
    assert.ok(distance_m / duration_s < speed, 'the longer, the slower');
    speed = distance_m / duration_s;
  }
});

test('its map begins where it began', () => {
  assert.deepEqual(polyline.decode(EXAMPLE_ACTIVITY.map_polyline ?? '')[0], EXAMPLE_ACTIVITY.start_latlng);
});
