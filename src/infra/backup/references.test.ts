import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { systemClock } from '../../shared/time.ts';
import { createBlobIndex } from './blob-index.ts';
import { createBlobWriter, listBlobs } from './blobs.ts';
import { type BackupHeader, newBackupId, pruneBackups, writeHeader } from './catalogue.ts';
import { copyObjects, listObjects } from './objects.ts';
import { openPlace, openStoreAt, type PlaceFiles } from './place.ts';
import { readReferences, writeReferences } from './references.ts';
import { createSeal } from './seal.ts';

const signal = new AbortController().signal;
const now = (): Date => systemClock.now();
const nameOf = (index: number): string => hash('sha256', `content ${index}`);

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-references-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newPlace(t: TestContext): Promise<{ root: string; files: PlaceFiles }> {
  const root = await newFolder(t);
  const files = await openPlace({ kind: 'folder', root, prefix: '' }, 'write');
  t.after(() => files.close());
  return { root, files };
}

describe('the list of what a backup refers to', () => {
  const names = Array.from({ length: 3_000 }, (_, index) => nameOf(index)).sort();
  const content = names.join('\n');

  it('is written as earlier versions read it, and those of earlier versions are read', async (t) => {
    const { root, files } = await newPlace(t);
    await writeReferences(files, 'a', names);
    const stored = await readFile(path.join(root, 'objects/references+/a'));
    assert.equal(zstdDecompressSync(stored).toString(), content);
    await files.put('references/b', zstdCompressSync(Buffer.from(content)));
    for (const id of ['a', 'b']) assert.deepEqual(await Array.fromAsync(readReferences(files, id)), names);
  });

  it('is told as damaged whichever bit of it is turned, and nothing is removed then', async (t) => {
    const { root, files } = await newPlace(t);
    const id = newBackupId(now());
    await writeHeader(files, { format: 1, id } as BackupHeader, names);
    const list = path.join(root, 'objects/references+', id);
    const whole = await readFile(list);
    const read = (): Promise<unknown> => Array.fromAsync(readReferences(files, id));
    const damaged = { name: 'DamagedBackupError' };
    for (let at = 0; at < whole.length; at += 1_999) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      await writeFile(list, flipped);
      await assert.rejects(read(), damaged, `byte ${at}`);
    }
    for (const length of [0, 1, 1_000, whole.length - 1]) {
      await writeFile(list, whole.subarray(0, length));
      await assert.rejects(read(), damaged, `${length} bytes`);
    }
    await writeFile(list, zstdCompressSync(Buffer.from('')));
    await assert.rejects(read(), damaged, 'an empty list');

    await files.put(`blobs/${nameOf(1).slice(0, 2)}/${nameOf(1)}`, Buffer.from('content 1'));
    const later = (): Date => new Date(now().getTime() + 2 * 86_400_000);
    const pruning = { now: later, signal, cache: await newFolder(t) };
    await assert.rejects(
      pruneBackups(files, { count: 1 }, pruning),
      /It is not known what the backup .* refers to, since .* is missing or damaged: nothing was removed/,
    );
    await writeFile(list, whole);
    assert.deepEqual(await pruneBackups(files, { count: 1 }, pruning), { removed: [], blobs: 0, bytes: 0 });
    assert.equal((await Array.fromAsync(listBlobs(files))).length, 1);
  });

  it('holds what the last snapshot refers to, once each and in order, and not what an earlier one did', async (t) => {
    const { files } = await newPlace(t);
    const index = createBlobIndex(path.join(await newFolder(t), 'index'));
    t.after(() => index.close());
    const seal = await createSeal({ by: 'nothing' }, files, Buffer.alloc(32));
    const writer = createBlobWriter(files, seal, index);
    const first = await writer.put(Buffer.from('of the first snapshot'));
    assert.deepEqual([...index.referred()], [first.name]);
    index.forgetReferred();
    const refs = [];
    for (const text of ['one', 'two', 'three', 'two']) refs.push(await writer.put(Buffer.from(text)));
    assert.deepEqual([...index.referred()], [...new Set(refs.map(({ name }) => name))].sort());
    const blobs = await Array.fromAsync(listBlobs(files));
    const bytes = blobs.reduce((sum, blob) => sum + blob.bytes, 0);
    const before = blobs.find(({ name }) => name === first.name)?.bytes ?? 0;
    assert.deepEqual([index.referredBytes(), writer.written()], [bytes - before, bytes]);
    assert.equal(writer.refer(nameOf(1)), null, 'what is nowhere is not referred to');
  });
});

const MANY = 50_000;

describe('a backup of many files', () => {
  it('keeps nothing of a file in memory once it is past it', {
    skip: globalThis.gc === undefined ? 'it needs --expose-gc' : false,
  }, async (t) => {
    const folder = await newFolder(t);
    const { files } = await newPlace(t);
    const modified_at = new Date('2026-01-01T00:00:00Z');
    const keyOf = (index: number): string => `uploads/${String(index).padStart(9, '0')}`;
    const real = await openStoreAt({ kind: 'folder', root: await newFolder(t) });
    t.after(() => real.close());
    const store = {
      ...real,
      async *list() {
        for (let index = 0; index < MANY; index++) yield { key: keyOf(index), size_bytes: 9, modified_at };
      },
    };
    const known = path.join(folder, 'known');
    const lines: string[] = [];
    for (let index = 0; index < MANY; index++)
      lines.push(`${keyOf(index)}\t9\t${modified_at.getTime()}\t${nameOf(index)}\n`);
    await writeFile(known, lines.join(''));
    lines.length = 0;
    const held = (): number => {
      globalThis.gc?.();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = held();
    const index = createBlobIndex(path.join(folder, 'index'));
    t.after(() => index.close());
    for (let at = 0; at < MANY; at++) index.add(nameOf(at), 9);
    const seal = await createSeal({ by: 'nothing' }, files, Buffer.alloc(32));
    const writer = createBlobWriter(files, seal, index);
    const [earlier, list] = [path.join(folder, 'earlier'), path.join(folder, 'now')];
    const pass = { store, writer, progress: () => undefined, signal };
    await copyObjects({ ...pass, known, isStored: false, list: earlier });
    await copyObjects({ ...pass, known: earlier, isStored: true, list });
    const named = async function* (): AsyncGenerator<string> {
      for (let at = 0; at < MANY; at++) yield keyOf(at);
    };
    const objects = await listObjects({ writer, list, earlier, named: named() });
    await writeReferences(files, 'a', index.referred());
    const grown = (held() - before) / MANY;
    assert.ok(grown < 60, `${grown.toFixed(0)} bytes a file`);
    assert.deepEqual([objects.count, objects.missing], [MANY, []]);
    let referred = 0;
    for await (const _ of readReferences(files, 'a')) referred += 1;
    assert.equal(referred, MANY + objects.pieces.length);
  });
});
