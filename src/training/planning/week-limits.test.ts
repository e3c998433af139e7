import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, weekdayOf } from '../../shared/calendar.ts';
import { anyContext } from '../../test/any-plan-numbers.ts';
import { chosenRuns } from '../../test/property.ts';
import { SAMPLE_CONTEXT } from '../../test/sample-plan.ts';
import { withSums } from './adapt-plan.ts';
import { EVENT_DISTANCE_M, type PlanNumbers } from './brief.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckContext } from './findings.ts';
import { targetOf } from './paces.ts';
import type { PlanContent, PlannedWorkout } from './plan.ts';
import { mostVolume, type WeekDone, weekLimits } from './week-limits.ts';
import { wantedDays } from './week-under-check.ts';
import { weeklyInfoOf } from './weekly-info.ts';

const week = (volume_m: number, index = 0): WeekDone => ({
  volume_m,
  runs: [{ date: addDays(SAMPLE_CONTEXT.start_date, index * 7 + 6), distance_m: volume_m * 0.35 }],
  longest_training_m: volume_m * 0.35,
});
const NO_RACE: PlanNumbers = {
  ...SAMPLE_CONTEXT,
  goal: { event: 'general', race_date: null, target_time_s: null },
};
const most = (numbers: PlanNumbers, ...volumes: readonly number[]) => {
  const { most, rule } = mostVolume(weekLimits(numbers, volumes.map(week)));
  return [most, rule];
};
const racing = (event: PlanNumbers['goal']['event'], race_date: string): PlanNumbers => ({
  ...NO_RACE,
  goal: { event, race_date, target_time_s: null },
});

test('a week is no more than a fifth above the best of the four before it', () => {
  const after = (...weekly_distance_m: readonly number[]) =>
    most({ ...NO_RACE, history: { weekly_distance_m, longest_run_m: 10_000 } });
  assert.deepEqual(after(60_000, 60_000, 40_000, 40_000, 40_000, 40_000), [48_000, 'growth']);
  assert.deepEqual(after(40_000, 30_000, 0, 0), [48_000, 'growth']);
  // Three kilometres more are always allowed.
  assert.deepEqual(after(13_000), [16_000, 'growth']);
  assert.deepEqual(after(0, 0, 0, 0), [15_000, 'growth']);
  assert.deepEqual(most({ ...NO_RACE, history: null }), [45_000, 'growth']);
  assert.deepEqual(most({ ...NO_RACE, history: null }, 20_000), [54_000, 'growth']);
});

test('after three building weeks comes a lighter one, and then the way up goes on', () => {
  assert.deepEqual(most(NO_RACE, 30_000, 32_000, 34_000), [30_600, 'no_recovery_week']);
  assert.deepEqual(most(NO_RACE, 30_000, 32_000, 34_000, 30_000), [40_800, 'growth']);
  assert.deepEqual(most(NO_RACE, 30_000, 32_000, 34_000, 30_000, 34_000, 36_000), [43_200, 'growth']);
  assert.deepEqual(most(NO_RACE, 30_000, 32_000, 34_000, 30_000, 34_000, 36_000, 38_000), [
    34_200,
    'no_recovery_week',
  ]);
  // Weeks with a shorter long run are lighter as well, and tiny weeks are always light.
  const short = { ...week(34_000, 2), longest_training_m: 8_000 };
  assert.deepEqual(mostVolume(weekLimits(NO_RACE, [week(30_000), week(32_000, 1), short])).rule, 'growth');
  assert.deepEqual(most(NO_RACE, 8_000, 9_000, 9_000), [36_000, 'growth']);
});

test('advanced runners may build for four weeks', () => {
  const runner = { ...NO_RACE.runner, experience_level: 'advanced' as const };
  const advanced = { ...NO_RACE, runner };
  assert.equal(most(advanced, 30_000, 32_000, 34_000)[1], 'growth');
  assert.equal(most(advanced, 30_000, 32_000, 34_000, 36_000)[1], 'no_recovery_week');
});

