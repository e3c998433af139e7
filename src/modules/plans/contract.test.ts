import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekdayOf } from '../../shared/calendar.ts';
import { DAY_MS } from '../../shared/time.ts';
import { EXAMPLE_PLAN } from './contract.ts';

test('the plan that the documents show has the sums of its workouts, on days of its week', () => {
  const { workouts, weekly_info, start_date, end_date, weeks } = EXAMPLE_PLAN;
  const sum = (field: 'duration_s' | 'distance_m') => workouts.reduce((all, one) => all + one[field], 0);
  const week = weekly_info['1'];
  assert.deepEqual(
    [week.workout_count, week.total_duration_s, week.total_distance_m],
    [workouts.length, sum('duration_s'), sum('distance_m')],
  );
  assert.equal((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS + 1, weeks * 7);
  for (const { date, day } of workouts) {
    assert.ok(date >= start_date && date <= end_date);
    assert.equal(weekdayOf(date), day);
  }
});
