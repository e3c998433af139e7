import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
import type { ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import { COACH_TEXTS } from '../../../test/adversarial-model/coach-texts.ts';
import {
  answerWith,
  briefOf,
  MODEL_NAME,
  makeDraft,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';

describe('what an operator sees of a model that fails', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  /** The lines of the log at the most detailed level. */
  async function logged(
    always: ScriptedAnswer,
    what: 'plan' | 'draft',
    script: readonly ScriptedAnswer[] = [],
  ) {
    const lines: string[] = [];
    const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    const engine = stage.engine({ logger: pino({ level: 'trace' }, sink) });
    answerWith(stage, always, script);
    const brief = briefOf({ ...COACH_TEXTS, weeks: 8 });
    await (what === 'plan' ? makePlan(engine, brief) : makeDraft(engine, brief));
    for (const line of lines) assert.doesNotMatch(line, /maria|hills|127\.0\.0\.1|sandbox-model-key|shoes/i);
    return lines
      .map((line) => JSON.parse(line))
      .map(({ level, model, reason }) => ({ level, model, reason }));
  }
  const warned = (reason: string) => ({ level: 40, model: MODEL_NAME, reason });

  for (const what of ['plan', 'draft'] as const) {
    test(`a wrong key is one line for a ${what}`, async () => {
      assert.deepEqual(await logged({ status: 401 }, what), [warned('refused_credentials')]);
    });

    test(`each reason is told once for a ${what}, however often it comes`, async () => {
      const lines = await logged({ status: 500, message: 'shoes' }, what, [[], { status: 500 }]);
      assert.deepEqual(lines, [warned('malformed'), warned('unreachable')]);
    });
  }

  test('a model that does as it is told is not spoken of', async () => {
    assert.deepEqual(await logged(OBEDIENT, 'plan'), []);
  });

  test('a server that stays busy is told of, and asked again by one of us alone', async () => {
    const busy = { status: 429, headers: { 'retry-after-ms': '1' } };
    for (const what of ['plan', 'draft'] as const) {
      assert.deepEqual(await logged(busy, what), [warned('overloaded')]);
      assert.equal(stage.sandbox.requests.list().length, 3);
    }
  });
});
