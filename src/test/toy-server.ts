import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import Type from 'typebox';
import { type Authenticators, invalidKey } from '../http/guard.ts';
import { type Route, route } from '../http/route.ts';
import { Id, Shape } from '../http/schemas.ts';
import { buildServer, type ServerOptions } from '../http/server.ts';
import { applicationEnvelope, developerEnvelope, type Surface } from '../http/surface.ts';
import { ignoresUnknown } from '../http/unknown-names.ts';
import { createMemoryRateLimiter } from '../infra/rate-limit/memory.ts';
import { SERVER_LIMITS } from '../shared/access.ts';
import { notFound, unauthenticated } from '../shared/errors.ts';
import { systemClock } from '../shared/time.ts';
import { freePort } from './free-port.ts';

export const TOY_TOKEN = 'toy-token';
/** Of somebody else by this name. */
export const toyTokenOf = (name: string): string => `${TOY_TOKEN}-${name}`;
export const TOY_KEY = 'ekiden_toy';
/** Of a platform that posts to `/bytes`. */
export const TOY_PLATFORM_KEY = 'toy-platform';
export const TOY_ID = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';

/** A small server on both surfaces: the HTTP kernel with nothing behind it. */
export type ToyServer = {
  readonly url: string;
  /** What was logged, a JSON object a line. */
  readonly logs: readonly string[];
  /** How many requests `/slow` holds. */
  held(): number;
  /** Lets `/slow` answer. */
  release(): void;
  /** How many bytes `/endless` was asked for. */
  produced(): number;
  close(): Promise<void>;
};

const Echo = Shape(
  { method: Type.String(), ip: Type.String(), query: Type.Unknown(), body: Type.Unknown() },
  { examples: [{ method: 'GET', ip: '127.0.0.1', query: { q: 'one' }, body: null }] },
);

const TOY_BODY = {
  name: Type.Optional(Type.String({ maxLength: 10_000, examples: ['Toy'] })),
  count: Type.Optional(Type.Integer({ examples: [1] })),
  ratio: Type.Optional(Type.Number({ examples: [0.5] })),
};
export const TOY_MUCH_BYTES = 3 * 1024 * 1024;
const TOY_MUCH = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 10, examples: ['Toy'] })),
  plenty: Type.Optional(Type.Unknown({ examples: [[1, 2]] })),
  count: Type.Optional(Type.Integer({ default: 7, examples: [1] })),
});
const BYTES = { media_type: 'application/octet-stream', description: 'Bytes.' };
const SAVED = { 'content-disposition': 'attachment; filename="bytes"', 'cache-control': 'no-store' };
const TOY_QUERY = Type.Object({
  q: Type.Optional(Type.String({ examples: ['one'] })),
  n: Type.Optional(Type.Integer({ examples: [1] })),
});

function echoRoutes(guard: Route['guard'], extra: readonly Route[]): readonly Route[] {
  const echo = { guard, tag: 'Toys', responses: { 200: Echo } } as const;
  return [
    route({
      ...echo,
      operation_id: 'getEcho',
      method: 'GET',
      path: '/echo',
      summary: 'Says what came',
      query: TOY_QUERY,
      handler: async ({ method, client_ip, query }) => ({
        status: 200,
        body: { method, ip: client_ip, query, body: null },
      }),
    }),
    route({
      ...echo,
      operation_id: 'postEcho',
      method: 'POST',
      path: '/echo',
      summary: 'Says what came',
      query: TOY_QUERY,
      body: Type.Object(TOY_BODY),
      handler: async ({ method, client_ip, query, body }) => ({
        status: 200,
        body: { method, ip: client_ip, query, body },
      }),
    }),
    route({
      ...echo,
      operation_id: 'postOpen',
      method: 'POST',
      path: '/open',
      summary: 'Lets pass what it does not know',
      body: Type.Object(TOY_BODY, ignoresUnknown('preferences')),
      handler: async ({ method, client_ip, body }) => ({
        status: 200,
        body: { method, ip: client_ip, query: null, body },
      }),
    }),
    route({
      ...echo,
      operation_id: 'renameItem',
      method: 'POST',
      path: '/items/:id/rename',
      summary: 'Changes what is never there',
      params: Type.Object({ id: Id }),
      body: Shape(TOY_BODY),
      handler: async () => {
        throw notFound();
      },
    }),
    route({
      ...echo,
      operation_id: 'sendFile',
      method: 'POST',
      path: '/file',
      summary: 'Takes a file',
      file: { field: 'file', max_bytes: 100_000, description: 'Any file.' },
      handler: async ({ method, client_ip, file }) => ({
        status: 200,
        body: { method, ip: client_ip, query: file.file_name, body: file.bytes.length },
      }),
    }),
    route({
      ...echo,
      operation_id: 'sendMuch',
      method: 'POST',
      path: '/much',
      summary: 'Takes much JSON',
      body: TOY_MUCH,
      max_body_bytes: TOY_MUCH_BYTES,
      handler: async ({ method, client_ip, body }) => ({
        status: 200,
        body: {
          method,
          ip: client_ip,
          query: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
          body: null,
        },
      }),
    }),
    route({
      ...echo,
      guard: {
        kind: 'platform',
        admit: (headers) => {
          if (headers['x-api-key'] !== TOY_PLATFORM_KEY) throw unauthenticated();
        },
      },
      operation_id: 'sendBytes',
      method: 'POST',
      path: '/bytes',
      summary: 'Takes JSON unread',
      bytes: { max_bytes: TOY_MUCH_BYTES, description: 'Anything.' },
      handler: async ({ method, client_ip, bytes }) => ({
        status: 200,
        body: { method, ip: client_ip, query: bytes.length, body: bytes.toString('latin1', 0, 100) },
      }),
    }),
    ...extra,
  ];
}

