import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertErrorAnswer, SURFACES } from '../test/envelopes.ts';
import { openConnection, parseResponses, sendRaw } from '../test/raw-http.ts';
import { startToyServer, TOY_KEY, TOY_TOKEN, type ToyServer } from '../test/toy-server.ts';

let server: ToyServer;
before(async () => {
  server = await startToyServer();
});
after(() => server.close());

const CREDENTIALS = `Authorization: Bearer ${TOY_TOKEN}\r\nX-API-Key: ${TOY_KEY}\r\n`;

for (const { prefix: surface } of SURFACES) {
  describe(`requests below ${surface} that are not HTTP`, () => {
    const invalid = { surface, status: 400, code: 'validation_error' };
    const credentials = surface === '/api/v1' ? CREDENTIALS.split('\r\n')[0] : CREDENTIALS.split('\r\n')[1];
    const post = (headers: string, body: string): string =>
      `POST ${surface}/echo HTTP/1.1\r\nHost: a\r\n${credentials}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
    const refused = async (request: string | Uint8Array, expected = invalid): Promise<void> => {
      const answers = await sendRaw(server.url, request);
      assert.equal(answers.length, 1, 'one answer, and the connection closed');
      assertErrorAnswer(answers[0], expected);
      assert.equal(answers[0]?.headers.connection, 'close');
      assert.equal(answers[0]?.headers['cache-control'], 'no-store');
    };

    test('malformed headers are refused in the envelope', async () => {
      const get = (line: string): string => `GET ${surface}/echo HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`;
      for (const line of ['no colon', ': no name', 'a b: c', 'a : c', 'a: b\0c', 'é: x', ' folded: x']) {
        await refused(get(line));
      }
      await refused(Buffer.from(get('x: \x01\x7f'), 'latin1'));
    });

    test('malformed request lines are refused in the envelope', async () => {
      for (const [line, says] of [
        [`GET ${surface}/echo`, /speaks HTTP\/1\.1/],
        [`GET ${surface}/echo HTTP/9.9`, /must end in HTTP\/1\.1/],
        [`GET ${surface}/echo HTTP/1.1 extra`, /must end in HTTP\/1\.1/],
        [`GET ${surface}/ec ho HTTP/1.1`, /percent-encode spaces/],
        [`GET ${surface}/echo\0 HTTP/1.1`, /must be percent-encoded/],
        [`GET ${surface}/echo\x7f HTTP/1.1`, /must be percent-encoded/],
        [`GET ${surface}/朝 HTTP/1.1`, /must be percent-encoded/],
        [`get ${surface}/echo HTTP/1.1`, /a method of HTTP/],
      ] as const) {
        const answers = await sendRaw(server.url, `${line}\r\nHost: a\r\n\r\n`);
        const lower = line.startsWith('get');
        const error = assertErrorAnswer(answers[0], lower ? { ...invalid, surface: '/api/v1' } : invalid);
        assert.match(String(error.error), says, line);
        assert.equal(answers.length, 1);
      }
    });

    test('headers over 16 KiB are refused in the envelope', async () => {
      const large = { surface, status: 431, code: 'headers_too_large' };
      await refused(`GET ${surface}/echo HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, large);
      await refused(`GET ${surface}/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, large);
      const many = Array.from({ length: 3_000 }, (_, i) => `X${i}: y`).join('\r\n');
      await refused(`GET ${surface}/echo HTTP/1.1\r\nHost: a\r\n${many}\r\n\r\n`, large);
    });

    test('a request without a Host or with two is refused, except over HTTP/1.0', async () => {
      const close = 'Connection: close\r\n';
      await refused(`GET ${surface}/openapi.json HTTP/1.1\r\n${close}\r\n`);
      await refused(`GET ${surface}/openapi.json HTTP/1.1\r\nHost: a\r\nhost: b\r\n${close}\r\n`);
      const [old] = await sendRaw(server.url, `GET ${surface}/openapi.json HTTP/1.0\r\n\r\n`);
      assert.equal(old?.status, 200);
    });

    test('lengths that contradict each other, as smuggling uses them', async () => {
      for (const headers of [
        'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n',
        'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n',
        'Content-Length: 2\r\nContent-Length: 3\r\n',
        'Content-Length: 2, 3\r\n',
        'Content-Length: -2\r\n',
        'Content-Length: +2\r\n',
        'Content-Length: 0x2\r\n',
        'Content-Length: 99999999999999999999\r\n',
        'Transfer-Encoding: chunked, identity\r\n',
        'Transfer-Encoding: xchunked\r\n',
        'Transfer-Encoding : chunked\r\n',
        'Transfer-Encoding:\x0bchunked\r\n',
        'Content-Length: 2\nX: y\r\n',
      ]) {
        await refused(post(headers, '{}'));
      }
    });

    test('a body that is not as announced is refused', async () => {
      const chunked = 'Transfer-Encoding: chunked\r\nX-Request-ID: chunk-1\r\n';
      for (const body of [
        'zz\r\n{}\r\n0\r\n\r\n',
        '2\r\n{}XX0\r\n\r\n',
        '-2\r\n{}\r\n',
        `${'f'.repeat(40)}\r\n{}\r\n`,
      ]) {
        const [answer] = await sendRaw(server.url, post(chunked, body));
        assert.match(String(assertErrorAnswer(answer, invalid).error), /not in chunks/);
      }
      await refused(post(chunked, '2\n{}\n0\n\n'));
      // The fault arrives later, alone: the answer must still know the address and the request id.
      const connection = openConnection(server.url);
      connection.write(post(chunked, '2\r\n{"\r\n'));
      await sleep(50);
      connection.write('not a chunk\r\n\r\n');
      const [answer] = parseResponses(await connection.closed);
      assertErrorAnswer(answer, { ...invalid, requestId: 'chunk-1' });
      // The body is cut short: the connection is gone, and the server goes on.
      const short = openConnection(server.url);
      short.write(post('Content-Length: 10\r\n', '{}'));
      short.socket.end();
      assert.doesNotMatch(await short.closed, /HTTP\/1\.1 [25]/);
      // The body is longer than announced: the rest is a broken next request.
      const answers = await sendRaw(server.url, post('Content-Length: 2\r\n', '{}trailing\r\n\r\n'));
      assert.equal(answers[0]?.status, 200);
      assertErrorAnswer(answers[1], invalid);
    });

    test('what follows a sound request on its connection is answered after it', async () => {
      const get = `GET ${surface}/echo HTTP/1.1\r\nHost: a\r\n${credentials}\r\n\r\n`;
      const answers = await sendRaw(server.url, `${get}${get}garbage\r\n\r\nmore garbage\r\n\r\n`);
      assert.deepEqual([answers.length, answers[0]?.status, answers[1]?.status], [3, 200, 200]);
      assertErrorAnswer(answers[2], invalid);
      const later = openConnection(server.url);
      later.write(get);
      await later.until(/\r\n\r\n\{/);
      later.write('garbage\r\n\r\n');
      const [first, second] = parseResponses(await later.closed);
      assert.equal(first?.status, 200);
      assertErrorAnswer(second, invalid);
    });

    test('Expect, Upgrade and HTTP/2 by prior knowledge get an answer in the envelope', async () => {
      const close = 'Connection: close\r\n';
      const [ready] = await sendRaw(
        server.url,
        post(`${close}Content-Length: 2\r\nExpect: 100-continue\r\n`, '{}'),
      );
      assert.equal(ready?.status, 200);
      const [odd] = await sendRaw(
        server.url,
        post(`${close}Content-Length: 2\r\nExpect: 200-maybe\r\n`, '{}'),
      );
      assert.equal(odd?.status, 200);
      const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
      const [plain] = await sendRaw(
        server.url,
        `GET ${surface}/openapi.json HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`,
      );
      assert.equal(plain?.status, 200);
      const [h2] = await sendRaw(server.url, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
      assertErrorAnswer(h2, { ...invalid, surface: '/api/v1' });
    });

    describe('multipart', () => {
      const boundary = 'b0undary';
      const part = (disposition: string, content: string): string =>
        `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
      const file = (name = 'file', content = 'abc'): string =>
        part(`name="${name}"; filename="a.fit"`, content);
      const end = `--${boundary}--\r\n`;
      const upload = (body: string, type = `multipart/form-data; boundary=${boundary}`): string =>
        `POST ${surface}/file HTTP/1.1\r\nHost: a\r\n${credentials}\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

      test('that holds one file is read', async () => {
        const [answer] = await sendRaw(server.url, upload(part('name="note"', 'x') + file() + end));
        assert.equal(answer?.status, 200, answer?.text ?? 'no answer');
        assert.equal(JSON.parse(answer?.text ?? '').body, 3);
        const [empty] = await sendRaw(server.url, upload(file('file', '') + end));
        assert.equal(empty?.status, 200);
      });

      test('that is broken is refused, and the server goes on', async () => {
        for (const body of [
          '',
          'no parts at all',
          end,
          file().slice(0, -4),
          file(),
          `--${boundary}\r\n`,
          `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${end}`,
          file() + file() + end,
          file('other') + end,
          file() + file('other') + end,
          part('name="file"', 'a field, not a file') + end,
          part('name="x"', 'y').repeat(25) + end,
          file() + part('name="x"', 'y').repeat(25) + end,
          part('name="__proto__"', 'y') + file() + end,
          part(`name="${'n'.repeat(5_000)}"`, 'x') + end,
        ]) {
          const [answer] = await sendRaw(server.url, upload(body));
          assertErrorAnswer(answer, invalid);
        }
        const [none] = await sendRaw(server.url, upload(file() + end, 'multipart/form-data'));
        assertErrorAnswer(none, invalid);
      });

      test('with a file or a field that is too large', async () => {
        const large = { surface, status: 413, code: 'payload_too_large' };
        const [answer] = await sendRaw(server.url, upload(file('file', 'x'.repeat(100_001)) + end));
        assertErrorAnswer(answer, large);
        const [field] = await sendRaw(
          server.url,
          upload(part('name="x"', 'y'.repeat(150_000)) + file() + end),
        );
        assert.equal(field?.status, 200, 'what is not wanted is read over');
        const [announced] = await sendRaw(server.url, upload(file('file', 'x'.repeat(300_000)) + end));
        assertErrorAnswer(announced, large);
      });
    });
  });
}

test('noise that names no address is answered in the envelope of the application API', async () => {
  for (const noise of [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '\r\n\r\n\r\nx',
    'x'.repeat(100_000),
    '{}\n',
  ]) {
    const [answer] = await sendRaw(server.url, Buffer.from(noise, 'latin1'));
    assertErrorAnswer(answer, { surface: '/api/v1', status: 400, code: 'validation_error' });
  }
  assert.equal((await fetch(`${server.url}/api/v1/openapi.json`)).status, 200);
});
