import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, parseResponses } from '../test/raw-http.ts';
import { startToyServer, TOY_TOKEN } from '../test/toy-server.ts';

const SLOW = 'GET /api/v1/slow HTTP/1.1\r\nHost: a\r\n\r\n';
const QUICK = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

describe('closing the server', () => {
  test('answers requests in flight, takes no new connections, then runs onClose', async () => {
    const order: string[] = [];
    const server = await startToyServer({
      onClose: async () => {
        order.push('closed');
      },
    });
    // Compiling the answer checks takes time, so the first request comes before the drain.
    await fetch(`${server.url}/api/v1/openapi.json`);
    const inFlight = openConnection(server.url);
    inFlight.write(SLOW);
    while (server.held() === 0) await sleep(5);
    const closing = server.close();
    await assert.rejects(async () => {
      // The listener is closed once the shutdown has got that far.
      for (;;) {
        await fetch(`${server.url}/api/v1/openapi.json`, { headers: { connection: 'close' } });
        await sleep(5);
      }
    });
    assert.deepEqual(order, []);
    inFlight.write(SLOW);
    while (server.held() === 1) await sleep(5);
    server.release();
    const [slow, behind] = parseResponses(await inFlight.closed);
    assert.deepEqual([slow?.status, slow?.text], [200, '{"done":true}']);
    assert.deepEqual([behind?.status, behind?.headers.connection], [200, 'close']);
    await closing;
    assert.deepEqual(order, ['closed']);
  });

  test('closes connections that are kept open, busy ones once they are answered', async () => {
    const server = await startToyServer();
    const idle = openConnection(server.url);
    idle.write(QUICK);
    await idle.until(/\r\n\r\n\{/);
    const silent = openConnection(server.url);
    const busy = openConnection(server.url);
    busy.write(SLOW);
    while (server.held() === 0) await sleep(5);
    const closing = server.close();
    await idle.closed;
    server.release();
    // Without the sweep this connection would stay for the whole keep-alive time.
    assert.equal(parseResponses(await busy.closed).length, 1);
    await silent.closed;
    await closing;
  });

  test('a shutdown cuts connections that do not end within the drain time', async () => {
    const server = await startToyServer({ timeouts: { drain: 100 } });
    const stuck = openConnection(server.url);
    stuck.write(SLOW);
    const dripping = openConnection(server.url);
    dripping.write(
      `POST /api/v1/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOY_TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    while (server.held() === 0) await sleep(5);
    await server.close();
    assert.deepEqual([await stuck.closed, await dripping.closed], ['', '']);
    server.release();
  });

  test('a second time is the same, also while the first is under way, also before anything came', async () => {
    const server = await startToyServer();
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });
});
