import createClient from 'openapi-fetch';
import { announceSessionEnd } from '../session/session-end.ts';
import { OF_CONSOLE, takeEarly } from './early-answers.ts';
import { ApiError, Unreachable } from './errors.ts';
import type { components, paths } from './generated.ts';
import type { OnceWrite } from './once-write.ts';
import { noteServerTime } from './server-clock.ts';

/** What the server sends and takes, by the names that its document gives. */
export type Schemas = components['schemas'];

/** The application API, as its document describes it: the only thing that the console knows of the server. */
export const api = createClient<paths>({
  baseUrl: '/api/v1',
  credentials: 'same-origin',
  headers: OF_CONSOLE,
  fetch: fetchPatiently,
});

/** The body of a successful answer. @throws ApiError where the server refuses, Unreachable where there is no answer */
export async function ask<Body>(
  asked: Promise<{ readonly data?: Body; readonly error?: unknown; readonly response: Response }>,
): Promise<NonNullable<Body>> {
  const { data, error, response } = await asked;
  if (response.ok) return data as NonNullable<Body>;
  if (response.status === 401) announceSessionEnd();
  throw new ApiError(response.status, error, response.headers);
}

/**
 * Sends a write that may be sent again: under the same key the server does it once.
 *
 * @throws ApiError where the server refuses, Unreachable where there is no answer
 */
export async function sendOnce({ method, path, params, body }: OnceWrite, write_key: string): Promise<void> {
  // The type of a write has said already which of them go together.
  const request = api.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => ReturnType<typeof api.GET>;
  const header = { 'Idempotency-Key': write_key };
  await ask(request(method.toLowerCase(), path, { params: { path: params, header }, body }));
}

const LONGEST_WAIT_S = 10;

/** Waits once, without a word, where the server says that it is asked too often. */
async function fetchPatiently(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await reach(request);
  const wait_s = Number(answer.headers.get('retry-after') ?? Number.NaN);
  if (answer.status !== 429 || !(wait_s <= LONGEST_WAIT_S)) return answer;
  await new Promise((resolve) => setTimeout(resolve, wait_s * 1000));
  return reach(again);
}

async function reach(request: Request): Promise<Response> {
  try {
    const answer = await (takeEarly(request) ?? fetch(request));
    noteServerTime(answer.headers);
    return answer;
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new Unreachable(cause);
  }
}
