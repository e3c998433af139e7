import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { countedIds, planBrief } from '../../../test/plan-brief.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { checkContext } from '../../../training/plan-request/check-context.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { DraftDay, DraftWeek } from '../../../training/planning/draft.ts';
import { isInvalid } from '../../../training/planning/finding-rules.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { readDraft } from '../draft/read-draft.ts';
import { writeDraft } from '../draft/write-draft.ts';
import { buildPlan } from './plan-weeks.ts';

const BRIEF = planBrief();
const OWN = buildPlan(BRIEF, countedIds());
const TEXT = writeDraft(OWN, BRIEF);

function drafted(change: (week: DraftWeek) => DraftWeek): { brief: PlanBrief; plan: PlanContent } {
  const { weeks } = readDraft(TEXT, BRIEF);
  assert.ok(weeks !== undefined);
  const brief = { ...BRIEF, draft: { weeks: weeks.map(change), text: TEXT } };
  return { brief, plan: buildPlan(brief, countedIds()) };
}

function withDays(number: number, change: (days: readonly DraftDay[]) => readonly DraftDay[]) {
  return drafted((week) => (week.number === number ? { ...week, days: change(week.days ?? []) } : week));
}

function warningsOf({ brief, plan }: { brief: PlanBrief; plan: PlanContent }, week: number): string[] {
  const findings = checkPlan(plan, checkContext(brief));
  assert.deepEqual(findings.filter(isInvalid), []);
  return findings.filter(({ week_number }) => week_number === week).map(({ code }) => code);
}

function on(plan: PlanContent, week: number, day: Weekday): PlannedWorkout {
  return (
    plan.workouts.find((one) => one.week_number === week && one.day === day) ?? assert.fail('no workout')
  );
}

const day = (
  name: Weekday,
  workout_type: DraftDay['workout_type'],
  numbers: Partial<Pick<DraftDay, 'distance_m' | 'duration_s'>> = {},
): DraftDay => ({ day: name, workout_type, distance_m: null, duration_s: null, words: '', ...numbers });

const isOn = (name: Weekday) => (one: DraftDay) => one.day === name;

test('what a coach changes of a day comes back: kind, metres or seconds, exactly', async (t) => {
  const changes: readonly DraftDay[] = [
    day('tuesday', 'tempo', { distance_m: 7_300 }),
    day('tuesday', 'intervals', { distance_m: 7_000 }),
    day('tuesday', 'intervals', { duration_s: 40 * 60 }),
    day('tuesday', 'hills', { distance_m: 6_400 }),
    day('tuesday', 'hills', { duration_s: 45 * 60 }),
    day('tuesday', 'fartlek', { distance_m: 6_100 }),
    day('tuesday', 'race-pace', { distance_m: 6_000 }),
    day('tuesday', 'strides', { distance_m: 5_700 }),
    day('tuesday', 'strides', { duration_s: 35 * 60 }),
    day('tuesday', 'easy-run', { duration_s: 33 * 60 }),
    day('tuesday', 'recovery-run', { distance_m: 4_200 }),
    day('tuesday', 'cross-training', { duration_s: 50 * 60 }),
    day('tuesday', 'strength', { duration_s: 25 * 60 }),
    day('tuesday', 'tempo'),
    day('tuesday', 'cross-training'),
  ];
  for (const changed of changes) {
    await t.test(JSON.stringify(changed), () => {
      const { brief, plan } = withDays(6, (days) =>
        days.map((one) => (isOn('tuesday')(one) ? changed : one)),
      );
      const workout = on(plan, 6, 'tuesday');
      assert.equal(workout.workout_type, changed.workout_type);
      if (changed.distance_m !== null) assert.equal(workout.distance_m, changed.distance_m);
      if (changed.duration_s !== null) assert.equal(workout.duration_s, changed.duration_s);
      warningsOf({ brief, plan }, 6);
      const others = (content: PlanContent) =>
        content.workouts
          .filter(({ date }) => date !== workout.date)
          .map(({ date, title, segments }) => ({ date, title, segments }));
      assert.deepEqual(others(plan), others(OWN));
    });
  }
});

test('days come and go as the draft has them', () => {
  const without = withDays(3, (days) => days.filter((one) => one.day !== 'thursday')).plan;
  const days = ({ workouts }: PlanContent, week: number) =>
    workouts.filter(({ week_number }) => week_number === week).map((one) => one.day);
  assert.deepEqual(days(without, 3), ['tuesday', 'saturday', 'sunday']);
  const moved = withDays(3, (all) =>
    all.map((one) => (one.day === 'thursday' ? { ...one, day: 'friday' } : one)),
  );
  assert.deepEqual(days(moved.plan, 3), ['tuesday', 'friday', 'saturday', 'sunday']);
  assert.equal(on(moved.plan, 3, 'friday').distance_m, on(OWN, 3, 'thursday').distance_m);
  assert.deepEqual(on(moved.plan, 3, 'friday').segments, on(OWN, 3, 'thursday').segments);
  const none = withDays(3, () => []).plan;
  assert.deepEqual(days(none, 3), []);
  assert.equal(none.weekly_info['3']?.workout_count, 0);
});

