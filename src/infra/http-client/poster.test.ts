import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createNetServer, type Server as NetServer } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { freePort } from '../../test/free-port.ts';
import { createPoster, PostError } from './index.ts';

const SECRET = 'hush-hush';
const LATE_MS = 1_000;

const answers: Record<string, RequestListener> = {
  '/echo': async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, headers } = request;
    response.writeHead(201, { 'x-usage': '1,2' });
    response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }));
  },
  '/elsewhere': (_request, response) => response.writeHead(307, { location: '/echo' }).end(),
  '/silent': () => {},
  '/drop': (request) => request.socket.destroy(),
  '/half': (request, response) => {
    response.writeHead(503, { 'content-length': 100, 'retry-after': '7' });
    response.write('half', () => request.socket.destroy());
  },
  '/drip': (_request, response) => void response.writeHead(200).write('.'),
  '/long': (_request, response) => void response.end('x'.repeat(10_000)),
  '/switch': (request) => {
    request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
  },
};

describe('poster', () => {
  let server: Server;
  /** Accepts connections and ends them before TLS begins. */
  let hangUp: NetServer;
  let base: string;
  let connections = 0;
  const poster = createPoster();
  before(async () => {
    server = createHttpServer((request, response) => answers[request.url ?? '']?.(request, response));
    server.on('connection', () => {
      connections += 1;
    });
    server.listen(0, '127.0.0.1');
    hangUp = createNetServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await Promise.all([once(server, 'listening'), once(hangUp, 'listening')]);
    base = `http://127.0.0.1:${portOf(server)}`;
  });
  after(() => {
    poster.close();
    hangUp.close();
    server.closeAllConnections();
    server.close();
  });

  type More = { url?: URL; headers?: Record<string, string>; timeout_ms?: number; max_bytes?: number };
  const post = (path: string, more: More = {}) =>
    poster.post({ url: new URL(path, base), headers: {}, body: 'été', name: 'The place', ...more });
  const failureOf = async (path: string, more: More = {}) => {
    const error = await post(path, more).then(
      () => assert.fail('it was answered'),
      (caught: unknown) => caught,
    );
    assert.ok(error instanceof PostError);
    assert.match(error.message, /^The place/);
    const { stack, ...rest } = error;
    assert.doesNotMatch(`${inspect(rest, { depth: 9 })} ${error.message}`, /hush-hush|127\.0\.0\.1/);
    return [error.fault, error.may_have_arrived];
  };

  /** Starts the answer's time limit once something has happened, however long that takes. */
  const lateAfter = async <T>(
    t: TestContext,
    event: Promise<unknown>,
    asked: () => Promise<T>,
  ): Promise<T> => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const answer = asked();
    await event;
    t.mock.timers.tick(LATE_MS);
    t.mock.timers.reset();
    return await answer;
  };

  test('posts what it is given and gives back what is answered, over a connection that is kept', async () => {
    await post('/echo');
    const before_it = connections;
    const { status, headers, body } = await post('/echo', { headers: { authorization: 'Bearer x' } });
    assert.deepEqual([status, headers['x-usage'], connections - before_it], [201, '1,2', 0]);
    assert.partialDeepStrictEqual(JSON.parse(String(body)), {
      method: 'POST',
      headers: { 'user-agent': 'Ekiden', authorization: 'Bearer x', 'content-length': '5' },
      body: 'été',
    });
  });

  test('a redirect is an answer, and so is a status whose body never ends, breaks off or is too long', async (t) => {
    assert.equal((await post('/elsewhere')).status, 307);
    const { status, headers, body } = await post('/half');
    assert.deepEqual([status, headers['retry-after'], body], [503, '7', null]);
    const begun = await lateAfter(t, answerBegins(), () => post('/drip', { timeout_ms: LATE_MS }));
    assert.partialDeepStrictEqual(begun, { status: 200, body: null });
    assert.partialDeepStrictEqual(await post('/long', { max_bytes: 9_999 }), { status: 200, body: null });
    assert.equal((await post('/long', { max_bytes: 10_000 })).body?.length, 10_000);
  });

  test('without an answer, the request may have arrived as soon as there was a connection', async (t) => {
    const silent = () => failureOf('/silent', { timeout_ms: LATE_MS });
    assert.deepEqual(await lateAfter(t, once(server, 'request'), silent), ['timeout', true]);
    assert.deepEqual(await failureOf('/drop'), ['broken', true]);
    assert.deepEqual(await failureOf('/switch'), ['broken', true]);
  });

  test('a request without a connection has not arrived', async () => {
    const nobody = new URL(`http://127.0.0.1:${await freePort()}/?token=${SECRET}`);
    assert.deepEqual(await failureOf('/', { url: nobody }), ['broken', false]);
    const untaught = new URL(`https://127.0.0.1:${portOf(hangUp)}/${SECRET}`);
    assert.deepEqual(await failureOf('/', { url: untaught }), ['broken', false], 'no word of TLS was said');
    assert.deepEqual(await failureOf('/echo', { headers: { [`${SECRET} `]: 'x' } }), ['broken', false]);
    assert.deepEqual(await failureOf('/', { url: new URL(`ftp://${SECRET}/`) }), ['broken', false]);
  });

  test('on a kept connection that has ended meanwhile the system takes nothing, and says so', async () => {
    // 0 waits; 1 means that the other side has closed the connection. This thread sleeps, so it cannot have noticed.
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(ENDS_CONNECTIONS, { eval: true, workerData: signal });
    const [port] = await once(worker, 'message');
    const url = new URL(`http://127.0.0.1:${port}/`);
    assert.equal((await post('/', { url })).status, 200);
    worker.postMessage('end it');
    Atomics.wait(signal, 0, 0);
    assert.deepEqual(await failureOf('/', { url }), ['broken', false]);
    assert.equal((await post('/', { url })).status, 200, 'and the next one goes over a new one');
    await worker.terminate();
  });
});

function answerBegins(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const channel = 'http.client.response.finish';
  const heard = () => {
    unsubscribe(channel, heard);
    resolve();
  };
  subscribe(channel, heard);
  return promise;
}

const portOf = (server: NetServer): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const ENDS_CONNECTIONS = `
  const { once } = require('node:events');
  const { createServer } = require('node:http');
  const { parentPort, workerData: signal } = require('node:worker_threads');
  const sockets = new Set();
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  parentPort.on('message', async () => {
    await Promise.all([...sockets].map((socket) => once(socket.resetAndDestroy(), 'close')));
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
`;
