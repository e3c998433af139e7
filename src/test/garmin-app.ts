import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';

/**
 * An app at the other end of the wire, for tests of the stand-in: it signs on its own, with what the web platform offers, and
 * shares nothing with the checking side.
 */
export type Token = { readonly token: string; readonly secret: string };
export type Keys = { readonly client_id: string; readonly client_secret: string };

/** What a test may spoil of a signature; undefined leaves a parameter out. */
type Spoiled = Partial<Record<`oauth_${string}`, string | undefined>>;

/** `encodeURIComponent` leaves five characters alone that RFC 3986 does not. */
const encode = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The header that signs a request. */
export function sign(
  request: { method: string; url: string; form?: URLSearchParams | undefined },
  keys: Keys,
  token: Token | null,
  at: Date,
  spoiled: Spoiled = {},
): string {
  const url = new URL(request.url);
  const given: Record<string, string | undefined> = {
    oauth_consumer_key: keys.client_id,
    oauth_nonce: randomUUID(),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(at.getTime() / 1_000)),
    oauth_token: token?.token,
    oauth_version: '1.0',
    ...spoiled,
  };
  const oauth = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'oauth_signature' ? [] : [[name, value]],
  );
  const sorted = [...url.searchParams, ...(request.form ?? []), ...oauth]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    // By name, then by value: the pairs as text would sort `a1=` before `a=`.
    .sort((a, b) => compare(a.split('='), b.split('=')));
  const base = [request.method, url.origin + url.pathname, sorted.join('&')].map(encode).join('&');
  const key = [keys.client_secret, token?.secret ?? ''].map(encode).join('&');
  const signature = spoiled.oauth_signature ?? createHmac('sha1', key).update(base).digest('base64');
  const all = [...oauth, ['oauth_signature', signature] as const];
  return `OAuth ${all.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`;
}

function compare([nameA = '', valueA = '']: string[], [nameB = '', valueB = '']: string[]): number {
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return valueA === valueB ? 0 : valueA < valueB ? -1 : 1;
}

export type AppAnswer = { status: number; text: string; json: unknown; location: string | null };

/** An app that calls the stand-in at `url`. */
export function actAsApp(url: string, keys: Keys, clock: { now(): Date }) {
  const call = async (
    method: string,
    path: string,
    given: {
      token?: Token | null;
      bearer?: string;
      form?: Record<string, string>;
      spoiled?: Spoiled | undefined;
    } = {},
  ): Promise<AppAnswer> => {
    const address = path.startsWith('http') ? path : `${url}${path}`;
    const form = given.form && new URLSearchParams(given.form);
    const authorization =
      given.bearer === undefined
        ? sign({ method, url: address, form }, keys, given.token ?? null, clock.now(), given.spoiled)
        : `Bearer ${given.bearer}`;
    return ask(method, address, { authorization }, form);
  };
  const requestToken = async (spoiled: Spoiled = {}): Promise<Token> =>
    tokenOf(await call('POST', '/oauth-service/oauth/request_token', { spoiled }));
  const accessToken = async (token: Token, oauth_verifier: string | undefined): Promise<AppAnswer> =>
    call('POST', '/oauth-service/oauth/access_token', { token, spoiled: { oauth_verifier } });
  return {
    call,
    requestToken,
    accessToken,
    /** All three legs where the consent answers itself. */
    connect: async (): Promise<Token> => {
      const request = await requestToken();
      const back = await ask('GET', `${url}/oauthConfirm?oauth_token=${request.token}`);
      const verifier = new URL(back.location ?? '').searchParams.get('oauth_verifier') ?? '';
      return tokenOf(await accessToken(request, verifier));
    },
    /** The code and its verifier, where the consent answers itself. */
    askForCode: async (
      changes: Record<string, string> = {},
    ): Promise<{ code: string; code_verifier: string; back: URL }> => {
      const code_verifier = randomBytes(32).toString('base64url');
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: keys.client_id,
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'st&te',
        ...changes,
      });
      const { location } = await ask('GET', `${url}/oauth2Confirm?${query}`);
      const back = new URL(location ?? 'none:');
      return { code: back.searchParams.get('code') ?? '', code_verifier, back };
    },
    /** The token endpoint of OAuth 2.0. */
    grant: (form: Record<string, string>): Promise<AppAnswer> =>
      ask(
        'POST',
        `${url}/di-oauth2-service/oauth/token`,
        {},
        new URLSearchParams({ client_id: keys.client_id, client_secret: keys.client_secret, ...form }),
      ),
  };
}

/** One request without any credentials of its own; a redirection is not followed. */
export async function ask(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  form?: URLSearchParams,
): Promise<AppAnswer> {
  const answer = await fetch(url, { method, headers, redirect: 'manual', ...(form && { body: form }) });
  const body = await answer.text();
  return {
    status: answer.status,
    text: body,
    json: answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(body) : undefined,
    location: answer.headers.get('location'),
  };
}

export function tokenOf({ status, text: body }: AppAnswer): Token {
  const form = new URLSearchParams(body);
  const [token, secret] = [form.get('oauth_token'), form.get('oauth_token_secret')];
  if (status !== 200 || token === null || secret === null) throw new Error(`No token: ${status} ${body}`);
  return { token, secret };
}