test('weeks around a race are no building weeks, and need no further lighter one', () => {
  // The race is on the last day of week 5.
  const marathon = racing('marathon', '2026-09-06');
  assert.equal(most(marathon, 30_000, 32_000, 34_000)[1], 'growth');
  assert.equal(most(marathon, 30_000, 32_000, 34_000, 25_000, 16_000, 20_000, 25_000, 28_000)[1], 'growth');
  assert.equal(
    most(marathon, 30_000, 32_000, 34_000, 25_000, 16_000, 20_000, 25_000, 28_000, 30_000)[1],
    'no_recovery_week',
  );
});

test('runs grow from the longest of thirty days, and from the history until the plan is as old', () => {
  const history = { weekly_distance_m: [40_000, 40_000], longest_run_m: 25_000 };
  const longest = (...volumes: readonly number[]) =>
    weekLimits({ ...NO_RACE, history }, volumes.map(week)).longest_run_m.most;
  assert.equal(longest(), 27_500);
  assert.equal(longest(30_000, 30_000, 30_000), 27_500);
  assert.equal(longest(30_000, 30_000, 30_000, 30_000), 12_500);
  assert.equal(weekLimits({ ...NO_RACE, history: null }, []).longest_run_m.most, 16_000);
  const race = { ...week(30_000), runs: [{ date: addDays(NO_RACE.start_date, 6), distance_m: 42_195 }] };
  const weeks = (count: number) => [
    race,
    ...Array.from({ length: count }, (_, index) => week(30_000, index + 1)),
  ];
  assert.equal(weekLimits(NO_RACE, weeks(3)).longest_run_m.most, 46_415);
  assert.equal(weekLimits(NO_RACE, weeks(4)).longest_run_m.most, 12_500);
});

/** Almost no plan: one short run in each week and strength on all other days. It must always be allowed. */
function leastPlan(context: CheckContext): PlanContent {
  const workouts: PlannedWorkout[] = [];
  const phase = 'base' as const;
  for (let week_number = 1; week_number <= context.weeks; week_number += 1) {
    for (const [index, date] of [...wantedDays(context, week_number)].entries()) {
      const { event, race_date } = context.goal;
      const race = date === race_date;
      const metres = event === 'general' ? 5_000 : EVENT_DISTANCE_M[event];
      const run = { kind: 'work' as const, duration_s: 600, target: targetOf('easy', context.runner) };
      const workout: PlannedWorkout = {
        id: date,
        week_number,
        day: weekdayOf(date),
        date,
        phase,
        workout_type: race ? 'race' : index === 0 ? 'easy-run' : 'strength',
        title: '',
        description: '',
        duration_s: 0,
        distance_m: 0,
        segments: race
          ? [{ kind: 'work', distance_m: metres }]
          : index === 0
            ? [run]
            : [{ kind: 'work', duration_s: 1_200 }],
        source: 'generated',
      };
      workouts.push(withSums(workout, context.runner));
    }
  }
  const weeks = Array.from(
    { length: context.weeks },
    (_, index) => [String(index + 1), { phase, focus: '' }] as const,
  );
  return { workouts, weekly_info: weeklyInfoOf(workouts, Object.fromEntries(weeks)) };
}

test('whatever is asked for, there is a plan without findings', () => {
  const { seed, runs } = chosenRuns(150);
  fc.assert(
    fc.property(anyContext, (context) => {
      assert.deepEqual(checkPlan(leastPlan(context), context), []);
    }),
    { seed, numRuns: runs },
  );
});

test('no limit is less than a light week, and none is a fraction', () => {
  const { seed, runs } = chosenRuns(300);
  const weeks = fc.array(fc.integer({ min: 0, max: 250_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(anyContext, weeks, (context, volumes) => {
      const limits = weekLimits(context, volumes.map(week));
      for (const { most } of [...limits.volume_m, limits.longest_run_m]) assert.ok(Number.isInteger(most));
      assert.ok(mostVolume(limits).most >= 9_999);
      assert.ok(limits.longest_run_m.most >= 5_000);
    }),
    { seed, numRuns: runs },
  );
});
