import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  failure,
  type ScriptedServer,
  type SeenRequest,
  scriptedServer,
  success,
  testClient,
} from '../test/scripted-server.ts';
import { EkidenConnectionError } from './index.ts';

const ARCHIVE = randomBytes(300_000);
const ETAG = '"v1"';

/** What the store does with its n-th request; everything else is as it should be. */
type Faults = Record<number, (fine: Answer) => Answer>;

/** An API that hands out links, each another one, to a store that honours Range. */
async function store(
  t: TestContext,
  faults: Faults = {},
): Promise<ScriptedServer & { downloads(): SeenRequest[] }> {
  let links = 0;
  let downloads = 0;
  const server: ScriptedServer = await scriptedServer(t, (request) => {
    if (request.path.startsWith('/exports/')) {
      links += 1;
      return success({
        download_url: `${server.url}/files/a.zip?signature=${links}`,
        expires_in_seconds: 600,
      });
    }
    downloads += 1;
    const fine = serve(request);
    return faults[downloads]?.(fine) ?? fine;
  });
  return { ...server, downloads: () => server.requests.filter(({ path }) => path.startsWith('/files/')) };
}

function serve({ headers }: SeenRequest): Answer {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const partial = headers.range !== undefined && [undefined, ETAG].includes(headers['if-range'] as string);
  return {
    status: partial ? 206 : 200,
    headers: {
      'content-type': 'application/zip',
      etag: ETAG,
      'content-disposition': `attachment; filename="ekiden-1-2026-07-01.zip"; filename*=UTF-8''x.zip`,
    },
    body: partial ? ARCHIVE.subarray(from) : ARCHIVE,
  };
}

const cut =
  (sent: number) =>
  (fine: Answer): Answer => ({ ...fine, sent, ending: 'cut' });
const bytesOf = async (stream: ReadableStream<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Uint8Array>));

