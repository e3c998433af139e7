import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type AppError, defineError, validationError } from '../shared/errors.ts';
import { methodNotAllowed, surfaceOf } from './errors.ts';
import { requestId } from './request-id.ts';
import { originForm } from './request-target.ts';
import { COMMON_HEADERS, type Surface } from './surface.ts';

export const headersTooLarge = defineError(
  'headers_too_large',
  431,
  'The request line and headers are larger than 16 KiB together.',
);
export const requestTimeout = defineError('request_timeout', 408, 'The request took too long to arrive.');

const CHUNKS = 'The body is not in chunks as Transfer-Encoding: chunked has them.';
const LENGTH = 'Content-Length must be one whole number, and may not come with Transfer-Encoding.';

/** What to change, by the error code of Node's parser, whose own messages name rules of its source. */
const BY_CODE: ReadonlyMap<string | undefined, string> = new Map([
  [
    'HPE_INVALID_METHOD',
    'The request does not begin with a method of HTTP: is it HTTPS, or no request at all?',
  ],
  ['HPE_INVALID_URL', 'The address has characters that must be percent-encoded.'],
  [
    'HPE_INVALID_CONSTANT',
    'The request line must be method, address, HTTP/1.1: percent-encode spaces in the address.',
  ],
  ['HPE_INVALID_VERSION', 'The request line must end in HTTP/1.1, which is what this server speaks.'],
  ['HPE_PAUSED_H2_UPGRADE', 'This server speaks HTTP/1.1.'],
  ['HPE_INVALID_HEADER_TOKEN', 'A header is not "Name: value" in characters that headers may have.'],
  ['HPE_INVALID_CONTENT_LENGTH', LENGTH],
  ['HPE_UNEXPECTED_CONTENT_LENGTH', LENGTH],
  [
    'HPE_INVALID_TRANSFER_ENCODING',
    'Transfer-Encoding must be chunked, once, and may not come with Content-Length.',
  ],
  ['HPE_INVALID_CHUNK_SIZE', CHUNKS],
  ['HPE_STRICT', CHUNKS],
]);

/** How long a client may take to read the answer before its connection is cut, in milliseconds. */
const LINGER_MS = 2_000;

type Fault = Error & { code?: string; rawPacket?: unknown };

/**
 * Answers requests that could not be parsed (invalid, headers too large, too slow, CONNECT) in the envelope of the
 * surface that they seem to address. Node passes only the socket, so the response is written by hand.
 */
export type BrokenRequests = {
  /** Remembers the response of a connection; called for each request that could be read. */
  track(request: IncomingMessage, response: ServerResponse): void;
  /** For Node's `clientError`. */
  answerFault(fault: Fault, socket: Duplex): void;
  /** For Node's `connect`. */
  refuseConnect(request: IncomingMessage, socket: Duplex): void;
  /** For Node's `timeout`: nothing was transferred on the connection for a while. */
  cutIdle(socket: Duplex): void;
  /** For a body that arrives too slowly: answers and ends the connection. */
  cutSlow(socket: Duplex): void;
};

const TOO_SLOW =
  'The body came too slowly, so its place went to others. Nothing of it was kept: send it again over a faster connection.';
/** This code is ours, not Node's. */
const SLOW_BODY = 'EKIDEN_SLOW_BODY';

export function createBrokenRequests(
  surfaces: readonly [Surface, ...Surface[]],
  logger: Logger,
): BrokenRequests {
  /** The newest response of each connection: pipelined requests are answered in order, so all are sent once it is. */
  const newest = new WeakMap<Duplex, ServerResponse>();
  const ended = new WeakSet<Duplex>();

  function end(socket: Duplex, error: AppError, target: string, id: string): void {
    if (!socket.writable) return;
    logger.debug({ request_id: id, code: error.code }, 'unreadable request');
    socket.end(rawResponse(surfaceOf(surfaces, target), error, id));
    // Closing with unread input would reset the connection, and the client might never see the answer.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  const answerFault = (fault: Fault, socket: Duplex): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Data that follows broken input on the same connection is ignored.
    if (ended.has(socket)) return;
    ended.add(socket);
    const response = newest.get(socket);
    const target = response?.req.url ?? targetOf(fault.rawPacket);
    const answer = (): void => end(socket, errorFor(fault), target, randomUUID());
    if (response === undefined || response.closed) answer();
    else if (response.req.complete) response.once('close', answer);
    else if (response.headersSent) response.once('close', () => socket.destroy());
    else end(socket, errorFor(fault), target, requestId(response.req));
  };

  return {
    track: (request, response) => {
      newest.set(request.socket, response);
    },
    answerFault,
    refuseConnect: (request, socket) => {
      const error = methodNotAllowed({
        message: 'This server is no proxy: it does not answer CONNECT.',
        headers: { allow: '' },
      });
      end(socket, error, request.url ?? '/', requestId(request));
    },
    cutIdle: (socket) => {
      const response = newest.get(socket);
      const atWork =
        response !== undefined && !response.closed && response.req.complete && !response.headersSent;
      // A slow handler is not the client's silence.
      if (!atWork) socket.destroy();
    },
    cutSlow: (socket) =>
      answerFault(Object.assign(new Error('a body came too slowly'), { code: SLOW_BODY }), socket),
  };
}

function errorFor(fault: Fault): AppError {
  if (fault.code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (fault.code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
  if (fault.code === SLOW_BODY) return requestTimeout({ message: TOO_SLOW });
  return validationError({ message: BY_CODE.get(fault.code) ?? 'The request is not valid HTTP.' });
}

/** The address in the request line, as far as it arrived. */
function targetOf(packet: unknown): string {
  if (!Buffer.isBuffer(packet)) return '/';
  return originForm(/^[A-Z]+ ([^ ]+)/.exec(packet.toString('latin1', 0, 2_048))?.[1] ?? '/');
}

function rawResponse(surface: Surface, error: AppError, id: string): string {
  const body = JSON.stringify(surface.envelope.body(error, id));
  const headers = {
    ...COMMON_HEADERS,
    ...surface.headers,
    ...error.headers,
    'x-request-id': id,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
