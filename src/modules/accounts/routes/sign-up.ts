import type { IncomingHttpHeaders } from 'node:http';
import { acceptedLanguage } from '../../../http/accepted-language.ts';
import { type Route, route } from '../../../http/route.ts';
import type { TokenSigner } from '../../../infra/crypto/access-tokens.ts';
import type { PasswordHasher } from '../../../infra/crypto/passwords.ts';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { IdTokenVerifier } from '../../../infra/openid/index.ts';
import { rateLimited } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import {
  emailTaken,
  type NewUser,
  readNotificationSettings,
  readPreferences,
  textOrNull,
  usernameTaken,
} from '../../users/index.ts';
import { completeSignup } from '../complete-signup.ts';
import {
  CompleteSignupBody,
  type NewProfileFields,
  RequestVerificationBody,
  RequestVerificationResponse,
  SessionResponse,
  SignUpBody,
  SignUpResponse,
  VerifyTokenBody,
  VerifyTokenResponse,
} from '../contract.ts';
import {
  emailNotVerified,
  emailOfAnother,
  idTokensNotTaken,
  invalidIdToken,
  invitationRequired,
  mailRequestLimit,
  providerFailed,
  registrationClosed,
  verificationLimit,
} from '../errors.ts';
import type { MailRequestDeps } from '../limit-mail-requests.ts';
import { presentSession, presentSignUp } from '../present.ts';
import { readClient } from '../read-client.ts';
import type { RegistrationDeps } from '../registration.ts';
import { requestVerification, TOKEN_LIFETIME_S } from '../request-verification.ts';
import { signUpByIdToken } from '../sign-up-by-id-token.ts';
import { verifyToken } from '../verify-token.ts';

export type SignUpRouteDeps = MailRequestDeps &
  RegistrationDeps & {
    readonly db: Database;
    readonly clock: Clock;
    readonly jobs: Pick<Jobs, 'enqueue'>;
    readonly passwords: PasswordHasher;
    readonly secretBox: SecretBox;
    readonly tokens: TokenSigner;
  };

export function requestVerificationRoute(deps: SignUpRouteDeps): Route {
  return route({
    operation_id: 'requestVerification',
    method: 'POST',
    path: '/auth/request-verification',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Ask for a verification mail',
    description:
      'Three mails an hour are sent to one address, and so many requests for mails (60 an hour unless the server is set ' +
      'otherwise) are taken from one network. The mail is in the language that `Accept-Language` prefers of English, ' +
      'Traditional Chinese and Japanese. Without an SMTP server it is a file in the outbox. ' +
      'Where new accounts are made by invitation only (`REGISTRATION`), the token of one has to be sent along.',
    body: RequestVerificationBody,
    responses: { 200: RequestVerificationResponse },
    errors: [registrationClosed, invitationRequired, emailTaken, verificationLimit, mailRequestLimit],
    handler: async ({ body: { email, invitation_token }, headers, client_ip }) => {
      const language = acceptedLanguage(headers['accept-language']);
      await requestVerification(deps, { email, language, client_ip, invitation_token });
      return {
        status: 200,
        body: {
          status: 'ok' as const,
          message: 'A mail with a verification token is on its way.',
          data: { email, expires_in_seconds: TOKEN_LIFETIME_S },
        },
      };
    },
  });
}

export function verifyTokenRoute(deps: SignUpRouteDeps): Route {
  return route({
    operation_id: 'checkVerificationToken',
    method: 'POST',
    path: '/auth/verify-token',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Check a verification token',
    description: 'Tells whether a token can still complete a sign-up, without consuming it.',
    body: VerifyTokenBody,
    responses: { 200: VerifyTokenResponse },
    handler: async ({ body: { token } }) => {
      const check = await verifyToken(deps, token);
      return { status: 200, body: { status: 'ok' as const, data: check } };
    },
  });
}

export function completeSignupRoute(deps: SignUpRouteDeps): Route {
  return route({
    operation_id: 'completeSignUp',
    holds_secret: true,
    method: 'POST',
    path: '/auth/complete-signup',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Complete a sign-up',
    description:
      'Makes the account and signs in. The token works once; when the sign-up is refused, it stays valid. Without a ' +
      '`language` in the preferences, the account has the one that `Accept-Language` prefers of those there are.',
    body: CompleteSignupBody,
    responses: { 201: SessionResponse },
    errors: [registrationClosed, invitationRequired, emailTaken, usernameTaken, rateLimited],
    handler: async ({ body, headers, client_ip }) => {
      const { token, password } = body;
      const session = await completeSignup(deps, {
        token,
        password,
        client: readClient({ headers, client_ip }),
        profile: readNewProfile(body, headers),
      });
      return { status: 201, body: presentSession(session) };
    },
  });
}

export type IdTokenRouteDeps = RegistrationDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: TokenSigner;
  readonly idTokens: IdTokenVerifier | undefined;
};

export function signUpRoute(deps: IdTokenRouteDeps): Route {
  return route({
    operation_id: 'signUp',
    holds_secret: true,
    method: 'POST',
    path: '/auth/signup',
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary: 'Sign up or in with an ID token',
    description:
      'Takes ID tokens (OpenID Connect) of the providers that the operator has named. Makes an account the first time: ' +
      '201. Whoever comes back with the same identity, or with a verified address that an account has proven as well, ' +
      'is signed in: 200, and of their profile only the membership role is changed, if it is sent.',
    body: SignUpBody,
    responses: { 200: SignUpResponse, 201: SignUpResponse },
    errors: [
      invalidIdToken,
      registrationClosed,
      invitationRequired,
      emailNotVerified,
      emailOfAnother,
      usernameTaken,
      providerFailed,
      idTokensNotTaken,
    ],
    handler: async ({ body, headers, client_ip }) => {
      const { id_token, nonce, invitation_token } = body;
      const session = await signUpByIdToken(deps, {
        id_token,
        nonce,
        invitation_token,
        client: readClient({ headers, client_ip }),
        profile: readNewProfile(body, headers),
      });
      const answer = presentSignUp(session);
      return session.is_new_user ? { status: 201, body: answer } : { status: 200, body: answer };
    },
  });
}

/** The profile of a sign-up; the language defaults to the request's. */
function readNewProfile(
  body: NewProfileFields,
  headers: IncomingHttpHeaders,
): Omit<NewUser, 'email' | 'is_verified' | 'now'> {
  return {
    username: body.username,
    display_name: textOrNull(body.display_name),
    first_name: textOrNull(body.first_name),
    last_name: textOrNull(body.last_name),
    membership_role: body.membership_role,
    platform: body.platform,
    preferences: {
      language: acceptedLanguage(headers['accept-language']),
      ...(body.preferences && readPreferences(body.preferences)),
    },
    notification_settings: body.notification_settings && readNotificationSettings(body.notification_settings),
  };
}
