import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import Type from 'typebox';
import { startToyServer, type ToyServer } from '../test/toy-server.ts';
import { gatherJson } from './gather-json.ts';
import { route } from './route.ts';
import { applicationEnvelope } from './surface.ts';

test('parts that are gathered at once are one list, byte for byte what JSON.stringify makes of it', () => {
  const values = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.array(values, { maxLength: 3 }), fc.string({ unit: 'binary' }), (lists, beside) => {
      const parts = lists.map(() => gatherJson());
      // In turns, as rows of two connections come.
      for (let turn = 0; turn < 5; turn += 1)
        for (const [place, list] of lists.entries())
          if (turn < list.length) parts[place]?.add(JSON.stringify(list[turn]));
      const whole = gatherJson();
      for (const part of parts) whole.take(part);
      assert.equal(whole.count, lists.flat().length);
      const bytes = whole.list('{"läpi":[', `],"beside":${JSON.stringify(beside)}}`);
      assert.deepEqual(bytes, Buffer.from(JSON.stringify({ läpi: lists.flat(), beside })));
      whole.release();
    }),
  );
});

test('what was gathered first stays as it is, however much follows, in memory that was used before as well', () => {
  for (let time = 0; time < 3; time += 1) {
    const texts = Array.from({ length: 4_000 }, (_, place) =>
      JSON.stringify(`${'走'.repeat(99)} ${time} ${place}`),
    );
    const [one, other] = [gatherJson(), gatherJson()];
    for (const text of texts) {
      one.add(text);
      other.add('0');
    }
    assert.ok(one.list('[', ']').toString() === `[${texts.join()}]`);
    assert.equal(other.list('[', ']').toString(), `[${texts.map(() => 0).join()}]`);
    for (const gathered of [one, other]) gathered.release();
  }
});

describe('an answer whose memory is used again', () => {
  /** As much as is kept, and more than the system takes for a client that does not read. */
  const [TEXTS, LENGTH] = [70, 100_000];
  const letters = (letter: string): string =>
    `[${Array(TEXTS)
      .fill(JSON.stringify(letter.repeat(LENGTH)))
      .join()}]`;
  const sendLetters = route({
    operation_id: 'sendLetters',
    method: 'GET',
    path: '/letters/:letter',
    guard: { kind: 'open' },
    tag: 'Toys',
    summary: 'One letter, millions of times',
    params: Type.Object({ letter: Type.String({ examples: ['a'] }) }),
    responses: { 200: Type.Array(Type.String(), { examples: [['a']] }) },
    errors: [],
    volatile: true,
    handler: async ({ params: { letter } }) => {
      const gathered = gatherJson();
      for (let n = 0; n < TEXTS; n += 1) gathered.add(JSON.stringify(letter.repeat(LENGTH)));
      return { status: 200, json: gathered.list('[', ']'), sent: gathered.release };
    },
  });
  let server: ToyServer;
  before(async () => {
    const toys = { title: 'Toys', summary: 'Toys', description: 'Toys.', version: '1', headers: {} };
    const tags = [{ name: 'Toys', description: 'Toys.' }];
    const surface = {
      ...toys,
      tags,
      prefix: '/api/v1',
      envelope: applicationEnvelope,
      routes: [sendLetters],
    };
    server = await startToyServer({ surfaces: [surface] });
  });
  after(() => server.close());
  const read = async (letter: string): Promise<string> =>
    await (await fetch(`${server.url}/api/v1/letters/${letter}`)).text();

  test('is not written over while a slow client has not read all of it', async () => {
    const { hostname, port } = new URL(server.url);
    const slow = connect(Number(port), hostname).pause();
    slow.write('GET /api/v1/letters/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(slow, 'connect');
    await sleep(200);
    for (const letter of ['b', 'c', 'd']) assert.ok((await read(letter)) === letters(letter));
    const received: Buffer[] = [];
    slow.on('data', (bytes) => received.push(Buffer.from(bytes))).resume();
    await once(slow, 'close');
    const text = Buffer.concat(received).toString();
    assert.ok(text.slice(text.indexOf('\r\n\r\n') + 4) === letters('a'));
  });

  test('is whole for others when a client goes away in the middle of it', async () => {
    const { hostname, port } = new URL(server.url);
    const leaving = connect(Number(port), hostname).pause();
    leaving.write('GET /api/v1/letters/a HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(leaving, 'connect');
    await sleep(100);
    const others = ['b', 'c', 'd'].map(async (letter) => (await read(letter)) === letters(letter));
    leaving.destroy();
    assert.deepEqual(await Promise.all(others), [true, true, true]);
  });
});
