import assert from 'node:assert/strict';
import { type IncomingMessage, request as open } from 'node:http';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import Type from 'typebox';
import { apiSurfaces } from '../app.ts';
import { startToyServer, TOY_TOKEN, type ToyServer } from '../test/toy-server.ts';
import { compressionOf } from './compress.ts';
import { route } from './route.ts';
import { Shape } from './schemas.ts';

const UNPACK = {
  zstd: promisify(zstdDecompress),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
} as const;

type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
};

describe('answers that are asked for compressed', () => {
  let server: ToyServer;
  before(async () => {
    server = await startToyServer();
  });
  after(() => server.close());

  async function ask(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    options: { method?: string; body?: object } = {},
  ): Promise<Answer> {
    const { method = 'GET', body } = options;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = open(
      `${server.url}/api/v1${path}`,
      { method, agent: false, headers: { authorization: `Bearer ${TOY_TOKEN}`, ...json, ...headers } },
      resolve,
    );
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const response = await promise;
    const bytes = Buffer.concat(await response.toArray());
    return { status: response.statusCode ?? 0, headers: response.headers, bytes };
  }
  /** The answer repeats the query, so it is longer than the 1,024 bytes from which answers are compressed. */
  const LONG = `/echo?q=${'na'.repeat(700)}`;

  for (const encoding of ['zstd', 'br', 'gzip'] as const)
    test(`are compressed by ${encoding}: the bytes are fewer, the text is the same`, async () => {
      const plain = await ask(LONG);
      const packed = await ask(LONG, { 'accept-encoding': encoding });
      assert.deepEqual(
        [plain.headers['content-encoding'], packed.headers['content-encoding']],
        [undefined, encoding],
      );
      assert.ok(packed.bytes.length < plain.bytes.length / 3);
      assert.deepEqual(await UNPACK[encoding](packed.bytes), plain.bytes);
      for (const { headers } of [plain, packed]) {
        assert.match(headers.vary ?? '', /\baccept-encoding\b/i);
        assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      }
    });

  test('are compressed whatever their length, and in answers to writes too', async () => {
    for (const length of [2_000, 10_000]) {
      const body = { name: 'ab'.repeat(length / 2) };
      const { headers, bytes } = await ask('/echo', { 'accept-encoding': 'gzip' }, { method: 'POST', body });
      assert.equal(headers['content-encoding'], 'gzip');
      assert.equal(JSON.parse((await UNPACK.gzip(bytes)).toString()).body.name, body.name);
      assert.equal(headers.etag, undefined);
    }
  });

  test('are not where they are short, or the client takes none of these', async () => {
    assert.equal(
      (await ask('/echo?q=short', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
      undefined,
    );
    for (const taken of ['identity', 'deflate', 'gzip;q=0', 'zstd;q=0, identity']) {
      const { status, headers } = await ask(LONG, { 'accept-encoding': taken });
      assert.deepEqual([status, headers['content-encoding']], [200, undefined], taken);
    }
    assert.equal((await ask(LONG, { 'accept-encoding': 'gzip;q=0, br' })).headers['content-encoding'], 'br');
  });

  test('share the tag of the whole as a weak one, and either gets 304', async () => {
    const [plain, packed] = [await ask(LONG), await ask(LONG, { 'accept-encoding': 'br' })];
    assert.match(plain.headers.etag ?? '', /^"[\w-]{22}"$/);
    assert.equal(packed.headers.etag, `W/${plain.headers.etag}`);
    for (const encoding of ['identity', 'br'])
      for (const tag of [plain.headers.etag, packed.headers.etag]) {
        const again = await ask(LONG, { 'accept-encoding': encoding, 'if-none-match': tag ?? '' });
        assert.deepEqual(
          [again.status, again.bytes.length, again.headers['content-encoding']],
          [304, 0, undefined],
        );
      }
  });

  test('are told of by HEAD as if they were asked for whole', async () => {
    const plain = await ask(LONG);
    const head = await ask(LONG, { 'accept-encoding': 'br' }, { method: 'HEAD' });
    assert.deepEqual([head.status, head.bytes.length, head.headers['content-encoding']], [200, 0, undefined]);
    assert.match(head.headers.etag ?? '', /^"/);
    // The toy says which method came.
    assert.equal(Number(head.headers['content-length']), plain.bytes.length + 1);
    assert.match(head.headers.vary ?? '', /\baccept-encoding\b/i);
  });

  test('are whole where a file or a secret is in them, or events are', async () => {
    const large = { secret: 'na'.repeat(3_000) };
    const one = {
      method: 'GET',
      guard: { kind: 'user' },
      tag: 'Toys',
      summary: 'Toys',
      responses: { 200: Shape({ secret: Type.String({ examples: ['x'] }) }) },
    } as const;
    const own = await startToyServer({
      surfaces: [
        {
          prefix: '/api/v1',
          title: 'Toys',
          summary: 'Toys',
          description: 'Toys.',
          version: '1',
          tags: [{ name: 'Toys', description: 'Toys.' }],
          headers: {},
          envelope: { body: (error) => ({ error: error.code }), schema: () => ({ type: 'object' }) },
          routes: [
            route({
              ...one,
              operation_id: 'getOpen',
              path: '/open',
              handler: async () => ({ status: 200, body: large }),
            }),
            route({
              ...one,
              operation_id: 'getSecret',
              path: '/secret',
              holds_secret: true,
              handler: async () => ({ status: 200, body: large }),
            }),
            route({
              ...one,
              operation_id: 'getFile',
              path: '/file',
              volatile: true,
              download: { media_type: 'application/json', description: 'A file.' },
              handler: async () => ({
                status: 200,
                stream: Readable.from([JSON.stringify(large)]),
                headers: {
                  'content-type': 'application/json',
                  'cache-control': 'no-store',
                  'content-disposition': 'attachment; filename="x"',
                },
              }),
            }),
            route({
              ...one,
              operation_id: 'getEvents',
              path: '/events',
              responses: {},
              events: {
                description: 'Ticks.',
                types: {
                  tick: Shape(
                    {
                      type: Type.Literal('tick', { examples: ['tick'] }),
                      secret: Type.String({ examples: ['x'] }),
                    },
                    { title: 'Tick' },
                  ),
                },
              },
              handler: async () => ({
                status: 200,
                events: (async function* () {
                  yield [{ type: 'tick' as const, ...large }];
                })(),
              }),
            }),
          ],
        },
      ],
      checkResponses: false,
    });
    const encodings: Record<string, string | null> = {};
    for (const path of ['open', 'secret', 'file', 'events']) {
      const answer = await fetch(`${own.url}/api/v1/${path}`, {
        headers: { authorization: `Bearer ${TOY_TOKEN}`, 'accept-encoding': 'gzip' },
      });
      assert.equal(answer.status, 200, path);
      assert.match(await answer.text(), /nananana/);
      encodings[path] = answer.headers.get('content-encoding');
    }
    await own.close();
    assert.deepEqual(encodings, { open: 'gzip', secret: null, file: null, events: null });
  });
});

const NO_SECRETS: ReadonlySet<string> = new Set([
  'code',
  'profile_image_url',
  'logo_url',
  'token_type',
  'token_count',
  'token_expired_at',
  'tokens_sent',
  'failed_tokens',
  'has_push_token',
  'key_prefix',
  'api_keys',
  'api_key_id',
  'replaced_key',
  'public_key',
  'linked_at',
  'key_sessions_missed',
]);

test('each route whose answer has a member that is called like a secret is marked as one, and so never compressed', () => {
  const named: string[] = [];
  for (const one of apiSurfaces({} as Parameters<typeof apiSurfaces>[0]).flatMap(({ routes }) => routes)) {
    const names = [...namesIn(Object.values(one.responses))].filter(
      (name) => /token|secret|key|password|url|link|code|signature/i.test(name) && !NO_SECRETS.has(name),
    );
    if (names.length === 0) continue;
    named.push(one.operation_id);
    assert.equal(compressionOf(one), false, `${one.operation_id}: ${names}`);
  }
  assert.ok(named.length > 15, `${named}`);
});

function* namesIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === 'examples' || key === 'enum') continue;
    if (key === 'properties') yield* Object.keys(Object(value));
    yield* namesIn(value);
  }
}
