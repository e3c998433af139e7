import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { answerOf, assertErrorAnswer } from '../test/envelopes.ts';
import { openConnection } from '../test/raw-http.ts';
import {
  startToyServer,
  TOY_MUCH_BYTES,
  TOY_PLATFORM_KEY,
  TOY_TOKEN,
  type ToyServer,
} from '../test/toy-server.ts';

let server: ToyServer;
before(async () => {
  server = await startToyServer();
});
after(() => server.close());

const surface = '/api/v1';
const send = async (path: string, body: RequestInit['body'], headers: Record<string, string>) =>
  await answerOf(
    await fetch(`${server.url}${surface}${path}`, { method: 'POST', body: body ?? null, headers }),
  );

describe('a JSON body of more than 1 MiB', () => {
  const post = (body: string) =>
    send('/much', body, { authorization: `Bearer ${TOY_TOKEN}`, 'content-type': 'application/json' });
  const padding = 'x'.repeat(1_200_000);
  const fault = { surface, status: 400, code: 'validation_error' } as const;

  test('arrives as it was sent, however it is built, with its defaults', async () => {
    const samples = Array.from({ length: 30_000 }, (_, at) => ({ at, bpm: 120.5, note: 'ü"\\\n' }));
    const bodies = [
      { name: 'Toy', plenty: samples },
      { plenty: { data: { metrics: [{ name: 'a', data: samples }, { name: 'b' }, null] } }, count: 2 },
      { plenty: [padding, [], {}, [[samples]], false, 0] },
      { plenty: Object.fromEntries(samples.map((sample, at) => [`key ${at}`, sample])) },
    ];
    for (const body of bodies) {
      const text = JSON.stringify(body);
      assert.ok(text.length > 1024 * 1024);
      const answer = await post(text);
      assert.equal(answer.status, 200, answer.text);
      const expected = JSON.stringify('count' in body ? body : { ...body, count: 7 });
      assert.equal(JSON.parse(answer.text).query, createHash('sha256').update(expected).digest('hex'));
    }
  });

  test('is refused for what a small one is refused for', async () => {
    const says = async (body: string) => assertErrorAnswer(await post(body), fault).error;
    assert.match(`${await says(`{"plenty":"${padding}"`)}`, /^The body is not valid JSON/);
    assert.match(`${await says(`{"a":1,"plenty":"${padding}","a":2}`)}`, /^a: is given more than once/);
    assert.match(`${await says(`{"plenty":["${padding}","\\u0000"]}`)}`, /^plenty\.1: contains a NUL/);
    assert.match(`${await says(`{"plenty":"${padding}","name":7}`)}`, /^name: /);
    assert.match(`${await says(`"${padding}"`)}`, /^body: /);
  });

  test('is refused when it is larger than its route takes, and goes on nowhere else', async () => {
    const tooLarge = { surface, status: 413, code: 'payload_too_large' } as const;
    const answer = await post(`{"plenty":"${'x'.repeat(TOY_MUCH_BYTES)}"}`);
    assert.equal(assertErrorAnswer(answer, tooLarge).error, 'The request body is larger than 3 MiB.');
    const headers = { authorization: `Bearer ${TOY_TOKEN}`, 'content-type': 'application/json' };
    assertErrorAnswer(await send('/echo', `{"name":"${padding}"}`, headers), tooLarge);
  });
});

describe('a body that is taken as bytes', () => {
  const json = { 'content-type': 'application/json', 'x-api-key': TOY_PLATFORM_KEY };

  test('arrives untouched, whatever it is', async () => {
    for (const text of ['{"a":1,"a":2}', '{broken', '\u00ff\u0000', 'x'.repeat(2_000_000), '']) {
      const body = Buffer.from(text, 'latin1');
      const answer = await send('/bytes', body, json);
      assert.equal(answer.status, 200, answer.text);
      const { query, body: head } = JSON.parse(answer.text);
      assert.deepEqual([query, head], [body.length, text.slice(0, 100)]);
    }
  });

  test('is not waited for when the key of the platform is missing or wrong', async () => {
    for (const key of [[], ['X-API-Key: wrong'], [`X-API-Key: ${TOY_PLATFORM_KEY}`, 'X-API-Key: other']]) {
      const connection = openConnection(server.url);
      const head = ['POST /api/v1/bytes HTTP/1.1', 'Host: toys', 'Content-Length: 9', ...key, '', ''];
      connection.write(head.join('\r\n'));
      assert.match(await connection.until(/\r\n\r\n/), /^HTTP\/1\.1 401 /);
      connection.socket.destroy();
    }
    assertErrorAnswer(await send('/bytes', '{}', { 'content-type': 'application/json' }), {
      surface,
      status: 401,
      code: 'unauthenticated',
    });
  });

  test('is refused unread when it is of another kind, and when it is too large', async () => {
    const refused = { surface, status: 415, code: 'unsupported_media_type' } as const;
    assertErrorAnswer(await send('/bytes', 'a=1', { ...json, 'content-type': 'text/plain' }), refused);
    assertErrorAnswer(await send('/bytes', '{}', { ...json, 'content-encoding': 'gzip' }), refused);
    const multipart = new FormData();
    multipart.append('file', 'a');
    assertErrorAnswer(await send('/bytes', multipart, { 'x-api-key': TOY_PLATFORM_KEY }), refused);
    const tooLarge = { surface, status: 413, code: 'payload_too_large' } as const;
    const large = 'x'.repeat(TOY_MUCH_BYTES + 1);
    assertErrorAnswer(await send('/bytes', large, json), tooLarge);
    // Without a Content-Length the size is found out while reading.
    const connection = openConnection(server.url);
    const head = ['POST /api/v1/bytes HTTP/1.1', 'Host: toys', 'Content-Type: application/json'];
    connection.write(
      [...head, `X-API-Key: ${TOY_PLATFORM_KEY}`, 'Transfer-Encoding: chunked', '', ''].join('\r\n'),
    );
    connection.write(`${large.length.toString(16)}\r\n${large}\r\n`);
    assert.match(await connection.until(/\r\n\r\n/), /^HTTP\/1\.1 413 /);
    connection.socket.destroy();
  });

  test('takes of the room for uploads', async () => {
    const small = await startToyServer({ uploads: { platform_room_bytes: 10_000 } });
    try {
      const url = `${small.url}${surface}`;
      const full = await answerOf(
        await fetch(`${url}/bytes`, { method: 'POST', body: 'x'.repeat(20_000), headers: json }),
      );
      assertErrorAnswer(full, { surface, status: 429, code: 'rate_limited' });
    } finally {
      await small.close();
    }
  });

  test('is in the document, with the key that it takes', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document that openapi.test.ts looks at
    const document: any = await (await fetch(`${server.url}${surface}/openapi.json`)).json();
    const operation = document.paths['/bytes'].post;
    assert.deepEqual(operation.security, [{ platformKey: [] }]);
    assert.equal(document.components.securitySchemes.platformKey.name, 'X-API-Key');
    assert.deepEqual(operation.requestBody.content, { 'application/json': {} });
    const { examples } = operation.responses['413'].content['application/json'];
    assert.equal(examples.payload_too_large.value.error, 'The request body is larger than 3 MiB.');
    for (const status of ['401', '415', '429']) assert.ok(status in operation.responses, status);
  });
});
