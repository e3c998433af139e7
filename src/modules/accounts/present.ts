import type { Static } from 'typebox';
import { isoOrNull } from '../../shared/time.ts';
import { presentProfile, type User } from '../users/index.ts';
import type { MeResponse, RefreshResponse, SessionResponse, SignUpResponse } from './contract.ts';
import type { IssuedToken } from './issue-token.ts';
import { isActiveAccount, rolesOf } from './roles.ts';
import type { Session, SignUpSession } from './session.ts';
import type { OpenSession } from './session-contract.ts';
import type { SessionRow } from './session-queries.ts';
import { idleEnd } from './start-session.ts';

export function presentSession({ user, token, ...refresh }: Session): Static<typeof SessionResponse> {
  return {
    success: true,
    user_id: user.user_id,
    ...presentToken(token),
    ...presentRefresh(refresh),
    credentials: {
      roles: rolesOf(user),
      email_verified: user.is_verified,
      is_active: isActiveAccount(user),
    },
    profile: presentProfile(user),
  };
}

export function presentSignUp(session: SignUpSession): Static<typeof SignUpResponse> {
  return { ...presentSession(session), is_new_user: session.is_new_user };
}

export function presentToken(token: IssuedToken): Static<typeof RefreshResponse>['data'] {
  return {
    access_token: token.access_token,
    token_type: 'Bearer',
    expires_at: token.expires_at.toISOString(),
  };
}

export function presentRefresh({
  refresh_token,
  refresh_expires_at,
}: Pick<Session, 'refresh_token' | 'refresh_expires_at'>) {
  return { refresh_token, refresh_expires_at: refresh_expires_at.toISOString() };
}

export function presentOpenSession(
  session: SessionRow,
  current: string | undefined,
): Static<typeof OpenSession> {
  return {
    session_id: session.session_id,
    created_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
    expires_at: idleEnd(session.last_seen_at).toISOString(),
    device: session.device,
    address: session.address,
    is_current: session.session_id === current,
  };
}

export function presentMe(user: User): Static<typeof MeResponse>['data'] {
  return {
    user_id: user.user_id,
    email: user.email,
    roles: rolesOf(user),
    email_verified: user.is_verified,
    is_active: isActiveAccount(user),
    last_login_at: isoOrNull(user.last_login_at),
  };
}
