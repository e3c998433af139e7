import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, inPieces, type ScriptedAnswer } from '../../../sandbox/model/script.ts';
import type { Provider } from '../../../sandbox/model/start-model.ts';
import { freePort } from '../../test/free-port.ts';
import {
  MODEL_PROVIDERS,
  type ModelStage,
  reasonOf,
  type Seen,
  stageModel,
  watchPrinting,
  weeksText,
} from '../../test/model-stage.ts';
import { ModelFault } from './index.ts';

/** This text stands in every answer and may be in no fault. */
const ANSWER = 'hush-answer';

const status = (code: number, headers: Record<string, string> = {}, message = ANSWER): Answer => ({
  status: code,
  message,
  headers,
});

/** What a server does, the resulting fault, and whether it is retryable. */
const FAULTS: readonly [what: string, answer: Answer, reason: string, retryable: boolean][] = [
  ['400', status(400), 'declined', false],
  ['401', status(401), 'refused_credentials', false],
  ['402', status(402), 'refused_credentials', false],
  ['403', status(403), 'refused_credentials', false],
  ['404', status(404), 'declined', false],
  ['413', status(413), 'declined', false],
  ['a limit that ends later than anybody waits', status(429, { 'retry-after': '60' }), 'overloaded', false],
  ['nothing left to spend', status(429, {}, 'insufficient_quota'), 'refused_credentials', false],
  ['500', status(500), 'unreachable', true],
  ['502 of a gateway', { status: 502, body: `<html>${ANSWER}</html>` }, 'unreachable', true],
  ['504', status(504), 'timed_out', true],
  ['an error of a megabyte', { status: 500, body: ANSWER.repeat(100_000) }, 'unreachable', true],
  ['a redirect', status(307, { location: 'https://elsewhere.example.org/' }), 'declined', false],
  ['a cut before the first word', [{ drop: true }], 'unreachable', true],
  ['a cut in the middle', [ANSWER, { wait_ms: 5 }, { drop: true }], 'unreachable', true],
  ['an end without an ending', [ANSWER, { end_silently: true }], 'unreachable', true],
  ['an error in the middle', [ANSWER, { error: { status: 500, message: ANSWER } }], 'unreachable', true],
  ['broken events', [ANSWER, { raw: `data: {"${ANSWER}\n\n` }], 'malformed', true],
  ['nothing', [], 'malformed', true],
  ['the end of its tokens', [ANSWER, { end: 'length' }], 'cut_off', true],
  ['a filter', [ANSWER, { end: 'filtered' }], 'declined', false],
  ['a refusal', [ANSWER, { end: 'refused' }], 'declined', false],
];

