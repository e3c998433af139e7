import { type Answer, json, type Said } from '../kit/answers.ts';

const STATUS = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

type Status = keyof typeof STATUS;

/** An error as all APIs of Google write it. */
export function googleError(status: Status, message: string, details: readonly object[] = []): Answer {
  const code = STATUS[status];
  const more = details.length === 0 ? {} : { details };
  return json(code, { error: { code, message, status, ...more } });
}

export function fcmError(status: Status, errorCode: string, message: string): Answer {
  return googleError(status, message, [detail('google.firebase.fcm.v1.FcmError', { errorCode })]);
}

export function badField(field: string, what: string): Answer {
  const description = `Invalid value at '${field}' ${what}`;
  const violations = { fieldViolations: [{ field, description }] };
  return googleError('INVALID_ARGUMENT', description, [detail('google.rpc.BadRequest', violations)]);
}

export function later(answer: Answer, seconds: number): Answer {
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
}

function detail(name: string, members: object): object {
  return { '@type': `type.googleapis.com/${name}`, ...members };
}

/** What becomes of a message: taken or not, and what is said about it. */
type Fate = { readonly taken: boolean; readonly said: Said | 'ok' };

const OK: Fate = { taken: true, said: 'ok' };
const refused = (said: Said): Fate => ({ taken: false, said });
const quota = (retry_after_s: number): Answer =>
  later(fcmError('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', 'Quota exceeded for this device.'), retry_after_s);
const UNAVAILABLE = fcmError('UNAVAILABLE', 'UNAVAILABLE', 'The service is currently unavailable.');
const INTERNAL = fcmError('INTERNAL', 'INTERNAL', 'Internal error encountered.');
const NO_APNS = 'The credentials for Apple or the browser are wrong.';
const INVALID_TOKEN = 'The registration token is not a valid FCM registration token';

/**
 * What happens to messages for a device, by the beginning of its token.
 *
 * @param attempt how many messages came for it before
 */
const CLASSES: Readonly<Record<string, (attempt: number, retry_after_s: number) => Fate>> = {
  ok: () => OK,
  dead: () => refused(fcmError('NOT_FOUND', 'UNREGISTERED', 'Requested entity was not found.')),
  bogus: () => refused(fcmError('INVALID_ARGUMENT', 'INVALID_ARGUMENT', INVALID_TOKEN)),
  mismatch: () => refused(fcmError('PERMISSION_DENIED', 'SENDER_ID_MISMATCH', 'SenderId mismatch')),
  apns: () => refused(fcmError('UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR', NO_APNS)),
  busy: (_attempt, retry_after_s) => refused(quota(retry_after_s)),
  quota: (attempt, retry_after_s) => (attempt === 0 ? refused(quota(retry_after_s)) : OK),
  flaky: (attempt, retry_after_s) => (attempt < 2 ? refused(later(UNAVAILABLE, retry_after_s)) : OK),
  internal: (attempt) => (attempt === 0 ? refused(INTERNAL) : OK),
  cut: () => refused('drop'),
  lost: () => ({ taken: true, said: 'drop' }),
  silent: () => refused('silent'),
};

/** A token of no class is none of FCM's. */
export function fateOf(token: string, attempt: number, retry_after_s: number): Fate {
  const name = /^([a-z]+)-/.exec(token)?.[1] ?? '';
  const fate = (Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined) ?? CLASSES.bogus;
  return fate?.(attempt, retry_after_s) ?? OK;
}
