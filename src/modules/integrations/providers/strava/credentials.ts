import { SECOND_MS } from '../../../../shared/time.ts';
import { PlatformError } from '../../platform-error.ts';
import type { Credentials } from '../../provider.ts';
import type { Members } from '../members.ts';

type StravaCredentials = {
  readonly access_token: string;
  readonly refresh_token: string;
  /** ISO 8601, for the access token. */
  readonly expires_at: string;
};

/** @throws PlatformError `unauthorized` when this provider did not give them */
export function readCredentials({ access_token, refresh_token, expires_at }: Credentials): StravaCredentials {
  if (isToken(access_token) && isToken(refresh_token) && typeof expires_at === 'string')
    return { access_token, refresh_token, expires_at };
  throw new PlatformError('unauthorized', 'What is kept to act for the athlete is no access to Strava.');
}

/**
 * The tokens in an answer of the token endpoint. If it has a new refresh token, the former one is invalid from then on.
 *
 * @param former what is stored so far, for an answer without a refresh token
 * @throws PlatformError `unavailable` for an answer without tokens
 */
export function readTokens(answer: Members, now: Date, former?: StravaCredentials): StravaCredentials {
  const { access_token, refresh_token = former?.refresh_token } = answer;
  const expires_at = readExpiry(answer, now);
  if (isToken(access_token) && isToken(refresh_token) && expires_at !== null)
    return { access_token, refresh_token, expires_at };
  throw new PlatformError(
    'unavailable',
    'Strava answers without tokens, or without saying how long they last.',
  );
}

function readExpiry({ expires_at, expires_in }: Members, now: Date): string | null {
  const ends_ms = isSeconds(expires_at)
    ? expires_at * SECOND_MS
    : isSeconds(expires_in)
      ? now.getTime() + expires_in * SECOND_MS
      : null;
  return ends_ms === null ? null : new Date(ends_ms).toISOString();
}

/** Up to the year 2286. */
function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1e10;
}

/** Printable, without spaces, and short enough for a header. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4000}$/.test(value);
}
