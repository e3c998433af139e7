import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Answer, answerOf, assertErrorAnswer, SURFACES, type SurfaceName } from '../test/envelopes.ts';
import { sendRaw } from '../test/raw-http.ts';
import { startToyServer, TOY_ID, TOY_KEY, TOY_TOKEN, type ToyServer } from '../test/toy-server.ts';

let server: ToyServer;
before(async () => {
  server = await startToyServer();
});
after(() => server.close());

const JSON_TYPE = { 'content-type': 'application/json' };

function credentials(surface: SurfaceName): Record<string, string> {
  return surface === '/api/v1' ? { authorization: `Bearer ${TOY_TOKEN}` } : { 'x-api-key': TOY_KEY };
}

async function send(
  surface: SurfaceName,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const headers = { ...credentials(surface), ...Object(init.headers) };
  return answerOf(await fetch(`${server.url}${surface}${path}`, { ...init, method, headers }));
}

for (const { prefix: surface } of SURFACES) {
  describe(`what fails below ${surface}`, () => {
    const invalid = { surface, status: 400, code: 'validation_error' };
    const missing = { surface, status: 404, code: 'not_found' };
    const wrongType = { surface, status: 415, code: 'unsupported_media_type' };
    const postJson = (body: NonNullable<RequestInit['body']>, path = '/echo') =>
      send(surface, 'POST', path, { headers: JSON_TYPE, body });

    test('an address that is not there, before credentials and body are looked at', async () => {
      for (const [method, path] of [
        ['GET', '/nope'],
        ['GET', ''],
        ['GET', '/'],
        ['GET', '/echo/'],
        ['GET', '//echo'],
        ['GET', '/ECHO'],
        ['DELETE', '/nope'],
        ['OPTIONS', '/nope'],
      ] as const) {
        assertErrorAnswer(await send(surface, method, path), missing);
      }
      const body = {
        body: '{broken',
        headers: { 'content-type': 'text/plain', authorization: 'Bearer wrong' },
      };
      assertErrorAnswer(await send(surface, 'POST', '/nope', body), missing);
    });

    test('a method that an address does not answer, with Allow', async () => {
      for (const [method, path, allow] of [
        ['DELETE', '/echo', 'GET, HEAD, POST'],
        ['OPTIONS', '/echo', 'GET, HEAD, POST'],
        ['OPTIONS', '/echo?q=1', 'GET, HEAD, POST'],
        ['PUT', `/items/${TOY_ID}/rename`, 'POST'],
        ['GET', '/items/not-an-id/rename', 'POST'],
        ['POST', '/openapi.json', 'GET, HEAD'],
        ['PATCH', '/%65cho', 'GET, HEAD, POST'],
      ] as const) {
        const body = method === 'OPTIONS' || method === 'GET' ? {} : { body: 'not json' };
        const answer = await send(surface, method, path, body);
        assertErrorAnswer(answer, { surface, status: 405, code: 'method_not_allowed' });
        assert.equal(answer.headers.allow, allow);
      }
      const head = await send(surface, 'HEAD', `/items/${TOY_ID}/rename`);
      assert.deepEqual([head.status, head.headers.allow, head.text], [405, 'POST', '']);
    });

    test('methods that no route has are refused', async () => {
      for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'QUERY', 'LINK', 'M-SEARCH']) {
        const [answer] = await sendRaw(
          server.url,
          `${method} ${surface}/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        );
        assertErrorAnswer(answer, { surface, status: 405, code: 'method_not_allowed' });
        assert.equal(answer?.headers.allow, 'GET, HEAD, POST');
      }
      const [unknown] = await sendRaw(server.url, `BREW ${surface}/echo HTTP/1.1\r\nHost: a\r\n\r\n`);
      assertErrorAnswer(unknown, invalid);
      const [connect] = await sendRaw(server.url, `CONNECT ${surface}/echo HTTP/1.1\r\nHost: a\r\n\r\n`);
      assertErrorAnswer(connect, { surface, status: 405, code: 'method_not_allowed' });
      assert.equal(connect?.headers.allow, '');
    });

    test('addresses that cannot be decoded are refused', async () => {
      for (const path of ['/%', '/%zz', '/echo/%e0%a4%a', '/items/%ff/rename', '/items/%c0%af/rename']) {
        const [answer] = await sendRaw(
          server.url,
          `POST ${surface}${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        );
        assertErrorAnswer(answer, invalid);
      }
    });

    test('a path parameter of 15 KiB, of NUL, of anything but a UUID names nothing', async () => {
      const ids = [
        'x'.repeat(15 * 1024),
        '%00',
        '..%2f..%2fetc',
        `urn:uuid:${TOY_ID}`,
        `{${TOY_ID}}`,
        '%F0%9F%98%80',
      ];
      for (const id of ids) {
        const answer = await send(surface, 'POST', `/items/${id}/rename`, { headers: JSON_TYPE, body: '{}' });
        assertErrorAnswer(answer, missing);
      }
    });

    test('guard, then content type, then validation, then existence', async () => {
      const path = '/items/not-an-id/rename';
      const unknown = await fetch(`${server.url}${surface}${path}`, { method: 'POST', body: 'x' });
      const code = surface === '/api/v1' ? 'unauthenticated' : 'invalid_key';
      const answer = await answerOf(unknown);
      assertErrorAnswer(answer, { surface, status: 401, code });
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
      assertErrorAnswer(await send(surface, 'POST', path, { body: 'x' }), wrongType);
      assertErrorAnswer(await postJson('{"count":"1"}', path), invalid);
      assertErrorAnswer(await postJson('{"count":1}', path), missing);
    });

    test('bodies that are not JSON are refused', async () => {
      const bad = [
        '{',
        '{"a":}',
        "{'a':1}",
        '{"a":1}}',
        '[1',
        'nul',
        '\u{FEFF}\u{FEFF}{}',
        '\0',
        '{"a":NaN}',
      ];
      for (const body of bad) assertErrorAnswer(await postJson(body), invalid);
      const utf16 = Buffer.from('{"a":1}', 'utf16le');
      for (const bytes of [
        Buffer.from('7b2261223a22ff227d', 'hex'),
        utf16,
        Buffer.from([0xed, 0xa0, 0x80]),
      ]) {
        assertErrorAnswer(await postJson(new Uint8Array(bytes)), invalid);
      }
    });

    test('say where the JSON breaks off, as far as that is known, and never quote it', async () => {
      for (const [body, message] of [
        ['{"a": "hunter2', 'The body is not valid JSON: see line 1, column 15.'],
        ['{\n  "a": 1,\n}', 'The body is not valid JSON: see line 3, column 1.'],
        ['{"a": ["hunter2"', /^The body is not valid JSON: (?:it ends too early|see line 1, column 17)\.$/],
        ['{"a": hunter2}', 'The body is not valid JSON.'],
        [
          '{"a": " in JSON at position 1 (line 9 column 9)" x}',
          'The body is not valid JSON: see line 1, column 50.',
        ],
      ] as const) {
        const { error } = assertErrorAnswer(await postJson(body), invalid);
        if (typeof message === 'string') assert.equal(error, message);
        else assert.match(String(error), message);
      }
    });

    test('keys that are there twice, since JSON leaves open which of them counts', async () => {
      for (const [body, name] of [
        ['{"name":"x","name":"x"}', 'name'],
        ['{"name":"x","n\\u0061me":"y"}', 'name'],
        ['{"other":[{"a":1,"b":2,"a":3}]}', 'a'],
        [`{"${'k'.repeat(5_000)}":1,"${'k'.repeat(5_000)}":2}`, 'k'.repeat(100)],
        ['{"a\\u0000\\ud800":1,"a\\u0000\\ud800":2}', 'a\u{FFFD}\u{FFFD}'],
      ] as const) {
        const { error } = assertErrorAnswer(await postJson(body), invalid);
        assert.equal(error, `${name}: is given more than once: send it once.`);
      }
      assert.equal((await postJson('{"name":"x","count":1}')).status, 200);
      for (const [body, message] of [
        ['{"name":"x","Name":"y"}', 'Name: is not a field of this request. Did you mean name?'],
        ['{"name":"x","other":{"name":1}}', 'other: is not a field of this request; the nearest is name.'],
      ] as const)
        assert.equal(assertErrorAnswer(await postJson(body), invalid).error, message);
    });

    test('bodies that say they are not UTF-8 are refused', async () => {
      const withType = (type: string) =>
        send(surface, 'POST', '/echo', { headers: { 'content-type': type }, body: '{}' });
      for (const charset of ['utf-16', 'iso-8859-1', 'us-ascii', '"utf-16le"', '', 'utf-8x']) {
        const error = assertErrorAnswer(await withType(`application/json; charset=${charset}`), wrongType);
        assert.match(String(error.error), /UTF-8/);
      }
      for (const type of [
        'application/json;charset=UTF-8',
        'APPLICATION/JSON; Charset="utf8"',
        'application/json; version=1; charset=utf-8; x=y',
      ]) {
        assert.equal((await withType(type)).status, 200, type);
      }
    });

    test('one byte-order mark before the JSON is read over, as RFC 8259 allows', async () => {
      assert.equal((await postJson('\u{FEFF}{}')).status, 200);
    });

    test('bodies that are JSON but no object are refused', async () => {
      for (const body of ['[]', 'null', '1', '"x"', 'true', '']) {
        const error = assertErrorAnswer(await postJson(body), invalid);
        assert.equal(error.error, 'body: a JSON object is required, sent as application/json.');
      }
      assertErrorAnswer(await send(surface, 'POST', '/echo'), invalid);
    });

    test('strings, numbers and keys that nothing of ours may hold', async () => {
      for (const body of [
        '{"name":"a\\u0000b"}',
        '{"name":"\\ud800"}',
        '{"name":"\\udc00\\ud800"}',
        '{"other":["\\u0000"]}',
        '{"a\\u0000":1}',
        '{"__proto__":{"name":"x"}}',
        '{"x":{"__proto__":null}}',
        '{"count":1e400}',
        '{"ratio":-1e400}',
        '{"count":9007199254740993}',
        '{"count":1.5}',
        `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      ]) {
        assertErrorAnswer(await postJson(body), invalid);
      }
    });

    test('other content types are refused', async () => {
      for (const type of [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/jsonx',
        'json',
        '',
        ';',
        'application/json, text/plain',
      ]) {
        const headers = { 'content-type': type };
        assertErrorAnswer(await send(surface, 'POST', '/echo', { headers, body: '{}' }), wrongType);
      }
      const encoded = { ...JSON_TYPE, 'content-encoding': 'gzip' };
      assertErrorAnswer(await send(surface, 'POST', '/echo', { headers: encoded, body: '{}' }), wrongType);
      const form = new FormData();
      form.append('name', 'x');
      assertErrorAnswer(await send(surface, 'POST', '/echo', { body: form }), wrongType);
      assertErrorAnswer(await send(surface, 'POST', '/file', { headers: JSON_TYPE, body: '{}' }), wrongType);
      assertErrorAnswer(await send(surface, 'POST', '/file'), wrongType);
    });

    test('bodies over 1 MiB are refused, announced or not', async () => {
      const large = { surface, status: 413, code: 'payload_too_large' };
      const body = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
      assertErrorAnswer(await postJson(body), large);
      const chunks = ReadableStream.from([new TextEncoder().encode(body)]);
      const init = { headers: JSON_TYPE, body: chunks, duplex: 'half' } as RequestInit;
      assertErrorAnswer(await send(surface, 'POST', '/echo', init), large);
      const fits = '{"name":"x"}'.padEnd(1024 * 1024);
      assert.equal(Buffer.byteLength(fits), 1024 * 1024);
      assert.equal((await postJson(fits)).status, 200);
    });

    test('an internal error tells the client nothing of its cause', async () => {
      const broken = { surface, status: 500, code: 'internal_error' };
      for (const path of ['/throws', '/throws-null', '/broken-file']) {
        const answer = await send(surface, 'GET', path);
        assert.equal(assertErrorAnswer(answer, broken).error, 'Something went wrong on our side.');
        assert.equal(answer.headers['content-disposition'], undefined);
        assert.equal(answer.headers.etag, undefined);
      }
    });

    test('X-Request-ID is echoed when sound, replaced otherwise, never split', async () => {
      const sound = ['a', 'A-b_c.9', 'x'.repeat(128)];
      for (const id of sound) {
        const answer = await send(surface, 'GET', '/nope', { headers: { 'x-request-id': id } });
        assertErrorAnswer(answer, { ...missing, requestId: id });
        const good = await send(surface, 'GET', '/echo', { headers: { 'x-request-id': id } });
        assert.deepEqual([good.status, good.headers['x-request-id']], [200, id]);
      }
      for (const id of ['', 'x'.repeat(129), 'a b', 'é', 'a\tb', '<script>', 'a,b', '"', '{}']) {
        const answer = await send(surface, 'GET', '/nope', { headers: { 'x-request-id': id } });
        assertErrorAnswer(answer, missing);
        assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
      }
      const [split] = await sendRaw(
        server.url,
        `GET ${surface}/nope HTTP/1.1\r\nHost: a\r\nX-Request-ID: a\rSet-Cookie: b=1\r\nConnection: close\r\n\r\n`,
      );
      assert.equal(split?.headers['set-cookie'], undefined);
      const twice = 'X-Request-ID: first\r\nX-Request-ID: second\r\n';
      const [both] = await sendRaw(
        server.url,
        `GET ${surface}/nope HTTP/1.1\r\nHost: a\r\n${twice}Connection: close\r\n\r\n`,
      );
      assertErrorAnswer(both, missing);
      assert.match(both?.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
    });

    test('credentials and content types that are sent twice are none: nobody guesses which one is meant', async () => {
      const twice = async (
        method: string,
        lines: readonly string[],
        body = '',
      ): Promise<Answer | undefined> => {
        const head = [`${method} ${surface}/echo HTTP/1.1`, 'Host: a', 'Connection: close', ...lines].join(
          '\r\n',
        );
        return (await sendRaw(server.url, `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`))[0];
      };
      const [good] = Object.entries(credentials(surface)).map(([name, value]) => `${name}: ${value}`);
      assert.ok(good !== undefined);
      const [name] = good.split(':');
      const code = surface === '/api/v1' ? 'unauthenticated' : 'invalid_key';
      for (const lines of [
        [good, `${name}: Bearer other`],
        [`${name}: Bearer other`, good],
        [good, good],
        [good, `${name}:`],
      ]) {
        assertErrorAnswer(await twice('GET', lines), { surface, status: 401, code });
      }
      const json = 'Content-Type: application/json';
      for (const lines of [
        [good, json, 'Content-Type: text/plain'],
        [good, json, json],
      ]) {
        assertErrorAnswer(await twice('POST', lines, '{}'), wrongType);
      }
      assert.equal((await twice('POST', [good, json], '{}'))?.status, 200);
    });

    test('a success carries the same headers as a failure', async () => {
      const answer = await send(surface, 'GET', '/echo');
      const version = SURFACES.find(({ prefix }) => prefix === surface)?.version;
      assert.equal(answer.headers['x-api-version'], version);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
      const encoded = await send(surface, 'GET', '/%65cho');
      assert.deepEqual([encoded.status, encoded.headers['x-api-version']], [200, version]);
      const [absolute] = await sendRaw(
        server.url,
        `GET http://elsewhere${surface}/openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      assert.deepEqual([absolute?.status, absolute?.headers['x-api-version']], [200, version]);
    });

    test('HEAD is GET without the body', async () => {
      const [get, head] = [await send(surface, 'GET', '/echo'), await send(surface, 'HEAD', '/echo')];
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal(
        head.headers['content-length'],
        String(get.text.length + 1),
        'the method it names is longer',
      );
      assert.equal((await fetch(`${server.url}${surface}/echo`, { method: 'HEAD' })).status, 401);
    });

    test('parameters in great number, repeated, nested, unknown', async () => {
      const many = Array.from({ length: 1_000 }, (_, i) => `p${i}=${i}`).join('&');
      const answer = await send(surface, 'GET', `/echo?${many}`);
      const { error, details } = assertErrorAnswer(answer, invalid);
      assert.equal(error, 'p0: is not a parameter of this request; the nearest is q.');
      if (Array.isArray(details)) assert.equal(details.length, 20);
      for (const query of ['q=1&q=2', 'q=%00', 'q=%zz', 'q=%C0%AF', 'n=1.0', 'n=1&n=2', 'n=', 'n=%201']) {
        assertErrorAnswer(await send(surface, 'GET', `/echo?${query}`), invalid);
      }
      for (const [query, message] of [
        ['q[]=1', 'q[]: is not a parameter of this request; the nearest is q.'],
        ['__proto__=1', '__proto__: is not a parameter of this request; the nearest is q.'],
        ['constructor=1', 'constructor: is not a parameter of this request; the nearest is n.'],
        ['=', '"": is not a parameter of this request; the nearest is q.'],
        ['%=%', '%: is not a parameter of this request; the nearest is q.'],
        ['x=%zz', 'x: is not a parameter of this request; the nearest is q.'],
        ['a%00%0A=1', 'a\u{FFFD}\n: is not a parameter of this request; the nearest is q.'],
        ['Q=1', 'Q: is not a parameter of this request. Did you mean q?'],
      ] as const) {
        const refused = await send(surface, 'GET', `/echo?${query}`);
        assert.equal(assertErrorAnswer(refused, invalid).error, message, query);
      }
      for (const query of ['&&&', 'q', 'q=']) {
        assert.equal((await send(surface, 'GET', `/echo?${query}`)).status, 200, query);
      }
      const rename = { headers: JSON_TYPE, body: '{}' };
      const none = assertErrorAnswer(await send(surface, 'POST', '/items/1/rename?x=1', rename), invalid);
      assert.equal(none.error, 'x: is not a parameter of this request, which takes none.');
    });
  });
}

describe('addresses outside both APIs', () => {
  test('answer in the envelope of the application API', async () => {
    const paths = [
      '/',
      '/nope',
      '//evil.example/%2e%2e',
      '/api',
      '/api/v2/x',
      '/developer',
      '/developer/v10',
      '/healthz/x',
    ];
    for (const path of paths) {
      const [answer] = await sendRaw(
        server.url,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      assertErrorAnswer(answer, { surface: '/api/v1', status: 404, code: 'not_found' });
      assert.equal(answer?.headers.location, undefined);
    }
    const [star] = await sendRaw(server.url, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    assertErrorAnswer(star, { surface: '/api/v1', status: 404, code: 'not_found' });
    const docs = await answerOf(await fetch(`${server.url}/docs`, { method: 'POST' }));
    assertErrorAnswer(docs, { surface: '/api/v1', status: 405, code: 'method_not_allowed' });
    assert.equal(docs.headers.allow, 'GET, HEAD');
  });
});

describe('the log', () => {
  test('holds the request id once and no secrets', async () => {
    const id = randomUUID();
    const secret = `hunter2-${id}`;
    const headers = { 'x-request-id': id, authorization: `Bearer ${secret}`, ...JSON_TYPE };
    await fetch(`${server.url}/api/v1/echo?token=${secret}`, { headers });
    await fetch(`${server.url}/api/v1/nope/${secret}?token=${secret}`, { headers });
    await fetch(`${server.url}/api/v1/%zz${secret}`, { headers });
    const body = `{"password":"${secret}" oops`;
    const sound = { ...headers, authorization: `Bearer ${TOY_TOKEN}` };
    await fetch(`${server.url}/api/v1/echo`, { method: 'POST', headers: sound, body });
    const lines = server.logs.filter((line) => line.includes(id));
    assert.ok(lines.length >= 6, lines.join(''));
    for (const line of lines) {
      assert.doesNotMatch(line, /hunter2|toy-token/);
      assert.equal(line.split(id).length, 2, line);
      assert.equal(JSON.parse(line).request_id, id);
    }
  });
});
