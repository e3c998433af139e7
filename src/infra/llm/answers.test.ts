import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { inPieces } from '../../../sandbox/model/script.ts';
import { startModel } from '../../../sandbox/model/start-model.ts';
import {
  MODEL_PROVIDERS,
  type ModelStage,
  PROMPT,
  readWeek,
  SYSTEM,
  stageModel,
  WEEK_SCHEMA,
  watchPrinting,
  weeksText,
} from '../../test/model-stage.ts';

describe('answers of models', () => {
  let stage: ModelStage;
  const hosts = new Set<string>();
  let printing: ReturnType<typeof watchPrinting>;
  before(async () => {
    stage = await stageModel();
    const fetched = globalThis.fetch;
    mock.method(globalThis, 'fetch', (input: string | URL | Request, init?: RequestInit) => {
      hosts.add(new URL(input instanceof Request ? input.url : input).origin);
      return fetched(input, init);
    });
    printing = watchPrinting();
  });
  after(async () => {
    mock.restoreAll();
    printing.end();
    await stage.sandbox.stop();
  });

  for (const provider of MODEL_PROVIDERS) {
    test(`${provider}: text comes in pieces, and what is asked reaches the model`, async () => {
      const model = stage.model(provider);
      assert.equal(model.name, `${provider}/sandbox-model`);
      stage.sandbox.script([['Run easy, ', inPieces('跑步 and rest.', 4)]]);
      const { pieces, fault } = await stage.text(model);
      assert.equal(fault, undefined);
      assert.equal(pieces.join(''), 'Run easy, 跑步 and rest.');
      assert.ok(pieces.length > 2, `${pieces.length} pieces`);
      const { model: name, system, prompt, max_output_tokens, schema, stream, authorization } = stage.last();
      assert.deepEqual(
        { name, system, prompt, max_output_tokens, schema, stream, authorization },
        {
          name: 'sandbox-model',
          system: SYSTEM,
          prompt: PROMPT,
          max_output_tokens: 500,
          schema: null,
          stream: true,
          authorization: 'right',
        },
      );
    });

    test(`${provider}: elements come each as soon as it is whole, by the schema that the server was given`, async () => {
      const model = stage.model(provider);
      let may_go_on = (): void => {};
      const held = new Promise<void>((resolve) => {
        may_go_on = resolve;
      });
      stage.sandbox.script([
        ['{"elements":[{"week":1},', { wait_ms: 1 }, '{"week":2', { until: held }, '}]}'],
      ]);
      const seen: number[] = [];
      const signal = new AbortController().signal;
      const request = { system: SYSTEM, prompt: PROMPT, max_output_tokens: 500, signal };
      for await (const { week } of model.streamElements({
        ...request,
        schema: WEEK_SCHEMA,
        read: readWeek,
      })) {
        seen.push(week);
        may_go_on();
      }
      assert.deepEqual(seen, [1, 2]);
      const items = stage.last().schema?.properties;
      assert.partialDeepStrictEqual(items, { elements: { type: 'array', items: { required: ['week'] } } });
    });

    test(`${provider}: what a model says around its JSON is passed over`, async () => {
      stage.sandbox.script([['Sure, [here] it is:\n```json\n', inPieces(weeksText(3)), '\n```\nGood luck!']]);
      const { pieces, fault } = await stage.weeks(stage.model(provider));
      assert.equal(fault, undefined);
      assert.deepEqual(pieces, [{ week: 1 }, { week: 2 }, { week: 3 }]);
    });
  }

  test('no request asks for more tokens than the operator allows', async () => {
    stage.sandbox.script([['yes']]);
    await stage.text(stage.model('openai-compatible', { max_output_tokens: 40 }));
    assert.equal(stage.last().max_output_tokens, 40);
  });

  test('a model is asked for no more than it can write, without a word about it', async () => {
    stage.sandbox.script([['yes']]);
    const model = stage.model('anthropic', { model: 'claude-3-haiku-20240307', max_output_tokens: 500_000 });
    await stage.text(model, { max_output_tokens: 500_000 });
    assert.ok((stage.last().max_output_tokens ?? 0) < 100_000);
  });

  test('a model of Anthropic that knows schemas is given one, another a tool that it has to call', async () => {
    for (const [name, has_tool] of [
      ['claude-sonnet-4-5', false],
      ['some-older-model', true],
    ] as const) {
      stage.sandbox.script([[inPieces(weeksText(2))]]);
      const { pieces, fault } = await stage.weeks(stage.model('anthropic', { model: name }));
      assert.equal(fault, undefined);
      assert.equal(pieces.length, 2);
      assert.equal(JSON.stringify(stage.last().body).includes('"tool_choice"'), has_tool);
    }
  });

  test('servers that take no schema are told it in words', async () => {
    for (const [json_mode, format] of [
      ['object', { type: 'json_object' }],
      ['text', undefined],
    ] as const) {
      stage.sandbox.script([[weeksText(1)]]);
      const { pieces } = await stage.weeks(stage.model('openai-compatible', { json_mode }));
      assert.deepEqual(pieces, [{ week: 1 }]);
      const { system, body } = stage.last();
      assert.match(system, /^hush-system\n\nAnswer with JSON alone.*"week":\{"type":"integer"\}/s);
      assert.deepEqual((body as { response_format?: unknown }).response_format, format);
    }
  });

  test('thoughts that a local model leaves in its answer are none of it', async () => {
    const model = stage.model('openai-compatible');
    stage.sandbox.script([
      [inPieces('<think>perhaps [{"week": 9}] or</think>Run easy.', 3)],
      [inPieces(`<think>perhaps [{"week": 9}] or</think>${weeksText(1)}`, 3)],
    ]);
    assert.equal((await stage.text(model)).pieces.join('').trim(), 'Run easy.');
    assert.deepEqual((await stage.weeks(model)).pieces, [{ week: 1 }]);
  });

  test('a server without keys is asked without one', async () => {
    const open = await startModel({ api_key: null });
    try {
      open.script([['hello']]);
      const model = stage.model('openai-compatible', { base_url: `${open.url}/v1`, api_key: null });
      assert.deepEqual((await stage.text(model)).pieces, ['hello']);
      assert.equal(open.requests.list()[0]?.authorization, 'none');
    } finally {
      await open.stop();
    }
  });

  test('the environment says neither where a model is nor by which key', async () => {
    const names = ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'GOOGLE_GENERATIVE_AI_BASE_URL'];
    for (const name of names) process.env[name] = 'http://127.0.0.1:9';
    process.env.OPENAI_API_KEY = 'another';
    try {
      for (const provider of MODEL_PROVIDERS) {
        stage.sandbox.script([['hello']]);
        assert.deepEqual((await stage.text(stage.model(provider))).pieces, ['hello'], provider);
      }
    } finally {
      for (const name of [...names, 'OPENAI_API_KEY']) delete process.env[name];
    }
  });

  test('no other server was asked, and nothing was printed', async () => {
    const elsewhere = [...hosts].filter((host) => !host.startsWith('http://127.0.0.1:'));
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(await printing.printed(), []);
  });
});
