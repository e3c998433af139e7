import { createHttpClient } from '../infra/http-client/index.ts';
import { createIdTokenVerifier, type IdTokenVerifier } from '../infra/openid/index.ts';
import { SECOND_MS } from '../shared/time.ts';
import { type CraftedKey, type CraftedProvider, craftKey, startCraftedProvider } from './crafted-provider.ts';

export const STAGE_START_MS = Date.parse('2026-07-01T08:00:00Z');
export const STAGE_AUDIENCE = 'ekiden-app';

/** A provider, a verifier that knows it, and a clock that stands still. */
export type IdTokenStage = {
  readonly provider: CraftedProvider;
  readonly verifier: IdTokenVerifier;
  readonly time: { ms: number };
  /** With which nothing is wrong. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The first that the provider publishes. */
  readonly key: CraftedKey;
};

export async function idTokenStage(
  options: { keys?: readonly CraftedKey[]; audiences?: readonly string[]; timeout_ms?: number } = {},
): Promise<IdTokenStage> {
  const { keys = [craftKey('ES256')], audiences = [STAGE_AUDIENCE], ...limits } = options;
  const provider = await startCraftedProvider(keys.map(({ jwk }) => jwk));
  const { issuer } = provider;
  const time = { ms: STAGE_START_MS };
  const verifier = createIdTokenVerifier({
    issuers: audiences.map((audience) => ({ issuer, audience })),
    clock: { now: () => new Date(time.ms) },
    http: createHttpClient(),
    ...limits,
  });
  const iat = STAGE_START_MS / SECOND_MS;
  const claims = { iss: issuer, aud: STAGE_AUDIENCE, sub: 'yuki', iat, exp: iat + 3_600 };
  return { provider, verifier, time, claims, key: keys[0] ?? craftKey('ES256') };
}

/** `valid`, or what is wrong. */
export async function verdict(verifier: IdTokenVerifier, token: string, nonce?: string): Promise<string> {
  const check = await verifier.verify(token, nonce);
  return check.valid ? 'valid' : check.fault;
}
