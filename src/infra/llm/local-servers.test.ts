import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { inPieces, type Step } from '../../../sandbox/model/script.ts';
import { type ModelStage, readWeek, stageModel, weeksText } from '../../test/model-stage.ts';
import { ModelFault } from './llm.ts';

function event(delta: object, finish_reason: string | null = null, more: object = {}): string {
  const choice = { index: 0, delta, finish_reason, ...more };
  return `data: ${JSON.stringify({ id: 'chatcmpl-7', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] })}\n\n`;
}
const DONE = 'data: [DONE]\n\n';
const USAGE = `data: ${JSON.stringify({ id: 'chatcmpl-7', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { completion_tokens: 9, prompt_tokens: 9, total_tokens: 18 }, timings: { prompt_n: 9 } })}\n\n`;
const LIST = weeksText(2);

/** Streams of these servers with reasoning before the answer. */
const STREAMS: readonly (readonly [server: string, body: string])[] = [
  [
    'Ollama',
    event({ role: 'assistant', content: '', reasoning: 'Well, [{"week":9}]' }) +
      event({ role: 'assistant', content: LIST }) +
      event({ role: 'assistant', content: '' }, 'stop') +
      DONE,
  ],
  [
    'llama.cpp',
    event({ role: 'assistant', content: null }) +
      ':\n\n' +
      event({ reasoning_content: 'Well, [{"week":9}]' }) +
      event({ content: LIST }) +
      event({}, 'stop') +
      USAGE +
      DONE,
  ],
  [
    'vLLM',
    event({ role: 'assistant', content: '' }, null, { logprobs: null }) +
      event({ reasoning_content: 'Well' }, null, { token_ids: null }) +
      event({ content: LIST }, null, { token_ids: null }) +
      event({ content: '' }, 'stop', { stop_reason: null }) +
      DONE,
  ],
  ['TGI', event({ role: 'assistant', content: LIST }) + event({}, 'eos_token') + DONE],
  [
    'a server with line ends of two characters',
    (event({ content: LIST }) + event({}, 'stop') + DONE).replaceAll('\n', '\r\n'),
  ],
];

const THOUGHTS: readonly (readonly [what: string, thoughts: string])[] = [
  ['in marks', '<think>Perhaps [{"week":9}, …]?</think>'],
  ['whose first mark was in the prompt', 'Perhaps [{"week":9, …}]? No.\n</think>\n\n'],
  ['with a whole list in them', 'Perhaps {"elements":[{"week":9}]}? No, … once more.\n</think>\n\n'],
  ['with a list that has no end', 'Perhaps [{"week":9},{"week":5 </think>Well: '],
  ['with an element that is none of ours', 'Perhaps {"elements":[{"month":9}]}? No.\n</think>'],
  ['in longer marks', '<thinking>Perhaps [{week:9}]?</thinking>'],
  ['as Magistral marks them', '[THINK]Perhaps [{"n":}][/THINK]'],
  [
    'as gpt-oss marks them',
    '<|channel|>analysis<|message|>Or [{…}]<|end|><|start|>assistant<|channel|>final<|message|>',
  ],
];

