import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
import type { ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import { newId } from '../../../shared/ids.ts';
import {
  answerWith,
  assertNoPayload,
  briefOf,
  changing,
  MODEL_NAME,
  makeDraft,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import { readDraft } from '../draft/read-draft.ts';
import type { LibraryWorkout, PlanBrief } from '../engine/engine.ts';

describe('a model and a draft that the coach edited', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  const answer = (always: ScriptedAnswer): void => answerWith(stage, always);

  /** The rules' draft, by default with its first day made hills of 6.7 km, with words. */
  async function edited(
    edit: (draft: string) => string = (draft) =>
      draft.replace(/^(- \*\*Tuesday\*\*[^:]*: ).*$/m, '$1Hills, 6.7 km – up to the old castle with Maria'),
    brief = briefOf({ weeks: 2 }),
  ): Promise<PlanBrief> {
    const { draft } = await makeDraft(stage.rules, brief);
    const text = edit(draft);
    assert.notEqual(text, draft);
    const { weeks } = readDraft(text, brief);
    assert.ok(weeks !== undefined);
    return { ...brief, draft: { weeks, text } };
  }

  test('kinds, sizes and words of its days reach the model, and come back in the plan', async () => {
    answer(OBEDIENT);
    const brief = await edited();
    const { plan, engine } = await makePlan(stage.engine(), brief);
    assert.equal(engine, MODEL_NAME);
    const [first] = plan.workouts;
    assert.deepEqual(
      { type: first?.workout_type, distance_m: first?.distance_m },
      { type: 'hills', distance_m: 6_700 },
    );
    const prompt = stage.sandbox.requests.list()[0]?.prompt ?? '';
    assert.match(prompt, /"allowed":\["hills"\]/);
    assert.match(prompt, /^\{.*old castle/m);
    for (const { workout, drafted } of draftedOf(plan.workouts, brief)) {
      assert.equal(workout.workout_type, drafted.workout_type);
      const said = drafted.distance_m ?? workout.distance_m;
      assert.ok(Math.abs(workout.distance_m - said) <= 100, `${workout.distance_m} for ${said}`);
    }
  });

  test('a model that contradicts it is not heard', async () => {
    answer(changing((element) => ({ ...element, workout_type: 'tempo', title: 'To the castle with Maria' })));
    const { plan, engine } = await makePlan(stage.engine(), await edited());
    assert.equal(engine, 'rules');
    assert.equal(plan.workouts[0]?.workout_type, 'hills');
  });

  test('the distance of a week that names no days is kept, whatever stretches its runs are made of', async () => {
    answer(
      changing((element) => ({
        ...element,
        segments: element.segments.flatMap((segment) =>
          segment.zone === 'easy' ? [segment, { ...segment, kind: 'work' }, segment] : [segment],
        ),
      })),
    );
    for (const km of [29.3, 30.7, 31.4]) {
      const brief = await edited((draft) =>
        draft.replace(/^## Week 2[\s\S]*$/m, `## Week 2: Build, ${km} km\n`),
      );
      const { plan, engine } = await makePlan(stage.engine(), brief);
      assert.equal(engine, MODEL_NAME);
      const { total_distance_m = 0 } = plan.weekly_info['2'] ?? {};
      assert.ok(Math.abs(total_distance_m - km * 1_000) <= 60, `${total_distance_m} for ${km} km`);
    }
  });

  test('a workout of the library is no way out of the size of a day', async () => {
    answer(
      changing((element) =>
        element.week === 1 && element.day === 'thursday'
          ? { ...element, library: 'L1', segments: [] }
          : element,
      ),
    );
    const effort = { type: 'effort', min: 2, max: 4, zone: 'easy' } as const;
    for (const [distance_m, engine] of [
      [5_320, MODEL_NAME],
      [5_500, `${MODEL_NAME}, rules in week 1`],
    ] as const) {
      const ours: LibraryWorkout = {
        id: newId(),
        workout_type: 'easy-run',
        title: 'Ours',
        description: 'As the club does it.',
        segments: [{ kind: 'work', distance_m, target: effort }],
      };
      const brief = await edited(
        (draft) => draft.replace(/^(- \*\*Thursday\*\*[^:]*: ).*$/m, '$1Easy run, 5.3 km'),
        briefOf({ content_sourcing: 'prefer_existing', library: [ours] }),
      );
      const made = await makePlan(stage.engine(), brief);
      const thursday = made.plan.workouts.find(({ day }) => day === 'thursday');
      assert.deepEqual(
        [made.engine, thursday?.distance_m],
        [engine, engine === MODEL_NAME ? distance_m : 5_300],
      );
    }
  });

  test('a name that stands in it does not come out', async () => {
    answer(
      changing((element) => ({ ...element, title: 'Run with Maria', description: 'Maria knows the way.' })),
    );
    const { plan, engine } = await makePlan(stage.engine(), await edited());
    assert.equal(engine, MODEL_NAME);
    assertNoPayload(plan);
  });
});

/** The workouts of days that a draft names. */
function draftedOf(workouts: readonly PlannedWorkout[], { draft }: PlanBrief) {
  return workouts.flatMap((workout) => {
    const week = draft?.weeks.find(({ number }) => number === workout.week_number);
    const drafted = week?.days?.find(({ day }) => day === workout.day);
    return drafted === undefined ? [] : [{ workout, drafted }];
  });
}
