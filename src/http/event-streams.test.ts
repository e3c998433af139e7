import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { notFound, OutageError, unavailable, validationError } from '../shared/errors.ts';
import { answerOf, assertErrorAnswer } from '../test/envelopes.ts';
import { eventually } from '../test/eventually.ts';
import { openConnection, parseResponses } from '../test/raw-http.ts';
import { parseEvents, readEvents } from '../test/read-events.ts';
import { startToyServer, TOY_TOKEN, type ToyServer } from '../test/toy-server.ts';
import { route } from './route.ts';
import { Shape } from './schemas.ts';
import type { ServerOptions } from './server.ts';
import { type PreparedEvent, preparedEvent } from './sse.ts';
import { applicationEnvelope, type Surface } from './surface.ts';

const HEARTBEAT_MS = 40;

const Tick = Shape(
  {
    type: Type.Literal('tick', { examples: ['tick'] }),
    count: Type.Integer({ examples: [1] }),
    words: Type.Optional(Type.String({ examples: ['one'] })),
  },
  { title: 'Tick' },
);
type Tick = { readonly type: 'tick'; readonly count: number; readonly words?: string };
type Told = Tick | PreparedEvent;

/** What the streams of a test are made by, and what became of them. */
type Maker = {
  make: (signal: AbortSignal) => AsyncIterable<Tick | readonly Told[]>;
  started: number;
  running: number;
  readonly reasons: string[];
};

function maker(): Maker {
  return { make: () => ticks(3), started: 0, running: 0, reasons: [] };
}

async function* ticks(count: number, words?: string): AsyncGenerator<Tick> {
  for (let made = 1; made <= count; made++)
    yield { type: 'tick', count: made, ...(words === undefined ? {} : { words }) };
}

function surfaceOf(play: Maker): Surface {
  const stream = route({
    operation_id: 'streamTicks',
    method: 'POST',
    path: '/ticks',
    guard: { kind: 'user' },
    tag: 'Toys',
    summary: 'Ticks',
    body: Type.Object({ exists: Type.Optional(Type.Boolean({ examples: [true] })) }),
    events: { description: 'Ticks.', types: { tick: Tick } },
    responses: {},
    errors: [notFound],
    handler: async ({ body, signal }) => {
      if (body.exists === false) throw notFound();
      signal.addEventListener('abort', () => play.reasons.push(String(signal.reason.message)));
      return { status: 200, events: watched(play, play.make(signal)) };
    },
  });
  const follow = route({
    operation_id: 'followTicks',
    method: 'GET',
    path: '/ticks',
    guard: { kind: 'user' },
    tag: 'Toys',
    summary: 'Ticks, for ever',
    volatile: true,
    events: { description: 'Ticks.', types: { tick: Tick }, is_endless: true },
    responses: {},
    handler: async ({ signal }) => ({ status: 200, events: watched(play, play.make(signal)) }),
  });
  const wait = route({
    operation_id: 'waitForNothing',
    method: 'POST',
    path: '/wait',
    guard: { kind: 'user' },
    tag: 'Toys',
    summary: 'Waits until the client leaves',
    responses: { 200: Shape({ done: Type.Boolean({ examples: [true] }) }) },
    handler: async ({ signal }) => {
      play.started += 1;
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return { status: 200, body: { done: true } };
    },
  });
  return {
    title: 'Toys',
    summary: 'Toys',
    description: 'Toys.',
    version: '1',
    tags: [{ name: 'Toys', description: 'Toys.' }],
    prefix: '/api/v1',
    headers: {},
    envelope: applicationEnvelope,
    routes: [stream, follow, wait],
  };
}

/** The same events, each by itself unless they come together, counting while they are made. */
async function* watched(
  play: Maker,
  events: AsyncIterable<Tick | readonly Told[]>,
): AsyncGenerator<readonly Told[]> {
  play.started += 1;
  play.running += 1;
  try {
    for await (const some of events) yield 'type' in some ? [some] : some;
  } finally {
    play.running -= 1;
  }
}

const startWith = (play: Maker, options: Partial<ServerOptions> = {}): Promise<ToyServer> =>
  startToyServer({ surfaces: [surfaceOf(play)], timeouts: { heartbeat: HEARTBEAT_MS }, ...options });

