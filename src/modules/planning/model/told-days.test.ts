import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { obedientElements } from '../../../../sandbox/model/obedient-model.ts';
import { elements } from '../../../../sandbox/model/script.ts';
import {
  answerWith,
  briefOf,
  makeDraft,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import { NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';

let stage: Stage;
before(async () => {
  stage = await stageEngines();
});
after(() => stage.sandbox.stop());

test('a model is shown the days that are left, and neither why days are missing nor what hurts', async () => {
  const brief = briefOf({
    constraints: {
      ...NO_CONSTRAINTS,
      unavailable: [{ from: '2026-11-26', to: '2026-11-28', reason: 'wedding of zqxreason' }],
      injuries: [{ area: 'zqxarea tendon', from: '2026-11-20', to: null, running: 'no_hills' }],
    },
    read: {
      sources: [
        { field: 'unavailable', from: 'availability', text: null },
        { field: 'injuries', from: 'availability', text: null },
      ],
      not_acted_on: [],
    },
  });
  answerWith(stage, ({ prompt }) => [elements(obedientElements(prompt))]);
  const { plan } = await makePlan(stage.engine(), brief);
  const { draft } = await makeDraft(stage.engine(), brief);
  const away = plan.workouts.filter(({ date }) => date >= '2026-11-26' && date <= '2026-11-28');
  assert.deepEqual(away, []);
  const asked = JSON.stringify(stage.sandbox.requests.list());
  assert.ok(stage.sandbox.requests.list().length > 0, 'the model was asked');
  assert.ok(asked.includes('2026-11-24') || asked.length > 1_000);
  assert.doesNotMatch(asked, /zqx/);
  assert.doesNotMatch(draft, /zqx/);
});
