import { type Route, route } from '../../../http/route.ts';
import {
  CONSOLE_HEADER,
  clearSessionCookie,
  requireOwnPage,
  sessionCookieOf,
  setSessionCookie,
} from '../../../http/session-cookie.ts';
import type { PasswordHasher } from '../../../infra/crypto/passwords.ts';
import type { Database } from '../../../infra/db/database.ts';
import { forbidden } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { LoginBody, MeResponse } from '../contract.ts';
import { endCookieSession } from '../end-sessions.ts';
import { invalidCredentials, loginLimit } from '../errors.ts';
import { presentMe } from '../present.ts';
import { readClient } from '../read-client.ts';
import { EndCookieSessionResponse } from '../session-contract.ts';
import { signInByCookie } from '../sign-in-by-cookie.ts';

export type CookieSessionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly baseUrl: string;
};

const PATH = '/auth/cookie-session';
const FOR_PAGES =
  `For pages of this server: only a request of the same origin (\`Sec-Fetch-Site\`, else \`Origin\` or \`Referer\`) that carries ` +
  `\`${CONSOLE_HEADER}: 1\` is answered, any other gets 403.`;

export function startCookieSessionRoute(deps: CookieSessionDeps): Route {
  return route({
    operation_id: 'startCookieSession',
    method: 'POST',
    path: PATH,
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Sign a browser in with a password',
    description: `${FOR_PAGES} Limits are those of \`/auth/login\`. \`Set-Cookie\` of the answer brings the session, which is listed and ended like any other and lasts for 60 days after its last use. The session that the browser had until then ends.`,
    body: LoginBody,
    responses: { 200: MeResponse },
    errors: [invalidCredentials, forbidden, loginLimit],
    handler: async ({ body: { email, password }, ...request }) => {
      requireOwnPage(request, deps.baseUrl);
      const former = sessionCookieOf(request, deps.baseUrl);
      const input = { email, password, client: readClient(request), former };
      const { user, cookie } = await signInByCookie(deps, input);
      const headers = { 'set-cookie': setSessionCookie(request, deps.baseUrl, cookie) };
      return { status: 200, headers, body: { status: 'ok' as const, data: presentMe(user) } };
    },
  });
}

export function endCookieSessionRoute(deps: CookieSessionDeps): Route {
  return route({
    operation_id: 'endCookieSession',
    method: 'DELETE',
    path: PATH,
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Sign a browser out',
    description: `${FOR_PAGES} Ends the session of the cookie and has the browser forget it, also where it has ended already.`,
    responses: { 200: EndCookieSessionResponse },
    errors: [forbidden],
    handler: async (request) => {
      requireOwnPage(request, deps.baseUrl);
      const cookie = sessionCookieOf(request, deps.baseUrl);
      if (cookie !== null) await endCookieSession(deps, cookie);
      const headers = { 'set-cookie': clearSessionCookie(request, deps.baseUrl) };
      const message = 'You are signed out in this browser.';
      return { status: 200, headers, body: { status: 'ok' as const, message } };
    },
  });
}
