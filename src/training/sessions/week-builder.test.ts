import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedIds, planBrief } from '../../test/plan-brief.ts';
import { checkProperty, chosenRuns } from '../../test/property.ts';
import { anyPlanBrief } from '../../test/random-plan-briefs.ts';
import { checkContext } from '../plan-request/check-context.ts';
import type { PlanBrief } from '../plan-request/plan-brief.ts';
import { checkPlan } from '../planning/check-plan.ts';
import type { Segment } from '../planning/plan.ts';
import { NOTE_KEYS, type PlanWords } from './plan-words.ts';
import { type BuiltWeek, createWeekBuilder } from './week-builder.ts';

const PLAIN: PlanWords = {
  note: (key) => key,
  workout: ({ workout_type, week_number }) => ({
    title: `${workout_type} of week ${week_number}`,
    description: '-',
  }),
  focus: ({ number, phase, types }) => `${number} ${phase}: ${types.join(', ')}`,
};

function build(brief: PlanBrief): BuiltWeek[] {
  const builder = createWeekBuilder(brief, countedIds(), PLAIN);
  const checker = builder.checker();
  return builder.skeleton.map((week) => {
    const built = builder.build(week, checker);
    checker.accept(built);
    return built;
  });
}

function notesOf(segments: readonly Segment[]): string[] {
  return segments.flatMap(({ note, repeat }) => [
    ...(note === undefined ? [] : [note]),
    ...notesOf(repeat?.segments ?? []),
  ]);
}

test('whatever is asked for, weeks that are built one after the other have no finding', async (t) => {
  await checkProperty(t, chosenRuns(40), {
    any: anyPlanBrief,
    story: ({ seed, weeks, goal }) => JSON.stringify({ seed, weeks, goal }),
    check: async (brief) => {
      const weeks = build(brief);
      const content = {
        weekly_info: Object.fromEntries(weeks.map(({ number, info }) => [String(number), info])),
        workouts: weeks.flatMap(({ workouts }) => workouts),
      };
      assert.deepEqual(checkPlan(content, checkContext(brief)), []);
    },
  });
});

test('each word of a plan is one that was handed in', () => {
  for (const week of build(planBrief())) {
    const types = week.workouts.map(({ workout_type }) => workout_type);
    assert.equal(week.info.focus, `${week.number} ${week.info.phase}: ${types.join(', ')}`);
    for (const { title, description, workout_type, segments } of week.workouts) {
      assert.deepEqual([title, description], [`${workout_type} of week ${week.number}`, '-']);
      for (const note of notesOf(segments))
        assert.ok(
          NOTE_KEYS.some((key) => key === note),
          note,
        );
    }
  }
});

test('the same brief makes the same weeks, and another seed makes others', () => {
  assert.deepEqual(build(planBrief()), build(planBrief()));
  const segments = (seed: number) =>
    build(planBrief({ seed })).map(({ workouts }) => workouts.map((one) => one.segments));
  assert.notDeepEqual(segments(1), segments(2));
});
