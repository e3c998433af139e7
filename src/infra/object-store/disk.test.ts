import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { systemClock } from '../../shared/time.ts';
import { listScratch } from '../../test/store-subjects.ts';
import { createDiskStore, withClearErrors } from './disk.ts';
import { type DiskStore, ObjectStoreError } from './object-store.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ekiden-disk-store-'));
});
after(() => rm(folder, { recursive: true }));

function open(root: string): Promise<DiskStore> {
  const secrets = [Buffer.alloc(32, 1)];
  return createDiskStore({ root, baseUrl: 'http://localhost:4000', secrets, clock: systemClock });
}

test('what a killed writer left is cleared at the next start, what a living one writes is not', async () => {
  const root = path.join(folder, 'crash');
  const dead = await startWriter(root);
  const alive = await startWriter(root);
  try {
    assert.equal((await listScratch(root)).length, 2);
    dead.kill('SIGKILL');
    await once(dead, 'exit');
    const store = await open(root);
    assert.equal((await listScratch(root)).length, 1, 'the living one keeps its file');
    assert.equal(await store.head('half/written'), null);
    alive.stdin?.end();
    await once(alive, 'exit');
    assert.equal((await store.head('half/written'))?.size_bytes, 8);
    assert.deepEqual(await listScratch(root), []);
    await store.close();
    assert.deepEqual(await readdir(path.join(root, 'scratch')), []);
  } finally {
    dead.kill('SIGKILL');
    alive.kill('SIGKILL');
  }
});

/** A process that has written half of an object and waits for the end of its input. */
async function startWriter(root: string): Promise<ChildProcess> {
  const script = `
    const { createDiskStore } = await import(${JSON.stringify(import.meta.resolve('./disk.ts'))});
    const options = { root: process.argv[1], baseUrl: 'http://localhost', secrets: [Buffer.alloc(32)], clock: { now: () => new Date() } };
    const store = await createDiskStore(options);
    async function* body() {
      yield Buffer.from('half');
      process.stdout.write('half');
      for await (const _ of process.stdin);
      yield Buffer.from('rest');
    }
    const { Readable } = await import('node:stream');
    await store.put('half/written', Readable.from(body()));
    await store.close();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, root], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('two stores on one folder see the same objects, also within one process', async () => {
  const root = path.join(folder, 'shared');
  const [one, two] = await Promise.all([open(root), open(root)]);
  await one.put('from/one', Buffer.from('1'));
  assert.equal((await two.head('from/one'))?.size_bytes, 1);
  await one.close();
  await two.put('from/two', Buffer.from('22'));
  await two.close();
  const three = await open(root);
  const object = await three.get('from/two');
  assert.equal(await text(object?.body ?? Readable.from([])), '22');
  await three.close();
});

test('deleting the last object of a folder takes the folder away', async () => {
  const root = path.join(folder, 'pruned');
  const store = await open(root);
  await store.put('a/b/c/d', Buffer.from('x'));
  await store.put('a/e', Buffer.from('x'));
  await store.delete('a/b/c/d');
  assert.deepEqual(await readdir(path.join(root, 'objects'), { recursive: true }), ['a+', 'a+/e']);
  await store.close();
});

test('a put survives that its folder is taken away as empty again and again', async () => {
  const root = path.join(folder, 'contended');
  const store = await open(root);
  const workers = Array.from({ length: 8 }, async (_, worker) => {
    for (let round = 0; round < 50; round++) {
      await store.put(`deep/er/${worker}`, Buffer.from('x'));
      assert.equal((await store.head(`deep/er/${worker}`))?.size_bytes, 1);
      await store.delete(`deep/er/${worker}`);
    }
  });
  await Promise.all(workers);
  assert.deepEqual(await readdir(path.join(root, 'objects')), []);
  assert.deepEqual(await listScratch(root), []);
  await store.close();
});

test('foreign files among the objects are not listed', async () => {
  const root = path.join(folder, 'foreign');
  const store = await open(root);
  await writeFile(path.join(root, 'objects', 'Thumbs.DB'), '');
  await store.put('mine', Buffer.from('x'));
  const keys = [];
  for await (const { key } of store.list('')) keys.push(key);
  assert.deepEqual(keys, ['mine']);
  await store.close();
});

test('a folder that is taken away while the store is open is a clear error', async () => {
  const root = path.join(folder, 'lost');
  const store = await open(root);
  await store.ping();
  await rm(root, { recursive: true });
  await assert.rejects(store.ping(), /taken away while the server ran: restart/);
  const body = Readable.from(['x']);
  await assert.rejects(store.put('a', body), ObjectStoreError);
  assert.ok(body.destroyed);
  await store.close();
});

test('a full or forbidden disk names the folder and the remedy', async () => {
  const failing = (code: string): Promise<never> =>
    Promise.reject(Object.assign(new Error(`${code}: write`), { code }));
  await assert.rejects(withClearErrors('/srv/files', failing('ENOSPC')), {
    name: 'ObjectStoreError',
    message:
      'The object store in /srv/files failed: the disk is full: free space or set DATA_DIR to a larger one. (Error: ENOSPC: write)',
  });
  await assert.rejects(withClearErrors('/srv/files', failing('EACCES')), /may not write there/);
  await assert.rejects(withClearErrors('/srv/files', failing('EWHATEVER')), /EWHATEVER/);
});
