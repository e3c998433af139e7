import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign as signBytes,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Misbehaviour, misbehave } from '../../sandbox/openid-provider/misbehave.ts';
import { freePort } from './free-port.ts';

/** Signs as its `alg` says; made without jose, which would refuse to make most of what is wrong. */
export type CraftedKey = {
  readonly alg: string;
  readonly private_key: KeyObject;
  /** As it is published. */
  readonly jwk: Readonly<Record<string, unknown>>;
};

type Json = Readonly<Record<string, unknown>>;

export function craftKey(alg: string, options: { rsa_bits?: number; kid?: string } = {}): CraftedKey {
  const { rsa_bits = 2_048, kid = randomUUID() } = options;
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : alg === 'EdDSA'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('rsa', { modulusLength: rsa_bits });
  const jwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, alg, use: 'sig' };
  return { alg, private_key: privateKey, jwk };
}

/** A token of any header and any claims, rightly signed with the key unless `signature` says otherwise. */
export function craftToken(
  key: CraftedKey,
  claims: unknown,
  options: { header?: Json; signature?: (input: string) => Buffer } = {},
): string {
  const header = { alg: key.alg, typ: 'JWT', kid: key.jwk.kid, ...options.header };
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = options.signature?.(input) ?? signatureOf(key, Buffer.from(input));
  return `${input}.${signature.toString('base64url')}`;
}

export function hmacOf(input: string, secret: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(input).digest();
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

function signatureOf({ alg, private_key: key }: CraftedKey, input: Buffer): Buffer {
  switch (alg) {
    case 'RS256':
      return signBytes('sha256', input, key);
    case 'PS256':
      return signBytes('sha256', input, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
    case 'ES256':
      return signBytes('sha256', input, { key, dsaEncoding: 'ieee-p1363' });
    default:
      return signBytes(null, input, key);
  }
}

export type CraftedProvider = {
  readonly issuer: string;
  /** What it publishes: members that are given replace the former ones. */
  publish(documents: { keys?: unknown; configuration?: Json; status?: number }): void;
  behave(how: Misbehaviour | undefined): void;
  /** The addresses that were asked for since this was last called, in their order. */
  asked(): string[];
  /** Nobody answers any more, and its port may be somebody else's. */
  stop(): Promise<void>;
};

/** Whatever a provider could publish, on loopback: the two documents that keys are found by, and nothing else. */
export async function startCraftedProvider(keys: unknown): Promise<CraftedProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  let configuration: Json = {
    issuer,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  };
  let published = keys;
  let status = 200;
  const asked: string[] = [];
  let behaviour: Misbehaviour | undefined;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (behaviour !== undefined) {
      misbehave(behaviour, request, response);
      return;
    }
    const body = { '/.well-known/openid-configuration': configuration, '/keys': { keys: published } }[
      request.url ?? ''
    ];
    response.writeHead(body === undefined ? 404 : status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    publish: (documents) => {
      configuration = { ...configuration, ...documents.configuration };
      if ('keys' in documents) published = documents.keys;
      status = documents.status ?? status;
    },
    behave: (how) => {
      behaviour = how;
    },
    asked: () => asked.splice(0),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
