import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exchange, type RawRequest } from './test/bad-input/exchange.ts';
import {
  assertDocumented,
  type ServedOperation,
  servedOperations,
} from './test/bad-input/served-operations.ts';
import { badInputStage, changingNothing, requestFor, type Stage } from './test/bad-input/stage.ts';
import { type Answer, assertErrorAnswer, SURFACES } from './test/envelopes.ts';
import { sendRaw } from './test/raw-http.ts';

const NINES = '9'.repeat(400);
const HOSTILE_VALUES = [
  '',
  ' ',
  '*',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  NINES,
  'true',
  'null',
  '__proto__',
  '[]',
  '{}',
  '"',
  '""',
  'W/',
  'W/""',
  '"a","b"',
  ',,,',
  ';;;=',
  '\t\t',
  '\u00e9\u00ff\u0080',
  '\u00c0\u00af',
  '%00',
  '%zz',
  '<script>',
  '../../etc/passwd',
  "' OR 1=1--",
  'bytes=0-0',
  'bytes=0-0,1-1,2-2',
  `bytes=${NINES}-`,
  'bytes=5-1',
  'items=0-1',
];

const LONG_VALUES = [
  `"${'a'.repeat(8_000)}`,
  '"'.repeat(8_000),
  '"a",'.repeat(2_000),
  `bytes=${'0-0,'.repeat(2_000)}`,
];

/** Headers that no operation of ours takes its input from, or only for what they may leave out. */
const NEUTRAL = [
  'Accept',
  'Accept-Charset',
  'Accept-Encoding',
  'Accept-Language',
  'Cookie',
  'Forwarded',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Origin',
  'Prefer',
  'Range',
  'Referer',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
  'X-Request-ID',
];

for (const { prefix: surface } of SURFACES) {
  describe(`bad headers below ${surface}`, () => {
    let stage: Stage;
    let operations: ServedOperation[];
    /** What each operation answers when its headers are sound. */
    let plain: Map<ServedOperation, number>;
    before(async () => {
      stage = await badInputStage();
      const all = await servedOperations(stage.server, surface);
      // A write is asked for with a body that it refuses. One without a body would be done.
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
          assert.ok(NEUTRAL.includes(name), `${title}: what is to become of bad values of ${name}?`);
        }
      }
    });

    test('change nothing where nothing is taken from them', async () => {
      const heads = [
        // All at once, since none should matter.
        ...HOSTILE_VALUES.map((value) => NEUTRAL.map((name) => `${name}: ${value}`)),
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
      for (const operation of operations) {
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
        [`Content-Length: ${NINES}`, length],
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

describe('the headers with the key of the developer API', () => {
  const surface = '/developer/v1';
  let stage: Stage;
  let operations: ServedOperation[];
  before(async () => {
    stage = await badInputStage();
    operations = await servedOperations(stage.server, surface);
  });

  /** Lines that carry no key, or not one alone. */
  function badCredentials(key: string): string[][] {
    const unknown = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const values = [
      ...HOSTILE_VALUES,
      unknown,
      `${key}x`,
      key.slice(0, -1),
      key.slice(1),
      key.toUpperCase(),
      `${key},${key}`,
      `"${key}"`,
      `${key.slice(0, 10)} ${key.slice(10)}`,
      `${key}%00`,
      `ekiden_${'0'.repeat(43)}`,
      'ekiden_',
    ];
    return [
      [],
      ...values.map((value) => [`X-API-Key: ${value}`]),
      ...values.map((value) => [`Authorization: Bearer ${value}`]),
      ...[
        `Basic ${key}`,
        `Token ${key}`,
        `Bearer`,
        `Bearer${key}`,
        `Bearer ${key} ${key}`,
        key,
        `Bearer, ${key}`,
      ].map((value) => [`Authorization: ${value}`]),
      [`X-API-Key: ${key}`, `X-API-Key: ${key}`],
      [`Authorization: Bearer ${key}`, `Authorization: Bearer ${unknown}`],
      [`Authorization: Bearer ${unknown}`, `Authorization: Bearer ${key}`],
      [`Authorization: Bearer ${key}`, `X-API-Key: ${unknown}`],
      [`Authorization: Bearer ${unknown}`, `X-API-Key: ${key}`],
      ['Authorization:', `X-API-Key: ${key}`],
      [`Authorization: Bearer ${key}`, 'X-API-Key:'],
      [`Authorization: Basic eDp5`, `X-API-Key: ${key}`],
      [`X-API-Key: Bearer ${key}`],
      [`Proxy-Authorization: Bearer ${key}`],
      [`Cookie: X-API-Key=${key}`],
    ];
  }

  test('anything but one good key is 401 at every operation, before anything else is looked at', async () => {
    await changingNothing(stage, async () => {
      for (const operation of operations.filter(({ isOpen }) => !isOpen)) {
        const { method, target } = requestFor(stage, operation);
        const lines = badCredentials(stage.apiKey);
        // The query does not pass, nor does the body.
        const at = `${target}${target.includes('?') ? '&' : '?'}limit=x&limit=%zz`;
        const answers = await exchange(
          stage.server.url,
          lines.map((headers) => ({ method, target: at, headers })),
        );
        for (const [index, answer] of answers.entries()) {
          const error = assertDocumented(operation, answer);
          const what = `${operation.title} ${lines[index]?.join(' and ').slice(0, 100)}: ${error}`;
          assert.deepEqual([answer.status, JSON.parse(answer.text).code], [401, 'invalid_key'], what);
          assert.equal(answer.headers['www-authenticate'], 'Bearer');
          assert.ok(!answer.text.includes(stage.apiKey));
        }
      }
    });
  });

  test('a good key is taken in either, however it is spaced', async () => {
    const key = stage.apiKey;
    const lines = [
      [`X-API-Key: ${key}`],
      [`x-api-key:${key}`],
      [`X-Api-Key: \t ${key} \t `],
      [`Authorization: Bearer ${key}`],
      [`authorization: bearer   ${key} `],
      [`AUTHORIZATION:BEARER ${key}`],
      [`Authorization: Bearer ${key}`, `X-API-Key: ${key}`],
    ];
    const target = `${surface}/org`;
    const answers = await exchange(
      stage.server.url,
      lines.map((headers) => ({ method: 'GET', target, headers })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      lines.map(() => 200),
    );
  });

  test('an open operation looks at no key', async () => {
    for (const operation of operations.filter(({ isOpen }) => isOpen)) {
      const { method, target } = requestFor(stage, operation);
      const lines = badCredentials(stage.apiKey);
      const answers = await exchange(
        stage.server.url,
        lines.map((headers) => ({ method, target, headers })),
      );
      for (const answer of answers) {
        assertDocumented(operation, answer);
        assert.equal(answer.status, 200, operation.title);
      }
    }
  });
});
