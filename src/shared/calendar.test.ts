import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, daysBetween, isDay, WEEKDAYS, weekdayOf } from './calendar.ts';

const FIRST = Temporal.PlainDate.from('0001-01-01');
const DAYS = FIRST.until('9999-12-31').days;
const anyDay = fc.integer({ min: 0, max: DAYS }).map((days) => FIRST.add({ days }));

test('days are counted as the calendar counts them', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (one, other) => {
      const [from, until] = [one.toString(), other.toString()];
      const days = one.until(other).days;
      assert.equal(daysBetween(from, until), days);
      assert.equal(addDays(from, days), until);
      assert.equal(weekdayOf(from), WEEKDAYS[one.dayOfWeek - 1]);
      assert.ok(isDay(from));
    }),
  );
});

test('every day of a leap year and of one that is none follows the one before', () => {
  let day = '1999-12-31';
  for (let next = Temporal.PlainDate.from('2000-01-01'); next.year < 2002; next = next.add({ days: 1 })) {
    day = addDays(day, 1);
    assert.equal(day, next.toString());
  }
  assert.equal(daysBetween('2000-01-01', '2001-01-01'), 366);
  assert.equal(daysBetween('1900-01-01', '1901-01-01'), 365);
});

test('what no calendar has is no day, and what is not written as one cannot be counted from', () => {
  for (const text of ['2026-02-29', '2026-02-31', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'])
    assert.ok(!isDay(text), text);
  for (const text of [
    '',
    'Monday',
    '2026-9-05',
    ' 2026-09-05',
    '2026-09-05T00',
    '+012026-01-05',
    '２０２６-09-05',
  ]) {
    assert.ok(!isDay(text), text);
    assert.equal(daysBetween('2026-01-01', text), Number.NaN, text);
    assert.throws(() => addDays(text, 1), RangeError, text);
  }
  // Written as days, they are those of the next month.
  assert.equal(addDays('2026-02-31', 0), '2026-03-03');
});

test('days and months of numbers that no month and no year has, and the year 0, are not counted from', () => {
  const wrong = [
    '2026-01-99',
    '2026-01-32',
    '2026-01-00',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '0000-12-31',
  ];
  for (const text of wrong) {
    assert.ok(!isDay(text), text);
    assert.equal(daysBetween(text, '2026-01-01'), Number.NaN, text);
    assert.throws(() => addDays(text, 0), RangeError, text);
  }
  assert.ok(isDay('0001-01-01'));
});
