import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarDay } from './time.ts';

test('an instant falls on the day of the zone, and on that of UTC where the name is of none', () => {
  const days: [instant: string, zone: string, day: string][] = [
    ['2026-07-01T15:59:59.999Z', 'Asia/Taipei', '2026-07-01'],
    ['2026-07-01T16:00:00.000Z', 'Asia/Taipei', '2026-07-02'],
    ['2026-01-01T04:59:59.999Z', 'America/New_York', '2025-12-31'],
    // A day that begins at 01:00, since the clocks change at midnight.
    ['2026-04-23T21:59:59.999Z', 'Africa/Cairo', '2026-04-23'],
    ['2026-04-23T22:00:00.000Z', 'Africa/Cairo', '2026-04-24'],
    ['2024-02-29T12:00:00.000Z', 'Pacific/Kiritimati', '2024-03-01'],
    ['2026-07-01T23:59:59.999Z', 'UTC', '2026-07-01'],
    ['2026-07-01T23:59:59.999Z', 'Nowhere/Town', '2026-07-01'],
    ['2026-07-01T23:59:59.999Z', '+09:00', '2026-07-01'],
    ['2026-07-01T23:59:59.999Z', '', '2026-07-01'],
  ];
  for (const [instant, zone, day] of days) assert.equal(calendarDay(new Date(instant), zone), day, zone);
});
