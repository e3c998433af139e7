import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { WRITE_KEY_HEADER } from './http/write-key.ts';
import { exchange, type RawRequest } from './test/bad-input/exchange.ts';
import { HOSTILE_VALUES, LONG_VALUES, NEUTRAL_HEADERS } from './test/bad-input/hostile-headers.ts';
import {
  assertDocumented,
  type ServedOperation,
  servedOperations,
} from './test/bad-input/served-operations.ts';
import { badInputStage, changingNothing, requestFor, type Stage } from './test/bad-input/stage.ts';
import { type Answer, assertErrorAnswer, SURFACES } from './test/envelopes.ts';
import { sendRaw } from './test/raw-http.ts';

for (const { prefix: surface } of SURFACES) {
  describe(`bad headers below ${surface}`, () => {
    let stage: Stage;
    let operations: ServedOperation[];
    let plain: Map<ServedOperation, number>;
    before(async () => {
      stage = await badInputStage();
      const all = await servedOperations(stage.server, surface);
      // A write is sent with a body that it refuses; without a body it would be carried out.
      operations = all.filter(({ method, body }) => method === 'GET' || body !== undefined);
      const answers = await send(operations.map((operation) => request(operation, [])));
      plain = new Map(operations.map((operation, index) => [operation, answers[index]?.status ?? 0]));
    });

    const send = (requests: readonly RawRequest[]): Promise<Answer[]> => exchange(stage.server.url, requests);

    function request(operation: ServedOperation, headers: readonly string[]): RawRequest {
      if (operation.body === undefined) return requestFor(stage, operation, { headers });
      const lines = ['Content-Type: application/json', ...headers];
      return { ...requestFor(stage, operation, { headers: lines }), body: '[]' };
    }

    test('are all known to these tests where the document names them', () => {
      for (const { title, parameters } of operations) {
        for (const { name } of parameters.filter((one) => one.in === 'header')) {
          if (name === WRITE_KEY_HEADER) continue;
          assert.ok(NEUTRAL_HEADERS.includes(name), `${title}: what is to become of bad values of ${name}?`);
        }
      }
    });

    test('bad headers change nothing where no operation reads them', async () => {
      const heads = [
        ...HOSTILE_VALUES.map((value) => NEUTRAL_HEADERS.map((name) => `${name}: ${value}`)),
        ...LONG_VALUES.flatMap((value) =>
          ['If-None-Match', 'Range', 'Accept'].map((name) => [`${name}: ${value}`]),
        ),
      ];
      await changingNothing(stage, async () => {
        for (const operation of surface === '/developer/v1' ? operations : operations.slice(0, 5)) {
          const answers = await send(heads.map((lines) => request(operation, lines)));
          for (const [index, answer] of answers.entries()) {
            assertDocumented(operation, answer);
            const isKnown = answer.status === 304 && heads[index]?.includes('If-None-Match: *') === true;
            const what = `${operation.title} ${heads[index]?.[0]?.slice(0, 100)}: ${answer.status}`;
            assert.ok(isKnown || answer.status === plain.get(operation), what);
          }
        }
      });
    });

    test('X-Request-ID comes back when it is sound, and is replaced when it is not', async () => {
      const sound = ['a', '0', 'A-b_c.9', 'x'.repeat(128)];
      const unsound = [
        '',
        'x'.repeat(129),
        'x'.repeat(8_000),
        'a b',
        'a,b',
        '\u00e9',
        '<script>',
        '"',
        '%00',
        '{}',
        '*',
      ];
      for (const operation of operations.slice(0, 8)) {
        const ids = [...sound, ...unsound];
        const answers = await send(ids.map((id) => request(operation, [`X-Request-ID: ${id}`])));
        for (const [index, id] of ids.entries()) {
          const given = answers[index]?.headers['x-request-id'] ?? '';
          const what = `${operation.title} ${id.slice(0, 50)}`;
          if (index < sound.length) assert.equal(given, id, what);
          else assert.match(given, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, what);
        }
      }
    });

    test('a GET with a body is the same without it, whatever it says the body is', async () => {
      const reads = operations.filter(({ method }) => method === 'GET');
      const bodies: [headers: string[], body: string][] = [
        [[], 'x'],
        [['Content-Type: application/json'], '{"broken'],
        [['Content-Type: text/plain', 'Content-Encoding: gzip'], 'x'],
        [['Content-Type: multipart/form-data; boundary=x'], '--x--'],
        [['Content-Type: application/json; charset=utf-16'], 'x'.repeat(10_000)],
      ];
      for (const operation of reads) {
        const answers = await send(
          bodies.map(([headers, body]) => ({ ...requestFor(stage, operation, { headers }), body })),
        );
        for (const answer of answers) {
          assertDocumented(operation, answer);
          assert.equal(answer.status, plain.get(operation), operation.title);
        }
      }
    });

    test('what is no HTTP is 400 in the envelope, and the connection ends', async () => {
      const length = /^Content-Length must be one whole number/;
      const encoding = /^Transfer-Encoding must be chunked/;
      const header = /^A header is not "Name: value"/;
      const broken: [line: string, says: RegExp][] = [
        ['X-A: a\0b', header],
        ['X-A: \u0001', header],
        ['X A: b', header],
        [': b', header],
        ['no colon', header],
        [' folded: x', header],
        ['\u00e9: x', header],
        ['Content-Length:', length],
        ['Content-Length: -1', length],
        ['Content-Length: +1', length],
        ['Content-Length: 1.5', length],
        ['Content-Length: 1e3', length],
        ['Content-Length: 0x10', length],
        ['Content-Length: 1 1', length],
        ['Content-Length: 1, 1', length],
        ['Content-Length: \u00b2', length],
        [`Content-Length: ${'9'.repeat(400)}`, length],
        ['Content-Length: 2\r\nContent-Length: 2', length],
        ['Content-Length: 2\r\nContent-Length: 3', length],
        ['Transfer-Encoding: chunked\r\nContent-Length: 2', length],
        ['Content-Length: 2\r\nTransfer-Encoding: chunked', encoding],
        ['Transfer-Encoding: gzip', encoding],
        ['Transfer-Encoding: xchunked', encoding],
        ['Transfer-Encoding: chunked, identity', encoding],
        ['Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', encoding],
        ['Transfer-Encoding : chunked', header],
        ['Host: b', /^Send one Host header\.$/],
      ];
      await changingNothing(stage, async () => {
        for (const operation of operations) {
          const { method, target, headers = [] } = requestFor(stage, operation);
          for (const [line, says] of broken) {
            const lines = [
              `${method} ${target} HTTP/1.1`,
              'Host: a',
              'Connection: close',
              ...headers,
              line,
              '',
              '',
            ];
            const answers = await sendRaw(stage.server.url, Buffer.from(lines.join('\r\n'), 'latin1'));
            assert.equal(answers.length, 1, `${operation.title} ${line}`);
            const expected = { surface, status: 400, code: 'validation_error' };
            assert.match(String(assertErrorAnswer(answers[0], expected).error), says, line);
          }
          const long = [
            `${method} ${target} HTTP/1.1`,
            'Host: a',
            ...headers,
            `X-A: ${'a'.repeat(20_000)}`,
            '',
            '',
          ];
          const [answer] = await sendRaw(stage.server.url, long.join('\r\n'));
          assertErrorAnswer(answer, { surface, status: 431, code: 'headers_too_large' });
        }
      });
    });
  });
}
