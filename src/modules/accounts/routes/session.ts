import { type Route, route } from '../../../http/route.ts';
import type { TokenSigner } from '../../../infra/crypto/access-tokens.ts';
import type { PasswordHasher } from '../../../infra/crypto/passwords.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { LoginBody, LogoutResponse, MeResponse, RefreshResponse, SessionResponse } from '../contract.ts';
import { invalidCredentials, loginLimit } from '../errors.ts';
import { presentMe, presentSession, presentToken } from '../present.ts';
import { readAccount } from '../read-account.ts';
import { refreshToken } from '../refresh-token.ts';
import { signIn } from '../sign-in.ts';

export type SessionRouteDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly tokens: TokenSigner;
};

export function loginRoute(deps: SessionRouteDeps): Route {
  return route({
    operation_id: 'logIn',
    method: 'POST',
    path: '/auth/login',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Sign in with a password',
    description: 'After ten failures for an e-mail address or from a network address within 15 minutes: 429.',
    body: LoginBody,
    responses: { 200: SessionResponse },
    errors: [invalidCredentials, loginLimit],
    handler: async ({ body, client_ip }) => {
      const session = await signIn(deps, { email: body.email, password: body.password, client_ip });
      return { status: 200, body: presentSession(session) };
    },
  });
}

export function refreshRoute(deps: SessionRouteDeps): Route {
  return route({
    operation_id: 'refreshAccessToken',
    method: 'POST',
    path: '/auth/token/refresh',
    guard: { kind: 'user' },
    tag: 'Accounts',
    summary: 'Get a new access token',
    description: 'To be called before the old one expires; the old one stays valid until then.',
    responses: { 200: RefreshResponse },
    handler: async ({ actor }) => {
      const token = await refreshToken(deps, actor);
      return {
        status: 200,
        body: { status: 'ok' as const, data: presentToken(token) },
      };
    },
  });
}

export function meRoute(deps: SessionRouteDeps): Route {
  return route({
    operation_id: 'getAccount',
    method: 'GET',
    path: '/auth/me',
    guard: { kind: 'user' },
    tag: 'Accounts',
    summary: 'Read the own account',
    description: 'Whose access token it is, and what the account may do.',
    responses: { 200: MeResponse },
    handler: async ({ actor }) => {
      const user = await readAccount(deps, actor);
      return { status: 200, body: { status: 'ok' as const, data: presentMe(user) } };
    },
  });
}

export function logoutRoute(): Route {
  return route({
    operation_id: 'logOut',
    method: 'POST',
    path: '/auth/logout',
    guard: { kind: 'user' },
    tag: 'Accounts',
    summary: 'Sign out',
    description:
      'Access tokens are stateless: the client forgets its token, the server does not invalidate it.',
    responses: { 200: LogoutResponse },
    handler: async () => ({
      status: 200,
      body: { status: 'ok' as const, message: 'Signed out. Forget the access token.' },
    }),
  });
}
