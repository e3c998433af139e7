import type { AppError } from '../shared/errors.ts';
import { QUOTA_NAMES } from '../shared/quotas.ts';
import { MAX_PATH_CHARS } from './describe-fault.ts';
import { REQUEST_ID } from './request-id.ts';
import type { Route } from './route.ts';
import { NO_NUL } from './schemas.ts';
import { MAX_DETAILS } from './validate.ts';

/**
 * A public API of the server: an address prefix with its own error envelope, headers and OpenAPI document. Every failure
 * below the prefix, even an unparsable URL, answers in this envelope.
 */
export type Surface = {
  readonly prefix: string;
  readonly title: string;
  readonly summary: string;
  /** Markdown for the document's introduction. */
  readonly description: string;
  readonly version: string;
  /** The tags of the routes in display order. */
  readonly tags: readonly Tag[];
  /** Headers of every response, errors included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly envelope: Envelope;
  /** Whether pages of the origins that the operator names may call it. */
  readonly is_for_browsers?: true;
  /** Whether requests without a route also need a valid API key and are counted. */
  readonly looks_at_keys_first?: boolean;
  readonly routes: readonly Route[];
  /** Routes outside the prefix, by whole address, that its document describes. */
  readonly outside?: readonly Route[];
};

export type Tag = { readonly name: string; readonly description: string };

/** Headers of every response, whatever it answers. */
export const COMMON_HEADERS = { 'x-content-type-options': 'nosniff' } as const;

export type Envelope = {
  body(error: AppError, requestId: string | null): object;
  schema(codes: readonly string[]): object;
};

/** A longer text than any of our messages. */
const MAX_MESSAGE_CHARS = 1_000;

const errorText = { ...NO_NUL, type: 'string', maxLength: MAX_MESSAGE_CHARS } as const;

const common = (codes: readonly string[]) => ({
  error: { ...errorText, description: 'For people to read: says what to change. May be reworded.' },
  code: {
    title: 'ErrorCode',
    type: 'string',
    enum: codes,
    description: 'For programs to branch on. There may be more of them one day.',
  },
  request_id: {
    ...REQUEST_ID,
    type: ['string', 'null'],
    description: 'As in `X-Request-ID`; null where there was no request yet.',
  },
});

const detail = {
  title: 'ErrorDetail',
  type: 'object',
  additionalProperties: false,
  required: ['path', 'message'],
  properties: {
    path: {
      ...NO_NUL,
      type: 'string',
      maxLength: MAX_PATH_CHARS,
      description: 'Which field, such as `weeks` or `athlete_ids.3`.',
    },
    message: { ...errorText, description: 'What is wrong with it.' },
  },
};

const amount = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

const quota = {
  title: 'Quota',
  type: 'object',
  description: 'Of a `quota_exceeded`: what there is as much of as there may be.',
  additionalProperties: false,
  required: ['name', 'used', 'limit'],
  properties: {
    name: { type: 'string', enum: QUOTA_NAMES, description: 'Which quota.' },
    used: { ...amount, description: 'How much there is, without what was refused.' },
    limit: { ...amount, description: 'How much there may be.' },
  },
};

const lineText = { ...NO_NUL, type: 'string', maxLength: 500 } as const;

const lineAtFault = {
  title: 'LineAtFault',
  type: 'object',
  additionalProperties: false,
  required: ['number', 'text', 'reason'],
  properties: {
    number: { ...amount, description: 'Of the line in the text, from 1.' },
    text: { ...lineText, description: 'What it says, cut short where it is long.' },
    reason: { ...lineText, description: 'Why it cannot be read, and what to change, in your language.' },
    nearest: { ...lineText, description: 'A line in its place that would be read, where there is one.' },
  },
};

export const REFUSED_PARTS = {
  details: {
    type: 'array',
    maxItems: MAX_DETAILS,
    description: 'Of a `validation_error`: one entry a field that did not pass.',
    items: detail,
  },
  lines: {
    type: 'array',
    maxItems: MAX_DETAILS,
    description: 'Of a `draft_not_readable`: the first lines that cannot be read.',
    items: lineAtFault,
  },
} as const;

export const applicationEnvelope: Envelope = {
  body: (error, requestId) => ({
    status: 'error',
    code: error.code,
    error: error.message,
    request_id: requestId,
    ...(error.details === undefined ? {} : { details: error.details }),
    ...(error.quota === undefined ? {} : { quota: error.quota }),
    ...(error.lines === undefined ? {} : { lines: error.lines }),
    ...(error.current === undefined ? {} : { current: error.current }),
  }),
  schema: (codes) => ({
    title: 'Error',
    type: 'object',
    description: 'Every failure, whatever the status.',
    additionalProperties: false,
    required: ['status', 'code', 'error', 'request_id'],
    properties: {
      status: { const: 'error', description: 'Tells a failure from a success.' },
      ...common(codes),
      details: REFUSED_PARTS.details,
      quota,
      lines: REFUSED_PARTS.lines,
      current: {
        type: 'object',
        additionalProperties: true,
        description: 'Of a `draft_changed`: the draft as it is stored now, as `getPlanDraft` answers it.',
      },
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
    title: 'Error',
    type: 'object',
    description: 'Every failure, whatever the status.',
    additionalProperties: false,
    required: ['success', 'error', 'code', 'request_id'],
    properties: {
      success: { const: false, description: 'Tells a failure from a success.' },
      ...common(codes),
    },
  }),
};
