import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceTime } from '../vdot.ts';
import { EVENT_DISTANCE_M, type Goal } from './brief.ts';
import { planPaces } from './paces.ts';
import { isAmbitious, pacesForGoal, reachableVdot } from './target-fitness.ts';

const timeOf = (vdot: number, event: Exclude<Goal['event'], 'general'> = 'half_marathon'): Goal => ({
  event,
  race_date: null,
  target_time_s: raceTime(vdot, EVENT_DISTANCE_M[event]),
});

const TWELVE_WEEKS = { start_date: '2027-01-04', weeks: 12 };

test('a target time sets the pace of its race alone, and only as fast as can be reached by then', () => {
  const today = planPaces(45);
  for (const event of ['10k', 'half_marathon', 'marathon'] as const) {
    const near = pacesForGoal(today, { ...TWELVE_WEEKS, goal: timeOf(46, event) }, 'intermediate');
    assert.deepEqual(near, { ...today, zones: { ...today.zones, [event]: planPaces(46).zones[event] } });
    const far = pacesForGoal(today, { ...TWELVE_WEEKS, goal: timeOf(60, event) }, 'intermediate');
    const reached = planPaces(reachableVdot(45, 'intermediate', 12)).zones[event];
    assert.ok(far.zones[event].min >= reached.min, event);
    assert.deepEqual({ ...far.zones, [event]: null }, { ...today.zones, [event]: null });
  }
});

test('what is gained in eight weeks halves after sixteen', () => {
  assert.equal(reachableVdot(40, 'beginner', 8), 44);
  assert.equal(reachableVdot(40, 'beginner', 24), 50);
  assert.equal(reachableVdot(40, 'advanced', 8), 40.7);
});

test('race pace is never as slow as easy running, nor faster than what is harder today', () => {
  const today = planPaces(50);
  const slow = pacesForGoal(today, { ...TWELVE_WEEKS, goal: timeOf(30, 'marathon') }, 'beginner');
  assert.deepEqual(slow, today);
  const year = pacesForGoal(today, { ...TWELVE_WEEKS, weeks: 52, goal: timeOf(70, 'marathon') }, 'beginner');
  assert.deepEqual(year.zones.marathon, today.zones.threshold);
});

test('without an event or a time there is nothing to go by', () => {
  const today = planPaces(45);
  for (const goal of [
    { event: '10k', race_date: null, target_time_s: null },
    { event: 'general', race_date: null, target_time_s: 3_000 },
  ] as const)
    assert.deepEqual(pacesForGoal(today, { ...TWELVE_WEEKS, goal }, 'beginner'), today);
  assert.equal(isAmbitious({ event: '10k', race_date: null, target_time_s: null }, today), false);
});

test('more than five points above what somebody has is ambitious', () => {
  assert.equal(isAmbitious(timeOf(54.9), planPaces(50)), false);
  assert.equal(isAmbitious(timeOf(55.1), planPaces(50)), true);
  assert.equal(isAmbitious(timeOf(40), planPaces(50)), false);
});
