import type { Route } from '../../http/route.ts';
import type { SignUpInvitations } from './registration.ts';
import {
  type ChangeCredentialsDeps,
  changeEmailRoute,
  changePasswordRoute,
  confirmEmailChangeRoute,
} from './routes/change-credentials.ts';
import {
  type CookieSessionDeps,
  endCookieSessionRoute,
  startCookieSessionRoute,
} from './routes/cookie-session.ts';
import {
  confirmPasswordResetRoute,
  type PasswordResetRouteDeps,
  requestPasswordResetRoute,
} from './routes/password-reset.ts';
import { loginRoute, logoutRoute, meRoute, refreshRoute, type SessionRouteDeps } from './routes/session.ts';
import { endOtherSessionsRoute, endSessionRoute, listSessionsRoute } from './routes/sessions.ts';
import {
  completeSignupRoute,
  type IdTokenRouteDeps,
  requestVerificationRoute,
  type SignUpRouteDeps,
  signUpRoute,
  verifyTokenRoute,
} from './routes/sign-up.ts';

export { accountData } from './account-data.ts';
export { findSignInWays } from './account-data-queries.ts';
export { authenticateAccessToken } from './authenticate-access-token.ts';
export { authenticateCookie } from './authenticate-cookie.ts';
export { wrongIdToken, wrongPassword } from './confirm-errors.ts';
export { type ConfirmDeps, confirmIdentity, proofOf } from './confirm-identity.ts';
export { proofFields } from './contract.ts';
export { createAccount } from './create-account.ts';
export { createAdmin } from './create-admin.ts';
export { idTokensNotTaken, loginLimit, providerFailed } from './errors.ts';
export { accountJobs } from './jobs.ts';
export { countNetworks } from './known-networks.ts';
export { accountPageRoutes } from './pages/account-pages.ts';
export { isSignedIn } from './pages/sign-in-routes.ts';
export type { SignUpInvitations } from './registration.ts';
export { requireLiveToken } from './require-live-token.ts';
export { jwksRoute } from './routes/jwks.ts';
export { type AccountClosing, SETTABLE_STATUSES, setAccountStatus } from './set-account-status.ts';

type AccountRouteDeps = SignUpRouteDeps &
  SessionRouteDeps &
  CookieSessionDeps &
  PasswordResetRouteDeps &
  IdTokenRouteDeps &
  ChangeCredentialsDeps;

/** @param invitations the invitations that `REGISTRATION` may require */
export function accountRoutes(
  given: Omit<AccountRouteDeps, 'invitations'>,
  invitations: SignUpInvitations,
): readonly Route[] {
  const deps = { ...given, invitations };
  return [
    requestVerificationRoute(deps),
    verifyTokenRoute(deps),
    completeSignupRoute(deps),
    signUpRoute(deps),
    loginRoute(deps),
    requestPasswordResetRoute(deps),
    confirmPasswordResetRoute(deps),
    refreshRoute(deps),
    meRoute(deps),
    logoutRoute(),
    startCookieSessionRoute(deps),
    endCookieSessionRoute(deps),
    listSessionsRoute(deps),
    endSessionRoute(deps),
    endOtherSessionsRoute(deps),
    changePasswordRoute(deps),
    changeEmailRoute(deps),
    confirmEmailChangeRoute(deps),
  ];
}
