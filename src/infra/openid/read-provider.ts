import type { CryptoKey, JWSHeaderParameters } from 'jose';
import * as errors from 'jose/errors';
import { createLocalJWKSet } from 'jose/jwks/local';
import { readJsonObject } from '../crypto/compact-jws.ts';
import { type HttpClient, HttpClientError } from '../http-client/index.ts';
import { ProviderError } from './provider-error.ts';
import { ID_TOKEN_ALGORITHMS, isSoundKey } from './sound-keys.ts';

export type Provider = {
  /** Those of ours that it says it signs ID tokens with. */
  readonly algorithms: readonly string[];
  /**
   * The key that a token's header names; null when none or several fit.
   * @throws ProviderError when the named key is invalid
   */
  keyFor(header: JWSHeaderParameters): Promise<CryptoKey | null>;
};

/**
 * Reads OpenID Connect Discovery and the key set that it names.
 * @param issuer a configured one: nothing that a token says is ever contacted
 * @throws ProviderError
 */
export async function readProvider(http: HttpClient, issuer: string, signal: AbortSignal): Promise<Provider> {
  const address = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const {
    issuer: ownName,
    jwks_uri,
    id_token_signing_alg_values_supported: named,
  } = await fetchJson(http, address, address.href, signal);
  // Discovery, section 4.3: otherwise one provider could speak for another.
  if (ownName !== issuer) throw new ProviderError(`${address.href} is of another issuer than ${issuer}`);
  const algorithms = ID_TOKEN_ALGORITHMS.filter((name) => Array.isArray(named) && named.includes(name));
  if (algorithms.length === 0) {
    throw new ProviderError(`${address.href} names none of ${ID_TOKEN_ALGORITHMS.join(', ')}`);
  }
  const { keys } = await fetchJson(
    http,
    keysAddress(jwks_uri, address),
    `the key set that ${address.href} names`,
    signal,
  );
  if (!Array.isArray(keys)) throw new ProviderError(`The key set that ${address.href} names is none`);
  const keySet = createLocalJWKSet({ keys: keys.filter(isSoundKey) });
  return {
    algorithms,
    keyFor: async (header) => {
      try {
        return await keySet(header);
      } catch (cause) {
        if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys)
          return null;
        throw new ProviderError(`A key that ${address.href} leads to cannot be read`, { cause });
      }
    },
  };
}

/** https, or http where the provider is on loopback; keys may lie on another host, as Google's do. */
function keysAddress(text: unknown, discovery: URL): URL {
  if (typeof text === 'string' && URL.canParse(text)) {
    const address = new URL(text);
    const isLocal = discovery.protocol === 'http:' && address.origin === discovery.origin;
    if (address.protocol === 'https:' || isLocal) return address;
  }
  throw new ProviderError(`${discovery.href} names no https address of its keys`);
}

/** Of what a provider publishes; large ones have some 20 KiB of keys. */
const MAX_BYTES = 256 * 1_024;

/**
 * Fetches a JSON object without following redirects.
 * @param name the name for errors, since a provider's address does not belong into a log
 * @throws ProviderError when there is no answer, another status than 200, more than 256 KiB, or no JSON object
 */
async function fetchJson(
  http: HttpClient,
  address: URL,
  name: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const request = {
    method: 'GET',
    url: address,
    headers: { accept: 'application/json' },
    max_bytes: MAX_BYTES,
    signal,
    service: 'openid',
    name,
  } as const;
  const { status, body } = await http.send(request).catch((cause: unknown) => {
    throw cause instanceof HttpClientError ? new ProviderError(cause.message) : cause;
  });
  if (status !== 200) throw new ProviderError(`${name} answers ${status}`);
  const value = readJsonObject(body);
  if (value === null) throw new ProviderError(`${name} does not answer with a JSON object`);
  return value;
}
