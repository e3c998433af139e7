import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../../shared/calendar.ts';
import type { SportType } from '../sport.ts';
import { WORKOUT_TYPES, type WorkoutType } from '../workout-types.ts';
import { type DonePart, matchWorkouts, type PlannedPart } from './compliance.ts';

const TODAY = '2026-07-15';
/** The days of the week before, from Monday on. */
const MON = '2026-07-06';
const TUE = '2026-07-07';
const WED = '2026-07-08';

const plan = (date: string, workout_type: WorkoutType, km: number, minutes: number): PlannedPart => ({
  date,
  plan_start_date: MON,
  workout_type,
  distance_m: km * 1000,
  duration_s: minutes * 60,
});
const did = (
  id: string,
  date: string,
  sport_type: SportType,
  km: number | null,
  minutes: number,
): DonePart => ({
  id,
  date,
  sport_type,
  workout_type: null,
  is_race: false,
  distance_m: km === null ? null : km * 1000,
  duration_s: minutes * 60,
});
const run = plan(TUE, 'easy-run', 10, 60);

describe('what became of planned workouts', () => {
  const cases: readonly (readonly [
    name: string,
    planned: readonly PlannedPart[],
    done: readonly DonePart[],
    expected: readonly string[],
  ])[] = [
    ['as planned', [run], [did('a', TUE, 'run', 10, 58)], ['done 1 a']],
    ['slower, for the same time', [run], [did('a', TUE, 'run', 7, 60)], ['done 1 a']],
    ['faster, for the same distance', [run], [did('a', TUE, 'trail_run', 10, 45)], ['done 1 a']],
    ['nearly all of it', [run], [did('a', TUE, 'run', 8, 40)], ['done 0.8 a']],
    ['half of it', [run], [did('a', TUE, 'run', 5, 28)], ['partly 0.5 a']],
    ['too little to be it', [run], [did('a', TUE, 'run', 2.9, 15)], ['missed null']],
    ['nothing', [run], [], ['missed null']],
    [
      'no distance known, as on a treadmill',
      [run],
      [did('a', TUE, 'treadmill_run', null, 55)],
      ['done 0.92 a'],
    ],
    ['another sport', [run], [did('a', TUE, 'ride', 30, 60)], ['missed null']],
    [
      'recorded in three pieces',
      [run],
      [did('a', TUE, 'run', 2, 12), did('b', TUE, 'track_run', 6, 30), did('c', TUE, 'run', 2, 12)],
      ['done 1 a b c'],
    ],
    ['a day later', [run], [did('a', WED, 'run', 10, 60)], ['done 1 a +1']],
    ['a day earlier', [run], [did('a', MON, 'run', 6, 35)], ['partly 0.6 a -1']],
    ['two days later', [run], [did('a', addDays(TUE, 2), 'run', 10, 60)], ['missed null']],
    [
      'the next day has its own',
      [run, plan(WED, 'easy-run', 5, 30)],
      [did('a', WED, 'run', 10, 60)],
      ['missed null', 'done 2 a'],
    ],
    [
      'two of a day, each the closest',
      [plan(TUE, 'long-run', 20, 120), plan(TUE, 'recovery-run', 5, 35)],
      [did('a', TUE, 'run', 5, 34), did('b', TUE, 'run', 20, 118)],
      ['done 1 b', 'done 1 a'],
    ],
    [
      'cross-training',
      [plan(TUE, 'cross-training', 0, 60)],
      [did('a', TUE, 'ride', 25, 55)],
      ['done 0.92 a'],
    ],
    [
      'cross-training is not running',
      [plan(TUE, 'cross-training', 0, 60)],
      [did('a', TUE, 'run', 10, 60)],
      ['missed null'],
    ],
    [
      'strength',
      [plan(TUE, 'strength', 0, 30)],
      [did('a', TUE, 'strength_training', null, 30)],
      ['done 1 a'],
    ],
    ['strength is no ride', [plan(TUE, 'strength', 0, 30)], [did('a', TUE, 'ride', 20, 60)], ['missed null']],
    ['today, not yet', [plan(TODAY, 'easy-run', 10, 60)], [], ['upcoming null']],
    ['today, by now', [plan(TODAY, 'easy-run', 10, 60)], [did('a', TODAY, 'run', 10, 60)], ['done 1 a']],
    [
      'tomorrow’s is not done by what is extra today',
      [plan(addDays(TODAY, 1), 'easy-run', 10, 60)],
      [did('a', TODAY, 'run', 10, 60)],
      ['upcoming null'],
    ],
    ['no size planned', [plan(TUE, 'race', 0, 0)], [did('a', TUE, 'run', 10, 40)], ['done 1 a']],
  ];
  for (const [name, planned, done, expected] of cases) {
    test(name, () => {
      const found = matchWorkouts(planned, done, TODAY).map(({ status, share, done_ids, days_off }) =>
        [status, share, ...done_ids, ...(days_off === 0 ? [] : [days_off > 0 ? '+1' : '-1'])]
          .join(' ')
          .trim(),
      );
      assert.deepEqual(
        found.map((one) => one.replace(/^(missed|upcoming)$/, '$1 null')),
        expected,
      );
    });
  }
});

