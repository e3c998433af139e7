import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createParser } from 'eventsource-parser';
import { parseServerSentEvents } from 'parse-sse';
import { elements, inPieces, type Step } from './script.ts';
import { type ModelSandbox, startModel } from './start-model.ts';
import { list, object, text } from './wire.ts';

const TEXT = 'Run easy: 跑步。\n\ndata: not an event';
const SCHEMA = { type: 'object', properties: { n: { type: 'integer' } } };
const MESSAGES = [{ role: 'user', content: 'a prompt' }];

type Event = { readonly type: string; readonly data: string };
type Api = {
  readonly path: (stream: boolean) => string;
  readonly key: (key: string) => Record<string, string>;
  readonly body: (stream: boolean) => object;
  /** The text that an event or a whole answer brings, and the word that ends it. */
  readonly textOf: (data: unknown) => string;
  readonly endOf: (data: unknown) => string | undefined;
  readonly ends: readonly string[];
};

/** How a client reads each API that has only its documents. */
const APIS: Readonly<Record<string, Api>> = {
  openai: {
    path: () => '/v1/chat/completions',
    key: (key) => ({ authorization: `Bearer ${key}` }),
    body: (stream) => ({
      model: 'm',
      stream,
      max_tokens: 9,
      messages: [{ role: 'system', content: 'rules' }, ...MESSAGES],
      response_format: { type: 'json_schema', json_schema: { name: 'list', schema: SCHEMA } },
    }),
    textOf: (data) => {
      const { delta, message } = object(list(object(data).choices)[0]);
      return text(object(delta ?? message).content);
    },
    endOf: (data) => text(object(list(object(data).choices)[0]).finish_reason) || undefined,
    ends: ['stop', 'length', 'content_filter', 'content_filter'],
  },
  anthropic: {
    path: () => '/v1/messages',
    key: (key) => ({ 'x-api-key': key }),
    body: (stream) => ({
      model: 'm',
      stream,
      max_tokens: 9,
      system: [{ type: 'text', text: 'rules' }],
      messages: MESSAGES,
      output_config: { format: { type: 'json_schema', schema: SCHEMA } },
    }),
    textOf: (data) => {
      const { type, delta, content } = object(data);
      if (type === 'message') return text(object(list(content)[0]).text);
      return type === 'content_block_delta' ? text(object(delta).text) : '';
    },
    endOf: (data) => text(object(object(data).delta).stop_reason ?? object(data).stop_reason) || undefined,
    ends: ['end_turn', 'max_tokens', 'refusal', 'refusal'],
  },
  google: {
    path: (stream) => `/v1beta/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    key: (key) => ({ 'x-goog-api-key': key }),
    body: () => ({
      systemInstruction: { parts: [{ text: 'rules' }] },
      contents: [{ role: 'user', parts: [{ text: 'a prompt' }] }],
      generationConfig: { maxOutputTokens: 9, responseJsonSchema: SCHEMA },
    }),
    textOf: (data) => {
      const { content } = object(list(object(data).candidates)[0]);
      return text(object(list(object(content).parts)[0]).text);
    },
    endOf: (data) => text(object(list(object(data).candidates)[0]).finishReason) || undefined,
    ends: ['STOP', 'MAX_TOKENS', 'SAFETY', 'PROHIBITED_CONTENT'],
  },
};

describe('the model on loopback', () => {
  let model: ModelSandbox;
  before(async () => {
    model = await startModel();
  });
  after(() => model.stop());

  const ask = ({ path, key, body }: Api, stream: boolean, secret = model.api_key): Promise<Response> =>
    fetch(`${model.url}${path(stream)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key(secret) },
      body: JSON.stringify(body(stream)),
    });
  const say = (...steps: Step[]): void => model.script([steps]);

  for (const [name, api] of Object.entries(APIS)) {
    test(`${name}: two readers of event streams find the same text and the same end`, async () => {
      for (const [index, end] of (['stop', 'length', 'filtered', 'refused'] as const).entries()) {
        say(inPieces(TEXT, 3), { end });
        const response = await ask(api, true);
        assert.equal(response.headers.get('content-type'), 'text/event-stream');
        const [one, other] = [response.clone(), response];
        const [first, second] = await Promise.all([readByOne(one), readByOther(other)]);
        assert.deepEqual(first, second);
        const data = first.filter((event) => event.data !== '[DONE]').map((event) => JSON.parse(event.data));
        assert.equal(data.map(api.textOf).join(''), TEXT);
        assert.equal(
          data.map(api.endOf).find((word) => word !== undefined),
          api.ends[index],
        );
        // Anthropic names its events as their data does; the others have no names.
        for (const event of name === 'anthropic' ? first : [])
          assert.equal(event.type, object(JSON.parse(event.data)).type);
      }
    });

    test(`${name}: the same at once, for who wants no stream`, async () => {
      say(inPieces(TEXT, 3), { end: 'length' });
      const data: unknown = await (await ask(api, false)).json();
      assert.deepEqual([api.textOf(data), api.endOf(data)], [TEXT, api.ends[1]]);
    });

    test(`${name}: keeps what was asked, and never a key`, async () => {
      model.requests.forget();
      model.script([(asked) => [elements([asked.prompt])]]);
      const data: unknown = await (await ask(api, false)).json();
      assert.equal(api.textOf(data), '{"elements":["a prompt"]}');
      assert.equal((await ask(api, true, 'hush-other-key')).status, 401);
      const requests = model.requests.list();
      assert.deepEqual(
        requests.map(({ dialect, authorization, stream }) => ({ dialect, authorization, stream })),
        [
          { dialect: name, authorization: 'right', stream: false },
          { dialect: name, authorization: 'wrong', stream: true },
        ],
      );
      const [asked] = requests;
      assert.partialDeepStrictEqual(asked, {
        model: 'm',
        system: 'rules',
        prompt: 'a prompt',
        max_output_tokens: 9,
        schema: SCHEMA,
      });
      assert.doesNotMatch(JSON.stringify(requests), /hush|sandbox-model-key/);
    });
  }

  test('another path is not there, and a script that is over is said to be', async () => {
    assert.equal((await fetch(`${model.url}/v1/models`)).status, 404);
    model.script([]);
    for (const api of Object.values(APIS)) {
      const response = await ask(api, true);
      assert.equal(response.status, 500);
      assert.match(await response.text(), /The script of the stand-in is over/);
    }
  });
});

async function readByOne(response: Response): Promise<Event[]> {
  const events: Event[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => events.push({ type: event, data }),
  });
  parser.feed(await response.text());
  return events;
}

async function readByOther(response: Response): Promise<Event[]> {
  const events: Event[] = [];
  for await (const { type, data } of parseServerSentEvents(response)) events.push({ type, data });
  return events;
}
