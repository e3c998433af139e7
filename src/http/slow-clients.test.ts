import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertErrorAnswer, SURFACES } from '../test/envelopes.ts';
import { openConnection, parseResponses, type RawConnection } from '../test/raw-http.ts';
import { startToyServer, TOY_KEY, TOY_TOKEN, type ToyServer } from '../test/toy-server.ts';

const TIMEOUTS = { headers: 500, request: 1_000, idle: 2_000, keepAlive: 1_000, check: 50 };

/** For well-behaved clients: on a busy machine their requests may take longer than the short limits. */
const PATIENT = { ...TIMEOUTS, headers: 60_000, request: 60_000, keepAlive: 2_000 };

let server: ToyServer;
let patient: ToyServer;
before(async () => {
  server = await startToyServer({ timeouts: TIMEOUTS });
  patient = await startToyServer({ timeouts: PATIENT });
});
after(async () => {
  server.release();
  patient.release();
  await Promise.all([server.close(), patient.close()]);
});

async function drip(connection: RawConnection, character: string): Promise<string> {
  const timer = setInterval(() => connection.write(character), 20);
  const received = await connection.closed;
  clearInterval(timer);
  return received;
}

describe('clients that take their time', { concurrency: true }, () => {
  for (const { prefix: surface } of SURFACES) {
    const credentials =
      surface === '/api/v1' ? `Authorization: Bearer ${TOY_TOKEN}` : `X-API-Key: ${TOY_KEY}`;
    const start = `POST ${surface}/echo HTTP/1.1\r\nHost: a\r\n${credentials}\r\n`;
    const timeout = { surface, status: 408, code: 'request_timeout' };

    test(`a body that drips is cut off, and told so (${surface})`, async () => {
      const connection = openConnection(server.url);
      connection.write(
        `${start}X-Request-ID: drip-1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
      );
      const [answer] = parseResponses(await drip(connection, ' '));
      assertErrorAnswer(answer, { ...timeout, requestId: 'drip-1' });
    });

    test(`a body that never comes is cut off (${surface})`, async () => {
      const connection = openConnection(server.url);
      connection.write(`${start}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n`);
      await connection.closed;
    });

    test(`a multipart body that drips is cut off (${surface})`, async () => {
      const connection = openConnection(server.url);
      connection.write(
        `${start.replace('/echo', '/file')}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n`,
      );
      const [answer] = parseResponses(await drip(connection, 'x'));
      assertErrorAnswer(answer, timeout);
    });
  }

  test('headers that drip are cut off, and told so', async () => {
    const connection = openConnection(server.url);
    connection.write('GET /api/v1/echo HTTP/1.1\r\nHost: a\r\nX: ');
    const [answer] = parseResponses(await drip(connection, 'y'));
    assertErrorAnswer(answer, { surface: '/api/v1', status: 408, code: 'request_timeout' });
  });

  test('two hundred silent connections are cut off while the server answers others', async () => {
    const silent = Array.from({ length: 200 }, () => openConnection(server.url));
    const answered = await fetch(`${server.url}/api/v1/openapi.json`);
    assert.equal(answered.status, 200);
    await Promise.all(silent.map(({ closed }) => closed));
  });

  test('a connection kept open without a further request is closed, one in use is not', async () => {
    const get = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
    const connection = openConnection(patient.url);
    for (let i = 0; i < 5; i += 1) {
      connection.write(get);
      await sleep(80);
    }
    assert.equal(parseResponses(await connection.closed).length, 5);
  });

  test('a client waiting for a handler that takes long is not taken for silent', async () => {
    const waiting = fetch(`${patient.url}/api/v1/slow`);
    await sleep(TIMEOUTS.idle + 300);
    patient.release();
    assert.equal((await waiting).status, 200);
  });

  test('a client that stops reading stops the stream, and is cut off', async () => {
    const connection = openConnection(server.url);
    connection.socket.pause();
    connection.write('GET /developer/v1/endless HTTP/1.1\r\nHost: a\r\n\r\n');
    while (server.produced() === 0) await sleep(5);
    let before = -1;
    while (server.produced() !== before) {
      before = server.produced();
      await sleep(100);
    }
    // The sockets' buffers hold this much, not the whole body.
    assert.ok(before < 64 * 1024 * 1024, `${before} bytes were produced for nobody`);
    connection.socket.destroy();
    assert.equal((await fetch(`${server.url}/api/v1/openapi.json`)).status, 200);
  });
});
