import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEEP_ALIVE_MS = 65_000;

/**
 * A server on loopback.
 *
 * @param name what has failed where `answer` throws
 * @param port any free one by default
 * @param answer answers one request; `stopped` is aborted when the server stops, which cuts what is open
 */
export async function startServer(
  name: string,
  port: number | undefined,
  answer: (request: IncomingMessage, response: ServerResponse, stopped: AbortSignal) => Promise<unknown>,
  stopping = new AbortController(),
) {
  const server = createServer((request, response) => {
    answer(request, response, stopping.signal).catch((error: unknown) => {
      // A fault of the stand-in's own, unless whoever asked went away in the middle.
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The stand-in for ${name} has failed: ${String(error)}`);
    });
  });
  // As our own server has it. Node's five seconds are over where one process was busy for as long, and a client then sends on
  // a connection that is just being closed.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.keepAliveTimeoutBuffer = KEEP_ALIVE_MS / 10;
  server.listen(port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stopped: stopping.signal,
    /** Resolves when nobody listens any more. */
    stop: async (): Promise<void> => {
      stopping.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
