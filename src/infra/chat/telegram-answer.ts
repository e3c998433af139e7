import { SECOND_MS } from '../../shared/time.ts';
import { readJsonObject } from '../crypto/compact-jws.ts';
import type { SendOutcome } from '../send-outcome.ts';

type Answer = {
  readonly status: number;
  readonly body: Uint8Array | null;
};

/** Telegram's messages about people who can no longer be written to, by their beginnings. */
const GONE: readonly (readonly [words: string, reason: string])[] = [
  ['forbidden: bot was blocked', 'blocked'],
  ['forbidden: user is deactivated', 'deactivated'],
  ["forbidden: bot can't initiate conversation", 'unknown_chat'],
  ['bad request: chat not found', 'unknown_chat'],
];

/** The outcome of a `sendMessage` request. A refusal that begins with none of these words concerns this message alone. */
export function readTelegramAnswer({ status, body }: Answer): SendOutcome {
  const said = body === null ? null : readJsonObject(body);
  if (status >= 200 && status < 300) {
    return body === null || said?.ok === true
      ? { kind: 'sent' }
      : { kind: 'misconfigured', reason: 'not_telegram' };
  }
  if (status === 429)
    return { kind: 'busy', reason: 'quota', retry_after_ms: retryAfterIn(said?.parameters) };
  // A gateway had passed the request on and got no answer.
  if (status === 502 || status === 504) return { kind: 'unknown', reason: 'gateway' };
  if (status === 408 || status >= 500)
    return { kind: 'busy', reason: `http_${status}`, retry_after_ms: null };
  if (status === 401) return { kind: 'misconfigured', reason: 'credentials_refused' };
  // A token of the wrong form is an address that does not exist.
  if (status < 400 || status === 404 || status === 405)
    return { kind: 'misconfigured', reason: status === 404 ? 'credentials_refused' : 'not_telegram' };
  const description = typeof said?.description === 'string' ? said.description.toLowerCase() : '';
  const gone = GONE.find(([words]) => description.startsWith(words));
  if (gone !== undefined) return { kind: 'gone', reason: gone[1] };
  return { kind: 'refused', reason: `http_${status}` };
}

function retryAfterIn(parameters: unknown): number | null {
  if (typeof parameters !== 'object' || parameters === null || !('retry_after' in parameters)) return null;
  const { retry_after } = parameters;
  return typeof retry_after === 'number' && retry_after >= 0 && retry_after < 1e9
    ? Math.ceil(retry_after) * SECOND_MS
    : null;
}
