import { randomBytes, sign } from 'node:crypto';
import { type TokenKey, tokenKeyFromSeed } from '../infra/crypto/access-tokens.ts';
import { newId } from '../shared/ids.ts';
import { DAY_MS, SECOND_MS } from '../shared/time.ts';
import type { TestServer } from './harness.ts';

/** What a forger would need and does not have: the server's own signing key, with what its tokens say. */
export type Forge = {
  readonly key: TokenKey;
  readonly header: { readonly alg: string; readonly typ: string; readonly kid: string };
  readonly claims: Readonly<Record<string, unknown>>;
  /** Whole seconds since 1970, at the server. */
  readonly now_s: number;
};

/** A forge whose claims are those of a fresh token of the person. */
export function openForge(server: TestServer, user_id: string): Forge {
  const key = tokenKeyFromSeed(server.deps.secretBox.deriveKeys('access token signing')[0]);
  const now_s = Math.floor(server.clock.now().getTime() / SECOND_MS);
  const { baseUrl } = server.deps;
  return {
    key,
    header: { alg: 'EdDSA', typ: 'JWT', kid: key.kid },
    claims: {
      roles: ['user'],
      iss: baseUrl,
      aud: baseUrl,
      sub: user_id,
      jti: newId(),
      iat: now_s,
      exp: now_s + DAY_MS / SECOND_MS,
    },
    now_s,
  };
}

/** A key that is none of the server's. */
export const stranger = tokenKeyFromSeed(randomBytes(32));

export const base64url = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64url');

export const json = (value: unknown): string => base64url(JSON.stringify(value));

/** A compact JWS of any header and payload, as JSON unless they are texts or bytes, signed by the key (Ed25519). */
export function signToken(key: TokenKey, header: unknown, payload: unknown): string {
  const input = `${base64url(asBytes(header))}.${base64url(asBytes(payload))}`;
  return `${input}.${base64url(sign(null, Buffer.from(input), key.private_key))}`;
}

function asBytes(part: unknown): string | Uint8Array {
  return typeof part === 'string' || part instanceof Uint8Array ? part : JSON.stringify(part);
}
