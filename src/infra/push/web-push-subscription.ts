import { ECDH } from 'node:crypto';
import { readJsonObject } from '../crypto/compact-jws.ts';

/** Where a browser is pushed to, and the keys that it alone can read with; these in base64url. */
export type Subscription = { readonly endpoint: URL; readonly p256dh: string; readonly auth: string };

const AUTH_BYTES = 16;

/**
 * What a browser's `PushSubscription` says, from its JSON.
 *
 * @returns null for what is none: no address, or keys that nothing can be encrypted for
 */
export function readSubscription(token: string): Subscription | null {
  const { endpoint, keys } = readJsonObject(Buffer.from(token)) ?? {};
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return null;
  const { p256dh, auth } = Object(keys) as Readonly<Record<string, unknown>>;
  const [key, secret] = [readBytes(p256dh), readBytes(auth)];
  if (key === null || secret?.length !== AUTH_BYTES || !isUncompressedPoint(key)) return null;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  return { endpoint: url, p256dh: key.toString('base64url'), auth: secret.toString('base64url') };
}

/**
 * One text for one subscription, as browsers write it: another order of its members or another time of its end would make another
 * token, and of one browser two, which may be two people's. Anything else is given back as it is.
 */
export function canonicalPushToken(token: string): string {
  const subscription = readSubscription(token);
  if (subscription === null) return token;
  const { endpoint, p256dh, auth } = subscription;
  return JSON.stringify({ endpoint: endpoint.href, expirationTime: null, keys: { p256dh, auth } });
}

/** Why nothing can be pushed to such a token, in words for whom it comes from; null where it can. */
export function refuseWebToken(token: string, origins: readonly string[]): string | null {
  const subscription = readSubscription(token);
  if (subscription === null) return NO_SUBSCRIPTION;
  return isAmong(origins, subscription.endpoint) ? null : UNKNOWN_SERVICE;
}

const NO_SUBSCRIPTION =
  'must be, for the platform web, the PushSubscription of the browser as JSON, {"endpoint": "https://…", "keys": {"p256dh": "…", ' +
  '"auth": "…"}}: what JSON.stringify(subscription) gives';
const UNKNOWN_SERVICE =
  'is the subscription of a push service that this server does not post to; its operator decides which (WEB_PUSH_ORIGINS)';

/** @param origins `https://*.example.org` stands for every host below `example.org` */
export function isAmong(origins: readonly string[], endpoint: URL): boolean {
  return origins.some((origin) =>
    origin.startsWith('https://*.')
      ? endpoint.protocol === 'https:' && endpoint.host.endsWith(origin.slice('https://*'.length))
      : endpoint.origin === origin,
  );
}

/** Some apps write base64 with `+`, `/` and `=`. */
function readBytes(text: unknown): Buffer | null {
  return typeof text === 'string' && /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
}

function isUncompressedPoint(key: Buffer): boolean {
  if (key.length !== 65 || key[0] !== 4) return false;
  try {
    ECDH.convertKey(key, 'prime256v1', undefined, 'base64url', 'compressed');
    return true;
  } catch {
    return false;
  }
}
