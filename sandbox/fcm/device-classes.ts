import { type Answer, fcmError, later } from './answers.ts';

/** What becomes of a message: taken or not; and what is said about it, null where the line is cut, `silence` where nothing ever comes. */
export type Fate = { readonly taken: boolean; readonly said: Answer | 'ok' | 'silence' | null };

const OK: Fate = { taken: true, said: 'ok' };
const refused = (said: Answer): Fate => ({ taken: false, said });

const quota = (retry_after_s: number): Answer =>
  later(fcmError('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', 'Quota exceeded for this device.'), retry_after_s);

/**
 * What happens to messages for a device, by the beginning of its token.
 *
 * @param attempt how many messages came for it before
 */
const CLASSES: Readonly<Record<string, (attempt: number, retry_after_s: number) => Fate>> = {
  ok: () => OK,
  dead: () => refused(fcmError('NOT_FOUND', 'UNREGISTERED', 'Requested entity was not found.')),
  bogus: () => refused(INVALID_TOKEN),
  mismatch: () => refused(fcmError('PERMISSION_DENIED', 'SENDER_ID_MISMATCH', 'SenderId mismatch')),
  apns: () =>
    refused(
      fcmError(
        'UNAUTHENTICATED',
        'THIRD_PARTY_AUTH_ERROR',
        'The credentials for Apple or the browser are wrong.',
      ),
    ),
  busy: (_attempt, retry_after_s) => refused(quota(retry_after_s)),
  quota: (attempt, retry_after_s) => (attempt === 0 ? refused(quota(retry_after_s)) : OK),
  flaky: (attempt, retry_after_s) =>
    attempt < 2
      ? refused(
          later(
            fcmError('UNAVAILABLE', 'UNAVAILABLE', 'The service is currently unavailable.'),
            retry_after_s,
          ),
        )
      : OK,
  internal: (attempt) =>
    attempt === 0 ? refused(fcmError('INTERNAL', 'INTERNAL', 'Internal error encountered.')) : OK,
  cut: () => ({ taken: false, said: null }),
  lost: () => ({ taken: true, said: null }),
  silent: () => ({ taken: false, said: 'silence' }),
};

export const INVALID_TOKEN = fcmError(
  'INVALID_ARGUMENT',
  'INVALID_ARGUMENT',
  'The registration token is not a valid FCM registration token',
);

/** A token of no class is none of FCM's. */
export function fateOf(token: string, attempt: number, retry_after_s: number): Fate {
  const name = /^([a-z]+)-/.exec(token)?.[1] ?? '';
  return (CLASSES[name] ?? (() => refused(INVALID_TOKEN)))(attempt, retry_after_s);
}

/** Whether a message to it would be taken, as `validate_only` asks. */
export function validationOf(token: string): Answer | 'ok' {
  const { said } = fateOf(token, Number.POSITIVE_INFINITY, 0);
  return said === null || said === 'silence' ? 'ok' : said;
}