describe('downloading an export', () => {
  test('streams the archive from a fresh link, with its name and size, and never sends the key there', async (t) => {
    const server = await store(t);
    const { body, file_name, size_bytes } = await testClient(server).downloadExport('export-1');
    assert.deepEqual([file_name, size_bytes], ['ekiden-1-2026-07-01.zip', ARCHIVE.length]);
    assert.ok((await bytesOf(body)).equals(ARCHIVE));
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/exports/export-1/download', '/files/a.zip?signature=1'],
    );
    const [download] = server.downloads();
    assert.equal(download?.headers.authorization, undefined);
    assert.equal(download?.headers['x-api-key'], undefined);
  });

  test('asks for another link where one has expired', async (t) => {
    const server = await store(t, { 1: () => ({ status: 403, body: 'expired' }) });
    const { body } = await testClient(server).downloadExport('export-1');
    assert.ok((await bytesOf(body)).equals(ARCHIVE));
    assert.deepEqual(
      server.downloads().map(({ path }) => path),
      ['/files/a.zip?signature=1', '/files/a.zip?signature=2'],
    );
  });

  test('goes on where a connection broke, with another link, however often if it gets on', async (t) => {
    const server = await store(t, { 1: cut(100_000), 2: cut(50_000), 3: cut(20_000), 4: cut(7) });
    const client = testClient(server, { maxRetries: 1 });
    const { body } = await client.downloadExport('export-1');
    assert.ok((await bytesOf(body)).equals(ARCHIVE));
    const offsets = server.downloads().map(({ headers }) => Number(headers.range?.slice(6, -1) ?? 0));
    // Bytes that had come but were not read yet when the connection broke are read again.
    assert.ok(
      offsets.slice(1).every((offset, index) => offset > (offsets[index] ?? 0)),
      String(offsets),
    );
    assert.equal(new Set(server.downloads().map(({ path }) => path)).size, 5, 'a link each');
    assert.ok(
      server
        .downloads()
        .slice(1)
        .every(({ headers }) => headers['if-range'] === ETAG),
    );
    assert.ok(
      client.waits.every((ms) => ms === 500),
      'patience begins anew with every piece',
    );
  });

  test('takes silence for a broken connection', async (t) => {
    const server = await store(t, { 1: (fine) => ({ ...fine, sent: 1000, ending: 'stall' }) });
    const { body } = await testClient(server, { timeoutMs: 250 }).downloadExport('export-1');
    assert.ok((await bytesOf(body)).equals(ARCHIVE));
    assert.equal(server.downloads()[1]?.headers.range, 'bytes=1000-');
  });

  test('is not broken off by a time-out longer than a timer can be', async (t) => {
    const server = await store(t);
    const client = testClient(server, { timeoutMs: 2 ** 31 });
    assert.ok((await bytesOf((await client.downloadExport('export-1')).body)).equals(ARCHIVE));
    assert.deepEqual(client.waits, []);
  });

  test('never mixes two archives: one that is another now is an error', async (t) => {
    const another = (): Answer => ({ ...serve({ headers: {} } as SeenRequest), headers: { etag: '"v2"' } });
    const server = await store(t, { 1: cut(1000), 2: another, 3: another });
    const { body } = await testClient(server, { maxRetries: 1 }).downloadExport('export-1');
    await assert.rejects(bytesOf(body), EkidenConnectionError);
  });

  test('gives up after maxRetries, without the signature of the link in the error', async (t) => {
    const server = await store(t, { 1: () => ({ status: 403 }), 2: () => ({ status: 500 }) });
    await assert.rejects(testClient(server, { maxRetries: 1 }).downloadExport('export-1'), {
      name: 'EkidenConnectionError',
      message: `GET ${server.url}/files/a.zip: the store answered 500.`,
    });
  });

  test('says what the API says where there is nothing to download', async (t) => {
    for (const [status, code] of [
      [409, 'export_not_ready'],
      [410, 'export_expired'],
      [404, 'not_found'],
    ] as const) {
      const server = await scriptedServer(t, () => failure(status, code));
      await assert.rejects(testClient(server).downloadExport('export-1'), { status, code });
    }
  });

  test('an end before the announced size is a broken connection', async (t) => {
    const server = await store(t);
    let short = true;
    const { body } = await testClient(server, {
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!short || !url.includes('/files/')) return response;
        short = false;
        const { status, headers } = response;
        return new Response((await response.arrayBuffer()).slice(0, 1000), { status, headers });
      },
    }).downloadExport('export-1');
    assert.ok((await bytesOf(body)).equals(ARCHIVE));
    assert.equal(server.downloads()[1]?.headers.range, 'bytes=1000-');
  });

  test('does nothing before it is read', async (t) => {
    const server = await store(t, { 1: cut(0) });
    const { body } = await testClient(server).downloadExport('export-1');
    await server.abandoned();
    await sleep(50);
    assert.equal(server.downloads().length, 1);
    assert.ok((await bytesOf(body)).equals(ARCHIVE));
  });

  test('lets go of the connection when it is cancelled', async (t) => {
    const server = await store(t, { 1: (fine) => ({ ...fine, sent: 1000, ending: 'stall' }) });
    const { body } = await testClient(server).downloadExport('export-1');
    const reader = body.getReader();
    assert.equal((await reader.read()).value?.length, 1000);
    await reader.cancel();
    await server.abandoned();
    assert.equal(server.downloads().length, 1);
  });

  test('ends with the reason of a signal that is aborted meanwhile', async (t) => {
    const controller = new AbortController();
    const reason = new Error('Enough.');
    const server = await store(t, { 1: (fine) => ({ ...fine, sent: 1000, ending: 'stall' }) });
    const { body } = await testClient(server).downloadExport('export-1', { signal: controller.signal });
    const reader = body.getReader();
    await reader.read();
    controller.abort(reason);
    await assert.rejects(reader.read(), reason);
    assert.equal(server.downloads().length, 1);
  });
});
