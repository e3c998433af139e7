import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { rampTooFast, workload } from './workload.ts';

describe('acute against chronic workload', () => {
  test('is the last seven days by a quarter of the last 28', () => {
    for (const [last_7_days, last_28_days, ratio] of [
      [1_200, 4_000, 1.2],
      [1_600, 4_000, 1.6],
      [1_000, 4_000, 1],
      [0, 4_000, 0],
      [500, 500, 4],
    ] as const) {
      const expected = { last_7_days, average_week: last_28_days / 4, ratio };
      assert.deepEqual(workload({ last_7_days, last_28_days }, 1), expected);
    }
  });

  test('has no ratio where nothing was done', () => {
    assert.deepEqual(workload({ last_7_days: 0, last_28_days: 0 }, 0), {
      last_7_days: 0,
      average_week: 0,
      ratio: null,
    });
    assert.equal(workload({ last_7_days: 0.1, last_28_days: 0.1 }, 0).ratio, null);
  });

  test('is rounded first and divided then', () => {
    const found = workload({ last_7_days: 10_000.06, last_28_days: 29_999.9 }, 0);
    assert.deepEqual(found, { last_7_days: 10_000, average_week: 7_500, ratio: 1.33 });
    assert.equal(workload({ last_7_days: 10.26, last_28_days: 40 }, 1).last_7_days, 10.3);
  });
});

describe('a ramp that is too fast', () => {
  const runs = (last_7_days_m: number, last_28_days_m: number, has_history = true) => ({
    last_7_days_m,
    last_28_days_m,
    has_history,
  });

  test('is one above 1.5, of ten kilometres or more, by somebody with a history', () => {
    for (const [title, given, expected] of [
      ['half as much again', runs(15_000, 40_000), null],
      ['just above', runs(15_100, 40_000), 1.51],
      ['above by less than is shown', runs(15_040, 40_000), null],
      ['twice of little', runs(9_999, 10_000), null],
      ['from ten kilometres on', runs(10_000, 10_000), 4],
      ['a beginner', runs(30_000, 32_000, false), null],
      ['nobody who runs', runs(0, 0, false), null],
    ] as const) {
      assert.equal(rampTooFast(given)?.ratio ?? null, expected, title);
    }
    assert.deepEqual(rampTooFast(runs(48_300.4, 110_600)), {
      last_7_days_m: 48_300,
      average_week_m: 27_650,
      ratio: 1.75,
      limit: 1.5,
    });
  });

  test('comes of a longer week, never of a shorter one', () => {
    const metres = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(metres, metres, metres, (week, more, before) => {
        const short = rampTooFast(runs(week, week + before));
        const long = rampTooFast(runs(week + more, week + more + before));
        assert.ok(short === null || long !== null);
      }),
    );
  });
});
