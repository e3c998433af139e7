import { createHmac } from 'node:crypto';

export type Pair = readonly [name: string, value: string];

export type KeyAndSecret = { readonly key: string; readonly secret: string };

export type Stamp = { readonly nonce: string; readonly timestamp_s: number };

/** RFC 3986: encodes all but unreserved characters. `encodeURIComponent` leaves five of the others as they are. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The text that is signed: RFC 5849 section 3.4.1.
 *
 * @param base_uri without query and fragment, the port only where it is not the scheme's own
 * @param pairs of query, form and header, `oauth_signature` and `realm` left out
 */
export function signatureBase(method: string, base_uri: string, pairs: readonly Pair[]): string {
  const sorted = pairs
    .map(([name, value]): Pair => [percentEncode(name), percentEncode(value)])
    // Sorted by name, then by value: as one text, `a1=` would come before `a=`.
    .toSorted(([a, x], [b, y]) => order(a, b) || order(x, y))
    .map(([name, value]) => `${name}=${value}`);
  return [method.toUpperCase(), base_uri, sorted.join('&')].map(percentEncode).join('&');
}

/** HMAC-SHA1, RFC 5849 section 3.4.2. The key contains the `&` also without a token. */
export function signatureOf(base: string, consumer_secret: string, token_secret: string): string {
  const key = `${percentEncode(consumer_secret)}&${percentEncode(token_secret)}`;
  return createHmac('sha1', key).update(base).digest('base64');
}

/** The `Authorization` header of a signed request: RFC 5849 section 3.5.1. */
export function signedHeader(
  request: { readonly method: string; readonly url: URL; readonly form?: readonly Pair[] },
  consumer: KeyAndSecret,
  token: KeyAndSecret | null,
  stamp: Stamp,
  more: readonly Pair[] = [],
): string {
  const { method, url, form = [] } = request;
  const oauth: readonly Pair[] = [
    ['oauth_consumer_key', consumer.key],
    ['oauth_nonce', stamp.nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(stamp.timestamp_s)],
    ...(token === null ? [] : [['oauth_token', token.key] as const]),
    ['oauth_version', '1.0'],
    ...more,
  ];
  // `origin` is in lower case already and without a default port.
  const base = signatureBase(method, `${url.origin}${url.pathname}`, [
    ...url.searchParams,
    ...form,
    ...oauth,
  ]);
  const signed: readonly Pair[] = [
    ...oauth,
    ['oauth_signature', signatureOf(base, consumer.secret, token?.secret ?? '')],
  ];
  return `OAuth ${signed.map(([name, value]) => `${name}="${percentEncode(value)}"`).join(', ')}`;
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
