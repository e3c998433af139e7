import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Step } from '../../../sandbox/model/script.ts';
import { eventually } from '../../test/eventually.ts';
import {
  MODEL_PROVIDERS,
  type ModelStage,
  PROMPT,
  reasonOf,
  SYSTEM,
  stageModel,
} from '../../test/model-stage.ts';

describe('how answers of models end', () => {
  let stage: ModelStage;
  before(async () => {
    stage = await stageModel();
  });
  after(() => stage.sandbox.stop());
  const request = { system: SYSTEM, prompt: PROMPT, max_output_tokens: 100_000 };

  for (const provider of MODEL_PROVIDERS) {
    test(`${provider}: a caller who aborts closes the connection, before the first piece and behind it`, async () => {
      const model = stage.model(provider);
      for (const steps of [[{ stall: true }], ['Run', { stall: true }]] as const) {
        const gone = new AbortController();
        const reason = new Error('nobody wants it any more');
        stage.sandbox.script([
          () => {
            setTimeout(() => gone.abort(reason), 20);
            return steps;
          },
        ]);
        const { fault } = await stage.text(model, { signal: gone.signal });
        assert.equal(fault, reason);
        await stage.cut();
      }
    });

    test(`${provider}: so does one who stops reading, of text or of elements`, async () => {
      const model = stage.model(provider);
      const signal = new AbortController().signal;
      stage.sandbox.script([
        ['Run', { stall: true }],
        ['{"elements":[{"week":1},', { stall: true }],
      ]);
      for await (const piece of model.streamText({ ...request, signal })) {
        assert.equal(piece, 'Run');
        break;
      }
      await stage.cut();
      const schema = { type: 'object' };
      const read = (value: unknown) => ({ value });
      for await (const week of model.streamElements({ ...request, signal, schema, read })) {
        assert.deepEqual(week, { week: 1 });
        break;
      }
      await stage.cut();
    });

    test(`${provider}: silence ends it, before an answer, at its start and in its middle`, async () => {
      const model = stage.model(provider, { idle_timeout_ms: 60 });
      const silent = () => new Promise<never>(() => {});
      for (const answer of [silent, [{ stall: true }], ['Run', { stall: true }]] as const) {
        stage.sandbox.script([answer]);
        const { fault } = await stage.text(model);
        assert.equal(reasonOf(fault, [stage.sandbox.api_key]), 'timed_out');
        await stage.cut();
      }
    });

    test(`${provider}: so does an answer that takes too long, however lively it is`, async () => {
      const model = stage.model(provider, { timeout_ms: 600, idle_timeout_ms: 500 });
      const lively = Array.from({ length: 200 }, (): Step[] => ['run ', { wait_ms: 5 }]).flat();
      stage.sandbox.script([lively]);
      const { pieces, fault } = await stage.text(model);
      assert.equal(reasonOf(fault, [stage.sandbox.api_key]), 'timed_out');
      assert.ok(pieces.length > 0);
      await stage.cut();
    });

    test(`${provider}: it is read no faster than it is taken`, async () => {
      const model = stage.model(provider, { max_output_tokens: 1_000_000, idle_timeout_ms: 400 });
      stage.sandbox.script([[{ say_forever: 'x'.repeat(20_000) }]]);
      const signal = new AbortController().signal;
      let taken = 0;
      for await (const piece of model.streamText({ ...request, max_output_tokens: 1_000_000, signal })) {
        taken += piece.length;
        if (taken < 100_000) continue;
        const stalled = await sizeWhenStill();
        // The system's buffers of both sockets hold this much; nothing may grow beyond.
        assert.ok(stalled < 24_000_000, `${stalled} bytes were sent`);
        if (taken > 300_000) break;
        taken = 300_000;
      }
      assert.ok(taken > 300_000);
      await stage.cut();
    });

    test(`${provider}: it is stopped where it is longer than its tokens can be`, async () => {
      const model = stage.model(provider);
      stage.sandbox.script([
        [{ say_forever: 'x'.repeat(500) }],
        [{ raw: ': nothing\n\n'.repeat(150_000) }, 'x'],
      ]);
      for (const _ of [1, 2]) {
        const { fault } = await stage.text(model, { max_output_tokens: 100 });
        assert.equal(reasonOf(fault, []), 'cut_off');
      }
    });
  }

  test('a caller who has left sends no request', async () => {
    stage.sandbox.requests.forget();
    const { fault } = await stage.text(stage.model('openai'), { signal: AbortSignal.abort() });
    assert.equal(fault instanceof DOMException && fault.name, 'AbortError');
    assert.deepEqual(stage.sandbox.requests.list(), []);
  });

  test('many at once do not get into each other’s way', async () => {
    const model = stage.model('openai-compatible');
    stage.sandbox.answerAlways(({ prompt }) => [`you said ${prompt}`]);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => stage.text(model, { prompt: `number ${n}` })),
    );
    stage.sandbox.answerAlways(undefined);
    assert.deepEqual(
      all.map(({ pieces }) => pieces.join('')),
      all.map((_, n) => `you said number ${n}`),
    );
  });

  /** The bytes sent once the number stops changing. */
  async function sizeWhenStill(): Promise<number> {
    let [before, same] = [-1, 0];
    return eventually(
      () => stage.last().bytes_sent(),
      (bytes) => {
        same = bytes === before ? same + 1 : 0;
        before = bytes;
        return same === 20;
      },
    );
  }
});