const AUTHORIZATION = `Bearer ${TOY_TOKEN}`;
const ask = (server: ToyServer, body: object = {}): Promise<Response> =>
  fetch(`${server.url}/api/v1/ticks`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json', 'x-request-id': 'mine' },
    body: JSON.stringify(body),
  });
const rawRequest = (path: string): string =>
  `POST /api/v1/${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;

describe('a stream of events', () => {
  const play = maker();
  let server: ToyServer;
  before(async () => {
    server = await startWith(play);
  });
  after(async () => {
    await server.close();
  });
  const streamed = async (make: Maker['make']) => {
    play.make = make;
    return await readEvents(await (await ask(server)).text());
  };

  test('has each event with its type, and done at the end, for any reader of the standard', async () => {
    play.make = () => ticks(2, 'a\nb\r\nc\u2028d "quoted" 長距離 🏃');
    const response = await ask(server);
    assert.equal(response.status, 200);
    const { headers } = response;
    assert.equal(headers.get('content-type'), 'text/event-stream');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-accel-buffering'), 'no');
    assert.equal(headers.get('x-request-id'), 'mine');
    assert.equal(headers.get('etag'), null);
    const words = 'a\nb\r\nc\u2028d "quoted" 長距離 🏃';
    assert.deepEqual(await readEvents(await response.text()), [
      { type: 'tick', count: 1, words },
      { type: 'tick', count: 2, words },
      { type: 'done' },
    ]);
  });

  test('that has nothing is done', async () => {
    assert.deepEqual(await streamed(() => ticks(0)), [{ type: 'done' }]);
    const nothing = async function* () {
      yield [];
    };
    assert.deepEqual(await streamed(nothing), [{ type: 'done' }]);
  });

  test('has what comes together in its order, and what is JSON already as it stands', async () => {
    const together = async function* () {
      yield [{ type: 'tick', count: 1 } as const, preparedEvent('tick', '{"count":2,"type":"tick"}')];
      yield [{ type: 'tick', count: 3 } as const];
    };
    play.make = together;
    const text = await (await ask(server)).text();
    assert.ok(text.includes('event: tick\ndata: {"count":2,"type":"tick"}\n\n'), text);
    const counts = (await readEvents(text)).map(({ count }) => count);
    assert.deepEqual(counts, [1, 2, 3, undefined]);
  });

  test('that an outage ends says so, then is done', async () => {
    const events = await streamed(async function* () {
      yield* ticks(1);
      throw new Error('a wrapper', { cause: new OutageError('no database at 10.1.2.3') });
    });
    assert.deepEqual(events, [
      { type: 'tick', count: 1 },
      { type: 'error', error: unavailable.message },
      { type: 'done' },
    ]);
  });

  test('that fails says so, with nothing of the inside, then is done', async () => {
    const events = await streamed(async function* () {
      yield* ticks(1);
      throw new Error('SELECT secret FROM users');
    });
    assert.deepEqual(events, [
      { type: 'tick', count: 1 },
      { type: 'error', error: 'Something went wrong on our side.' },
      { type: 'done' },
    ]);
    const line = server.logs
      .map((text) => JSON.parse(text))
      .find(({ msg }) => msg === 'a stream of events failed');
    assert.deepEqual([line.level, line.request_id], [50, 'mine']);
    assert.match(line.err.message, /SELECT secret/);
  });

  test('that is refused in its middle says why in public words', async () => {
    const events = await streamed(async function* () {
      yield* ticks(1);
      throw notFound({ message: 'There is no such thing.', cause: new Error('secret') });
    });
    assert.deepEqual(events.slice(1), [
      { type: 'error', error: 'There is no such thing.' },
      { type: 'done' },
    ]);
  });

  test('that is refused in its middle names the fields and the lines, as an ordinary answer does', async () => {
    const details = [{ path: 'weeks', message: 'are too many' }];
    const lines = [
      { number: 3, text: 'Funday: easy 8 km', reason: 'There is no such day.', nearest: 'Sunday: easy 8 km' },
    ];
    const events = await streamed(async function* () {
      yield* ticks(1);
      throw validationError({ message: 'It is not valid.', details, lines });
    });
    assert.deepEqual(events.slice(1), [
      { type: 'error', error: 'It is not valid.', details, lines },
      { type: 'done' },
    ]);
  });

  test('is an ordinary answer where something is wrong before it', async () => {
    const started = play.started;
    const without = await fetch(`${server.url}/api/v1/ticks`, { method: 'POST' });
    const wrong = await ask(server, { exists: 1 });
    const none = await ask(server, { exists: false });
    const surface = '/api/v1' as const;
    assertErrorAnswer(await answerOf(without), { surface, status: 401, code: 'unauthenticated' });
    assertErrorAnswer(await answerOf(wrong), { surface, status: 400, code: 'validation_error' });
    assertErrorAnswer(await answerOf(none), { surface, status: 404, code: 'not_found' });
    assert.equal(play.started, started);
  });

  test('of events that are not declared is found out by tests', async () => {
    const wrong = await streamed(async function* () {
      yield { type: 'tick', count: 0.5 };
    });
    assert.match(wrong[0]?.error, /the event tick: data\/count must be integer/);
    const unknown = await streamed(async function* () {
      yield JSON.parse('{"type": "tock"}');
    });
    assert.match(unknown[0]?.error, /the event tock: it is not declared/);
  });

  test('keeps what came before one that may not be sent', async () => {
    const [first, second] = await streamed(async function* () {
      yield [{ type: 'tick', count: 1 } as const, preparedEvent('tick', '{"type":"tick"}')];
    });
    assert.deepEqual(first, { type: 'tick', count: 1 });
    assert.match(second?.error, /the event tick: data must have required/);
  });

  test('is not made for who asks for its headers alone', async () => {
    const { started } = play;
    const answer = await fetch(`${server.url}/api/v1/ticks`, {
      method: 'HEAD',
      headers: { authorization: AUTHORIZATION },
    });
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/event-stream']);
    assert.equal(await answer.text(), '');
    assert.equal(play.started, started);
  });

  test('that has nothing to say for a while says so in comments, which no reader hears', async () => {
    const heard = Promise.withResolvers<void>();
    play.make = async function* () {
      yield* ticks(1);
      await heard.promise;
      yield* ticks(1);
    };
    const answer = await ask(server);
    assert.ok(answer.body !== null);
    let text = '';
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.split('\n\n').filter((block) => block === ':').length >= 2) heard.resolve();
    }
    assert.deepEqual(
      (await readEvents(text)).map(({ type }) => type),
      ['tick', 'tick', 'done'],
    );
  });

  test('whose client breaks the connection is stopped at once, in the middle of its work', async () => {
    const never = Promise.withResolvers<void>();
    play.reasons.length = 0;
    play.make = async function* (signal) {
      yield* ticks(1);
      signal.addEventListener('abort', () => never.reject(signal.reason));
      await never.promise;
    };
    const connection = openConnection(server.url);
    connection.write(rawRequest('ticks'));
    assert.match(await connection.until(/event: tick/), /HTTP\/1\.1 200/);
    assert.equal(play.running, 1);
    connection.socket.resetAndDestroy();
    await eventually(
      () => play.running,
      (running) => running === 0,
    );
    assert.deepEqual(play.reasons, ['The client has gone.']);
    assert.ok(!server.logs.some((text) => JSON.parse(text).level >= 50 && text.includes('client')));
  });

  test('is made as fast as its client reads, and no faster', async () => {
    let made = 0;
    const words = 'x'.repeat(10_000);
    play.make = async function* () {
      for await (const tick of ticks(100_000, words)) {
        made = tick.count;
        yield tick;
      }
    };
    const connection = openConnection(server.url);
    connection.write(rawRequest('ticks'));
    await connection.until(/event: tick/);
    connection.socket.pause();
    const filled = await eventually(
      async () => {
        const before = made;
        await sleep(100);
        return made - before;
      },
      (more) => more === 0,
    );
    assert.equal(filled, 0);
    // More events than the buffers of two sockets hold, far from a gigabyte.
    assert.ok(made < 5_000, `${made} events were made for nobody`);
    connection.socket.destroy();
    await eventually(
      () => play.running,
      (running) => running === 0,
    );
  });

  test('lets other requests through while many streams have all they want to say', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    play.make = async function* () {
      await begun;
      yield* ticks(2_000);
    };
    const order: string[] = [];
    const streams = Array.from({ length: 5 }, async (_, place) => {
      await (await ask(server)).text();
      order.push(`stream ${place}`);
    });
    await eventually(
      () => play.running,
      (running) => running === 5,
    );
    begin();
    const quick = await fetch(`${server.url}/api/v1/openapi.json`);
    await quick.text();
    order.push('quick');
    await Promise.all(streams);
    assert.equal(order[0], 'quick');
  });

  test('of another kind: work for one answer ends as well when its client leaves', async () => {
    const { started } = play;
    const connection = openConnection(server.url);
    connection.write(rawRequest('wait'));
    await eventually(
      () => play.started,
      (now) => now > started,
    );
    connection.socket.destroy();
    await sleep(20);
    assert.ok(!server.logs.some((text) => text.includes('request failed')), server.logs.join(''));
  });
});

describe('streams of events when the server stops', () => {
  test('end with words that say so when they have not ended by then', async () => {
    const play = maker();
    play.make = async function* () {
      yield* ticks(1);
      await new Promise(() => undefined);
    };
    const server = await startWith(play, { timeouts: { heartbeat: HEARTBEAT_MS, drain: 400 } });
    const connection = openConnection(server.url);
    connection.write(rawRequest('ticks'));
    await connection.until(/event: tick/);
    await server.close();
    const [response] = parseResponses(await connection.closed);
    const events = await readEvents(response?.text ?? '');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['tick', 'error', 'done'],
    );
    assert.match(events[1]?.error, /server is stopping/);
    assert.deepEqual(play.reasons.length, 1);
  });

  test('end at once where they would not end by themselves, beside others that have time to', async () => {
    const play = maker();
    const more = Promise.withResolvers<void>();
    play.make = async function* () {
      yield* ticks(1);
      await more.promise;
    };
    const server = await startWith(play);
    const [endless, other] = [openConnection(server.url), openConnection(server.url)];
    endless.write(`GET /api/v1/ticks HTTP/1.1\r\nHost: a\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`);
    other.write(rawRequest('ticks'));
    await Promise.all([endless.until(/event: tick/), other.until(/event: tick/)]);
    const closing = server.close();
    const [ended] = parseResponses(await endless.closed);
    assert.deepEqual(play.reasons, [], 'the other one goes on');
    assert.match((await readEvents(ended?.text ?? ''))[1]?.error, /server is stopping/);
    more.resolve();
    await closing;
    const [response] = parseResponses(await other.closed);
    assert.deepEqual(
      (await parseEvents(response?.text ?? '')).map(({ type }) => type),
      ['tick', 'done'],
    );
  });

  test('have time to end by themselves', async () => {
    const play = maker();
    const more = Promise.withResolvers<void>();
    play.make = async function* () {
      yield* ticks(1);
      await more.promise;
      yield* ticks(1);
    };
    const server = await startWith(play);
    const connection = openConnection(server.url);
    connection.write(rawRequest('ticks'));
    await connection.until(/event: tick/);
    const closing = server.close();
    more.resolve();
    await closing;
    const [response] = parseResponses(await connection.closed);
    assert.deepEqual(
      (await parseEvents(response?.text ?? '')).map(({ type }) => type),
      ['tick', 'tick', 'done'],
    );
  });
});

test('its events are in the document, each with an example', async () => {
  const server = await startWith(maker());
  const document = JSON.parse(await (await fetch(`${server.url}/api/v1/openapi.json`)).text());
  await server.close();
  const { content } = document.paths['/ticks'].post.responses['200'];
  assert.deepEqual(Object.keys(content), ['text/event-stream']);
  const { schema, examples } = content['text/event-stream'];
  assert.deepEqual(
    schema.anyOf.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1)),
    ['Tick', 'ErrorEvent', 'DoneEvent'],
  );
  assert.deepEqual(Object.keys(examples), ['tick', 'error', 'done']);
});
