import { type Route, route } from '../../../http/route.ts';
import type { PasswordHasher } from '../../../infra/crypto/passwords.ts';
import { rateLimited } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { confirmPasswordReset } from '../confirm-password-reset.ts';
import {
  ConfirmPasswordResetBody,
  ConfirmPasswordResetResponse,
  RequestPasswordResetBody,
  RequestPasswordResetResponse,
} from '../contract.ts';
import { mailRequestLimit } from '../errors.ts';
import { type RequestPasswordResetDeps, requestPasswordReset } from '../request-password-reset.ts';

export type PasswordResetRouteDeps = RequestPasswordResetDeps & {
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
};

export function requestPasswordResetRoute(deps: PasswordResetRouteDeps): Route {
  return route({
    operation_id: 'requestPasswordReset',
    method: 'POST',
    path: '/auth/password-reset',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Ask for a mail to set a new password',
    description:
      'Answers the same for every address. A mail goes out, in the language of the profile, when the address belongs to an ' +
      'active account, also one without a password, and no more than three an hour. So many requests for mails (60 ' +
      'an hour unless the server is set otherwise) are taken from one network.',
    body: RequestPasswordResetBody,
    responses: { 200: RequestPasswordResetResponse },
    errors: [mailRequestLimit],
    handler: async ({ body: { email, origin }, client_ip }) => {
      await requestPasswordReset(deps, { email, origin, client_ip });
      return {
        status: 200,
        body: {
          status: 'ok' as const,
          message:
            'If an active account has this e-mail address, a mail with a link to set a new password is on its way.',
        },
      };
    },
  });
}

export function confirmPasswordResetRoute(deps: PasswordResetRouteDeps): Route {
  return route({
    operation_id: 'confirmPasswordReset',
    method: 'POST',
    path: '/auth/password-reset/confirm',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Set a new password with the token of the mail',
    description:
      'The token works once, within an hour. All sessions of the account end, its other reset tokens stop working, ' +
      'and a mail tells its owner. It signs nobody in: sign in with the new password. From this network strangers cannot keep you out any more.',
    body: ConfirmPasswordResetBody,
    responses: { 200: ConfirmPasswordResetResponse },
    errors: [rateLimited],
    handler: async ({ body: { token, new_password }, client_ip }) => {
      await confirmPasswordReset(deps, { token, new_password, client_ip });
      return {
        status: 200,
        body: { status: 'ok' as const, message: 'Your password is set. Sign in with it.' },
      };
    },
  });
}
