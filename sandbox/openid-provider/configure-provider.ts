import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { Adapter, AdapterFactory, AdapterPayload, Configuration, JWK } from 'oidc-provider';

export type Person = {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
};

export type SigningAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';

/** Where an app is sent back to with its code. Nothing has to listen there: the code is read from the address. */
export const REDIRECT_URI = 'http://127.0.0.1:1/signed-in';

export async function newSigningKey(alg: SigningAlgorithm): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: randomUUID() } as JWK;
}

/**
 * A provider that asks nobody anything: who signs in is `login_hint`, and an app gets every scope that it names. ID tokens
 * hold the e-mail address, as those of the large providers do.
 */
export function configureProvider(options: {
  keys: readonly JWK[];
  client_ids: readonly string[];
  alg: SigningAlgorithm;
  adapter: AdapterFactory;
  findPerson: (sub: string) => Person | undefined;
}): Configuration {
  const { keys, client_ids, alg, adapter, findPerson } = options;
  return {
    adapter,
    jwks: { keys: [...keys] },
    clients: client_ids.map((client_id) => ({
      client_id,
      // An app on somebody's phone keeps no secret; PKCE stands in for it.
      token_endpoint_auth_method: 'none',
      redirect_uris: [REDIRECT_URI],
      application_type: 'native',
      id_token_signed_response_alg: alg,
    })),
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomUUID()] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 3_600,
      Interaction: 60,
      Session: 600,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: async (_context, sub) => {
      const person = findPerson(sub);
      return person && { accountId: sub, claims: async () => ({ ...person }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const { client, account, params } = oidc;
      if (client === undefined || account === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.addOIDCScope(String(params?.scope));
      await grant.save();
      return grant;
    },
  };
}

/** Where the provider keeps sessions, grants and codes: in this process, as long as it runs. */
export function keepInMemory(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  return (model): Adapter => {
    const find = async (test: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> =>
      kept.entries().find(([key, payload]) => key.startsWith(`${model} `) && test(payload))?.[1];
    return {
      upsert: async (id, payload) => {
        kept.set(`${model} ${id}`, payload);
      },
      find: async (id) => kept.get(`${model} ${id}`),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (code) => find((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = kept.get(`${model} ${id}`);
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      destroy: async (id) => {
        kept.delete(`${model} ${id}`);
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
