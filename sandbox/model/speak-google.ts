import type { Asked, Ending } from './script.ts';
import { contentText, event, number, object, saidBy, type Voice } from './wire.ts';

const REASONS: Readonly<Record<Ending, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  filtered: 'SAFETY',
  refused: 'PROHIBITED_CONTENT',
};
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};
const USAGE = { promptTokenCount: 100, candidatesTokenCount: 50, totalTokenCount: 150 };
const PATH = /\/models\/([^/]+):(streamGenerateContent|generateContent)$/;

/** `POST …/models/{model}:streamGenerateContent?alt=sse` of the Gemini API. */
export const GOOGLE: Voice = {
  dialect: 'google',
  modelOf: (path) => PATH.exec(path)?.[1] ?? null,
  keyOf: (headers) => headers['x-goog-api-key'],
  read: (body, path) => {
    const config = object(body.generationConfig);
    const schema = config.responseJsonSchema ?? config.responseSchema;
    return {
      model: PATH.exec(path)?.[1] ?? '',
      system: contentText(object(body.systemInstruction).parts),
      prompt: saidBy(body.contents, 'user'),
      max_output_tokens: number(config.maxOutputTokens),
      schema: schema === undefined ? null : object(schema),
      stream: PATH.exec(path)?.[2] === 'streamGenerateContent',
    };
  },
  opening: () => '',
  piece: (piece, asked) => event(candidate(asked, piece)),
  ending: (ending, asked) => event({ ...candidate(asked, '', REASONS[ending]), usageMetadata: USAGE }),
  fault: (status, message) => ({
    error: { code: status, message, status: STATUSES[status] ?? 'UNKNOWN' },
  }),
  whole: (content, ending, asked) => ({
    ...candidate(asked, content, REASONS[ending]),
    usageMetadata: USAGE,
  }),
};

function candidate({ model }: Asked, piece: string, finishReason?: string) {
  return {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: piece }] },
        index: 0,
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
    modelVersion: model,
    responseId: 'sandbox',
  };
}
