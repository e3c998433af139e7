import { createServer, type RequestListener, type Server } from 'node:http';
import type { BrokenRequests } from './broken-requests.ts';

/** How long clients may take, in milliseconds. */
export type Timeouts = {
  /** For the request line and headers, from the first byte; also for a new connection to say anything at all. */
  readonly headers: number;
  /** For a whole request, body included. */
  readonly request: number;
  /** During a request or response: how long nothing may move on the connection. */
  readonly idle: number;
  /** Between requests on a connection that is kept open. */
  readonly keepAlive: number;
  /** At shutdown: for requests in flight, before their connections are cut. Streams of events have half of it. */
  readonly drain: number;
  /** Within a stream of events: how long nothing is said. */
  readonly heartbeat: number;
  /** How often the first two are checked. */
  readonly check: number;
};

export const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 10_000,
  request: 120_000,
  idle: 30_000,
  // Longer than the 60 s of usual balancers, so that they close first and never send into a closed connection.
  keepAlive: 65_000,
  drain: 15_000,
  // Proxies close what is silent for a minute, some for half of one.
  heartbeat: 15_000,
  check: 2_000,
};

export const MAX_HEADER_BYTES = 16 * 1024;

/** Node's HTTP server with the limits of ours and no answers of its own: those would be outside our envelopes. */
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
      // Clients are told the shorter time, so that what a busy one sends a little late does not meet a connection that is being closed.
      keepAliveTimeoutBuffer: timeouts.keepAlive / 10,
      connectionsCheckingInterval: timeouts.check,
      maxHeaderSize: MAX_HEADER_BYTES,
      // server.ts checks it, in the envelope.
      requireHostHeader: false,
      // Of two Authorization or Content-Type headers Node would drop the second without a word, and a proxy in front of
      // us may have looked at that one. Joined they are neither credentials nor a type, and are refused as such.
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
  // Expect: anything but 100-continue is ignored, as RFC 9110 allows, instead of Node's own bare 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** How often idle connections are looked for at shutdown, in milliseconds. */
const SWEEP_MS = 50;

/**
 * Closes connections as their last response is sent, all of them after `drain` milliseconds. Node itself closes only
 * those that are idle when `close` is called and waits for the others as long as their clients like.
 *
 * @param endStreams called after half of the time, for what would not end by itself
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
