import { ECDH } from 'node:crypto';
import { readJsonObject } from '../crypto/compact-jws.ts';

export type Subscription = { readonly endpoint: URL; readonly p256dh: string; readonly auth: string };

const AUTH_BYTES = 16;

/**
 * Parses the JSON of a browser's `PushSubscription`.
 * @returns null without an address or usable keys
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
 * One canonical text for one subscription: another order of members or expiration time would make two tokens of one
 * browser. Other texts are returned unchanged.
 */
export function canonicalPushToken(token: string): string {
  const subscription = readSubscription(token);
  if (subscription === null) return token;
  const { endpoint, p256dh, auth } = subscription;
  return JSON.stringify({ endpoint: endpoint.href, expirationTime: null, keys: { p256dh, auth } });
}

/** Why nothing can be pushed to a token, in words for its sender; null where it can. */
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
