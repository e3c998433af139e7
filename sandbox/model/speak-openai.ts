import type { Asked, Ending } from './script.ts';
import { event, number, object, saidBy, text, type Voice } from './wire.ts';

const REASONS: Readonly<Record<Ending, string>> = {
  stop: 'stop',
  length: 'length',
  filtered: 'content_filter',
  refused: 'content_filter',
};
const USAGE = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };

/** `POST …/chat/completions` of OpenAI, and of the many servers that speak like it. */
export const OPENAI: Voice = {
  dialect: 'openai',
  modelOf: (path) => (path.endsWith('/chat/completions') ? '' : null),
  keyOf: ({ authorization }) => /^Bearer (.+)$/.exec(text(authorization))?.[1],
  read: (body) => {
    const format = object(body.response_format);
    return {
      model: text(body.model),
      // What older models call system is developer to those that reason.
      system: saidBy(body.messages, 'system', 'developer'),
      prompt: saidBy(body.messages, 'user'),
      max_output_tokens: number(body.max_tokens) ?? number(body.max_completion_tokens),
      schema: format.type === 'json_schema' ? object(object(format.json_schema).schema) : null,
      stream: body.stream === true,
    };
  },
  opening: (asked) => event(chunk(asked, { role: 'assistant', content: '' }, null)),
  piece: (piece, asked) => event(chunk(asked, { content: piece }, null)),
  ending: (ending, asked) =>
    event(chunk(asked, {}, REASONS[ending])) +
    (object(object(asked.body).stream_options).include_usage === true
      ? event({ ...envelope(asked, 'chat.completion.chunk'), choices: [], usage: USAGE })
      : '') +
    event('[DONE]'),
  fault: (status, message) => {
    const type =
      status === 401 ? 'invalid_request_error' : status === 429 ? 'rate_limit_error' : 'server_error';
    return { error: { message, type, param: null, code: status === 401 ? 'invalid_api_key' : null } };
  },
  whole: (content, ending, asked) => ({
    ...envelope(asked, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        finish_reason: REASONS[ending],
      },
    ],
    usage: USAGE,
  }),
};

function envelope({ model }: Asked, object_name: string) {
  return { id: 'chatcmpl-sandbox', object: object_name, created: 1_750_000_000, model };
}

function chunk(asked: Asked, delta: unknown, finish_reason: string | null) {
  return { ...envelope(asked, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason }] };
}
