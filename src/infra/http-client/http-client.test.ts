import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { freePort } from '../../test/free-port.ts';
import { createHttpClient, HttpClientError, type HttpRequest } from './index.ts';

const SECRET = 'hush-hush';

const answers: Record<string, RequestListener> = {
  '/echo': async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    response.writeHead(201, { 'content-type': 'application/json', 'x-usage': '1,2' });
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  },
  '/elsewhere': (_request, response) => response.writeHead(302, { location: '/echo' }).end('over there'),
  '/silent': () => {},
  '/drip': (_request, response) => {
    const timer = setInterval(() => response.write('.'), 10);
    response.on('close', () => clearInterval(timer));
  },
  '/endless': (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/half': (request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => request.socket.destroy());
  },
  '/drop': (request) => request.socket.destroy(),
  '/bomb': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(4_000_000)));
  },
  '/no-gzip': (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
};

describe('HTTP client', () => {
  let server: Server;
  let base: string;
  before(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    server = createServer((request, response) => {
      answers[new URL(request.url ?? '', base).pathname]?.(request, response);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const client = createHttpClient();
  const ask = (path: string, more: Partial<HttpRequest> = {}) =>
    client.send({ method: 'GET', url: new URL(path, base), name: 'The place', ...more });
  const faultOf = async (path: string, more: Partial<HttpRequest> = {}): Promise<string> => {
    const url = new URL(`${path}?token=${SECRET}`, base);
    const error = await ask(path, { url, headers: { authorization: SECRET }, ...more }).then(
      () => assert.fail('it was answered'),
      (caught: unknown) => caught,
    );
    assert.ok(error instanceof HttpClientError);
    assert.match(error.message, /^The place/);
    const { stack, ...rest } = error;
    for (const seen of [inspect(rest, { depth: 9 }), error.message, String(error.cause)])
      assert.doesNotMatch(seen, /hush-hush|127\.0\.0\.1/);
    return error.fault;
  };

  test('sends what it is given and gives back what is answered, whatever its status', async () => {
    const { status, headers, body } = await ask('/echo?a=1', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: 'Bearer x' },
      body: 'été',
    });
    assert.equal(status, 201);
    assert.equal(headers.get('x-usage'), '1,2');
    const echo: unknown = JSON.parse(body.toString());
    assert.partialDeepStrictEqual(echo, {
      method: 'POST',
      url: '/echo?a=1',
      headers: { 'user-agent': 'Ekiden', 'content-type': 'text/plain', authorization: 'Bearer x' },
      body: 'été',
    });
  });

  test('a redirect is returned and not followed', async () => {
    const { status, body } = await ask('/elsewhere');
    assert.deepEqual([status, body.toString()], [302, 'over there']);
  });

  test('an answer that does not come, or does not end, is waited for so long and no longer', async () => {
    assert.equal(await faultOf('/silent', { timeout_ms: 50 }), 'timeout');
    assert.equal(await faultOf('/drip', { timeout_ms: 50 }), 'timeout');
  });

  test('an answer that is too long is not read to its end', async () => {
    assert.equal(await faultOf('/endless', { max_bytes: 1_000_000 }), 'too_large');
    assert.equal(await faultOf('/bomb', { max_bytes: 1_000_000 }), 'too_large', 'counted unpacked');
    assert.equal((await ask('/bomb', { max_bytes: 4_000_000 })).body.length, 4_000_000);
  });

  test('half an answer is an error', async () => {
    for (const path of ['/half', '/drop', '/no-gzip']) assert.equal(await faultOf(path), 'broken', path);
  });

  test('an unreachable server or a wrong address is an error', async () => {
    const nobody = new URL(`http://127.0.0.1:${await freePort()}/?token=${SECRET}`);
    assert.equal(await faultOf('/', { url: nobody }), 'broken');
    const { host } = new URL(base);
    assert.equal(await faultOf('/', { url: new URL(`http://${SECRET}:x@${host}/echo`) }), 'broken');
    assert.equal(await faultOf('/echo', { headers: { [`${SECRET} `]: 'x' } }), 'broken');
  });

  test('who asked can give up, before and while it is asked', async () => {
    assert.equal(await faultOf('/echo', { signal: AbortSignal.abort() }), 'broken');
    const giveUp = new AbortController();
    const waiting = faultOf('/silent', { signal: giveUp.signal });
    giveUp.abort(new Error(SECRET));
    assert.equal(await waiting, 'broken');
  });
});
