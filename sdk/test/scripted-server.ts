import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { freePort } from '../../src/test/free-port.ts';
import { createDeveloperClient, type DeveloperClient, type DeveloperClientOptions } from '../src/index.ts';

export type SeenRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes and text as they are, everything else as JSON. */
  readonly body?: unknown;
  /** Send so many bytes of the body, then break the connection (`cut`) or say nothing more (`stall`). */
  readonly sent?: number;
  readonly ending?: 'cut' | 'stall';
};

export type ScriptedServer = {
  readonly url: string;
  /** In the order they came. */
  readonly requests: readonly SeenRequest[];
  /** Resolves once a client has gone before its answer was whole. */
  abandoned(): Promise<void>;
};

/** A real HTTP server that answers as the test says, for faults a real Ekiden does not have on demand. */
export async function scriptedServer(
  t: TestContext,
  answer: (request: SeenRequest, index: number) => Answer,
): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const abandoned = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const seen = { method, path: url, headers, body: await text(request) };
    requests.push(seen);
    response.on('close', () => {
      if (!response.writableFinished) abandoned.resolve();
    });
    send(response, answer(seen, requests.length - 1));
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, requests, abandoned: () => abandoned.promise };
}

function send(response: ServerResponse, { status = 200, headers, body, sent, ending }: Answer): void {
  const bytes = bytesOf(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    // Else a client may hold a connection to a server that had the same port in a test before.
    connection: 'close',
    ...(status === 304 ? {} : { 'content-length': String(bytes.length) }),
    ...headers,
  });
  if (ending === undefined) {
    response.end(bytes);
    return;
  }
  response.flushHeaders();
  response.write(bytes.subarray(0, sent), () => {
    if (ending === 'cut') response.destroy();
  });
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.of();
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The bodies of a success and of a failure. */
export const success = (data: unknown): Answer => ({ body: { success: true, data } });
export const failure = (status: number, code: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { success: false, error: `Refused: ${code}.`, code, request_id: 'request-1' },
});

export const SECRET = 'ekiden_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

export type TestClient = DeveloperClient & {
  /** How long it has slept, in milliseconds, one entry a time. */
  readonly waits: readonly number[];
};

/** A client whose sleeps pass at once and are written down, with no jitter. */
export function testClient(
  server: { readonly url: string },
  options: Partial<DeveloperClientOptions> = {},
): TestClient {
  const waits: number[] = [];
  let now = 0;
  const timing = {
    now: () => now,
    random: () => 0,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      waits.push(ms);
      now += ms;
    },
    ...options.timing,
  };
  const client = createDeveloperClient({ baseUrl: server.url, apiKey: SECRET, ...options, timing });
  return { ...client, waits };
}
