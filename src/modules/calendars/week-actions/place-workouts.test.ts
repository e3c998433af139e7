import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../../../shared/calendar.ts';
import { givenPlan } from '../../../test/given-plan.ts';
import type { OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { type Copy, changed, coversDay } from './copy.ts';
import { placeWorkouts, type Wish } from './place-workouts.ts';

const START = '2026-07-06';
const DAYS = 21;

/** A copy with a workout on each of some days, of which some are races. */
function copyWith(days: readonly { day: number; is_race: boolean }[]): Copy {
  const { workouts, weekly_info } = givenPlan(START, 3, 300);
  const [like] = workouts;
  assert.ok(like !== undefined);
  const made = days
    .toSorted((a, b) => a.day - b.day)
    .map(({ day, is_race }): OwnWorkout => {
      const workout_type = is_race ? 'race' : 'tempo';
      return { ...like, id: `w${day}`, date: addDays(START, day), workout_type };
    });
  const end_date = addDays(START, DAYS - 1);
  const ids = {
    id: 'copy',
    user_id: 'athlete',
    plan_id: 'plan',
    own_workout_ids: [],
    experience_level: null,
  };
  return { ...ids, start_date: START, end_date, weekly_info, workouts: made };
}

const anyCase = fc.record({
  days: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: DAYS - 1 }),
      is_race: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 15, selector: ({ day }) => day },
  ),
  /** Which of them are wanted, and how many days later; none to take one out. */
  wishes: fc.uniqueArray(fc.record({ nth: fc.nat(14), later: fc.option(fc.integer({ min: -8, max: 8 })) }), {
    maxLength: 10,
    selector: ({ nth }) => nth,
  }),
  today: fc.integer({ min: -1, max: DAYS }),
  done: fc.array(fc.integer({ min: 0, max: DAYS - 1 }), { maxLength: 3 }),
  conflict: fc.constantFrom('skip' as const, 'replace' as const),
  takes_races: fc.boolean(),
});

test('whatever is wanted, a copy has one workout a day, loses none unsaid, and keeps what is past, done or a race', () => {
  fc.assert(
    fc.property(anyCase, ({ days, wishes: asked, today: day, done: doneDays, ...rest }) => {
      const copy = copyWith(days);
      const today = addDays(START, day);
      const done = new Set(doneDays.map((one) => `w${one}`));
      const wishes = asked.flatMap(({ nth, later }): Wish[] => {
        const workout = copy.workouts[nth];
        if (workout === undefined) return [];
        return [
          { copy, before: workout, made: workout, to: later === null ? null : addDays(workout.date, later) },
        ];
      });
      const { changes, refused } = placeWorkouts(wishes, { ...rest, today, done });
      const after = changed(copy, changes);
      const dates = after.workouts.map(({ date }) => date);
      assert.deepEqual(dates, [...new Set(dates)].sort(), 'by date, one a day');
      assert.ok(after.workouts.every(({ date }) => coversDay(copy, date)));
      const removed = changes.filter((one) => one.after === null);
      assert.equal(after.workouts.length, copy.workouts.length - removed.length);
      for (const workout of copy.workouts) {
        const isKept =
          workout.date < today ||
          done.has(workout.id) ||
          (workout.workout_type === 'race' && !rest.takes_races);
        if (isKept) assert.ok(after.workouts.includes(workout), 'it is where it was');
      }
      for (const { before, after: now } of changes) {
        if (now !== null) assert.ok(now.date >= today);
        const isWanted = wishes.some((wish) => wish.before?.id === before?.id);
        assert.ok(isWanted || (now === null && rest.conflict === 'replace'));
      }
      const moved = changes.filter(({ before }) => wishes.some((wish) => wish.before?.id === before?.id));
      assert.equal(moved.length + refused.length, wishes.length, 'each wish is done or refused');
      const counts = Object.values(after.weekly_info).map(({ workout_count }) => workout_count);
      assert.equal(
        counts.reduce((sum, one) => sum + one, 0),
        after.workouts.length,
      );
    }),
    { numRuns: 300 },
  );
});
