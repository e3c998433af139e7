import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The accepted form of a request id, ours or the caller's, as JSON Schema. */
export const REQUEST_ID = { pattern: '^[A-Za-z0-9._-]{1,128}$', maxLength: 128 } as const;
const SOUND = new RegExp(REQUEST_ID.pattern);

/** `X-Request-ID` as sent when it is valid, so that a caller can trace a request; else a new one. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && SOUND.test(sent) ? sent : randomUUID();
}
