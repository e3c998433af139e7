import { generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { jwtVerify } from 'jose';
import type { Clock } from '../../src/shared/time.ts';
import { type Answer, json } from '../kit/answers.ts';
import { keepExpiring, newSecret } from '../kit/expiring.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LONGEST_ASSERTION_S = 3_600;
const CLOCK_SKEW_S = 60;

/** Gives access tokens for assertions that the key of a service account has signed (RFC 7523), and keeps them to itself. */
export async function giveTokens(options: {
  readonly project_id: string;
  readonly token_url: string;
  readonly token_life_s: number;
  readonly clock: Clock;
}) {
  const { project_id, token_url, token_life_s, clock } = options;
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  /** What the console of Firebase lets one download, as far as a server reads it. */
  const account = {
    type: 'service_account',
    project_id,
    private_key_id: randomBytes(20).toString('hex'),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    client_email: `push@${project_id}.iam.gserviceaccount.com`,
    token_uri: token_url,
  };
  const tokens = keepExpiring<true>(clock.now);
  return {
    account,
    give: async (form: URLSearchParams): Promise<Answer> => {
      if (form.get('grant_type') !== GRANT)
        return refusal('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
      const wrong = await whatIsWrong(form.get('assertion') ?? '', {
        ...account,
        publicKey,
        now: clock.now(),
      });
      if (wrong !== null) return refusal('invalid_grant', wrong);
      const access_token = `ya29.${newSecret(48)}`;
      tokens.put(access_token, true, token_life_s);
      return json(200, { access_token, expires_in: token_life_s, token_type: 'Bearer' });
    },
    /** Whether an `Authorization` header has a token that is good now. */
    knows: (authorization: string | undefined): boolean =>
      tokens.find(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '') === true,
    /** Tokens that were given out are good no more. */
    endTokens: (): void => tokens.remove(() => true),
  };
}

async function whatIsWrong(
  assertion: string,
  by: {
    readonly client_email: string;
    readonly token_uri: string;
    readonly private_key_id: string;
    readonly publicKey: KeyObject;
    readonly now: Date;
  },
): Promise<string | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(assertion, by.publicKey, {
      algorithms: ['RS256'],
      issuer: by.client_email,
      audience: by.token_uri,
      currentDate: by.now,
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['iat', 'exp', 'scope'],
    });
    if (protectedHeader.kid !== undefined && protectedHeader.kid !== by.private_key_id)
      return 'Invalid JWT: the key is not known.';
    if (payload.scope !== SCOPE) return 'Invalid scope.';
    const { iat = 0, exp = 0 } = payload;
    if (iat > by.now.getTime() / 1_000 + CLOCK_SKEW_S || exp - iat > LONGEST_ASSERTION_S)
      return 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.';
    return null;
  } catch (error) {
    return `Invalid JWT: ${error instanceof Error ? error.message : 'unreadable'}`;
  }
}

function refusal(error: string, error_description: string): Answer {
  return json(400, { error, error_description });
}
