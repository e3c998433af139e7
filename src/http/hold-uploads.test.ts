import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, answerOf, assertErrorAnswer } from '../test/envelopes.ts';
import { openConnection, parseResponses, type RawConnection } from '../test/raw-http.ts';
import { startToyServer, type ToyServer, toyTokenOf } from '../test/toy-server.ts';
import type { UploadLimits } from './hold-uploads.ts';

const HALF = 40_000;
const PATIENT = { window_ms: 600_000, pressed_ms: 600_000 };

/** A server with limits of its own, and what there is to ask of it. */
async function uploadStage(uploads: Partial<UploadLimits>) {
  const server: ToyServer = await startToyServer({ uploads: { ...PATIENT, ...uploads } });
  const start = (who: string, length: number | 'any'): RawConnection => {
    const connection = openConnection(server.url);
    const extent = length === 'any' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    connection.write(
      `POST /api/v1/file HTTP/1.1\r\nHost: toys\r\nAuthorization: Bearer ${toyTokenOf(who)}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\n${extent}\r\n\r\n`,
    );
    return connection;
  };
  const upload = async (who: string, size: number): Promise<Answer> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(size)]), 'a.fit');
    const headers = { authorization: `Bearer ${toyTokenOf(who)}` };
    return await answerOf(await fetch(`${server.url}/api/v1/file`, { method: 'POST', headers, body }));
  };
  /** Waits until the server has noticed requests that began or were given up. */
  const eventually = async (status: number, who: string, size: number): Promise<Answer> => {
    for (let attempt = 0; attempt < 500; attempt++) {
      const answer = await upload(who, size);
      if (answer.status === status) return answer;
    }
    return await upload(who, size);
  };
  return { server, start, upload, eventually };
}
type Stage = Awaited<ReturnType<typeof uploadStage>>;

const BUSY = { surface: '/api/v1', status: 429, code: 'rate_limited' } as const;
const SLOW = { surface: '/api/v1', status: 408, code: 'request_timeout' } as const;
const FORM_HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.fit"\r\n\r\n';
const FORM_END = '\r\n--x--\r\n';

describe('room for uploads', () => {
  let stage: Stage;
  before(async () => {
    stage = await uploadStage({ room_bytes: 100_000, small_room_bytes: 0 });
  });
  after(() => stage.server.close());

  test('what is being uploaded takes room until it is answered or given up', async () => {
    const { start, upload, eventually } = stage;
    const [one, two] = [start('one', HALF), start('two', HALF)];
    const refused = await eventually(429, 'three', HALF);
    assertErrorAnswer(refused, BUSY);
    assert.equal(refused.headers['retry-after'], '5');
    assert.equal((await upload('three', 10_000)).status, 200, 'there is room for a small one');
    one.socket.destroy();
    assert.equal((await eventually(200, 'three', HALF)).status, 200);
    assert.equal((await upload('three', HALF)).status, 200, 'an answered one has left');
    two.socket.destroy();
  });

  test('one that does not say how large it is may be as large as any', async () => {
    assert.equal((await stage.eventually(200, 'three', 90_000)).status, 200);
    const endless = stage.start('four', 'any');
    // Its limit exceeds the whole room of this server.
    assert.match(await endless.until(/\r\n\r\n/), /^HTTP\/1\.1 429 /);
    endless.socket.destroy();
  });

  test('one that says it is too large is answered so, and takes none', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.equal((await stage.upload('three', 300_000)).status, 413);
    }
    assert.equal((await stage.eventually(200, 'three', 90_000)).status, 200);
  });
});

describe('large uploads', () => {
  test('keep no small one out, however many they are', async () => {
    const limits = { room_bytes: 100_000, small_room_bytes: 20_000, small_bytes: 15_000 };
    const { server, start, upload, eventually } = await uploadStage(limits);
    const large = ['one', 'two', 'three', 'four'].map((who) => start(who, HALF));
    assertErrorAnswer(await eventually(429, 'five', HALF), BUSY);
    assert.equal((await upload('five', 10_000)).status, 200);
    for (const { socket } of large) socket.destroy();
    await server.close();
  });

  test('give their room to others when they are slow', async () => {
    const limits = { room_bytes: 100_000, small_room_bytes: 0, pressed_ms: 0, pressed_bytes_per_s: 1e9 };
    const { server, start, upload } = await uploadStage(limits);
    const slow = [start('one', HALF), start('two', HALF)];
    for (let attempt = 0; attempt < 3; attempt++) assert.equal((await upload('three', HALF)).status, 200);
    const first = await Promise.race(slow.map(({ closed }) => closed));
    const told = assertErrorAnswer(parseResponses(first)[0], SLOW);
    assert.match(`${told.error}`, /too slowly/);
    for (const { socket } of slow) socket.destroy();
    await server.close();
  });
});

