import { readJsonObject } from '../crypto/compact-jws.ts';
import type { SendOutcome } from '../send-outcome.ts';

/**
 * The outcome of `messages:send`. `credentials`: the access token was refused. `unproven`: either the device's token or
 * the message is invalid, and Firebase does not say which.
 */
export type FcmVerdict = SendOutcome | 'credentials' | 'unproven';

type Answer = {
  readonly status: number;
  /** Null: it broke off. */
  readonly body: Uint8Array | null;
  readonly retry_after_ms: number | null;
};

/**
 * Reads an answer. FCM's own error code counts, whatever the status: the status alone does not tell a dead token from a
 * wrong address, and a dead token removes the device.
 */
export function readFcmAnswer({ status, body, retry_after_ms }: Answer): FcmVerdict {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const busy = (reason: string): SendOutcome => ({ kind: 'busy', reason, retry_after_ms });
  // It was an error, so nothing was accepted; the next attempt will show which.
  if (body === null && status >= 400) return busy('broken_answer');
  const error = readError(body);
  switch (error?.code) {
    case 'UNREGISTERED':
      return { kind: 'gone', reason: 'unregistered' };
    case 'SENDER_ID_MISMATCH':
      return { kind: 'gone', reason: 'sender_id_mismatch' };
    case 'INVALID_ARGUMENT':
      return verdictOnArgument(error.fields);
    case 'THIRD_PARTY_AUTH_ERROR':
    case 'APNS_AUTH_ERROR':
      return { kind: 'refused', reason: 'third_party_auth' };
    case 'QUOTA_EXCEEDED':
      return busy('quota');
    case 'UNAVAILABLE':
    case 'INTERNAL':
      return busy(error.code.toLowerCase());
    case 'UNSPECIFIED_ERROR':
      return { kind: 'refused', reason: 'unspecified' };
    default:
      return verdictOnStatus(status, error !== null, busy);
  }
}

function verdictOnStatus(
  status: number,
  is_of_google: boolean,
  busy: (reason: string) => SendOutcome,
): FcmVerdict {
  if (status === 401) return 'credentials';
  if (status === 403) return { kind: 'misconfigured', reason: 'permission_denied' };
  if (status === 429) return busy('quota');
  // A gateway waited in vain for the answer.
  if (status === 504) return { kind: 'unknown', reason: 'gateway_timeout' };
  if (status === 408 || status >= 500) return busy(`http_${status}`);
  if (is_of_google) return { kind: 'refused', reason: status === 404 ? 'not_found' : 'invalid_message' };
  const is_elsewhere = status < 400 || status === 404 || status === 405;
  return is_elsewhere
    ? { kind: 'misconfigured', reason: 'not_fcm' }
    : { kind: 'refused', reason: `http_${status}` };
}

function verdictOnArgument(fields: readonly string[]): FcmVerdict {
  if (fields.includes('message.token')) return { kind: 'gone', reason: 'invalid_token' };
  return fields.length > 0 ? { kind: 'refused', reason: 'invalid_message' } : 'unproven';
}

type FcmError = {
  readonly code: string | null;
  readonly fields: readonly string[];
};

/** Null where it is not a Google error. */
function readError(body: Uint8Array | null): FcmError | null {
  const error = object(body === null ? null : readJsonObject(body)?.error);
  if (error === null || typeof error.status !== 'string') return null;
  const details = (Array.isArray(error.details) ? error.details : []).map(object);
  const own = details.find((one) => isOfType(one, 'google.firebase.fcm.v1.FcmError'));
  const violations = details
    .filter((one) => isOfType(one, 'google.rpc.BadRequest'))
    .flatMap((one) => (Array.isArray(one?.fieldViolations) ? one.fieldViolations : []));
  return {
    code: typeof own?.errorCode === 'string' ? own.errorCode : null,
    fields: violations
      .map((one) => object(one)?.field)
      .filter((field): field is string => typeof field === 'string'),
  };
}

type Json = Readonly<Record<string, unknown>>;

function object(value: unknown): Json | null {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
}

function isOfType(detail: Json | null, name: string): boolean {
  return detail?.['@type'] === `type.googleapis.com/${name}`;
}