describe('servers of one’s own', () => {
  let stage: ModelStage;
  before(async () => {
    stage = await stageModel();
  });
  after(async () => stage.sandbox.stop());

  for (const [server, body] of STREAMS)
    test(`${server}: its stream is read, without thoughts`, async () => {
      const always = [{ raw: body }, { end_silently: true }] as const;
      stage.sandbox.script([always, always]);
      const model = stage.model('openai-compatible');
      assert.deepEqual(await stage.weeks(model), { pieces: [{ week: 1 }, { week: 2 }], fault: undefined });
      const { pieces, fault } = await stage.text(model);
      assert.deepEqual([pieces.join(''), fault], [LIST, undefined]);
    });

  for (const [what, thoughts] of THOUGHTS)
    test(`thoughts ${what} are no part of a list`, async () => {
      for (const length of [1, 7, 1_000]) {
        stage.sandbox.script([[inPieces(thoughts + LIST, length)]]);
        assert.deepEqual(await stage.weeks(stage.model('openai-compatible')), {
          pieces: [{ week: 1 }, { week: 2 }],
          fault: undefined,
        });
      }
    });

  test('words before a list that is broken keep the fault for the end; what begins as JSON is not read to it', async () => {
    const faultOf = async (...answer: Step[]): Promise<unknown> => {
      stage.sandbox.script([answer]);
      const { fault } = await stage.weeks(stage.model('openai-compatible'));
      return fault instanceof ModelFault ? fault.reason : fault;
    };
    assert.equal(await faultOf('Perhaps [{week:9}]?', { wait_ms: 5 }, ' No.'), 'malformed');
    assert.equal(stage.last().outcome(), 'answered');
    assert.equal(await faultOf('{"elements":[{week:9}]', { stall: true }), 'malformed');
    await stage.cut();
  });

  test('a mark in a string of a list is no end of thoughts', async () => {
    const said: unknown[] = [];
    const read = (value: unknown) => {
      said.push(value);
      return readWeek(value);
    };
    const list = '{"elements":[{"week":1},{"week":2,"title":"x </think> y"},{"week":3}]}';
    for (const before of ['', '```json\n', 'Perhaps [{"week":9}]? No.\n</think>\n\n'])
      for (const length of [1, 7]) {
        stage.sandbox.script([[inPieces(before + list, length)]]);
        const { pieces, fault } = await stage.weeks(stage.model('openai-compatible'), { read });
        assert.deepEqual([pieces, fault], [[{ week: 1 }, { week: 2 }, { week: 3 }], undefined], before);
        assert.deepEqual(said.splice(0)[1], { week: 2, title: 'x </think> y' });
      }
  });

  test('thoughts that are cut off behind a list are no answer; behind them each element comes at once', async () => {
    const thoughts = 'Perhaps {"elements":[{"week":9}]}? No, ';
    stage.sandbox.script([
      [thoughts, { end: 'length' }],
      [`${thoughts}</think>{"elements":[{"week":1},`, { wait_ms: 5 }, { drop: true }],
    ]);
    const seen = async () => {
      const { pieces, fault } = await stage.weeks(stage.model('openai-compatible'));
      return [pieces, fault instanceof ModelFault ? fault.reason : fault];
    };
    assert.deepEqual(await seen(), [[], 'cut_off']);
    assert.deepEqual(await seen(), [[{ week: 1 }], 'unreachable']);
  });

  test('a server that refuses schemas is asked for JSON by less, and from then on at once', async () => {
    const refuses = { status: 400, message: 'response_format: json_schema is not supported' };
    const lines: string[] = [];
    const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    const model = stage.model('openai-compatible', { logger: pino({ level: 'trace' }, sink) });
    const formats = () =>
      stage.sandbox.requests.list().map(({ body }) => {
        const { response_format } = body as { response_format?: { type: string } };
        return response_format?.type ?? 'none';
      });
    stage.sandbox.requests.forget();
    stage.sandbox.script([refuses, { ...refuses, status: 422 }, [LIST], [LIST]]);
    assert.deepEqual((await stage.weeks(model)).pieces, [{ week: 1 }, { week: 2 }]);
    assert.deepEqual((await stage.weeks(model)).pieces, [{ week: 1 }, { week: 2 }]);
    assert.deepEqual(formats(), ['json_schema', 'json_object', 'none', 'none']);
    assert.match(stage.last().system, /Answer with JSON alone.*"week":\{"type":"integer"\}/s);
    assert.deepEqual(
      lines
        .map((line) => JSON.parse(line))
        .map(({ level, model, from, to, fault }) => [level, model, from, to, fault]),
      [[40, model.name, 'schema', 'text', 'The model server answered 400.']],
    );
    assert.doesNotMatch(lines.join(''), /hush|json_schema is not|127\.0\.0\.1|sandbox-model-key/);
  });

  test('one that takes nothing is told of by its first refusal, and asked in the same way the next time', async () => {
    const lines: string[] = [];
    const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    const model = stage.model('openai-compatible', { logger: pino({ level: 'trace' }, sink) });
    stage.sandbox.script([{ status: 422 }, { status: 400 }, { status: 400 }, [LIST]]);
    assert.match(String((await stage.weeks(model)).fault), /answered 422/);
    assert.equal((await stage.weeks(model)).pieces.length, 2);
    assert.notEqual(stage.last().schema, null);
    assert.deepEqual(lines, []);
  });

  test('nothing is asked for by less once some of it came', async () => {
    const refusal = { error: { message: 'no', type: 'invalid_request_error', code: 400, statusCode: 400 } };
    const raw = `data: ${JSON.stringify(refusal)}\n\n`;
    stage.sandbox.script([['{"elements":[{"week":1},', { wait_ms: 5 }, { raw }], [LIST]]);
    const { pieces, fault } = await stage.weeks(stage.model('openai-compatible'));
    assert.deepEqual(pieces, [{ week: 1 }]);
    assert.ok(fault instanceof ModelFault);
    assert.equal(stage.sandbox.left(), 1);
  });

  test('what a server refuses in any way is refused, and nobody else is asked twice', async () => {
    const refuses = { status: 400 };
    for (const [provider, asked] of [
      ['openai-compatible', 3],
      ['openai', 1],
      ['anthropic', 1],
      ['google', 1],
    ] as const) {
      stage.sandbox.requests.forget();
      stage.sandbox.script([refuses, refuses, refuses]);
      const { fault } = await stage.weeks(stage.model(provider));
      assert.ok(fault instanceof ModelFault);
      assert.deepEqual(
        [provider, fault.reason, stage.sandbox.requests.list().length],
        [provider, 'declined', asked],
      );
    }
  });

  test('a server that takes a schema and passes it over is told the form in words', async () => {
    stage.sandbox.script([[LIST]]);
    const { pieces } = await stage.weeks(stage.model('openai-compatible'), { read: readWeek });
    assert.equal(pieces.length, 2);
    assert.match(stage.last().system, /^hush-system\n\nAnswer with JSON alone: .*"elements"/);
    assert.notEqual(stage.last().schema, null);
  });
});
