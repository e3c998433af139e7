import type { Authenticators, SignedInByCookie } from '../../http/guard.ts';
import { setSessionCookie, trustedSessionCookie } from '../../http/session-cookie.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { readClient } from './read-client.ts';
import { useSessionCookie } from './use-session-cookie.ts';

/** Checks a request's session cookie: that a page of this server sent it, then its current row. */
export function authenticateCookie(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
}): Authenticators['cookie'] {
  return async (request): Promise<SignedInByCookie | null> => {
    const sent = trustedSessionCookie(request, deps.baseUrl);
    if (sent === null) return null;
    const { actor, cookie } = await useSessionCookie(deps, { cookie: sent, client: readClient(request) });
    return { actor, set_cookie: cookie && setSessionCookie(request, deps.baseUrl, cookie) };
  };
}
