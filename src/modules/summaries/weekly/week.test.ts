import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR_MS } from '../../../shared/time.ts';
import { activeSince, HISTORY_DAYS, numberOfWeek, placeOf, rangeOf, type Week, weekOver } from './week.ts';

const at = (text: string): Date => new Date(text);
function found(zone: string, now: string): Week {
  const week = weekOver(zone, at(now));
  assert.ok(week, `${zone} ${now}`);
  return week;
}

describe('the week that is over', () => {
  test('is told of from six in the morning of Monday on, wherever that is, and all week long', () => {
    const moments: [zone: string, due: string][] = [
      ['UTC', '2026-07-13T06:00:00.000Z'],
      ['Asia/Taipei', '2026-07-12T22:00:00.000Z'],
      ['Asia/Kathmandu', '2026-07-13T00:15:00.000Z'],
      ['America/New_York', '2026-07-13T10:00:00.000Z'],
      ['Pacific/Kiritimati', '2026-07-12T16:00:00.000Z'],
      ['Pacific/Pago_Pago', '2026-07-13T17:00:00.000Z'],
      ['Nowhere/Town', '2026-07-13T06:00:00.000Z'],
      ['', '2026-07-13T06:00:00.000Z'],
    ];
    for (const [zone, due] of moments) {
      const before = at(due).getTime() - 1;
      assert.equal(weekOver(zone, new Date(before)), null, zone);
      const week = found(zone, due);
      assert.deepEqual([week.week_start, week.due], ['2026-07-06', at(due)], zone);
      const aWeekLater = new Date(before + 7 * 24 * HOUR_MS);
      // Until the next one is due: of the last hours of Sunday and the first of Monday none is.
      const last = weekOver(zone, new Date(before + 6.5 * 24 * HOUR_MS));
      assert.equal(last?.week_start, '2026-07-06', zone);
      assert.equal(weekOver(zone, aWeekLater), null, zone);
    }
  });

  test('has the hours that its clocks had', () => {
    const weeks: [zone: string, now: string, from: string, until: string][] = [
      ['Europe/Stockholm', '2026-03-30T12:00:00Z', '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
      ['Europe/Stockholm', '2026-10-26T12:00:00Z', '2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
      ['America/New_York', '2026-11-02T12:00:00Z', '2026-10-26T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-10-05T12:00:00Z', '2026-09-27T13:30:00.000Z', '2026-10-04T13:00:00.000Z'],
      ['Asia/Taipei', '2026-10-26T12:00:00Z', '2026-10-18T16:00:00.000Z', '2026-10-25T16:00:00.000Z'],
    ];
    for (const [zone, now, from, until] of weeks) {
      assert.deepEqual(rangeOf(found(zone, now)), { from: at(from), until: at(until) }, zone);
    }
  });

  test('goes over into another year', () => {
    const week = found('UTC', '2027-01-04T06:00:00Z');
    assert.equal(week.week_start, '2026-12-28');
    assert.deepEqual(activeSince(week), at('2026-12-07T00:00:00Z'));
    const numbers = ['2026-12-21', week.week_start, '2027-01-04'].map(numberOfWeek);
    assert.deepEqual(numbers, [2_972, 2_973, 2_974]);
  });

  test('knows which of its days an instant lies in', () => {
    const week = found('Europe/Stockholm', '2026-03-30T12:00:00Z');
    const { from, until } = rangeOf(week);
    const place = (ms: number) => placeOf(week, ms);
    assert.equal(place(from.getTime()), HISTORY_DAYS - 7);
    assert.equal(place(from.getTime() - 1), HISTORY_DAYS - 8);
    assert.equal(place(until.getTime() - 1), HISTORY_DAYS - 1);
    assert.equal(place(until.getTime()), null);
    // Sunday has 23 hours.
    assert.equal(place(until.getTime() - 23 * HOUR_MS), HISTORY_DAYS - 1);
    assert.equal(place(until.getTime() - 23 * HOUR_MS - 1), HISTORY_DAYS - 2);
    const [first] = week.begins;
    assert.ok(first);
    assert.deepEqual([place(first.getTime()), place(first.getTime() - 1)], [0, null]);
  });
});