function playRoutes(hold: () => Promise<void>, count: (bytes: number) => void): readonly Route[] {
  const open = { guard: { kind: 'open' }, tag: 'Play', method: 'GET', responses: {} } as const;
  const failing = (operation_id: string, path: string, read: () => Promise<never>): Route =>
    route({ ...open, operation_id, path, summary: 'Fails', handler: read });
  return [
    route({
      ...open,
      operation_id: 'getSlowly',
      path: '/slow',
      summary: 'Answers when it is let',
      responses: { 200: Shape({ done: Type.Boolean({ examples: [true] }) }) },
      handler: async () => {
        await hold();
        return { status: 200, body: { done: true } };
      },
    }),
    route({
      ...open,
      operation_id: 'getEndlessly',
      path: '/endless',
      summary: 'Streams as much as is read',
      volatile: true,
      download: BYTES,
      handler: async () => ({ status: 200, stream: endless(count), headers: SAVED }),
    }),
    route({
      ...open,
      operation_id: 'getBrokenFile',
      path: '/broken-file',
      summary: 'Streams a file that cannot be read',
      volatile: true,
      download: BYTES,
      handler: async () => ({
        status: 200,
        stream: new Readable({
          read() {
            this.destroy(new Error('secret path /var/lib/ekiden'));
          },
        }),
        headers: { 'content-length': '10', ...SAVED },
      }),
    }),
    failing('throwError', '/throws', async () => {
      throw new Error('SELECT secret FROM users');
    }),
    failing('throwNull', '/throws-null', async () => {
      throw null;
    }),
  ];
}

const CHUNK = Buffer.alloc(64 * 1024, 'x');

function endless(count: (bytes: number) => void): Readable {
  return new Readable({
    read() {
      count(CHUNK.length);
      this.push(CHUNK);
    },
  });
}

const authenticators: Authenticators = {
  accessToken: async (token) => {
    if (token !== TOY_TOKEN && !token.startsWith(`${TOY_TOKEN}-`)) throw unauthenticated();
    const user_id = token === TOY_TOKEN ? TOY_ID : token.slice(TOY_TOKEN.length + 1);
    return { type: 'user', user_id, roles: ['user'], token_issued_at: new Date() };
  },
  appKey: () => {
    throw unauthenticated();
  },
  cookie: async () => null,
  apiKey: async (secret) => {
    if (secret !== TOY_KEY) throw invalidKey();
    return {
      type: 'api_key',
      key_id: TOY_ID,
      org_id: TOY_ID,
      scopes: ['org:read'],
      features: ['developer_api'],
      limits: SERVER_LIMITS,
    };
  },
};

/** Starts a toy server; the caller closes it. */
export async function startToyServer(options: Partial<ServerOptions> = {}): Promise<ToyServer> {
  const logs: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  const hold = (): Promise<void> => {
    held += 1;
    return released;
  };
  let produced = 0;
  const play = playRoutes(hold, (bytes) => {
    produced += bytes;
  });
  const common = {
    title: 'Toys',
    summary: 'Toys',
    description: 'Toys.',
    tags: [
      { name: 'Toys', description: 'Toys.' },
      { name: 'Play', description: 'Toys that misbehave.' },
    ],
    version: '1',
  };
  const application: Surface = {
    ...common,
    prefix: '/api/v1',
    headers: {},
    envelope: applicationEnvelope,
    is_for_browsers: true,
    routes: echoRoutes({ kind: 'user' }, play),
  };
  const developer: Surface = {
    ...common,
    version: '2026-07-01',
    prefix: '/developer/v1',
    headers: { 'x-api-version': '2026-07-01' },
    envelope: developerEnvelope,
    routes: echoRoutes({ kind: 'developer_key', scope: 'org:read' }, play),
  };
  const app = await buildServer({
    surfaces: [application, developer],
    bareRoutes: [],
    authenticators,
    logger: pino({ level: 'debug' }, { write: (line: string) => logs.push(line) }),
    baseUrl: 'http://127.0.0.1',
    keyLimits: {
      limiter: createMemoryRateLimiter({ clock: systemClock }),
      windows: [{ name: 'minute', limit: 1_000_000, seconds: 60 }],
    },
    checkResponses: true,
    ...options,
  });
  const url = await app.listen({ host: '127.0.0.1', port: await freePort() });
  return { url, logs, held: () => held, release, produced: () => produced, close: () => app.close() };
}
