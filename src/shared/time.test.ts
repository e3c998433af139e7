import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarDay, mondayOf } from './time.ts';

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

test('a week begins on Monday where somebody lives', () => {
  const weeks: [instant: string, zone: string, day: string, begins: string][] = [
    ['2026-07-15T12:00:00.000Z', 'UTC', '2026-07-13', '2026-07-13T00:00:00.000Z'],
    ['2026-07-13T00:00:00.000Z', 'UTC', '2026-07-13', '2026-07-13T00:00:00.000Z'],
    ['2026-07-12T23:59:59.999Z', 'UTC', '2026-07-06', '2026-07-06T00:00:00.000Z'],
    // Monday already, and Sunday still.
    ['2026-07-12T16:00:00.000Z', 'Asia/Taipei', '2026-07-13', '2026-07-12T16:00:00.000Z'],
    ['2026-07-13T03:59:59.999Z', 'America/New_York', '2026-07-06', '2026-07-06T04:00:00.000Z'],
    ['2026-03-29T12:00:00.000Z', 'Europe/Stockholm', '2026-03-23', '2026-03-22T23:00:00.000Z'],
    ['2026-10-25T12:00:00.000Z', 'Europe/Stockholm', '2026-10-19', '2026-10-18T22:00:00.000Z'],
    ['2027-01-01T12:00:00.000Z', 'UTC', '2026-12-28', '2026-12-28T00:00:00.000Z'],
    ['2026-07-12T16:00:00.000Z', 'Nowhere/Town', '2026-07-06', '2026-07-06T00:00:00.000Z'],
  ];
  for (const [instant, zone, day, begins] of weeks) {
    assert.deepEqual(
      mondayOf(new Date(instant), zone),
      { day, begins: new Date(begins) },
      `${instant} ${zone}`,
    );
  }
});
