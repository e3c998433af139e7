import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceTime } from '../vdot.ts';
import { ZONE_LIMITS } from '../zones.ts';
import { EVENT_DISTANCE_M, type Goal } from './brief.ts';
import { planPaces } from './paces.ts';
import { isAmbitious, pacesTowards } from './target-fitness.ts';

/** A time over the event that somebody of this VDOT races. */
const timeOf = (vdot: number, event: Exclude<Goal['event'], 'general'> = 'half_marathon'): Goal => ({
  event,
  race_date: null,
  target_time_s: raceTime(vdot, EVENT_DISTANCE_M[event]),
});

test('who has a time in mind trains two points of VDOT below it, over any event', () => {
  for (const event of ['5k', '10k', 'half_marathon', 'marathon'] as const) {
    const paces = pacesTowards(timeOf(50, event));
    assert.ok(Math.abs((paces?.vdot ?? 0) - 48) < 0.01, event);
    assert.deepEqual(paces?.zones, planPaces(48).zones);
  }
});

test('without an event or a time there is nothing to go by', () => {
  assert.equal(pacesTowards({ event: '10k', race_date: null, target_time_s: null }), null);
  assert.equal(pacesTowards({ event: 'general', race_date: null, target_time_s: 3_000 }), null);
  assert.equal(isAmbitious({ event: '10k', race_date: null, target_time_s: null }, planPaces(30)), false);
});

test('the slowest there are train at the slowest paces there are', () => {
  const { minimum } = ZONE_LIMITS.vdot;
  assert.equal(pacesTowards(timeOf(minimum + 1))?.vdot, minimum);
});

test('more than five points above what somebody has is ambitious', () => {
  assert.equal(isAmbitious(timeOf(54.9), planPaces(50)), false);
  assert.equal(isAmbitious(timeOf(55.1), planPaces(50)), true);
  assert.equal(isAmbitious(timeOf(40), planPaces(50)), false);
});
