import { type Route, route } from '../../../http/route.ts';
import { rateLimited } from '../../../shared/errors.ts';
import { emailTaken } from '../../users/index.ts';
import { changePassword } from '../change-password.ts';
import { confirmEmailChange } from '../confirm-email-change.ts';
import { wrongIdToken, wrongPassword } from '../confirm-errors.ts';
import { proofOf } from '../confirm-identity.ts';
import {
  emailChangeLimit,
  idTokensNotTaken,
  loginLimit,
  mailRequestLimit,
  passwordChangedMeanwhile,
  providerFailed,
} from '../errors.ts';
import {
  EMAIL_CHANGE_LIFETIME_S,
  type EmailChangeDeps,
  requestEmailChange,
} from '../request-email-change.ts';
import {
  ChangeEmailBody,
  ChangeEmailResponse,
  ChangePasswordBody,
  ChangePasswordResponse,
  ConfirmEmailChangeBody,
  ConfirmEmailChangeResponse,
} from '../session-contract.ts';

export type ChangeCredentialsDeps = EmailChangeDeps;

/** What confirming who somebody is may answer. */
const NOT_CONFIRMED = [wrongPassword, wrongIdToken, loginLimit, providerFailed, idTokensNotTaken] as const;

export function changePasswordRoute(deps: ChangeCredentialsDeps): Route {
  return route({
    operation_id: 'changePassword',
    method: 'POST',
    path: '/auth/password',
    guard: { kind: 'user' },
    tag: 'Accounts',
    summary: 'Change the own password',
    description:
      'With the password until now, or with an ID token of the last five minutes, by which an account without a password gets ' +
      'its first. The session you come with stays with its tokens, all others end, and a mail tells the owner. Wrong passwords ' +
      'count as those of signing in do.',
    body: ChangePasswordBody,
    responses: { 200: ChangePasswordResponse },
    errors: [...NOT_CONFIRMED, passwordChangedMeanwhile, rateLimited],
    handler: async ({ actor, body, client_ip }) => {
      const proof = proofOf({ password: body.password, id_token: body.id_token });
      await changePassword(deps, actor, { proof, new_password: body.new_password, client_ip });
      const message = 'Your password is changed. All other devices are signed out.';
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });
}

export function changeEmailRoute(deps: ChangeCredentialsDeps): Route {
  return route({
    operation_id: 'changeEmail',
    method: 'POST',
    path: '/auth/email',
    guard: { kind: 'user' },
    tag: 'Accounts',
    summary: 'Ask for another e-mail address',
    description:
      'With the password, or with an ID token of the last five minutes. The new address gets a mail with a link that is good ' +
      'for 24 hours, and the account keeps its address until that is used; the present address gets a notice. Answers the ' +
      'same when somebody has the new address: nothing goes there then. Three an hour from one account and to one address.',
    body: ChangeEmailBody,
    responses: { 200: ChangeEmailResponse },
    errors: [...NOT_CONFIRMED, emailChangeLimit, mailRequestLimit],
    handler: async ({ actor, body, client_ip }) => {
      const { new_email } = body;
      const proof = proofOf({ password: body.password, id_token: body.id_token });
      await requestEmailChange(deps, actor, { proof, new_email, client_ip });
      return {
        status: 200,
        body: {
          status: 'ok' as const,
          message: 'If nobody has this address, a mail with a link to confirm it is on its way there.',
          data: { new_email, expires_in_seconds: EMAIL_CHANGE_LIFETIME_S },
        },
      };
    },
  });
}

export function confirmEmailChangeRoute(deps: ChangeCredentialsDeps): Route {
  return route({
    operation_id: 'confirmEmailChange',
    method: 'POST',
    path: '/auth/email/confirm',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Take the new e-mail address with the token of the mail',
    description:
      'The token works once, within 24 hours. Mails tell both addresses, and tokens to reset the password that went to the ' +
      'former one end. Who is signed in stays so.',
    body: ConfirmEmailChangeBody,
    responses: { 200: ConfirmEmailChangeResponse },
    errors: [emailTaken],
    handler: async ({ body: { token } }) => {
      await confirmEmailChange(deps, { token });
      const message = 'Your e-mail address is changed. Sign in with the new one.';
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });
}
