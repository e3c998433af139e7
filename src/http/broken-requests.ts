import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type AppError, defineError, validationError } from '../shared/errors.ts';
import { surfaceOf } from './errors.ts';
import type { Surface } from './surface.ts';

const headersTooLarge = defineError('headers_too_large', 431, 'The request headers are too large.');
const requestTimeout = defineError('request_timeout', 408, 'The request took too long to arrive.');

/**
 * Answers requests that never became one (unparsable, headers too large, too slow) in the envelope of the surface
 * they seem to be meant for. Node hands us the bare socket here, so the response is written by hand.
 */
export function answerBrokenRequests(surfaces: readonly [Surface, ...Surface[]], logger: Logger) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // A reset connection has nobody to answer; a socket with bytes on the way already carries another answer.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const answer = answerFor(error);
    const id = randomUUID();
    logger.debug({ request_id: id, code: error.code }, 'unreadable request');
    socket.end(rawResponse(surfaceOf(surfaces, targetOf(Reflect.get(error, 'rawPacket'))), answer, id));
  };
}

function answerFor(error: { code?: string }): AppError {
  if (error.code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
  return validationError({ message: 'The request is not valid HTTP.' });
}

/** The address in the request line, as far as one arrived. */
function targetOf(packet: unknown): string {
  return !Buffer.isBuffer(packet)
    ? '/'
    : (/^[A-Z]+ ([^ ]+)/.exec(packet.toString('latin1', 0, 2_048))?.[1] ?? '/');
}

function rawResponse(surface: Surface, error: AppError, id: string): string {
  const body = JSON.stringify(surface.envelope.body(error, id));
  const headers = {
    ...surface.headers,
    'x-request-id': id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
