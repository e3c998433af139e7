import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
import type { ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import {
  answerWith,
  briefOf,
  makeDraft,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import { watchTimers } from '../../../test/watch-timers.ts';

const WAYS: readonly (readonly [how: string, answer: ScriptedAnswer])[] = [
  ['a plan of the model’s, whose last words nobody waits for', OBEDIENT],
  ['a wrong key', { status: 401 }],
  ['a line that breaks', [{ drop: true }]],
  ['a model that talks about something else', ['I would rather talk about shoes.']],
];

describe('what a plan by a model leaves behind', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  for (const [how, answer] of WAYS)
    test(`no timer after ${how}`, async (t) => {
      const timers = watchTimers(t);
      answerWith(stage, answer);
      await makePlan(stage.engine(), briefOf());
      assert.equal(timers.live(), 0);
    });

  test('none after a draft', async (t) => {
    const timers = watchTimers(t);
    answerWith(stage, OBEDIENT);
    await makeDraft(stage.engine(), briefOf());
    assert.equal(timers.live(), 0);
  });

  test('none where somebody leaves, between two steps or while the model writes', async (t) => {
    const timers = watchTimers(t);
    answerWith(stage, OBEDIENT);
    const { signal } = new AbortController();
    for await (const steps of stage.engine().plan(briefOf(), signal))
      if (steps.some(({ type }) => type === 'workout')) break;
    assert.equal(timers.live(), 0);
    const leaving = new AbortController();
    let meanwhile = 0;
    answerWith(stage, () => {
      meanwhile = timers.live();
      setImmediate(() => leaving.abort(new Error('gone')));
      return [{ stall: true }];
    });
    await assert.rejects(makePlan(stage.engine(), briefOf(), leaving.signal), { message: 'gone' });
    await stage.cut();
    assert.ok(meanwhile > 0, 'there was one to end');
    assert.equal(timers.live(), 0);
  });
});
