import { pageRoute } from '../../../http/pages/page-route.ts';
import type { Route } from '../../../http/route.ts';
import { accountPage } from './account-page.ts';

/** `/signup`, `/reset-password` and `/confirm-email`, outside both APIs: where the links of mails lead, until an app takes these addresses. */
export function accountPageRoutes(): readonly Route[] {
  return [
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
