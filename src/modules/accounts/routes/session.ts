import { type Route, route } from '../../../http/route.ts';
import type { TokenSigner } from '../../../infra/crypto/access-tokens.ts';
import type { PasswordHasher } from '../../../infra/crypto/passwords.ts';
import type { Database } from '../../../infra/db/database.ts';
import { invalidField } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import {
  LoginBody,
  LogoutResponse,
  MeResponse,
  RefreshBody,
  RefreshResponse,
  SessionResponse,
} from '../contract.ts';
import { invalidCredentials, invalidRefreshToken, loginLimit, nothingToRefresh } from '../errors.ts';
import { presentMe, presentRefresh, presentSession, presentToken } from '../present.ts';
import { readAccount } from '../read-account.ts';
import { readClient } from '../read-client.ts';
import { refreshToken } from '../refresh-token.ts';
import { signIn } from '../sign-in.ts';
import { useRefreshToken } from '../use-refresh-token.ts';

export type SessionRouteDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly tokens: TokenSigner;
};

export function loginRoute(deps: SessionRouteDeps): Route {
  return route({
    operation_id: 'logIn',
    holds_secret: true,
    method: 'POST',
    path: '/auth/login',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Sign in with a password',
    description:
      'After ten failures within 15 minutes, for an e-mail address from one network (IPv4: /24, IPv6: /64) or from one network ' +
      'address: 429. After fifty within a day for an e-mail address from many networks as well, but not where its owner has ' +
      'signed in or set a password within 60 days: setting one by mail opens the way from anywhere. `refresh_token` keeps ' +
      'the session for 60 days after each use.',
    body: LoginBody,
    responses: { 200: SessionResponse },
    errors: [invalidCredentials, loginLimit],
    handler: async ({ body, headers, client_ip }) => {
      const client = readClient({ headers, client_ip });
      const session = await signIn(deps, { email: body.email, password: body.password, client });
      return { status: 200, body: presentSession(session) };
    },
  });
}

const EITHER = 'send either this or an access token as Authorization, and not both';

export function refreshRoute(deps: SessionRouteDeps): Route {
  return route({
    operation_id: 'refreshAccessToken',
    holds_secret: true,
    method: 'POST',
    path: '/auth/token/refresh',
    guard: { kind: 'optional_user' },
    tag: 'Accounts',
    summary: 'Get a new access token',
    description:
      'With an access token, before it expires; it stays valid until then. Or without one, with the refresh token that signing ' +
      'in gave, at any time within 60 days after its last use: that gives the next refresh token as well. Each is for one ' +
      'use. Sent again within a minute it gets the same next one, as long as that has not been used, so a lost answer may be ' +
      'asked for again. Sent later it ends the session: somebody else has it.',
    body: RefreshBody,
    body_is_optional: true,
    responses: { 200: RefreshResponse },
    errors: [invalidRefreshToken],
    handler: async ({ actor, body: { refresh_token }, ...request }) => {
      const client = readClient(request);
      if (actor.type === 'user') {
        if (refresh_token !== undefined) throw invalidField('refresh_token', EITHER);
        const token = await refreshToken(deps, actor, client);
        return { status: 200, body: { status: 'ok' as const, data: presentToken(token) } };
      }
      if (refresh_token === undefined) throw nothingToRefresh();
      const { token, ...refresh } = await useRefreshToken(deps, { refresh_token, client });
      const data = { ...presentToken(token), ...presentRefresh(refresh) };
      return { status: 200, body: { status: 'ok' as const, data } };
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
      'The client forgets its tokens, the server does not invalidate them. To end them too, end the session: ' +
      '`DELETE /auth/sessions/{session_id}`.',
    responses: { 200: LogoutResponse },
    handler: async () => ({
      status: 200,
      body: { status: 'ok' as const, message: 'Signed out. Forget the access token.' },
    }),
  });
}