test('a week that is given other metres has them, on the days it had', () => {
  const own = OWN.weekly_info['5']?.total_distance_m ?? 0;
  const less = Math.round((own * 0.8) / 100) * 100;
  const { plan, brief } = drafted((week) =>
    week.number === 5 ? { ...week, distance_m: less, heading_is_own: false } : week,
  );
  assert.ok(Math.abs((plan.weekly_info['5']?.total_distance_m ?? 0) - less) <= 50);
  const hard = ({ workouts }: PlanContent) =>
    workouts.filter(({ week_number, workout_type }) => week_number === 5 && HARD_TYPES.has(workout_type));
  assert.deepEqual(
    hard(plan).map(({ segments }) => segments),
    hard(OWN).map(({ segments }) => segments),
  );
  assert.deepEqual(checkPlan(plan, checkContext(brief)).filter(isInvalid), []);
});

test('a draft that names no days leaves them to the rules, within the metres that it says', () => {
  const { plan, brief } = drafted((week) => ({
    ...week,
    days: null,
    heading_is_own: false,
    distance_m: week.number === 2 ? 27_000 : null,
  }));
  assert.ok(Math.abs((plan.weekly_info['2']?.total_distance_m ?? 0) - 27_000) <= 500);
  assert.equal(plan.workouts.length, OWN.workouts.length);
  assert.deepEqual(checkPlan(plan, checkContext(brief)), []);
});

test('what a coach wrote stands, and what the rules say of it is told', () => {
  const far = withDays(4, (days) =>
    days.map((one) =>
      one.workout_type === 'long-run' ? day(one.day, 'long-run', { distance_m: 34_000 }) : one,
    ),
  );
  assert.equal(on(far.plan, 4, 'sunday').distance_m, 34_000);
  assert.ok(warningsOf(far, 4).includes('long_run_time'));
  const hard = withDays(5, (days) =>
    days.map((one) => (one.day === 'saturday' ? day('saturday', 'tempo') : day(one.day, 'intervals'))),
  );
  assert.deepEqual(
    hard.plan.workouts.filter(({ week_number }) => week_number === 5).map(({ workout_type }) => workout_type),
    ['intervals', 'intervals', 'tempo', 'intervals'],
  );
  assert.ok(warningsOf(hard, 5).includes('hard_days_too_close'));
  const large = drafted((week) =>
    week.number === 3 ? { ...week, days: null, distance_m: 60_000, heading_is_own: false } : week,
  );
  assert.ok(Math.abs((large.plan.weekly_info['3']?.total_distance_m ?? 0) - 60_000) <= 1_000);
});

test('a draft without its race contradicts itself, and is refused', () => {
  assert.throws(
    () => withDays(10, (days) => days.filter(({ workout_type }) => workout_type !== 'race')),
    (error) => {
      assert.ok(error instanceof PlanRefused);
      assert.deepEqual(
        error.faults.map(({ path, code, values }) => [path, code, values.week_number, values.finding]),
        [['refined_draft', 'draft_invalid', 10, 'race_missing']],
      );
      return true;
    },
  );
});

test('whatever is written into a draft, its sums and dates are right or it is refused', async (t) => {
  const anyDay = fc.record({
    day: fc.constantFrom(...WEEKDAYS),
    workout_type: fc.constantFrom(...WORKOUT_TYPES),
    distance_m: fc.option(fc.integer({ min: 0, max: 400 }).map((hundreds) => hundreds * 100)),
    duration_s: fc.option(fc.integer({ min: 0, max: 300 }).map((minutes) => minutes * 60)),
    words: fc.constant(''),
  });
  const anyWeek = fc.record({
    distance_m: fc.option(fc.integer({ min: 0, max: 90 }).map((km) => km * 1_000)),
    days: fc.option(fc.uniqueArray(anyDay, { selector: (one) => one.day, maxLength: 7 })),
  });
  let made = 0;
  await checkProperty(t, chosenRuns(60), {
    any: fc.record({ number: fc.integer({ min: 1, max: 10 }), week: anyWeek }),
    story: (example) => JSON.stringify(example),
    check: async ({ number, week }) => {
      try {
        const { plan, brief } = drafted((own) => (own.number === number ? { number, ...week } : own));
        assert.deepEqual(checkPlan(plan, checkContext(brief)).filter(isInvalid), []);
        made += 1;
      } catch (error) {
        assert.ok(error instanceof PlanRefused, String(error));
        assert.ok(error.faults.length > 0);
      }
    },
  });
  assert.ok(made > 4, `${made}`);
});
