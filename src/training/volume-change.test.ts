import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeLength, gradeVolume } from './volume-change.ts';

const WEEKS: readonly (readonly [
  weeks: readonly number[],
  has_history: boolean,
  grade: string | null,
  over: number | null,
])[] = [
  [[40, 40, 38, 41, 39], true, 'steady', -2],
  [[42, 40, 38, 40, 39], true, 'steady', 5],
  [[44.4, 40, 38, 40, 39], true, 'more', 11],
  [[48, 40, 38, 40, 39], true, 'more', 20],
  [[49, 40, 38, 40, 39], true, 'much_more', 23],
  [[60.4, 40, 38, 40, 39], true, 'leap', 51],
  [[40, 26, 40, 38, 36], true, 'rebound', 0],
  [[44, 26, 40, 38, 36], true, 'more', 10],
  [[30, 40, 38, 40, 39], true, 'less', -25],
  [[30, 0, 0, 0, 40], true, null, null],
  [[60, 40, 38, 40, 39], false, null, null],
  [[60, 40], true, null, null],
];
for (const [weeks, has_history, grade, over] of WEEKS)
  test(`${weeks.join(', ')}${has_history ? '' : ' and nothing before'} is ${grade ?? 'not told'}`, () => {
    const change = gradeVolume(weeks, has_history);
    assert.deepEqual([change?.grade ?? null, change?.over_best_percent ?? null], [grade, over]);
  });

test('a run is longer than the longest of 30 days by more than 10 % and 1.5 km, or not at all', () => {
  const known = { runs: 6, longest_m: 10_000, known_days: 25 };
  assert.equal(gradeLength(11_500, known), null);
  assert.deepEqual(gradeLength(12_000, known), { percent: 20, is_far: false });
  assert.deepEqual(gradeLength(13_100, known), { percent: 31, is_far: true });
  assert.equal(gradeLength(6_400, { ...known, longest_m: 5_000 }), null, 'by 1.4 km');
  assert.equal(gradeLength(20_000, { ...known, runs: 3 }), null);
  assert.equal(gradeLength(20_000, { ...known, known_days: 13 }), null);
  assert.equal(gradeLength(null, known), null);
  assert.equal(gradeLength(20_000, { ...known, longest_m: null }), null);
});
