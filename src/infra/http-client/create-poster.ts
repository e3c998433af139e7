import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { SECOND_MS } from '../../shared/time.ts';
import { codeOf } from './error-code.ts';
import { type Post, type PostAnswer, PostError, type Poster } from './poster.ts';

const TIMEOUT_MS = 15 * SECOND_MS;
const MAX_BYTES = 64 * 1_024;
/** Idle connections are closed sooner than servers would close them: a request on a closing connection may be lost. */
const IDLE_MS = 4 * SECOND_MS;
const RESTING = 64;

/**
 * Posts over Node's HTTP client because fetch does not tell whether a failed request had been sent.
 * @param options defaults for requests
 */
export function createPoster(options: { timeout_ms?: number; max_bytes?: number } = {}): Poster {
  const pool = { keepAlive: true, maxFreeSockets: RESTING, timeout: IDLE_MS } as const;
  const agents = { plain: new Agent(pool), tls: new TlsAgent(pool) };
  return {
    post: async (request) => {
      const { timeout_ms = options.timeout_ms ?? TIMEOUT_MS, max_bytes = options.max_bytes ?? MAX_BYTES } =
        request;
      return await exchange(begin(request, agents), request, { timeout_ms, max_bytes });
    },
    close: () => {
      agents.plain.destroy();
      agents.tls.destroy();
    },
  };
}

function begin({ url, headers, name }: Post, agents: { plain: Agent; tls: TlsAgent }): ClientRequest {
  const options = { method: 'POST', headers: { 'user-agent': 'Ekiden', ...headers } };
  try {
    if (url.protocol === 'http:') return httpRequest(url, { ...options, agent: agents.plain });
    return httpsRequest(url, { ...options, agent: agents.tls });
  } catch (error) {
    throw new PostError('broken', `${name} cannot be asked: ${codeOf(error)}`, false);
  }
}

function exchange(
  request: ClientRequest,
  { name, body, url }: Post,
  { timeout_ms, max_bytes }: { timeout_ms: number; max_bytes: number },
): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>();
  let has_connection = false;
  let is_late = false;
  const timer = setTimeout(() => {
    is_late = true;
    request.destroy();
  }, timeout_ms);
  request.on('socket', (socket) => {
    if (!socket.connecting) has_connection = true;
    else
      socket.once(url.protocol === 'http:' ? 'connect' : 'secureConnect', () => {
        has_connection = true;
      });
  });
  let has_answer = false;
  request.on('response', (response) => {
    has_answer = true;
    read(response, max_bytes, resolve);
  });
  let failure: unknown;
  request.on('error', (error) => {
    failure = error;
  });
  // `close` follows every error and every premature end.
  request.on('close', () => {
    clearTimeout(timer);
    if (has_answer) return;
    const may_have_arrived = has_connection && !isRefusedWrite(failure);
    reject(
      is_late
        ? new PostError('timeout', `${name} did not answer within ${timeout_ms} ms`, may_have_arrived)
        : // Not as its cause: some errors quote the address.
          new PostError('broken', `${name} does not answer: ${codeOf(failure)}`, may_have_arrived),
    );
  });
  request.end(body);
  return promise;
}

function isRefusedWrite(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

function read(response: IncomingMessage, max_bytes: number, resolve: (answer: PostAnswer) => void): void {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > max_bytes) response.destroy();
    else chunks.push(chunk);
  });
  response.on('end', () => {
    resolve({ status, headers, body: size > max_bytes ? null : Buffer.concat(chunks) });
  });
  response.on('error', () => undefined);
  response.on('close', () => resolve({ status, headers, body: null }));
}
