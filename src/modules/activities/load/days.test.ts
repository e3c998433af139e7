import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { curveDays, dayBegins, HISTORY_DAYS } from './days.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/London',
  'Asia/Taipei',
  // Zones whose clocks change at midnight, by half an hour, twice within weeks; one that skipped a day, and one that repeated it.
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kwajalein',
  'America/Havana',
];

test('days begin when the time zone says, however its clocks change', () => {
  const start = fc.integer({ min: 0, max: 55 * 365 });
  fc.assert(
    fc.property(start, fc.constantFrom(...ZONES), (offset, zone) => {
      const first = Temporal.PlainDate.from('1970-01-01').add({ days: offset });
      const asked = Array.from(
        { length: 400 },
        (_, index) => first.add({ days: index }).toZonedDateTime(zone).startOfDay().epochMilliseconds,
      );
      assert.deepEqual(
        dayBegins(first, 400, zone).map((begin) => begin.getTime()),
        asked,
      );
    }),
    { numRuns: 60 },
  );
  // Whatever the seed: Samoa's 30 December 2011 never was.
  const [before, none, after] = dayBegins(Temporal.PlainDate.from('2011-12-29'), 3, 'Pacific/Apia');
  assert.deepEqual([none, (after?.getTime() ?? 0) - (before?.getTime() ?? 0)], [after, 86_400_000]);
});

test('of an unknown zone days are those of UTC, and today is the last one', () => {
  const now = new Date('2026-07-14T23:59:59.999Z');
  const { time_zone, shown, begins } = curveDays(
    { from: '2026-07-13', to: '2026-07-20' },
    now,
    'Mars/Olympus',
  );
  assert.deepEqual([time_zone, shown], ['UTC', ['2026-07-13', '2026-07-14']]);
  assert.equal(begins.length, HISTORY_DAYS + 3);
  assert.equal(begins.at(-1)?.toISOString(), '2026-07-15T00:00:00.000Z');
  assert.equal(begins.at(HISTORY_DAYS)?.toISOString(), '2026-07-13T00:00:00.000Z');
  assert.deepEqual(curveDays({ from: '2026-07-15', to: undefined }, now, 'UTC').begins, []);
});
