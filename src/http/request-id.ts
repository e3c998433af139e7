import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** `X-Request-ID` as sent when it is sound, so that a caller can follow a request through; else a new one. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
}
