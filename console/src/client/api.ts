import createClient from 'openapi-fetch';
import { announceSessionEnd } from '../session/session-end.ts';
import { ApiError, Unreachable } from './errors.ts';
import type { components, paths } from './generated.ts';
import { noteServerTime } from './server-clock.ts';

/** What the server sends and takes, by the names that its document gives. */
export type Schemas = components['schemas'];

/** The application API, as its document describes it: the only thing that the console knows of the server. */
export const api = createClient<paths>({
  baseUrl: '/api/v1',
  credentials: 'same-origin',
  // Other sites cannot send it, so the server acts on the cookie only where it is there.
  headers: { 'X-Ekiden-Console': '1' },
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
    const answer = await fetch(request);
    noteServerTime(answer.headers);
    return answer;
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new Unreachable(cause);
  }
}
