import { SECOND_MS } from '../../shared/time.ts';
import { codeOf } from './error-code.ts';
import { type HttpClient, HttpClientError, type HttpRequest, type HttpResponse } from './http-client.ts';

const TIMEOUT_MS = 30 * SECOND_MS;
const MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * Requests over Node's fetch, which reuses connections.
 * @param options defaults for requests
 */
export function createHttpClient(options: { timeout_ms?: number; max_bytes?: number } = {}): HttpClient {
  return {
    send: async (request) => {
      const { timeout_ms = options.timeout_ms ?? TIMEOUT_MS, signal, name } = request;
      // Cleared after each request, unlike the timer of AbortSignal.timeout.
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeout_ms);
      const given = signal === undefined ? [] : [signal];
      try {
        return await exchange(
          request,
          AbortSignal.any([deadline.signal, ...given]),
          request.max_bytes ?? options.max_bytes ?? MAX_BYTES,
        );
      } catch (error) {
        if (error instanceof HttpClientError) throw error;
        if (deadline.signal.aborted)
          throw new HttpClientError('timeout', `${name} did not answer within ${timeout_ms} ms`);
        if (signal?.aborted) throw new HttpClientError('broken', `${name}: the request was called off`);
        // The error is not attached as cause: some fetch errors quote the whole address.
        throw new HttpClientError('broken', `${name} does not answer: ${codeOf(error)}`);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function exchange(request: HttpRequest, signal: AbortSignal, max_bytes: number): Promise<HttpResponse> {
  const response = await fetch(request.url, {
    method: request.method,
    headers: { 'user-agent': 'Ekiden', ...request.headers },
    body: request.body ?? null,
    redirect: 'manual',
    signal,
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > max_bytes)
      throw new HttpClientError('too_large', `${request.name} answers with more than ${max_bytes} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
}
