import { PlatformError } from '../../platform-error.ts';
import type { Credentials } from '../../provider.ts';

/** Garmin's two kinds of access to one athlete, as they are stored. */
export type GarminCredentials =
  | { readonly oauth: '1.0a'; readonly token: string; readonly token_secret: string }
  | {
      readonly oauth: '2.0';
      readonly access_token: string;
      readonly refresh_token: string;
      /** ISO 8601, for the access token. */
      readonly expires_at: string;
    };

/** @throws PlatformError `unauthorized` when this provider did not give them */
export function readCredentials(kept: Credentials): GarminCredentials {
  const { oauth, token, token_secret, access_token, refresh_token, expires_at } = kept;
  if (oauth === '1.0a' && isText(token) && isText(token_secret)) return { oauth, token, token_secret };
  if (oauth === '2.0' && isText(access_token) && isText(refresh_token) && isText(expires_at)) {
    return { oauth, access_token, refresh_token, expires_at };
  }
  throw new PlatformError('unauthorized', 'What is kept to act for the athlete is no access to Garmin.');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Whether this can be a token or a secret of a platform: printable, without spaces, and short enough for a header. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4000}$/.test(value);
}