test('a run from before the plan, or one much larger, is another run and not this one moved', () => {
  const first = plan(MON, 'recovery-run', 2.5, 16);
  const statuses = (done: DonePart) => matchWorkouts([first], [done], TODAY)[0]?.status;
  assert.equal(statuses(did('a', addDays(MON, -1), 'run', 2.5, 16)), 'missed');
  assert.equal(statuses(did('a', TUE, 'run', 20, 120)), 'missed');
  assert.equal(statuses(did('a', TUE, 'run', 3.6, 23)), 'done');
});

test('how hard it was is the athlete’s word, and where they say nothing the amount alone is told', () => {
  const tempo = plan(TUE, 'tempo', 5.5, 30);
  const easy = plan(TUE, 'easy-run', 5.5, 30);
  const told = (planned: PlannedPart, ...done: Partial<DonePart>[]) => {
    const parts = done.map((part, place) => ({ ...did(String(place), TUE, 'run', 5.5, 30), ...part }));
    const [match] = matchWorkouts([planned], parts, TODAY);
    return [match?.status, match?.type_match];
  };
  assert.deepEqual(told(tempo, { distance_m: 12_000, duration_s: 4_200 }), ['done', null]);
  assert.deepEqual(told(tempo, { workout_type: 'easy-run' }), ['partly', false]);
  assert.deepEqual(told(tempo, { workout_type: 'intervals' }), ['done', true]);
  assert.deepEqual(told(tempo, { is_race: true }), ['done', true]);
  assert.deepEqual(told(easy, { is_race: true }), ['partly', false]);
  assert.deepEqual(told(easy, { workout_type: 'recovery-run' }), ['done', true]);
  assert.deepEqual(told(easy, { workout_type: 'cross-training' }), ['done', null]);
  assert.deepEqual(told(tempo, { workout_type: 'easy-run' }, { workout_type: 'tempo' }), ['done', true]);
  assert.deepEqual(told(tempo, { workout_type: 'easy-run' }, {}), ['done', null]);
  assert.deepEqual(told(plan(TUE, 'strength', 0, 30), { sport_type: 'yoga' }), ['done', null]);
  assert.deepEqual(told(tempo, { date: WED, workout_type: 'easy-run' }), ['missed', null]);
});

test('nothing counts twice, and all that counts is of its day or the next to it', () => {
  const day = fc.integer({ min: -6, max: 3 }).map((days) => addDays(TODAY, days));
  const anyPlanned = fc.record({
    date: day,
    plan_start_date: fc.constant(addDays(TODAY, -3)),
    workout_type: fc.constantFrom(...WORKOUT_TYPES),
    duration_s: fc.constantFrom(0, 1800, 3600, 5400),
    distance_m: fc.constantFrom(0, 5000, 10_000, 15_000),
  });
  const anyDone = fc.record({
    date: day,
    workout_type: fc.constantFrom(null, 'tempo' as const, 'easy-run' as const),
    is_race: fc.boolean(),
    sport_type: fc.constantFrom<SportType>('run', 'trail_run', 'ride', 'strength_training', 'yoga'),
    duration_s: fc.integer({ min: 1, max: 9000 }),
    distance_m: fc.option(fc.integer({ min: 1, max: 20_000 })),
  });
  const anyDays = fc.record({
    planned: fc.array(anyPlanned, { maxLength: 6 }),
    done: fc.uniqueArray(anyDone, { maxLength: 8, selector: ({ duration_s }) => duration_s }),
  });
  fc.assert(
    fc.property(anyDays, ({ planned, done }) => {
      const named = done.map((one, place) => ({ ...one, id: String(place) }));
      const matches = matchWorkouts(planned, named, TODAY);
      assert.equal(matches.length, planned.length);
      const ids = matches.flatMap(({ done_ids }) => done_ids);
      assert.equal(new Set(ids).size, ids.length);
      for (const [place, { status, done_ids, days_off }] of matches.entries()) {
        const date = planned[place]?.date ?? '';
        assert.equal(done_ids.length > 0, status === 'done' || status === 'partly');
        if (status === 'missed') assert.ok(date < TODAY);
        if (status === 'upcoming') assert.ok(date >= TODAY);
        for (const id of done_ids) assert.equal(named[Number(id)]?.date, addDays(date, days_off));
        assert.ok(Math.abs(days_off) <= 1 && (days_off === 0 || date < TODAY));
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});
