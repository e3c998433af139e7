import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { type Clock, HOUR_MS } from '../../shared/time.ts';
import type { WebPushOptions } from './settings.ts';

export type Vapid = NonNullable<WebPushOptions['vapid']>;

/** Half of what RFC 8292 allows, for differing clocks; renewed long before its end. */
const LIFE_MS = 12 * HOUR_MS;
const LEAST_LEFT_MS = HOUR_MS;
/** Some browsers' services name many machines. */
const MOST_ORIGINS = 1_000;

/** Signs who we are for push services (RFC 8292): an `Authorization` value for each origin, renewed every few hours. */
export function createSignatures(vapid: Vapid, clock: Clock): (origin: string) => Promise<string> {
  const key = privateKeyOf(vapid);
  const known = new Map<string, { readonly ends_ms: number; readonly signed: Promise<string> }>();
  return (origin) => {
    const now_ms = clock.now().getTime();
    const last = known.get(origin);
    const left_ms = last === undefined ? 0 : last.ends_ms - now_ms;
    // A longer validity was signed by a clock that was ahead.
    if (last !== undefined && left_ms >= LEAST_LEFT_MS && left_ms <= LIFE_MS) return last.signed;
    const ends_ms = now_ms + LIFE_MS;
    const signed = sign(vapid, key, { origin, ends_ms });
    known.delete(origin);
    known.set(origin, { ends_ms, signed });
    const [oldest] = known.keys();
    if (known.size > MOST_ORIGINS && oldest !== undefined) known.delete(oldest);
    return signed;
  };
}

async function sign(
  { subject, public_key }: Vapid,
  key: KeyObject,
  { origin, ends_ms }: { origin: string; ends_ms: number },
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(origin)
    .setExpirationTime(new Date(ends_ms))
    .setSubject(subject)
    .sign(key);
  return `vapid t=${token}, k=${public_key}`;
}

function privateKeyOf({ public_key, private_key }: Vapid): KeyObject {
  const point = Buffer.from(public_key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: private_key, x, y }, format: 'jwk' });
}
