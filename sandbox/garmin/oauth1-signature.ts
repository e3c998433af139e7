import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * RFC 5849 section 3.4, read by the side that checks. It shares no line with the signer of the product, so that each holds
 * the other to the standard.
 */

/** A name and a value as they were meant, before any encoding. */
export type Parameter = readonly [name: string, value: string];

const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** What each byte becomes by RFC 3986: everything but letters, digits and `-._~` a percent sign and two capital digits. */
const ENCODED = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return UNRESERVED.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

function percentEncode(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text, 'utf8')) encoded += ENCODED[byte];
  return encoded;
}

/**
 * The parameters of a query or of a form body, in their order and with their repetitions. A plus sign is a space.
 *
 * @throws URIError when a percent sign starts no byte, or the bytes are no UTF-8
 */
export function readParameters(text: string): Parameter[] {
  const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decode(name), decode(rest.join('='))];
    });
}

const FIELD = /^\s*([^\s=",]+)="([^"]*)"\s*$/;

/**
 * The parameters of an `Authorization: OAuth …` header without the realm, which is never signed. Null when it is none.
 *
 * @throws URIError as `readParameters` does
 */
export function readAuthorization(header: string): Parameter[] | null {
  const [, list] = /^OAuth\s+(.*)$/is.exec(header) ?? [];
  if (list === undefined) return null;
  const parameters: Parameter[] = [];
  for (const item of list.split(',')) {
    const [, name, value] = FIELD.exec(item) ?? [];
    if (name === undefined || value === undefined) return null;
    if (name.toLowerCase() !== 'realm')
      parameters.push([decodeURIComponent(name), decodeURIComponent(value)]);
  }
  return parameters;
}

/** Scheme and host in lower case, the port only where it is not the scheme's own, the path as it was sent. */
export function baseUri(scheme: 'http' | 'https', host: string, path: string): string {
  const usual = scheme === 'http' ? ':80' : ':443';
  const lower = host.toLowerCase();
  return `${scheme}://${lower.endsWith(usual) ? lower.slice(0, -usual.length) : lower}${path === '' ? '/' : path}`;
}

/** Encoded first, then sorted by name and by value, then joined; the signature itself is left out wherever it stands. */
export function normalizeParameters(parameters: readonly Parameter[]): string {
  return parameters
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => order(nameA, nameB) || order(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

// Encoded text is ASCII: comparing strings compares bytes.
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Query, form and header parameters together with what they were sent to. */
export function baseString(method: string, uri: string, parameters: readonly Parameter[]): string {
  return [method.toUpperCase(), uri, normalizeParameters(parameters)].map(percentEncode).join('&');
}

/** HMAC-SHA1 under both secrets; the `&` between them stands even where the second is empty. */
export function signatureOf(base: string, consumerSecret: string, tokenSecret: string): string {
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  return createHmac('sha1', key).update(base).digest('base64');
}

/** Takes as long for a near miss as for a far one. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
