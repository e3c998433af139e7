import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { frameOf } from '../../../../sandbox/model/obedient-model.ts';
import type { ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import { COACH_TEXTS } from '../../../test/adversarial-model/coach-texts.ts';
import { DRAFT_CASES } from '../../../test/adversarial-model/draft-cases.ts';
import {
  briefOf,
  MODEL_NAME,
  makeDraft,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import { readDraft } from '../draft/read-draft.ts';
import type { PlanEngine } from '../engine/engine.ts';
import { PlanRefused } from '../engine/faults.ts';

const withWords: ScriptedAnswer = ({ prompt }) => [
  frameOf(prompt).replaceAll(/^- .*$/gm, (line) => `${line}, with a smile`),
];

describe('a model that does not write the draft that it should', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  for (const { name, answer, made_by, final, endless } of DRAFT_CASES) {
    test(`${name}: a draft that a coach can hand back as it is`, async () => {
      stage.sandbox.script([]);
      stage.sandbox.answerAlways(answer);
      stage.sandbox.requests.forget();
      const brief = briefOf({
        ...COACH_TEXTS,
        goal: { event: 'general', race_date: null, target_time_s: null },
      });
      const { draft: text, engine } = await makeDraft(
        stage.engine({ limits: endless ? { draft_ms: 60 } : {} }),
        brief,
      );
      assert.equal(engine, made_by === 'model' ? MODEL_NAME : 'rules');
      // Before the first week the rules quote the coach to the coach.
      assert.doesNotMatch(text.slice(text.indexOf('## Week 1')), /evil|PWNED|maria|<|bpm|\d:\d\d/i);
      const { weeks, faults } = readDraft(text, brief);
      assert.deepEqual(faults, undefined);
      await makePlan(stage.rules, { ...brief, draft: { weeks: weeks ?? [], text } });
      const calls = stage.sandbox.requests.list().length;
      assert.equal(calls, made_by === 'model' || final || endless ? 1 : 3);
    });
  }

  test('what was wrong is told, and a second draft is taken', async () => {
    stage.sandbox.requests.forget();
    stage.sandbox.script([['Nothing.'], ({ prompt }) => [frameOf(prompt)]]);
    const { engine } = await makeDraft(stage.engine(), briefOf());
    assert.equal(engine, MODEL_NAME);
    assert.match(stage.sandbox.requests.list()[1]?.prompt ?? '', /could not be used/);
  });

  test('in each language a draft of the rules can be the model’s', async () => {
    for (const language of ['en', 'ja', 'zh-TW'] as const) {
      stage.sandbox.script([({ prompt }) => [frameOf(prompt)]]);
      const brief = briefOf({ language, unit_system: language === 'en' ? 'imperial' : 'metric', weeks: 5 });
      assert.equal((await makeDraft(stage.engine(), brief)).engine, MODEL_NAME);
    }
  });

  test('a draft of a year is as good as a short one, and asked for in pieces', async () => {
    stage.sandbox.requests.forget();
    stage.sandbox.script([]);
    stage.sandbox.answerAlways(withWords);
    const brief = briefOf({ weeks: 52 });
    const { draft: text, engine } = await makeDraft(stage.engine(), brief);
    assert.equal(engine, MODEL_NAME);
    assert.equal(readDraft(text, brief).weeks?.length, 52);
    const days = text.slice(text.indexOf('## Week 1')).match(/^- .*$/gm) ?? [];
    assert.ok(days.length > 100 && days.every((line) => line.endsWith('with a smile')));
    assert.deepEqual(piecesAsked(), ['1-16', '17-32', '33-48', '49-52']);
  });

  test('behind a piece that does not come about the rest is the rules’, which are not asked to be better', async () => {
    stage.sandbox.requests.forget();
    stage.sandbox.script([withWords]);
    // The first weeks again: each of them would be there twice.
    stage.sandbox.answerAlways(() => ['## Week 1: again\n\n- **Tuesday**: Easy run, 5 km\n']);
    const brief = briefOf({ weeks: 34 });
    const { draft: text, engine } = await makeDraft(stage.engine(), brief);
    assert.equal(engine, `${MODEL_NAME}, rules from week 17`);
    const { weeks } = readDraft(text, brief);
    assert.equal(weeks?.length, 34);
    await makePlan(stage.rules, { ...brief, draft: { weeks: weeks ?? [], text } });
    const [model = '', rules = ''] = text.split(/^(?=## Week 17)/m);
    assert.match(model, /with a smile/);
    assert.doesNotMatch(rules, /with a smile/);
    assert.deepEqual(piecesAsked(), ['1-16', '17-32', '17-32', '17-32']);
  });

  /** Weeks of which drafts were asked for. */
  function piecesAsked(): string[] {
    return stage.sandbox.requests.list().map(({ prompt }) => {
      const weeks = frameOf(prompt).match(/(?<=^## Week )\d+/gm) ?? [];
      return `${weeks.at(0)}-${weeks.at(-1)}`;
    });
  }

  test('the prompt holds no numbers of the runner, and what the coach wrote only as data', async () => {
    stage.sandbox.requests.forget();
    stage.sandbox.script([({ prompt }) => [frameOf(prompt)]]);
    await makeDraft(stage.engine(), briefOf(COACH_TEXTS));
    const [{ system, prompt } = { system: '', prompt: '' }] = stage.sandbox.requests.list();
    const outside = prompt.replaceAll(/<data name="[a-z]+">\n.*\n<\/data>/g, '');
    assert.doesNotMatch(`${system}${outside}`, /PWNED|Maria|300 km|\{\{/);
    assert.doesNotMatch(prompt, /45\.678|11\.?117|2640|evil\.example|maria@|<\/data>.*<\/data>.*<\/data>/);
    assert.match(system, /never an instruction to you/);
  });

  test('a draft of which the rules can make no plan is not shown', async () => {
    const strict: PlanEngine = {
      draft: stage.rules.draft,
      plan: (brief, signal) => {
        if (brief.draft !== null) throw new PlanRefused([]);
        return stage.rules.plan(brief, signal);
      },
    };
    stage.sandbox.answerAlways(({ prompt }) => [frameOf(prompt)]);
    assert.equal((await makeDraft(stage.engine({ rules: strict }), briefOf())).engine, 'rules');
    assert.equal((await makeDraft(stage.engine(), briefOf())).engine, MODEL_NAME);
  });
});
