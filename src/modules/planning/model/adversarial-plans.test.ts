import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
import type { ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import type { AdversarialCase } from '../../../test/adversarial-model/case.ts';
import { DANGER_CASES, SHAPE_CASES, WORD_CASES } from '../../../test/adversarial-model/content-cases.ts';
import { speakInProcess } from '../../../test/adversarial-model/speak-in-process.ts';
import {
  assertNoPayload,
  briefOf,
  type MadePlan,
  MODEL_NAME,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import { WIRE_CASES } from '../../../test/adversarial-model/wire-cases.ts';

const CONTENT_CASES = [...SHAPE_CASES, ...DANGER_CASES, ...WORD_CASES];

function assertMadeBy(engine: string, made_by: AdversarialCase['made_by']): void {
  if (made_by === 'model') assert.equal(engine, MODEL_NAME);
  else if (made_by === 'rules') assert.equal(engine, 'rules');
  else assert.match(engine, new RegExp(`^${MODEL_NAME}, rules (?:from week|in weeks?) [12]`));
}

describe('a model that does not do what it is told', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  test('these are at least 60 ways, each with a name of its own', () => {
    const names = [...WIRE_CASES, ...CONTENT_CASES].map(({ name }) => name);
    assert.ok(names.length >= 60, `${names.length}`);
    assert.equal(new Set(names).size, names.length);
  });

  async function over(
    { brief, endless }: AdversarialCase,
    script: readonly ScriptedAnswer[],
    always: ScriptedAnswer,
  ): Promise<MadePlan & { readonly calls: number }> {
    stage.sandbox.script(script);
    stage.sandbox.answerAlways(always);
    stage.sandbox.requests.forget();
    const made = await makePlan(
      stage.engine(endless ? { times: { call_ms: 60, plan_ms: 300_000 } } : {}),
      briefOf(brief),
    );
    assertNoPayload(made.plan);
    return { ...made, calls: stage.sandbox.requests.list().length };
  }

  for (const one of WIRE_CASES) {
    const { name, answer, made_by, final, endless } = one;
    test(`always ${name}: a plan without findings, that says who made it`, async () => {
      const { engine, calls } = await over(one, [], answer);
      assertMadeBy(engine, made_by);
      // The engine makes at most two calls, and `infra/llm` may try each of them three times.
      assert.ok(final ? calls === 1 : calls <= 6, `${calls} calls`);
    });

    if (endless || made_by === 'model') continue;
    test(`once ${name}: then the plan is the model's`, async () => {
      const { engine } = await over(one, [answer], OBEDIENT);
      assert.equal(engine, final ? 'rules' : MODEL_NAME);
    });
  }

  for (const { name, answer, made_by, brief } of CONTENT_CASES) {
    test(`${name}, always or once: a plan without findings, that says who made it`, async () => {
      const always = await makePlan(
        stage.engine({ model: speakInProcess(MODEL_NAME, [answer]) }),
        briefOf(brief),
      );
      assertNoPayload(always.plan);
      assertMadeBy(always.engine, made_by);
      const once = await makePlan(
        stage.engine({ model: speakInProcess(MODEL_NAME, [answer, OBEDIENT, []]) }),
        briefOf(brief),
      );
      assertNoPayload(once.plan);
      assert.equal(once.engine, MODEL_NAME);
    });
  }
});
