import { createHash, randomBytes } from 'node:crypto';
import { REDIRECT_URI } from './configure-provider.ts';

/** A login takes four hops. */
const MAX_HOPS = 10;

/**
 * What an app on a phone does: the authorization code flow with PKCE, in a browser without a past.
 *
 * @returns the ID token
 */
export async function signInAt(
  issuer: string,
  options: { sub: string; client_id: string; scope: string; nonce: string | undefined },
): Promise<string> {
  const { sub, client_id, scope, nonce } = options;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id,
    scope,
    login_hint: sub,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(nonce === undefined ? {} : { nonce }),
  });
  const back = await follow(`${issuer}/auth?${query}`);
  const code = back.searchParams.get('code');
  if (code === null) throw new Error(`The provider refuses: ${back.search}`);
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      code,
      code_verifier: verifier,
      redirect_uri: REDIRECT_URI,
    }),
  });
  const { id_token }: { id_token?: unknown } = Object(await answer.json());
  if (typeof id_token !== 'string') throw new Error(`The provider gives no ID token: ${answer.status}`);
  return id_token;
}

/** From address to address with its cookies, until the way leads back to the app. */
async function follow(start: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = new URL(start);
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answers ${response.status}: ${text.slice(0, 500)}`);
    address = new URL(location, address);
    if (address.href.startsWith(REDIRECT_URI)) return address;
  }
  throw new Error('The provider sends in circles.');
}
