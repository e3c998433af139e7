import { pageRoute } from '../../../http/pages/page-route.ts';
import type { Route } from '../../../http/route.ts';
import type { SignUpInvitations } from '../registration.ts';
import { accountPage } from './account-page.ts';
import { type AskMailDeps, askMailRoutes } from './ask-mail-routes.ts';
import type { OnePressPeople } from './sign-in-page.ts';
import { type SignInPageDeps, signInPageRoutes } from './sign-in-routes.ts';

/** Pages outside both APIs: sign-in, requests for mails, and `/signup`, `/reset-password` and `/confirm-email` for the links of these mails. */
export function accountPageRoutes(
  deps: SignInPageDeps & Omit<AskMailDeps, 'invitations'>,
  { invitations, demo }: { readonly invitations: SignUpInvitations; readonly demo: OnePressPeople | null },
): readonly Route[] {
  return [
    ...signInPageRoutes(deps, demo),
    ...askMailRoutes({ ...deps, invitations }),
    pageRoute({
      path: '/signup',
      operation_id: 'getSignupPage',
      tag: 'Accounts',
      summary: 'Page to finish a sign-up',
      page: (language) => accountPage('signup', language),
    }),
    pageRoute({
      path: '/reset-password',
      operation_id: 'getResetPasswordPage',
      tag: 'Accounts',
      summary: 'Page to set a new password',
      page: (language) => accountPage('reset-password', language),
    }),
    pageRoute({
      path: '/confirm-email',
      operation_id: 'getConfirmEmailPage',
      tag: 'Accounts',
      summary: 'Page to take a new e-mail address',
      page: (language) => accountPage('confirm-email', language),
    }),
  ];
}
