import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { startServer } from '../kit/server.ts';
import {
  configureProvider,
  keepInMemory,
  newSigningKey,
  type Person,
  type SigningAlgorithm,
} from './configure-provider.ts';
import { type Misbehaviour, misbehave } from './misbehave.ts';
import { signInAt } from './sign-in.ts';

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/**
 * Starts a provider on loopback.
 *
 * @param options.port where it listens; the issuer's address follows from it
 * @param options.client_ids of its apps: what stands in `aud`
 */
export async function startOpenIdProvider(options: {
  port: number;
  client_ids: readonly [string, ...string[]];
  alg?: SigningAlgorithm;
}) {
  const { port, client_ids, alg = 'RS256' } = options;
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const adapter = keepInMemory();
  const newProvider = async (): Promise<Provider> =>
    new Provider(
      issuer,
      configureProvider({
        keys: [await newSigningKey(alg)],
        client_ids,
        alg,
        adapter,
        findPerson: (sub) => people.get(sub),
      }),
    );
  // The library reads its keys once, so another key is another provider at the same address.
  let provider = await newProvider();
  let behaviour: Misbehaviour | undefined;
  const { stop } = await startServer('OpenID', port, async (request, response) => {
    if (behaviour !== undefined) misbehave(behaviour, request, response);
    else if (request.url?.startsWith('/interaction/') === true) await logIn(provider, request, response);
    else await provider.callback()(request, response);
  });
  return {
    issuer,
    stop,
    /** The person can sign in from now on. One with the same `sub` is replaced. */
    addPerson: (person: Person): void => {
      people.set(person.sub, person);
    },
    /** The ID token that an app gets when somebody signs in there. */
    idTokenOf: (
      sub: string,
      asked: { client_id?: string; scope?: string; nonce?: string | undefined } = {},
    ): Promise<string> => {
      const { client_id = client_ids[0], scope = 'openid email', nonce } = asked;
      return signInAt(issuer, { sub, client_id, scope, nonce });
    },
    /** A new key signs, and the old one is published no more. */
    rotateKeys: async (): Promise<void> => {
      provider = await newProvider();
    },
    /** How it answers from now on; undefined: well. */
    behave: (how: Misbehaviour | undefined): void => {
      behaviour = how;
    },
  };
}

/** Where other providers show a page. */
async function logIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const login = { accountId: String(params.login_hint) };
  // Apps on a phone need somebody's consent each time. What they may have, `loadExistingGrant` says.
  await provider.interactionFinished(request, response, { login, consent: {} });
}