describe('faults of models', () => {
  let stage: ModelStage;
  let printing: ReturnType<typeof watchPrinting>;
  before(async () => {
    stage = await stageModel();
    printing = watchPrinting();
  });
  after(async () => {
    printing.end();
    await stage.sandbox.stop();
  });

  const outcome = ({ fault }: Seen<unknown>): [string, boolean] => [
    reasonOf(fault, [stage.sandbox.api_key, stage.sandbox.url, ANSWER]),
    fault instanceof ModelFault && fault.retryable,
  ];
  const script = (...answers: ScriptedAnswer[]): void => stage.sandbox.script(answers);

  for (const provider of MODEL_PROVIDERS) {
    test(`${provider}: each has its reason, and quotes nothing`, async (t) => {
      const model = stage.model(provider);
      for (const [what, answer, reason, retryable] of FAULTS)
        await t.test(what, async () => {
          script(answer);
          assert.deepEqual(outcome(await stage.text(model)), [reason, retryable], 'text');
          script(answer, answer, answer);
          assert.deepEqual(outcome(await stage.weeks(model)), [reason, retryable], 'elements');
        });
    });

    test(`${provider}: a wrong key`, async () => {
      const key = 'hush-wrong-key';
      const { fault } = await stage.text(stage.model(provider, { api_key: key }));
      assert.equal(reasonOf(fault, [key]), 'refused_credentials');
      assert.equal(stage.last().authorization, 'wrong');
    });

    test(`${provider}: what was whole before a list went wrong has been given out`, async () => {
      const model = stage.model(provider);
      const WRONG: readonly [answer: Answer, weeks: number, reason: string][] = [
        [[inPieces('{"elements":[{"week":1},{"week":"two"},{"week":3}]}')], 1, 'malformed'],
        [[inPieces('{"elements":[{"week":1},{"week":2')], 1, 'malformed'],
        [[inPieces('{"elements":[{"week":1},{"week":2'), { end: 'length' }], 1, 'cut_off'],
        [[inPieces('{"elements":[{"week":1},'), { wait_ms: 5 }, { drop: true }], 1, 'unreachable'],
        [[inPieces('{"elements":[{"week":1},{week:2}]}')], 1, 'malformed'],
        [['I had rather not.'], 0, 'malformed'],
        [['I had rather not.', { end: 'filtered' }], 0, 'declined'],
      ];
      for (const [answer, weeks, reason] of WRONG) {
        script(answer);
        const seen = await stage.weeks(model);
        assert.deepEqual([seen.pieces.length, outcome(seen)[0]], [weeks, reason], JSON.stringify(answer));
      }
    });

    test(`${provider}: nobody there, or nobody who speaks TLS`, async () => {
      const base_url = `http://127.0.0.1:${await freePort()}/v1`;
      const { fault } = await stage.text(stage.model(provider, { base_url }));
      assert.equal(reasonOf(fault, [base_url]), 'unreachable');
      assert.match(String(fault), /ECONNREFUSED/);
      const no_tls = stage.sandbox.url.replace('http:', 'https:');
      const other = await stage.text(stage.model(provider, { base_url: `${no_tls}/v1` }));
      assert.deepEqual(outcome(other), ['unreachable', true]);
    });
  }

  test('an element that is not as the schema says does not go through, nor what is wrong with it into the fault', async () => {
    script([inPieces(`{"elements":[{"week":"${ANSWER}"}]}`)]);
    const read = (): { fault: string } => ({ fault: `week is "${ANSWER}"` });
    const seen = await stage.weeks(stage.model('openai'), { read });
    assert.deepEqual([seen.pieces, ...outcome(seen)], [[], 'malformed', true]);
  });

  describe('a server that is busy', () => {
    const busy: [Provider, Answer][] = [
      ['openai-compatible', status(503, { 'retry-after': '0' })],
      ['openai', status(429, { 'retry-after-ms': '5' })],
      ['anthropic', status(529, { 'retry-after': 'Sat, 01 Jan 2000 00:00:00 GMT' })],
      ['google', status(429, { 'retry-after': '0.01' })],
    ];
    for (const [provider, answer] of busy)
      test(`${provider}: is asked again when it says, twice at most`, async () => {
        const model = stage.model(provider);
        script(answer, answer, [weeksText(2)]);
        assert.equal((await stage.weeks(model)).pieces.length, 2);
        script(answer, answer, answer, ['never']);
        assert.deepEqual(
          outcome(await stage.text(model)),
          ['overloaded', false],
          'nobody is to ask a fourth time',
        );
        assert.equal(stage.sandbox.left(), 1);
      });

    test('is not asked again behind the first piece, which would come twice', async () => {
      script(['Run', { error: { status: 529, message: 'Overloaded' } }], ['Run easy.']);
      const seen = await stage.text(stage.model('anthropic'));
      assert.deepEqual([seen.pieces, ...outcome(seen)], [['Run'], 'overloaded', true]);
      assert.equal(stage.sandbox.left(), 1);
    });

    test('is not waited for longer than the answer may take', async () => {
      script(status(429, { 'retry-after': '2' }), ['too late']);
      const { fault } = await stage.text(stage.model('openai', { timeout_ms: 1_000 }));
      assert.equal(reasonOf(fault, []), 'overloaded');
      assert.equal(stage.sandbox.left(), 1);
    });

    test('is left alone by a caller who has gone', async () => {
      const gone = new AbortController();
      script(() => {
        setImmediate(() => gone.abort(new Error('gone')));
        return status(429, { 'retry-after': '15' });
      }, ['never']);
      const { fault } = await stage.text(stage.model('google'), { signal: gone.signal });
      assert.equal(fault, gone.signal.reason);
      assert.equal(stage.sandbox.left(), 1);
    });
  });

  test('no fault printed anything', async () => {
    assert.deepEqual(await printing.printed(), []);
  });
});
