import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { secondsLater, toldRun } from '../../../test/tell-workouts.ts';
import { SPORT_TYPES, sportFromWord } from '../../../training/sport.ts';
import { compareRecords, REACH_MS, type Recognisable } from './match.ts';

const CASES = new URL('../../../../../shared/facts/samples/vectors/dedupe-cases.json', import.meta.url);
const HOUR_S = 3_600;

type Side = Partial<Recognisable>;
const isSame = (a: Side, b: Side): boolean => {
  const [one, other] = [toldRun(a), toldRun(b)];
  const [there, back] = [compareRecords(one, other), compareRecords(other, one)];
  assert.deepEqual(there, back, 'the same both ways');
  return there !== null;
};

describe('whether two records tell of one workout', () => {
  const late = (seconds: number, more: Side = {}): Side => ({ start_time: secondsLater(seconds), ...more });
  const local = (seconds: number, more: Side = {}): Side => late(seconds, { start_is: 'local', ...more });
  const table: readonly [string, Side, Side, boolean][] = [
    [
      'a watch and a phone, a minute later and a little less',
      {},
      late(58, { duration_s: 560, distance_m: 1_910 }),
      true,
    ],
    ['two minutes later', {}, late(120), true],
    ['more than two minutes later', {}, late(121), false],
    ['neighbouring sports', {}, { sport_type: 'treadmill_run' }, true],
    ['a ride and a run', {}, { sport_type: 'ride' }, false],
    ['two sports that have no family', { sport_type: 'golf' }, { sport_type: 'dance' }, false],
    ['one of them twice', { sport_type: 'golf' }, { sport_type: 'golf' }, true],
    ['a minute longer', {}, { duration_s: 660 }, true],
    ['long ones, an eighth longer', { duration_s: 7_000 }, { duration_s: 8_000 }, true],
    ['long ones, a fifth longer', { duration_s: 7_000 }, { duration_s: 8_400 }, false],
    ['a hundred metres shorter', {}, { distance_m: 1_900 }, true],
    ['a quarter shorter', {}, { distance_m: 1_500 }, false],
    ['one that does not know its distance', {}, { distance_m: null }, true],
    ['a wall clock nine hours ahead', {}, local(9 * HOUR_S), true],
    ['a wall clock in Nepal, a second off', {}, local(5.75 * HOUR_S + 1), true],
    ['a wall clock that is minutes off', {}, local(9 * HOUR_S + 60), false],
    ['a wall clock where nobody lives', {}, local(14.25 * HOUR_S), false],
    ['a wall clock without a distance', {}, local(9 * HOUR_S, { distance_m: null }), false],
    ['nine hours later, both sure of it', {}, late(9 * HOUR_S), false],
  ];
  for (const [name, a, b, same] of table) test(name, () => assert.equal(isSame(a, b), same));

  test('a hidden start is compared by the day where the athlete was', () => {
    const hidden = (iso: string, timezone: string | null): Side => ({
      start_is: 'day',
      start_time: new Date(iso),
      timezone,
    });
    const at = (iso: string, timezone: string | null): Side => ({ start_time: new Date(iso), timezone });
    const day = hidden('2026-10-20T16:00:01Z', 'Asia/Taipei');
    assert.equal(isSame(day, at('2026-10-20T22:00:00Z', 'Asia/Taipei')), true, 'six in the morning there');
    assert.equal(isSame(day, at('2026-10-21T15:30:00Z', null)), true, 'half past eleven at night there');
    assert.equal(isSame(day, at('2026-10-21T16:30:00Z', 'Asia/Taipei')), false, 'the next day');
    assert.equal(isSame(day, at('2026-10-20T14:00:00Z', null)), false, 'the day before');
    assert.equal(isSame(day, { ...at('2026-10-21T20:00:00Z', null), start_is: 'local' }), true);
    assert.equal(isSame(day, hidden('2026-10-21T00:00:01Z', null)), true);
    const somewhere = hidden('2026-10-21T00:00:01Z', null);
    assert.equal(isSame(somewhere, at('2026-10-20T11:00:00Z', null)), true, 'in New Zealand');
    assert.equal(isSame(somewhere, at('2026-10-20T09:00:00Z', null)), false, 'nowhere yet');
    assert.equal(isSame(day, { ...at('2026-10-20T22:00:00Z', 'Asia/Taipei'), distance_m: 3_000 }), false);
  });

  test('what is further apart than the reach is never the same, whatever is known of the starts', () => {
    const start_is = fc.constantFrom('exact' as const, 'day' as const, 'local' as const);
    const timezone = fc.constantFrom(null, 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu');
    const side = fc.record({ start_is, timezone, sport_type: fc.constantFrom(...SPORT_TYPES.slice(0, 3)) });
    fc.assert(
      fc.property(side, side, fc.integer({ min: -60 * HOUR_S, max: 60 * HOUR_S }), (a, b, seconds) => {
        const same = isSame(a, { ...b, start_time: secondsLater(seconds) });
        assert.ok(!same || Math.abs(seconds) * 1_000 <= REACH_MS);
      }),
      { numRuns: 300 },
    );
  });

  type Told = {
    start?: number;
    start_local?: string;
    duration: number;
    distance: number;
    sport: string;
  };
  const sideOf = ({ start, start_local, duration, distance, sport }: Told): Side => ({
    start_time: new Date(start === undefined ? (start_local ?? '') : start * 1_000),
    start_is: start === undefined ? 'day' : 'exact',
    duration_s: duration,
    distance_m: distance,
    sport_type: sportFromWord(sport),
  });
  test('the cases written down of platforms', {
    skip: !existsSync(CASES) && 'no facts beside the repository',
  }, () => {
    const { cases } = JSON.parse(readFileSync(CASES, 'utf8')) as {
      cases: { id: string; a: Told; b: Told; same: boolean }[];
    };
    assert.ok(cases.length > 0);
    for (const { id, a, b, same } of cases) assert.equal(isSame(sideOf(a), sideOf(b)), same, id);
  });
});
