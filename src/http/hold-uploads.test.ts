import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerOf, assertErrorAnswer } from '../test/envelopes.ts';
import { openConnection } from '../test/raw-http.ts';
import { startToyServer, TOY_TOKEN, type ToyServer } from '../test/toy-server.ts';

const HALF = 40_000;

describe('room for uploads', () => {
  let server: ToyServer;
  before(async () => {
    server = await startToyServer({ uploadRoomBytes: 100_000 });
  });
  after(() => server.close());

  /** A request whose body does not come. */
  const startUpload = (length: string) => {
    const connection = openConnection(server.url);
    connection.write(
      `POST /api/v1/file HTTP/1.1\r\nHost: toys\r\nAuthorization: Bearer ${TOY_TOKEN}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`,
    );
    return connection;
  };
  const upload = async (size: number) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(size)]), 'a.fit');
    const headers = { authorization: `Bearer ${TOY_TOKEN}` };
    return await answerOf(await fetch(`${server.url}/api/v1/file`, { method: 'POST', headers, body }));
  };
  /** Until what was given up before is let go of, or was taken. */
  const eventually = async (status: number, size: number) => {
    for (let attempt = 0; attempt < 500; attempt++) {
      const answer = await upload(size);
      if (answer.status === status) return answer;
    }
    return await upload(size);
  };

  test('what is being uploaded takes room until it is answered or given up', async () => {
    const [one, two] = [startUpload(`Content-Length: ${HALF}`), startUpload(`Content-Length: ${HALF}`)];
    const refused = await eventually(429, HALF);
    assertErrorAnswer(refused, { surface: '/api/v1', status: 429, code: 'rate_limited' });
    assert.equal(refused.headers['retry-after'], '5');
    assert.equal((await upload(10_000)).status, 200, 'there is room for a small one');
    one.socket.destroy();
    assert.equal((await eventually(200, HALF)).status, 200);
    assert.equal((await upload(HALF)).status, 200, 'an answered one has left');
    two.socket.destroy();
  });

  test('one that does not say how large it is may be as large as any', async () => {
    assert.equal((await eventually(200, 90_000)).status, 200);
    const endless = startUpload('Transfer-Encoding: chunked');
    // Its limit is more than the whole room of this server.
    assert.match(await endless.until(/\r\n\r\n/), /^HTTP\/1\.1 429 /);
    endless.socket.destroy();
  });

  test('one that says it is too large is answered so, and takes none', async () => {
    for (let attempt = 0; attempt < 3; attempt++) assert.equal((await upload(300_000)).status, 413);
    assert.equal((await eventually(200, 90_000)).status, 200);
  });
});
