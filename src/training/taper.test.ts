import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlannedRace, raceEventOf, restAround } from './race-events.ts';
import { taperWeeks } from './taper.ts';

const TABLE: readonly (readonly [string, weeks: readonly number[], taper: number | null])[] = [
  ['Pfitzinger, marathon', [40, 57, 77, 100, 95, 98], 3],
  ['Higdon, marathon', [20, 52, 70, 100, 85, 95], 3],
  ['Hansons, marathon, ten days', [41, 86, 88, 100, 98, 100], 3],
  ['two weeks', [45, 75, 100, 96, 100, 90], 2],
  ['a week', [60, 100, 95, 100, 90, 100], 1],
  ['none', [95, 100, 95, 100, 90, 100], null],
  ['a week without running is a break', [0, 70, 100, 100, 100, 100], null],
  ['up again in the last week', [90, 50, 70, 100, 100, 100], null],
  ['nothing is known before', [45, 75, 0, 0, 0, 0], null],
  ['nothing at all', [], null],
];
for (const [what, weeks, taper] of TABLE)
  test(`a taper, ${what}: ${taper ?? 'none'}`, () => assert.equal(taperWeeks(weeks), taper));

test('races have the name of the event whose distance is within a few per cent', () => {
  const named = [5_070, 10_250, 21_300, 20_900, 42_900, 16_100, 50_700, 12_300, 45_000, 0].map(raceEventOf);
  assert.deepEqual(named, [
    '5k',
    '10k',
    'half_marathon',
    'half_marathon',
    'marathon',
    '10_miles',
    '50k',
    null,
    null,
    null,
  ]);
  assert.deepEqual(
    [isPlannedRace(21_900, 21_097), isPlannedRace(8_000, 21_097), isPlannedRace(null, 5_000)],
    [true, false, false],
  );
  assert.ok(restAround(42_195).recovery_days > restAround(21_097).recovery_days);
  assert.deepEqual(restAround(null), restAround(5_000));
});
