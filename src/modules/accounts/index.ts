import type { Route } from '../../http/route.ts';
import {
  confirmPasswordResetRoute,
  type PasswordResetRouteDeps,
  requestPasswordResetRoute,
} from './routes/password-reset.ts';
import { loginRoute, logoutRoute, meRoute, refreshRoute, type SessionRouteDeps } from './routes/session.ts';
import {
  completeSignupRoute,
  requestVerificationRoute,
  type SignUpRouteDeps,
  verifyTokenRoute,
} from './routes/sign-up.ts';
import { type IdTokenRouteDeps, signUpRoute } from './routes/sign-up-by-id-token.ts';

export { accountData } from './account-data.ts';
export { authenticateAccessToken } from './authenticate-access-token.ts';
export { wrongIdToken, wrongPassword } from './confirm-errors.ts';
export { confirmIdentity } from './confirm-identity.ts';
export { createAccount } from './create-account.ts';
export { idTokensNotTaken, loginLimit, providerFailed } from './errors.ts';
export { accountJobs } from './jobs.ts';
export { accountPageRoutes } from './pages/account-pages.ts';
export { MAX_PASSWORD_CHARS } from './password-rules.ts';
export { requireLiveToken } from './require-live-token.ts';
export { jwksRoute } from './routes/jwks.ts';
export { SETTABLE_STATUSES, setAccountStatus } from './set-account-status.ts';

export function accountRoutes(
  deps: SignUpRouteDeps & SessionRouteDeps & PasswordResetRouteDeps & IdTokenRouteDeps,
): readonly Route[] {
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
  ];
}
