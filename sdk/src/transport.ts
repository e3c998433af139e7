import { type AnswerCache, createAnswerCache } from './answer-cache.ts';
import { EkidenApiError, EkidenConnectionError, RateLimitedError } from './errors.ts';
import { createPatience, type PatienceSettings } from './patience.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type TransportSettings = PatienceSettings & {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly cacheEntries: number;
};

export type Call = {
  readonly method: 'GET' | 'POST';
  /** Below the base address, ids encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
};

/** Sends calls until they succeed or patience ends. Resolves with the `data` of the answer. */
export function createTransport(settings: TransportSettings): (call: Call) => Promise<unknown> {
  const cache = createAnswerCache(settings.cacheEntries);
  return async (call) => {
    const patience = createPatience(settings, { repeatable: call.method === 'GET', signal: call.signal });
    for (;;) {
      try {
        return await send(settings, cache, call);
      } catch (error) {
        await patience(error);
      }
    }
  };
}

/** A file that the API answers with instead of JSON. */
export type ReceivedFile = { readonly file_name: string | null; readonly bytes: Uint8Array };

/** Reads a file whole, trying as long as other reads are tried. */
export async function receiveFile(
  settings: TransportSettings,
  { path, signal }: Pick<Call, 'path' | 'signal'>,
): Promise<ReceivedFile> {
  const call: Call = { method: 'GET', path, signal };
  const patience = createPatience(settings, { repeatable: true, signal });
  const headers = { authorization: `Bearer ${settings.apiKey}` };
  const url = addressOf(settings.baseUrl, call);
  for (;;) {
    try {
      const { response, content } = await exchange(settings, { url, headers, call }, (one) =>
        one.arrayBuffer(),
      );
      if (response.status !== 200) throw errorOf(response, parsed(new TextDecoder().decode(content)));
      return {
        file_name: fileName(response.headers.get('content-disposition')),
        bytes: new Uint8Array(content),
      };
    } catch (error) {
      await patience(error);
    }
  }
}

/** The name that an answer has its body saved under, in its ASCII form. */
export function fileName(disposition: string | null): string | null {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? null;
}

async function send(settings: TransportSettings, cache: AnswerCache, call: Call): Promise<unknown> {
  const url = addressOf(settings.baseUrl, call);
  const known = call.method === 'GET' ? cache.find(url) : undefined;
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${settings.apiKey}`,
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(known === undefined ? {} : { 'if-none-match': known.etag }),
  };
  const { response, content: text } = await exchange(settings, { url, headers, call }, (one) => one.text());
  if (response.status === 304 && known !== undefined) return dataOf(response, known.text);
  const data = dataOf(response, text);
  const etag = response.headers.get('etag');
  if (call.method === 'GET' && etag !== null) cache.keep(url, { etag, text });
  return data;
}

type Exchange = {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly call: Call;
};

async function exchange<Content>(
  { fetch, timeoutMs }: TransportSettings,
  { url, headers, call: { method, body, signal } }: Exchange,
  read: (response: Response) => Promise<Content>,
): Promise<{ response: Response; content: Content }> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      // The API never redirects, and a POST that is redirected would become a GET.
      redirect: 'manual',
    });
    return { response, content: await read(response) };
  } catch (cause) {
    signal?.throwIfAborted();
    throw connectionError(
      timeout.aborted ? `no whole answer within ${timeoutMs / 1000} s` : 'no whole answer',
      {
        method,
        url,
        cause,
      },
    );
  }
}

export function connectionError(
  what: string,
  { method, url, cause }: { method: string; url: string; cause?: unknown },
): EkidenConnectionError {
  // Without the query: that of a download link is its credential.
  return new EkidenConnectionError(`${method} ${url.replace(/\?.*/, '')}: ${what}.`, { cause });
}

function addressOf(baseUrl: string, { path, query = {} }: Call): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const parameters = new URLSearchParams(given).toString();
  return `${baseUrl}${path}${parameters === '' ? '' : `?${parameters}`}`;
}

function dataOf(response: Response, text: string): unknown {
  const body = parsed(text);
  if (body?.success === true) return body.data;
  throw errorOf(response, body);
}

function errorOf({ status, headers }: Response, body: Record<string, unknown> | null): EkidenApiError {
  const { message, code } =
    body?.success === false && typeof body.code === 'string' && typeof body.error === 'string'
      ? { message: body.error, code: body.code }
      : {
          message: `The server answered ${status}, not in the form of the developer API. Is baseUrl right?`,
          code: 'unexpected_response',
        };
  const request_id = typeof body?.request_id === 'string' ? body.request_id : headers.get('x-request-id');
  const facts = { status, code, request_id, retry_after_s: retryAfter(headers) };
  return status === 429 ? new RateLimitedError(message, facts) : new EkidenApiError(message, facts);
}

/** Whole seconds; the server sends no dates. */
function retryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? Number(value) : null;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
