import { readJsonObject } from '../crypto/compact-jws.ts';
import type { SendOutcome } from '../send-outcome.ts';

type Answer = {
  readonly status: number;
  readonly body: Uint8Array | null;
  /** The id of the earlier request that was accepted, from the conflict's header. */
  readonly accepted_before: boolean;
  readonly retry_after_ms: number | null;
};

/** The outcome of a `message/push` request. An interrupted request may be sent again because LINE accepts each retry key once. */
export function readLineAnswer({ status, body, accepted_before, retry_after_ms }: Answer): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 409 && accepted_before) return { kind: 'sent' };
  const says = messageIn(body);
  switch (status) {
    case 400:
      return is(says, "the property, 'to',")
        ? { kind: 'gone', reason: 'unknown_user' }
        : { kind: 'refused', reason: is(says, 'failed to send') ? 'not_delivered' : 'invalid_message' };
    case 401:
      return { kind: 'misconfigured', reason: 'credentials_refused' };
    case 403:
      return { kind: 'misconfigured', reason: 'permission_denied' };
    case 429:
      return is(says, 'monthly limit')
        ? { kind: 'misconfigured', reason: 'monthly_limit' }
        : { kind: 'busy', reason: 'quota', retry_after_ms };
  }
  if (status === 408 || status >= 500) return { kind: 'busy', reason: `http_${status}`, retry_after_ms };
  const is_elsewhere = status < 400 || status === 404 || status === 405;
  return is_elsewhere
    ? { kind: 'misconfigured', reason: 'not_line' }
    : { kind: 'refused', reason: `http_${status}` };
}

const is = (says: string, words: string): boolean => says.toLowerCase().includes(words);

function messageIn(body: Uint8Array | null): string {
  const message = body === null ? null : readJsonObject(body)?.message;
  return typeof message === 'string' ? message : '';
}
