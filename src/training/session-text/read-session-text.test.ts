import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSessionText } from './read-session-text.ts';

function read(line: string, unit_system: 'metric' | 'imperial' = 'metric') {
  const content = readSessionText(line, unit_system);
  if (!('workout' in content)) return content;
  const { workout_type, distance_m, duration_s, session } = content.workout;
  return { workout_type, distance_m, duration_s, parts: session?.parts ?? [] };
}

const run = (workout_type: string, distance_m: number | null, parts: readonly object[] = []) => ({
  workout_type,
  distance_m,
  duration_s: null,
  parts,
});
const reps = (times: number, distance_m: number) => [{ times, parts: [{ distance_m }] }];

describe('a session as coaches type it', () => {
  test('says its kind, its whole and its main part, in three languages', () => {
    assert.deepEqual(read('Easy 8.5 km'), run('easy-run', 8_500));
    assert.deepEqual(read('輕鬆跑 8 公里'), run('easy-run', 8_000));
    assert.deepEqual(read('ロング走 18 km'), run('long-run', 18_000));
    assert.deepEqual(read('Intervals, 10 km – 12 × 400 m'), run('intervals', 10_000, reps(12, 400)));
    assert.deepEqual(read('間歇跑 400m×12趟'), run('intervals', null, reps(12, 400)));
    assert.deepEqual(read('インターバル走 400m×12本'), run('intervals', null, reps(12, 400)));
  });

  test('takes a bare number in the unit of who wrote it', () => {
    assert.deepEqual(read('Easy 8'), run('easy-run', 8_000));
    assert.deepEqual(read('Easy 5', 'imperial'), run('easy-run', 8_047));
  });

  test('is none to run where it says so, and words beside that are kept', () => {
    assert.deepEqual(read('rest'), { rest: true });
    assert.deepEqual(read('rest, book a massage'), { rest: true, notes: 'rest, book a massage' });
  });

  test('is refused with what would be read, where only its coach knows what was meant', () => {
    assert.deepEqual(read('yasso 800s x 8'), { reason: 'unit_missing', nearest: 'yasso 8 × 800 m' });
    assert.deepEqual(read('Easy 8 km or 10 km'), { reason: 'distances_disagree', nearest: 'Easy 8 km' });
    assert.deepEqual(read('Tempo 10 km (2 km warm-up, 7 km at threshold, 2 km cool-down)'), {
      reason: 'distances_disagree',
      nearest: 'Tempo 11 km (2 km warm-up, 7 km at threshold, 2 km cool-down)',
    });
    assert.deepEqual(read('with the group, if you like'), { reason: 'not_understood' });
  });
});
