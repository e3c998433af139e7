import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
import type { ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import {
  answerWith,
  briefOf,
  MODEL_NAME,
  makeDraft,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';

/** Tokens that a model thinks before it writes. */
const THOUGHTS = 6_000;

describe('a model that thinks before it writes', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  /** Cut off where it is not allowed as many tokens as it thinks, and some to write. */
  const thinking: ScriptedAnswer = async (asked) => {
    if ((asked.max_output_tokens ?? 0) < THOUGHTS * 1.2) return ['<think>Let me see', { end: 'length' }];
    return typeof OBEDIENT === 'function' ? await OBEDIENT(asked) : OBEDIENT;
  };
  const allowed = (): number[] =>
    stage.sandbox.requests.list().map(({ max_output_tokens }) => max_output_tokens ?? 0);

  test('gets room for that when it was cut off once, and makes the whole plan', async () => {
    answerWith(stage, thinking);
    const { engine } = await makePlan(stage.engine(), briefOf({ weeks: 12 }));
    assert.equal(engine, MODEL_NAME);
    const [first = 0, ...others] = allowed();
    assert.ok(first < THOUGHTS && others.length > 1, `${allowed()}`);
    assert.ok(
      others.every((tokens) => tokens >= 8_192 && tokens < 2 * 8_192),
      `${allowed()}`,
    );
  });

  test('and the whole draft', async () => {
    answerWith(stage, thinking);
    assert.equal((await makeDraft(stage.engine(), briefOf())).engine, MODEL_NAME);
    assert.equal(allowed().length, 2);
  });

  test('a draft in two pieces gets it in the first and has it in the second', async () => {
    const needs = 9_000;
    answerWith(stage, (asked) => {
      if ((asked.max_output_tokens ?? 0) < needs) return ['<think>Let me see', { end: 'length' }];
      return typeof OBEDIENT === 'function' ? OBEDIENT(asked) : OBEDIENT;
    });
    assert.equal((await makeDraft(stage.engine(), briefOf({ weeks: 28 }))).engine, MODEL_NAME);
    const [cut_off = 0, first = 0, second = 0, ...others] = allowed();
    assert.deepEqual([others, first - cut_off], [[], 8_192], `${allowed()}`);
    assert.ok(cut_off < needs && second - 8_192 < cut_off && second >= needs, `${allowed()}`);
  });

  test('whoever is cut off all the same is asked no more often than others', async () => {
    answerWith(stage, ['<think>Let me see', { end: 'length' }]);
    assert.equal((await makePlan(stage.engine(), briefOf())).engine, 'rules');
    assert.ok(allowed().length <= 4, `${allowed()}`);
    answerWith(stage, ['<think>Let me see', { end: 'length' }]);
    assert.equal((await makeDraft(stage.engine(), briefOf())).engine, 'rules');
    assert.equal(allowed().length, 3);
  });
});
