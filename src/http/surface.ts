import type { AppError } from '../shared/errors.ts';
import type { Route } from './route.ts';

/**
 * One of the server's public faces: an address prefix with its own error envelope, headers and OpenAPI document.
 * Whatever fails below the prefix, down to an unparsable URL, answers in this envelope.
 */
export type Surface = {
  readonly prefix: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Headers of every response of this surface, errors included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly envelope: Envelope;
  readonly routes: readonly Route[];
};

/** Headers of every response, whatever it answers. */
export const COMMON_HEADERS = { 'x-content-type-options': 'nosniff' } as const;

export type Envelope = {
  /** The body of an error. */
  body(error: AppError, requestId: string | null): object;
  /** JSON Schema of that body for a set of codes. */
  schema(codes: readonly string[], withDetails: boolean): object;
};

const text = (description: string): object => ({ type: 'string', description });

export const applicationEnvelope: Envelope = {
  body: (error, requestId) => ({
    status: 'error',
    code: error.code,
    error: error.message,
    request_id: requestId,
    ...(error.details === undefined ? {} : { details: error.details }),
  }),
  schema: (codes, withDetails) => ({
    type: 'object',
    required: ['status', 'code', 'error', 'request_id'],
    properties: {
      status: { const: 'error' },
      code: { enum: codes },
      error: text('Human-readable: says what to change.'),
      request_id: { type: ['string', 'null'], description: 'Echoes X-Request-ID.' },
      ...(withDetails
        ? {
            details: {
              type: 'array',
              description: 'One entry a field that did not pass.',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: {
                  path: text('Such as `weeks` or `athlete_ids.3`.'),
                  message: text('What is wrong.'),
                },
              },
            },
          }
        : {}),
    },
  }),
};

export const developerEnvelope: Envelope = {
  body: (error, requestId) => ({
    success: false,
    error: error.message,
    code: error.code,
    request_id: requestId,
  }),
  schema: (codes) => ({
    type: 'object',
    additionalProperties: false,
    required: ['success', 'error', 'code', 'request_id'],
    properties: {
      success: { const: false },
      error: text('Human-readable: says what to change.'),
      code: { enum: codes },
      request_id: { type: ['string', 'null'], description: 'Echoes X-Request-ID.' },
    },
  }),
};
