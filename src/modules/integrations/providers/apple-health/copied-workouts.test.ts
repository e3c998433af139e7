import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../../shared/time.ts';
import { isCopy } from './copied-workouts.ts';
import type { OtherConnection } from './queries.ts';

const CONNECTED_AT = new Date('2026-11-01T06:00:00Z');
const from_time = new Date(CONNECTED_AT.getTime() - 61 * DAY_MS);
const BROUGHT = { state: 'done', from_time: from_time.toISOString(), reason: null } as const;
const HISTORY = 'HISTORICAL_DATA_EXPORT';

const connection = (provider: string, more: Partial<OtherConnection> = {}): OtherConnection => ({
  provider,
  scopes: provider === 'garmin' ? ['ACTIVITY_EXPORT', HISTORY] : ['activity:read'],
  connected_at: CONNECTED_AT,
  token_expired_at: null,
  backfill: BROUGHT,
  ...more,
});
const workout = (origin: string, days: number) => ({
  origin,
  start: { at: new Date(CONNECTED_AT.getTime() + days * DAY_MS) },
});
const fromGarmin = (days: number) => workout('com.garmin.connect.mobile', days);
const fromStrava = (days: number) => workout('com.strava.stravaride', days);

test('of Garmin, what it tells of itself is left out, and what it never brings is not', () => {
  const whole = [connection('garmin')];
  assert.deepEqual(
    [1, -1, -60, -62].map((days) => isCopy(fromGarmin(days), whole)),
    [true, true, true, false],
  );
  const parts: Partial<OtherConnection>[] = [
    { scopes: ['ACTIVITY_EXPORT'] },
    { backfill: null },
    { backfill: { ...BROUGHT, state: 'failed' } },
    { backfill: { ...BROUGHT, state: 'running' } },
    { backfill: { ...BROUGHT, reason: 'Garmin gives nothing from before 2026-10-20.' } },
  ];
  for (const part of parts) {
    const partly = [connection('garmin', part)];
    assert.deepEqual([isCopy(fromGarmin(1), partly), isCopy(fromGarmin(-1), partly)], [true, false]);
  }
  const silent: Partial<OtherConnection>[] = [
    { scopes: ['HEALTH_EXPORT', HISTORY] },
    { token_expired_at: CONNECTED_AT },
  ];
  for (const part of silent) assert.equal(isCopy(fromGarmin(1), [connection('garmin', part)]), false);
  assert.equal(isCopy(workout('com.apple.health', 1), whole), false);
  assert.equal(isCopy(fromStrava(1), whole), false);
});

test('of Strava, which alone knows what is hidden, everything since two months before is left out until it is disconnected', () => {
  const states: Partial<OtherConnection>[] = [
    {},
    { token_expired_at: CONNECTED_AT },
    { backfill: null },
    { backfill: { ...BROUGHT, state: 'failed', reason: 'Strava did not answer.' } },
  ];
  for (const state of states) {
    const strava = [connection('strava', state)];
    assert.deepEqual(
      [30, 1, -1, -60, -63].map((days) => isCopy(fromStrava(days), strava)),
      [true, true, true, true, false],
    );
  }
  assert.equal(isCopy(fromStrava(1), []), false);
});
