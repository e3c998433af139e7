import type { HttpResponse } from '../../../../infra/http-client/index.ts';
import { PlatformError } from '../../platform-error.ts';
import { readCredentials } from './credentials.ts';
import { consumerOf, requestToken } from './oauth1.ts';
import { signedHeader } from './oauth1-signature.ts';
import { type Garmin, readRefusal, send, stampNow } from './send.ts';

export type OnBehalf = {
  readonly credentials: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
};

/** The limit of all answers but details; other answers of the API are small. */
const MAX_BYTES = 1024 * 1024;

/**
 * A call of the API for one athlete, with either kind of their consent.
 *
 * @returns answers that depend on the call: 2xx, and 4xx but for 401 and 429
 * @throws PlatformError `unauthorized` when their consent is over, `unavailable` or `rate_limited` when it is not about them
 */
export async function askForAthlete(
  garmin: Garmin,
  { credentials, signal }: OnBehalf,
  call: { readonly method: 'GET' | 'DELETE'; readonly url: URL; readonly max_bytes?: number },
): Promise<HttpResponse> {
  const { method, url, max_bytes = MAX_BYTES } = call;
  const access = readCredentials(credentials);
  const authorization =
    access.oauth === '2.0'
      ? `Bearer ${access.access_token}`
      : signedHeader(
          { method, url },
          consumerOf(garmin),
          { key: access.token, secret: access.token_secret },
          stampNow(garmin),
        );
  const response = await send(garmin, {
    method,
    url,
    max_bytes,
    headers: { authorization },
    ...(signal && { signal }),
  });
  if (response.status === 403 && /unknown ?user ?access ?token/i.test(readRefusal(response))) {
    throw new PlatformError('unauthorized', 'Garmin does not know the access token any more.');
  }
  if (response.status !== 401) return response;
  // Garmin refuses a wrong key or clock of the operator in the same way as a token that has ended. Nobody must be disconnected for
  // that.
  if (access.oauth === '1.0a') await requestToken(garmin, signal);
  throw new PlatformError('unauthorized', 'Garmin refuses the access token.');
}

/** @throws PlatformError for an answer that is not 2xx */
export function requireDone({ status }: HttpResponse): void {
  if (status >= 200 && status < 300) return;
  const message = `Garmin answers ${status}.`;
  if (status === 403 || status === 412) throw new PlatformError('insufficient_scope', message);
  throw new PlatformError(status === 404 || status === 410 ? 'not_found' : 'refused', message);
}
