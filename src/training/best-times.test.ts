import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestTimes, type TimeOfDistance } from './best-times.ts';

const effort = (time_s: number, activity_id: string, distance_m = 10_000): TimeOfDistance => ({
  source: 'best_effort',
  distance_m,
  time_s,
  date: '2026-05-01',
  race_id: null,
  activity_id,
});
const result = (time_s: number, activity_id: string | null, distance_m = 10_000): TimeOfDistance => ({
  ...effort(time_s, ''),
  source: 'race_result',
  distance_m,
  race_id: `race of ${time_s}`,
  activity_id,
});
const told = (...times: TimeOfDistance[]) =>
  bestTimes(times).map(({ name, time_s, source, why }) => [name, time_s, source, why]);

test('of each distance the fastest time counts, whichever tells it', () => {
  assert.deepEqual(told(), []);
  assert.deepEqual(told(effort(2_400, 'a')), [['10 km', 2_400, 'best_effort', 'only_one']]);
  assert.deepEqual(told(effort(2_400, 'a'), result(2_390, null), effort(1_100, 'a', 5_000)), [
    ['5 km', 1_100, 'best_effort', 'only_one'],
    ['10 km', 2_390, 'race_result', 'fastest'],
  ]);
  assert.deepEqual(told(effort(2_380, 'b'), result(2_390, null)), [
    ['10 km', 2_380, 'best_effort', 'fastest'],
  ]);
});

test('the result of a race stands for its recording, which may say less', () => {
  assert.deepEqual(told(effort(2_380, 'a'), result(2_390, 'a')), [
    ['10 km', 2_390, 'race_result', 'official_time'],
  ]);
  assert.deepEqual(
    told(effort(2_380, 'a'), result(2_390, 'a'), effort(2_385, 'b')),
    [['10 km', 2_385, 'best_effort', 'fastest']],
    'another recording counts',
  );
  assert.deepEqual(
    told(effort(1_150, 'a', 5_000), result(2_390, 'a')),
    [
      ['5 km', 1_150, 'best_effort', 'only_one'],
      ['10 km', 2_390, 'race_result', 'only_one'],
    ],
    'on the way, over another distance',
  );
});

test('a race of about a standard distance is one, and of another distance is none', () => {
  assert.deepEqual(told(result(5_400, null, 21_100)), [['half marathon', 5_400, 'race_result', 'only_one']]);
  assert.deepEqual(told(result(5_400, null, 21_500)), []);
});
