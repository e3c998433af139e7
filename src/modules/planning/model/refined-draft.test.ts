import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
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
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import { readDraft } from '../draft/read-draft.ts';

describe('a model and a draft that the coach edited', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  async function edited(edit: (draft: string) => string, brief = briefOf()): Promise<PlanBrief> {
    const { draft } = await makeDraft(stage.rules, brief);
    const text = edit(draft);
    assert.notEqual(text, draft);
    const { weeks } = readDraft(text, brief);
    assert.ok(weeks !== undefined);
    return { ...brief, draft: { weeks, text } };
  }
  const withoutIds = ({ workouts }: PlanContent, week: number) =>
    workouts.filter(({ week_number }) => week_number === week).map(({ id, ...workout }) => workout);

  test('weeks with session lines are the coach’s, as the rules read them, and no model is asked', async () => {
    answerWith(stage, OBEDIENT);
    const brief = await edited((draft) =>
      draft.replace(/^(- \*\*Tuesday\*\*[^:]*: ).*$/m, '$1Hills, 6.7 km – up to the old castle with Maria'),
    );
    const { plan, engine } = await makePlan(stage.engine(), brief);
    const { plan: ruled } = await makePlan(stage.rules, brief);
    assert.deepEqual(
      [1, 2].map((week) => withoutIds(plan, week)),
      [1, 2].map((week) => withoutIds(ruled, week)),
    );
    assert.deepEqual([plan.workouts[0]?.workout_type, plan.workouts[0]?.distance_m], ['hills', 6_700]);
    assert.equal(engine, 'rules');
    assert.equal(stage.sandbox.requests.list().length, 0);
  });

  test('a week without session lines is filled by the model, with the distance that its heading says', async () => {
    answerWith(stage, OBEDIENT);
    for (const km of [29.3, 30.7, 31.4]) {
      const brief = await edited((draft) =>
        draft.replace(/^## Week 2[\s\S]*$/m, `## Week 2: Build, ${km} km\n\n_Speed before the club race_\n`),
      );
      const { plan, engine } = await makePlan(stage.engine(), brief);
      const { plan: ruled } = await makePlan(stage.rules, brief);
      assert.equal(engine, MODEL_NAME);
      assert.deepEqual(withoutIds(plan, 1), withoutIds(ruled, 1));
      assert.ok(withoutIds(plan, 2).every(({ description }) => description.startsWith('Do it with joy')));
      const { total_distance_m = 0, focus } = plan.weekly_info['2'] ?? {};
      assert.ok(Math.abs(total_distance_m - km * 1_000) <= 60, `${total_distance_m} for ${km} km`);
      assert.equal(focus, 'Speed before the club race');
    }
    const prompts = stage.sandbox.requests.list().map(({ prompt }) => prompt);
    assert.equal(prompts.length, 3);
    for (const prompt of prompts) {
      assert.doesNotMatch(prompt, /^\{"week":1/m);
      assert.match(prompt, /^\{.*\{"week":2,"focus":"Speed before the club race"\}/m);
    }
  });

  test('a name that stands in it does not come out', async () => {
    answerWith(
      stage,
      changing((element) => ({ ...element, description: 'Maria knows the way.' })),
    );
    const brief = await edited((draft) =>
      draft.replace(/^## Week 2[\s\S]*$/m, '## Week 2: Build\n\n_The week of Maria_\n'),
    );
    const { plan, engine } = await makePlan(stage.engine(), brief);
    assert.equal(engine, MODEL_NAME);
    assertNoPayload({ ...plan, weekly_info: {} });
  });
});
