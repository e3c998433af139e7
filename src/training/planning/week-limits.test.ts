import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { weekdayOf } from '../../shared/calendar.ts';
import { anyContext } from '../../test/any-plan-numbers.ts';
import { chosenRuns } from '../../test/property.ts';
import { SAMPLE_CONTEXT } from '../../test/sample-plan.ts';
import { withSums } from './adapt-plan.ts';
import type { PlanNumbers } from './brief.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckContext } from './findings.ts';
import { targetOf } from './paces.ts';
import type { PlanContent, PlannedWorkout } from './plan.ts';
import { mostVolume, raceShares, type WeekDone, weekLimits } from './week-limits.ts';
import { wantedDays } from './week-under-check.ts';
import { weeklyInfoOf } from './weekly-info.ts';

const week = (volume_m: number): WeekDone => ({
  volume_m,
  load: volume_m / 165,
  longest_run_m: volume_m * 0.35,
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

test('what somebody is used to is the mean of the two largest of their last four weeks', () => {
  const used = (...weekly_distance_m: readonly number[]) =>
    most({ ...NO_RACE, history: { weekly_distance_m, longest_run_m: 10_000 } });
  assert.deepEqual(used(60_000, 60_000, 40_000, 40_000, 40_000, 40_000), [46_000, 'growth']);
  assert.deepEqual(used(40_000, 30_000, 0, 0), [40_250, 'growth']);
  assert.deepEqual(used(20_000), [23_000, 'growth']);
  // Nobody who has run nothing begins where their level would be.
  assert.deepEqual(used(0, 0, 0, 0), [15_000, 'growth']);
  assert.deepEqual(used(200_000, 200_000), [230_000, 'growth']);
  assert.deepEqual(most({ ...NO_RACE, history: null }), [40_000, 'growth']);
});

test('after three building weeks comes a lighter one, and then the way up goes on', () => {
  assert.deepEqual(most(NO_RACE, 30_000, 32_000, 34_000), [27_200, 'no_recovery_week']);
  assert.deepEqual(most(NO_RACE, 30_000, 32_000, 34_000, 27_000), [37_950, 'growth']);
  assert.deepEqual(most(NO_RACE, 30_000, 32_000, 34_000, 27_000, 34_000, 36_000), [40_250, 'growth']);
  assert.deepEqual(most(NO_RACE, 30_000, 32_000, 34_000, 27_000, 34_000, 36_000, 38_000), [
    30_400,
    'no_recovery_week',
  ]);
  // Tiny weeks are light enough.
  assert.deepEqual(most(NO_RACE, 4_000, 5_000, 5_000), [20_125, 'growth']);
});

test('a race makes the weeks around it light, wherever it is', () => {
  const shares = (numbers: PlanNumbers) =>
    [...raceShares(numbers)].map(([number, { share }]) => [number, share]);
  // Sunday of week 5; Tuesday of week 6; Thursday of week 6.
  assert.deepEqual(shares(racing('10k', '2026-09-06')), [[5, 0.6]]);
  assert.deepEqual(shares(racing('10k', '2026-09-08')), [
    [6, 0.6],
    [5, 0.6],
  ]);
  assert.deepEqual(shares(racing('marathon', '2026-09-06')), [
    [5, 0.5],
    [4, 0.75],
    [6, 0.5],
    [7, 0.75],
  ]);
  assert.deepEqual(shares(racing('half_marathon', '2026-09-08')), [
    [6, 0.5],
    [4, 0.75],
    [5, 0.5],
    [7, 0.75],
  ]);
  assert.deepEqual(shares(racing('half_marathon', '2026-09-10')), [
    [6, 0.5],
    [5, 0.75],
    [7, 0.75],
  ]);
  assert.deepEqual(most(racing('marathon', '2026-09-06'), 30_000, 32_000, 34_000), [25_500, 'no_taper']);
  assert.deepEqual(most(racing('marathon', '2026-09-06'), 30_000, 32_000, 34_000, 25_000), [
    17_000,
    'no_taper',
  ]);
  const after = [30_000, 32_000, 34_000, 25_000, 16_000] as const;
  assert.deepEqual(most(racing('marathon', '2026-09-06'), ...after), [17_000, 'race_recovery']);
  assert.deepEqual(most(racing('marathon', '2026-09-06'), ...after, 17_000), [25_500, 'race_recovery']);
});

test('weeks around a race are no building weeks, and need no further lighter one', () => {
  const marathon = racing('marathon', '2026-09-06');
  const back = [30, 32, 34, 25, 16, 17, 25, 28, 30].map((km) => km * 1_000);
  assert.deepEqual(most(marathon, ...back), [33_350, 'growth']);
  assert.deepEqual(most(marathon, ...back, 32_000), [25_600, 'no_recovery_week']);
  const rules = weekLimits(marathon, back.slice(0, 3).map(week)).volume_m.map(({ rule }) => rule);
  assert.deepEqual(rules, ['growth', 'no_taper']);
});

test('runs grow from the longest of four weeks, and from the history until there are so many', () => {
  const history = { weekly_distance_m: [40_000, 40_000], longest_run_m: 25_000 };
  const longest = (...volumes: readonly number[]) =>
    weekLimits({ ...NO_RACE, history }, volumes.map(week)).longest_run_m?.most;
  assert.equal(longest(), 30_000);
  assert.equal(longest(30_000, 30_000, 30_000), 30_000);
  assert.equal(longest(30_000, 30_000, 30_000, 30_000), 13_500);
  assert.equal(weekLimits({ ...NO_RACE, history: null }, []).longest_run_m, null);
});

test('a race after the end, or in the first week, is tapered for as far as the plan goes', () => {
  // Monday after the eighth week: that is the last of the taper.
  const behind = racing('half_marathon', '2026-09-28');
  const weeks = [30, 32, 34, 26, 34, 36].map((km) => km * 1_000);
  assert.deepEqual(most(behind, ...weeks), [27_000, 'no_taper']);
  assert.deepEqual(most(behind, ...weeks, 27_000), [18_000, 'no_taper']);
  // The largest of the last four weeks of the history is what is tapered from.
  assert.deepEqual(most(racing('marathon', '2026-08-09')), [15_500, 'no_taper']);
  assert.deepEqual(most({ ...racing('marathon', '2026-08-09'), history: null }), [20_000, 'no_taper']);
});

/** Hardly any plan: one short run in each week and strength on all other days. It must always be allowed. */
function leastPlan(context: CheckContext): PlanContent {
  const workouts: PlannedWorkout[] = [];
  const phase = 'base' as const;
  for (let week_number = 1; week_number <= context.weeks; week_number += 1) {
    for (const [index, date] of [...wantedDays(context, week_number)].entries()) {
      const { event, race_date } = context.goal;
      const race = date === race_date;
      const metres = {
        '5k': 5_000,
        '10k': 10_000,
        half_marathon: 21_097.5,
        marathon: 42_195,
        general: 5_000,
      }[event];
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
      for (const { most } of [...limits.volume_m, limits.load, limits.longest_run_m ?? limits.load]) {
        assert.ok(Number.isInteger(most));
      }
      assert.ok(mostVolume(limits).most >= 5_000);
      assert.ok((limits.longest_run_m?.most ?? 5_000) >= 5_000);
    }),
    { seed, numRuns: runs },
  );
});
