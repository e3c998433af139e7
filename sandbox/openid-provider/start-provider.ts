import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { listen } from '../loopback/listen.ts';
import {
  configureProvider,
  newSigningKey,
  type Person,
  type SigningAlgorithm,
} from './configure-provider.ts';
import { keepInMemory } from './keep-in-memory.ts';
import { type Misbehaviour, misbehave } from './misbehave.ts';
import { signInAt } from './sign-in.ts';

export type OpenIdProvider = {
  readonly issuer: string;
  /** From now on they can sign in there, or are somebody else than before. */
  addPerson(person: Person): void;
  /** The ID token that an app gets when somebody signs in there. */
  idTokenOf(
    sub: string,
    options?: { client_id?: string; scope?: string; nonce?: string | undefined },
  ): Promise<string>;
  /** A new key signs, and the old one is published no more. */
  rotateKeys(): Promise<void>;
  /** How it answers from now on; undefined: well. */
  behave(how: Misbehaviour | undefined): void;
  stop(): Promise<void>;
};

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
}): Promise<OpenIdProvider> {
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
  const server = createServer((request, response) => {
    if (behaviour !== undefined) misbehave(behaviour, request, response);
    else if (request.url?.startsWith('/interaction/') === true) void logIn(provider, request, response);
    else void provider.callback()(request, response);
  });
  const { close } = await listen(server, port);
  return {
    issuer,
    addPerson: (person) => {
      people.set(person.sub, person);
    },
    idTokenOf: (sub, { client_id = client_ids[0], scope = 'openid email', nonce } = {}) =>
      signInAt(issuer, { sub, client_id, scope, nonce }),
    rotateKeys: async () => {
      provider = await newProvider();
    },
    behave: (how) => {
      behaviour = how;
    },
    stop: async () => {
      await close();
    },
  };
}

/** Where other providers show a page. */
async function logIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { params } = await provider.interactionDetails(request, response);
    const login = { accountId: String(params.login_hint) };
    // Apps on a phone need somebody's consent each time. What they may have, `loadExistingGrant` says.
    await provider.interactionFinished(request, response, { login, consent: {} });
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}
