import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { cleanOutbox } from './clean-up.ts';
import { timeInName, writeToOutbox } from './index.ts';

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

test('what is older than seven days goes, and so does a draft of a process that was killed; other files stay', async () => {
  const at = path.join(folder, 'old');
  const now = new Date('2026-11-20T08:00:00.000Z');
  const ago = (ms: number): string => timeInName(new Date(now.getTime() - ms));
  const draft = '.0198c0de-0000-7000-8000-000000000000.tmp';
  const kept = [
    `${ago(7 * DAY_MS)}-a.eml`,
    `${ago(MINUTE_MS)}-b.push.json`,
    `${ago(MINUTE_MS)}-c.eml${draft}`,
    'notes.eml',
    `${ago(30 * DAY_MS)}-mine.txt`,
  ];
  const old = [
    `${ago(7 * DAY_MS + 1)}-d.eml`,
    `${ago(8 * DAY_MS)}-e.push.json`,
    `${ago(8 * DAY_MS)}-f.chat.json`,
    `${ago(61 * MINUTE_MS)}-g.eml${draft}`,
  ];
  for (const name of [...kept, ...old]) {
    await mkdir(at, { recursive: true });
    await writeFile(path.join(at, name), 'x');
  }
  assert.equal(await cleanOutbox(at, now), old.length);
  assert.deepEqual((await readdir(at)).sort(), kept.sort());
  assert.equal(await cleanOutbox(path.join(folder, 'none'), now), 0);
});
