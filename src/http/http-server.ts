import { createServer, type RequestListener, type Server } from 'node:http';
import type { BrokenRequests } from './broken-requests.ts';

/** How long clients may take, in milliseconds. */
export type Timeouts = {
  /** For the request line and headers, from the first byte; also for a new connection to send anything. */
  readonly headers: number;
  /** For a whole request, body included. */
  readonly request: number;
  /** During a request or response: how long nothing may be transferred on the connection. */
  readonly idle: number;
  /** Between requests on a connection that is kept open. */
  readonly keepAlive: number;
  /** At shutdown: how long requests in flight may take before their connections are cut. Event streams have half of it. */
  readonly drain: number;
  /** How often a silent event stream sends a comment. */
  readonly heartbeat: number;
  /** How often `headers` and `request` are checked. */
  readonly check: number;
};

export const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 10_000,
  request: 120_000,
  idle: 30_000,
  // Longer than the 60 s of usual balancers, so that they close first and never send into a closed connection.
  keepAlive: 65_000,
  drain: 15_000,
  // Proxies close connections that are silent for a minute, some after half of one.
  heartbeat: 15_000,
  check: 2_000,
};

export const MAX_HEADER_BYTES = 16 * 1024;

/** Node's HTTP server with our limits and without its own answers, which would be outside our envelopes. */
export function createHttpServer(
  handle: RequestListener,
  brokenRequests: BrokenRequests,
  timeouts: Timeouts,
): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      // Clients are told the shorter time, so that a request sent a little late does not meet a closing connection.
      keepAliveTimeoutBuffer: timeouts.keepAlive / 10,
      connectionsCheckingInterval: timeouts.check,
      maxHeaderSize: MAX_HEADER_BYTES,
      // `server.ts` checks it and answers in the envelope.
      requireHostHeader: false,
      // Node would silently drop a second Authorization or Content-Type header, while a proxy in front may have checked that one. Joined, they are
      // invalid and are refused.
      joinDuplicateHeaders: true,
    },
    (request, response) => {
      brokenRequests.track(request, response);
      handle(request, response);
    },
  );
  server.setTimeout(timeouts.idle);
  server.on('timeout', brokenRequests.cutIdle);
  server.on('connect', brokenRequests.refuseConnect);
  // Any Expect but 100-continue is ignored, as RFC 9110 allows, instead of Node's own 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

const SWEEP_MS = 50;

/**
 * Closes connections after their last response, and all after `drain` milliseconds. Node's own `close` ends only idle
 * ones and waits for the others indefinitely.
 * @param endStreams called after half of the time, to end streams that would not end by themselves
 */
export function drainConnections(server: Server, drainMs: number, endStreams: () => void): void {
  // A server that never listened has no connections, and Fastify does not close it.
  if (!server.listening) return;
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const end = setTimeout(endStreams, drainMs / 2);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  server.once('close', () => {
    clearInterval(sweep);
    clearTimeout(end);
    clearTimeout(cut);
  });
}