describe('a body that comes too slowly', () => {
  test('loses its place and is told so; one that comes as fast as it must is taken', async () => {
    const limits = { window_ms: 1_500, least_bytes_per_s: 1_000, slots_each: 1 };
    const { server, start, upload } = await uploadStage(limits);
    const fast = start('fast', 20_000);
    fast.write(FORM_HEAD);
    const rest = 20_000 - FORM_HEAD.length - FORM_END.length;
    const slow = start('slow', 20_000);
    slow.write(FORM_HEAD);
    const waiting = upload('slow', 1_000);
    let sent = 0;
    // It sends two hundred times the minimum rate; the other connection sends nothing.
    const timer = setInterval(() => {
      const more = Math.min(2_000, rest - sent);
      if (more > 0) fast.write('x'.repeat(more));
      else clearInterval(timer);
      if (more > 0) sent += more;
      if (sent === rest) fast.write(FORM_END);
    }, 10);
    assertErrorAnswer(parseResponses(await slow.closed)[0], SLOW);
    assert.equal((await waiting).status, 200, 'the next of the account has its place');
    assert.match(await fast.until(/\r\n\r\n/), /^HTTP\/1\.1 200 /);
    clearInterval(timer);
    fast.socket.destroy();
    await server.close();
  });
});

describe('the uploads of one account', () => {
  test('are two at a time, and the others wait for their turn', async () => {
    const { server, start, upload } = await uploadStage({});
    const held = [start('one', HALF), start('one', HALF)];
    await upload('other', 1_000);
    const order: string[] = [];
    const waiting = Array.from({ length: 20 }, async () => {
      const { status } = await upload('one', 1_000);
      order.push('one');
      return status;
    });
    assert.equal((await upload('other', 1_000)).status, 200, 'others have places of their own');
    assert.deepEqual(order, [], 'none of the account goes in');
    held[0]?.socket.destroy();
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set([200]));
    held[1]?.socket.destroy();
    await server.close();
  });

  test('are refused where too many wait, or one has waited for too long; its place is not lost with it', async () => {
    const { server, start, upload, eventually } = await uploadStage({
      slots_each: 1,
      waiting_each: 1,
      wait_ms: 300,
    });
    const held = start('one', HALF);
    await upload('other', 1_000);
    const both = await Promise.all([upload('one', 1_000), upload('one', 1_000)]);
    for (const answer of both) {
      assertErrorAnswer(answer, BUSY);
      assert.equal(answer.headers['retry-after'], '5');
    }
    held.socket.destroy();
    assert.equal((await eventually(200, 'one', 1_000)).status, 200);
    await server.close();
  });

  test('that leave while they wait take nobody’s turn', async () => {
    const { server, start, upload, eventually } = await uploadStage({ slots_each: 1, waiting_each: 1 });
    const held = start('one', HALF);
    await upload('other', 1_000);
    const leaves = start('one', 1_000);
    assertErrorAnswer(await eventually(429, 'one', 1_000), BUSY);
    leaves.socket.destroy();
    const next = eventually(200, 'one', 1_000);
    held.socket.destroy();
    assert.equal((await next).status, 200);
    await server.close();
  });

  test('that wait are not taken for silent', async () => {
    const server = await startToyServer({
      uploads: { ...PATIENT, slots_each: 1 },
      timeouts: { idle: 200, request: 60_000, check: 50 },
    });
    const headers = { authorization: `Bearer ${toyTokenOf('one')}` };
    const held = openConnection(server.url);
    held.write(
      `POST /api/v1/file HTTP/1.1\r\nHost: toys\r\nAuthorization: ${headers.authorization}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${HALF}\r\n\r\n`,
    );
    // It sends often enough never to count as silent.
    let ticks = 0;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setInterval(() => {
      held.write('x');
      ticks += 1;
      if (ticks === 20) resolve();
    }, 50);
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(1_000)]), 'a.fit');
    const waiting = fetch(`${server.url}/api/v1/file`, { method: 'POST', headers, body });
    await over;
    clearInterval(timer);
    held.socket.destroy();
    assert.equal((await waiting).status, 200);
    await server.close();
  });
});
