import { createPublicKey, verify } from 'node:crypto';
import { type Json, readObject } from '../kit/answers.ts';

export type VapidClaims = { readonly aud: string; readonly exp: number; readonly sub: string };
/** Who sends, as RFC 8292 has it; or why nobody believes it. */
type VapidFinding =
  | { readonly fault: null; readonly key: string; readonly claims: VapidClaims }
  | { readonly fault: string };

const DAY_S = 86_400;

/** @param header the value of `Authorization`; @param asked.audience the origin of this push service */
export function checkVapid(header: string, asked: { audience: string; now: Date }): VapidFinding {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const { alg } = readJson(head);
  if (alg !== 'ES256') return { fault: 'no token signed by ES256' };
  if (!isSignedBy(key, `${head}.${payload}`, signature)) return { fault: 'the signature is not of this key' };
  const { aud, exp, sub } = readJson(payload);
  if (aud !== asked.audience) return { fault: 'aud is another push service' };
  const left = Number(exp) - asked.now.getTime() / 1_000;
  if (!Number.isInteger(exp) || left <= 0 || left > DAY_S)
    return { fault: 'exp is over, or more than a day ahead' };
  if (typeof sub !== 'string' || !/^(?:mailto:[^@]+@[^@]+|https:\/\/[^/]+.*)$/.test(sub))
    return { fault: 'sub is no contact' };
  return { fault: null, key, claims: { aud, exp: Number(exp), sub } };
}

/** Of a public key as `k` brings it, uncompressed in base64url. */
function isSignedBy(key: string, signed: string, signature: string): boolean {
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  try {
    const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(signed), { key: jwk, dsaEncoding: 'ieee-p1363' }, bytes);
  } catch {
    return false;
  }
}

function readJson(part: string): Json {
  return readObject(Buffer.from(part, 'base64url').toString()) ?? {};
}
