import { type Route, route } from '../../../http/route.ts';
import type { TokenSigner } from '../../../infra/crypto/access-tokens.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { IdTokenVerifier } from '../../../infra/openid/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { usernameTaken } from '../../users/index.ts';
import { SignUpBody, SignUpResponse } from '../contract.ts';
import {
  emailNotVerified,
  emailOfAnother,
  idTokensNotTaken,
  invalidIdToken,
  invitationRequired,
  providerFailed,
  registrationClosed,
} from '../errors.ts';
import { presentSignUp } from '../present.ts';
import { readClient } from '../read-client.ts';
import type { RegistrationDeps } from '../registration.ts';
import { signUpByIdToken } from '../sign-up-by-id-token.ts';
import { readNewProfile } from './read-new-profile.ts';

export type IdTokenRouteDeps = RegistrationDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: TokenSigner;
  /** Undefined where the operator has named no provider. */
  readonly idTokens: IdTokenVerifier | undefined;
};

export function signUpRoute(deps: IdTokenRouteDeps): Route {
  return route({
    operation_id: 'signUp',
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
