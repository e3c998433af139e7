import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_DATE_MS } from './date-range.ts';
import { readDayOrTime, readEitherRange, readFromTo, readOffsetTime, readTimeMs } from './read-time.ts';

test('a time is read in milliseconds, and as ISO 8601 with any offset', () => {
  for (const [given, expected] of [
    [0, '1970-01-01T00:00:00.000Z'],
    [MAX_DATE_MS, '9999-12-31T23:59:59.999Z'],
    ['2026-07-01T06:30:00Z', '2026-07-01T06:30:00.000Z'],
    ['2026-07-01T06:30Z', '2026-07-01T06:30:00.000Z'],
    ['2026-07-01T14:30:00+08:00', '2026-07-01T06:30:00.000Z'],
    ['2026-06-30T22:00:00.123456789-08:30', '2026-07-01T06:30:00.123Z'],
    ['2024-02-29T00:00:00+00:00', '2024-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ] as const) {
    assert.equal(new Date(readTimeMs('at', given)).toISOString(), expected, String(given));
  }
});

test('a time without an offset, of no calendar or of other years is refused, and the message says what to add', () => {
  for (const given of [
    '2026-07-01T06:30:00',
    '2026-07-01',
    '2026-07-01 06:30:00Z',
    '2026-07-01T06:30:00 08:00',
    '2026-07-01T06:30:00+0800',
    '2026-02-30T06:30:00Z',
    '2026-07-01T24:00:00Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+08:00',
    '9999-12-31T23:59:59-08:00',
    '+012026-07-01T06:30:00Z',
    '',
    '1782887400000',
    -1,
    1.5,
    MAX_DATE_MS + 1,
    Number.NaN,
  ]) {
    assert.throws(
      () => readTimeMs('at', given),
      /^AppError: at: must be .* ends in Z or an offset/,
      `${given}`,
    );
    if (typeof given === 'string') assert.equal(readOffsetTime(given), null, given);
  }
});

test('where a day alone is taken, it is its midnight in UTC', () => {
  assert.equal(readDayOrTime('at', '2026-07-01').toISOString(), '2026-07-01T00:00:00.000Z');
  assert.equal(readDayOrTime('at', '2026-07-01T06:30:00+08:00').toISOString(), '2026-06-30T22:30:00.000Z');
  for (const text of ['2026-02-30', '1969-12-31', '2026-07-01T06:30:00', '26-07-01']) {
    assert.throws(() => readDayOrTime('at', text), /must be .* ends in Z or an offset.*, or a day/, text);
  }
});

const DAY_BEGINS_MS = Date.parse('2026-07-01T00:00:00.000Z');
const DAY_ENDS_MS = Date.parse('2026-07-01T23:59:59.999Z');

test('a range begins as its first day begins, and ends as its last day ends', () => {
  assert.deepEqual(readFromTo({}), { start_date_ms: undefined, end_date_ms: undefined });
  assert.deepEqual(readFromTo({ from: '2026-07-01', to: '2026-07-01' }), {
    start_date_ms: DAY_BEGINS_MS,
    end_date_ms: DAY_ENDS_MS,
  });
  assert.equal(readFromTo({ to: '9999-12-31' }).end_date_ms, MAX_DATE_MS);
  const time = '2026-07-01T08:00:00+08:00';
  assert.deepEqual(readFromTo({ from: time, to: time }), {
    start_date_ms: DAY_BEGINS_MS,
    end_date_ms: DAY_BEGINS_MS,
  });
  assert.throws(() => readFromTo({ from: '2026-07-02', to: '2026-07-01' }), /from: must not be after to/);
});

test('where the specification names the edges otherwise, each is given by one of its names', () => {
  for (const range of [
    { from: '2026-07-01', to: '2026-07-01' },
    { start_date: DAY_BEGINS_MS, to: '2026-07-01' },
    { from: '2026-07-01', end_date: DAY_ENDS_MS },
    { start_date: DAY_BEGINS_MS, end_date: '2026-07-01T23:59:59.999Z' },
  ])
    assert.deepEqual(readEitherRange(range), { start_date_ms: DAY_BEGINS_MS, end_date_ms: DAY_ENDS_MS });
  for (const [range, message] of [
    [{ from: '2026-07-01', start_date: 0 }, /from: must be left out with start_date/],
    [{ to: '2026-07-01', end_date: 0 }, /to: must be left out with end_date/],
    [{ from: '2026-07-02', end_date: DAY_ENDS_MS }, /from: must not be after end_date/],
    [{ start_date: DAY_ENDS_MS + 1, to: '2026-07-01' }, /start_date: must not be after to/],
  ] as const)
    assert.throws(() => readEitherRange(range), message);
});
