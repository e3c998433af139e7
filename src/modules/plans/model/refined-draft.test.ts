import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import {
  answerWith,
  assertNoPayload,
  briefOf,
  changing,
  MODEL_NAME,
  makeDraft,
  makePlan,
  OBEDIENT,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import { readDraft } from '../draft/read-draft.ts';
import type { PlanBrief } from '../engine/engine.ts';

describe('a model and a draft that the coach edited', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  const answer = (always: ScriptedAnswer): void => answerWith(stage, always);

  /** The rules' draft with its first day made hills of 8 km, with words. */
  async function edited(): Promise<PlanBrief> {
    const brief = briefOf({ weeks: 2 });
    const { draft } = await makeDraft(stage.rules, brief);
    const text = draft.replace(
      /^(- \*\*Tuesday\*\*[^:]*: ).*$/m,
      '$1Hills, 6.7 km – up to the old castle with Maria',
    );
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
