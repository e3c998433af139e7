import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { writeToOutbox } from './index.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ekiden-outbox-'));
});
after(() => rm(folder, { recursive: true }));

test('a file that several write at once is there once, and is one of theirs as a whole', async () => {
  const texts = Array.from({ length: 20 }, (_, n) => String.fromCharCode(97 + n).repeat(100_000 + n));
  const at = path.join(folder, 'at-once');
  await Promise.all(texts.map((text) => writeToOutbox(at, 'one.json', text)));
  assert.deepEqual(await readdir(at), ['one.json']);
  assert.ok(texts.includes(await readFile(path.join(at, 'one.json'), 'utf8')));
});

test('what cannot be written leaves nothing behind', async () => {
  const at = path.join(folder, 'in-vain');
  // A folder is where the file should be.
  await mkdir(path.join(at, 'one.json', 'inside'), { recursive: true });
  await assert.rejects(writeToOutbox(at, 'one.json', 'x'));
  // Half of it is written by then.
  const broken = {
    [Symbol.iterator]: () => {
      throw new Error('no more');
    },
  };
  await assert.rejects(writeToOutbox(at, 'two.json', broken as unknown as string));
  assert.deepEqual(await readdir(at), ['one.json']);
});
