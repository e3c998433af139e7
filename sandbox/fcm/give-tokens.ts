import { generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { jwtVerify } from 'jose';
import type { Clock } from '../../src/shared/time.ts';
import type { Answer } from './answers.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LONGEST_ASSERTION_S = 3_600;
const CLOCK_SKEW_S = 60;

/** What the console of Firebase lets one download, as far as a server reads it. */
export type ServiceAccount = {
  readonly type: 'service_account';
  readonly project_id: string;
  readonly private_key_id: string;
  readonly private_key: string;
  readonly client_email: string;
  readonly token_uri: string;
};

export type TokenGiver = {
  readonly account: ServiceAccount;
  /** Answers the form of a request for a token. */
  give(form: URLSearchParams): Promise<Answer>;
  /** Whether an `Authorization` header has a token that is good now. */
  knows(authorization: string | undefined): boolean;
  /** Tokens that were given out are good no more. */
  endTokens(): void;
};

/** Gives access tokens for assertions that the key of a service account has signed (RFC 7523), and keeps them to itself. */
export async function giveTokens(options: {
  readonly project_id: string;
  readonly token_url: string;
  readonly token_life_s: number;
  readonly clock: Clock;
}): Promise<TokenGiver> {
  const { project_id, token_url, token_life_s, clock } = options;
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const account: ServiceAccount = {
    type: 'service_account',
    project_id,
    private_key_id: randomBytes(20).toString('hex'),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    client_email: `push@${project_id}.iam.gserviceaccount.com`,
    token_uri: token_url,
  };
  const ends = new Map<string, number>();
  return {
    account,
    give: async (form) => {
      if (form.get('grant_type') !== GRANT)
        return refusal('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
      const wrong = await whatIsWrong(form.get('assertion') ?? '', account, publicKey, clock);
      if (wrong !== null) return refusal('invalid_grant', wrong);
      const access_token = `ya29.${randomBytes(48).toString('base64url')}`;
      ends.set(access_token, clock.now().getTime() + token_life_s * 1_000);
      return { status: 200, body: { access_token, expires_in: token_life_s, token_type: 'Bearer' } };
    },
    knows: (authorization) => {
      const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
      return (ends.get(token) ?? 0) > clock.now().getTime();
    },
    endTokens: () => ends.clear(),
  };
}

/** Null: nothing. */
async function whatIsWrong(
  assertion: string,
  { client_email, token_uri, private_key_id }: ServiceAccount,
  key: KeyObject,
  clock: Clock,
): Promise<string | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(assertion, key, {
      algorithms: ['RS256'],
      issuer: client_email,
      audience: token_uri,
      currentDate: clock.now(),
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['iat', 'exp', 'scope'],
    });
    if (protectedHeader.kid !== undefined && protectedHeader.kid !== private_key_id)
      return 'Invalid JWT: the key is not known.';
    if (payload.scope !== SCOPE) return 'Invalid scope.';
    const { iat = 0, exp = 0 } = payload;
    if (iat > clock.now().getTime() / 1_000 + CLOCK_SKEW_S || exp - iat > LONGEST_ASSERTION_S)
      return 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.';
    return null;
  } catch (error) {
    return `Invalid JWT: ${error instanceof Error ? error.message : 'unreadable'}`;
  }
}

function refusal(error: string, error_description: string): Answer {
  return { status: 400, body: { error, error_description } };
}
