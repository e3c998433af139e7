import { type Json, readObject } from '../kit/answers.ts';
import type { Asked, Ending } from './script.ts';
import { contentText, event, list, number, object, saidBy, text, type Voice } from './wire.ts';

const REASONS: Readonly<Record<Ending, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  filtered: 'refusal',
  refused: 'refusal',
};
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

/**
 * `POST …/messages` of Anthropic. Who asks for JSON does so by a schema of the output, or, with models that do not know those, by
 * a tool that has to be called and whose input is the answer.
 */
export const ANTHROPIC: Voice = {
  dialect: 'anthropic',
  modelOf: (path) => (path.endsWith('/messages') ? '' : null),
  keyOf: (headers) => headers['x-api-key'],
  read: (body) => ({
    model: text(body.model),
    system: contentText(body.system),
    prompt: saidBy(body.messages, 'user'),
    max_output_tokens: number(body.max_tokens),
    schema: schemaOf(body),
    stream: body.stream === true,
  }),
  opening: (asked) =>
    event({ type: 'message_start', message: { ...envelope(asked), content: [] } }, 'message_start') +
    event(
      { type: 'content_block_start', index: 0, content_block: block(asked, '', {}) },
      'content_block_start',
    ) +
    event({ type: 'ping' }, 'ping'),
  piece: (piece, asked) =>
    event({ type: 'content_block_delta', index: 0, delta: delta(piece, asked) }, 'content_block_delta'),
  ending: (ending, asked) =>
    event({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
    event(
      {
        type: 'message_delta',
        delta: { stop_reason: reason(ending, asked), stop_sequence: null },
        usage: { output_tokens: 50 },
      },
      'message_delta',
    ) +
    event({ type: 'message_stop' }, 'message_stop'),
  fault: (status, message) => ({
    type: 'error',
    error: { type: TYPES[status] ?? 'api_error', message },
    request_id: 'req_sandbox',
  }),
  fault_event: 'error',
  whole: (content, ending, asked) => ({
    ...envelope(asked),
    content: [block(asked, content, readObject(content) ?? {})],
    stop_reason: reason(ending, asked),
  }),
};

function schemaOf(body: Json): Asked['schema'] {
  const format = object(object(body.output_config).format ?? body.output_format);
  if (format.type === 'json_schema') return object(format.schema);
  const tool = forcedTool(body);
  return tool === null ? null : object(tool.input_schema);
}

function forcedTool(body: unknown): Json | null {
  const { tools, tool_choice } = object(body);
  const { type, name } = object(tool_choice);
  const offered = list(tools).map(object);
  if (type === 'any') return offered[0] ?? null;
  return type === 'tool' ? (offered.find((one) => one.name === name) ?? null) : null;
}

function envelope({ model }: Asked) {
  return {
    id: 'msg_sandbox',
    type: 'message',
    role: 'assistant',
    model,
    stop_reason: null as string | null,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 1 },
  };
}

function block(asked: Asked, content: string, input: unknown) {
  const tool = forcedTool(asked.body);
  return tool === null
    ? { type: 'text', text: content }
    : { type: 'tool_use', id: 'toolu_sandbox', name: text(tool.name), input };
}

function delta(piece: string, asked: Asked) {
  return forcedTool(asked.body) === null
    ? { type: 'text_delta', text: piece }
    : { type: 'input_json_delta', partial_json: piece };
}

function reason(ending: Ending, asked: Asked): string {
  return ending === 'stop' && forcedTool(asked.body) !== null ? 'tool_use' : REASONS[ending];
}
