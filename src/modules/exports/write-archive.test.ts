import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { createDiskStore } from '../../infra/object-store/disk.ts';
import type { DiskStore, ObjectBody, ObjectStore } from '../../infra/object-store/object-store.ts';
import { systemClock } from '../../shared/time.ts';
import { openArchive } from '../../test/archives.ts';
import { until } from './make-archive.ts';
import { type ArchiveFile, writeArchive } from './write-archive.ts';

const manifest = { name: 'manifest.json', text: (files: unknown) => JSON.stringify({ files }) };
const CHUNK_BYTES = 64 * 1024;

/** A file of random bytes, which do not shrink, that notes how far it was read and whether it was let go of. */
function watchedFile(name: string, chunks: number, fail?: Error) {
  const state = { yielded: 0, closed: false };
  const file: ArchiveFile = {
    name,
    rows: () => chunks,
    async *content() {
      try {
        for (; state.yielded < chunks; state.yielded++) yield randomBytes(CHUNK_BYTES);
        if (fail !== undefined) throw fail;
      } finally {
        state.closed = true;
      }
    },
  };
  return { file, state };
}

let root: string;
let store: DiskStore;
before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  const secrets = [randomBytes(32)];
  store = await createDiskStore({ root, baseUrl: 'http://127.0.0.1', secrets, clock: systemClock });
});
after(async () => {
  await store.close();
  await rm(root, { recursive: true });
});

function write(
  into: Pick<ObjectStore, 'put'>,
  files: ArchiveFile[],
  { key = 'exports/x.zip', signal = new AbortController().signal } = {},
): Promise<{ size_bytes: number; sha256: string }> {
  const contents = { files, manifest, modified_at: new Date('2026-03-01T00:00:00Z') };
  return into.put(key, until(signal, writeArchive(contents, promisify(deflateRaw))));
}

test('a store that does not read holds the files up instead of filling the memory', async () => {
  const { file, state } = watchedFile('rows.csv', 400);
  const slow = {
    put: async (_key: string, given: ObjectBody) => {
      assert.ok(!(given instanceof Uint8Array));
      let received = 0;
      for await (const chunk of given) {
        received += chunk.length;
        // Time enough for everything that would run ahead to do so.
        for (let i = 0; i < 20; i++) await turn();
        const ahead = state.yielded * CHUNK_BYTES - received;
        assert.ok(ahead < 16 * CHUNK_BYTES, `${ahead} bytes are held`);
      }
      return { size_bytes: received, sha256: '' };
    },
  };
  const { size_bytes } = await write(slow, [file]);
  assert.ok(size_bytes > 400 * CHUNK_BYTES);
});

for (const failing of [0, 1]) {
  test(`an error in file ${failing + 1} of 2 is the caller's, and nothing is left in the store or open`, async () => {
    const broken = new Error('no more rows');
    const files = [0, 1].map((at) => watchedFile(`${at}.csv`, 5, at === failing ? broken : undefined));
    const archive = files.map(({ file }) => file);
    const written = write(store, archive, { key: 'exports/broken.zip' });
    await assert.rejects(written, (error) => error === broken);
    assert.equal(await store.head('exports/broken.zip'), null);
    assert.ok(files.slice(0, failing + 1).every(({ state }) => state.closed));
    assert.ok(files.slice(failing + 1).every(({ state }) => state.yielded === 0));
  });
}

test('a store that fails in the middle ends the reading', async () => {
  const { file, state } = watchedFile('rows.csv', 1_000);
  const full = new Error('disk full');
  const failing = {
    put: async (_key: string, given: ObjectBody): Promise<never> => {
      assert.ok(!(given instanceof Uint8Array));
      let received = 0;
      for await (const chunk of given) {
        received += chunk.length;
        if (received > 10 * CHUNK_BYTES) throw full;
      }
      return assert.fail('the body ended before the store did');
    },
  };
  await assert.rejects(write(failing, [file]), (error) => error === full);
  for (let i = 0; i < 100_000 && !state.closed; i++) await turn();
  assert.equal(state.closed, true);
  assert.ok(state.yielded < 100, `${state.yielded} chunks were read`);
});

test('aborting, before or in the middle, leaves nothing', async () => {
  for (const when of ['before', 'during'] as const) {
    const aborter = new AbortController();
    const { file, state } = watchedFile('rows.csv', 1_000);
    if (when === 'before') aborter.abort(new Error('shutting down'));
    else {
      const inner = file.content;
      Object.assign(file, {
        async *content() {
          for await (const chunk of inner()) {
            if (state.yielded === 20) aborter.abort(new Error('shutting down'));
            yield chunk;
          }
        },
      });
    }
    await assert.rejects(
      write(store, [file], { key: 'exports/aborted.zip', signal: aborter.signal }),
      /shutting down/,
    );
    assert.equal(await store.head('exports/aborted.zip'), null);
    assert.ok(state.yielded < 100, `${state.yielded} chunks were read`);
  }
});

test('the manifest names size, hash and rows of each file', async () => {
  const text: ArchiveFile = {
    name: 'a.csv',
    rows: () => 2,
    async *content() {
      yield 'header\r\n';
      yield Buffer.from('é\r\n');
      yield 'b\r\n';
    },
  };
  const empty: ArchiveFile = { name: 'b.json', rows: () => 0, content: () => Readable.from(['[]']) };
  const written = await write(store, [text, empty], { key: 'exports/fine.zip' });
  const object = await store.get('exports/fine.zip');
  assert.ok(object);
  assert.equal(object.size_bytes, written.size_bytes);
  const { files } = await openArchive(await buffer(object.body));
  assert.equal(String(files.get('a.csv')), 'header\r\né\r\nb\r\n');
});
