import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ScriptedAnswer } from '../../../sandbox/model/script.ts';
import {
  type ModelStage,
  PROMPT,
  readWeek,
  SYSTEM,
  stageModel,
  WEEK_SCHEMA,
  weeksText,
} from '../../test/model-stage.ts';
import { watchTimers } from '../../test/watch-timers.ts';

const ENDINGS: readonly (readonly [how: string, answer: ScriptedAnswer])[] = [
  ['a whole answer', [weeksText(2)]],
  ['a refused key', { status: 401 }],
  ['an answer that breaks off', ['{"elements":[{"week":1},', { drop: true }]],
  ['no list', ['I would rather talk about shoes.']],
  ['a list that is closed by a model that goes on', [weeksText(2), { say_forever: ' and on' }]],
];

describe('what an answer leaves behind', () => {
  let stage: ModelStage;
  before(async () => {
    stage = await stageModel();
  });
  after(() => stage.sandbox.stop());
  const request = { system: SYSTEM, prompt: PROMPT, max_output_tokens: 500 };
  const list = { ...request, schema: WEEK_SCHEMA, read: readWeek };

  for (const [how, answer] of ENDINGS)
    test(`no timer is left after ${how}`, async (t) => {
      const timers = watchTimers(t);
      stage.sandbox.script([answer]);
      await stage.weeks(stage.model('openai-compatible'));
      assert.equal(timers.live(), 0);
    });

  test('no timer is left where the reader leaves the loop', async (t) => {
    const timers = watchTimers(t);
    stage.sandbox.script([['{"elements":[{"week":1},', { stall: true }]]);
    const { signal } = new AbortController();
    for await (const _week of stage.model('openai-compatible').streamElements({ ...list, signal })) break;
    assert.equal(timers.live(), 0);
  });

  test('none where the reader aborts, waiting or with an element in hand that it never goes on from', async (t) => {
    const timers = watchTimers(t);
    for (const in_hand of [false, true]) {
      stage.sandbox.script([['{"elements":[{"week":1},', { stall: true }]]);
      const gone = new AbortController();
      const weeks = stage.model('openai-compatible').streamElements({ ...list, signal: gone.signal });
      const answer = weeks[Symbol.asyncIterator]();
      await answer.next();
      const waiting = in_hand ? undefined : answer.next();
      gone.abort(new Error('gone'));
      if (waiting !== undefined) await assert.rejects(waiting, { message: 'gone' });
      assert.equal(timers.live(), 0);
      await stage.cut();
    }
  });
});
