import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { dataDescriptor, directory, type ZipEntry } from './zip-records.ts';

const FOUR_GIB = 2 ** 32;
const TIME = new Date('2026-03-01T12:34:56Z');

/** An archive of which there is only the end, wherever that is: directories can be read without the files. */
class EndOfArchive extends RandomAccessReader {
  private readonly bytes: Buffer;
  private readonly offset: number;

  constructor(bytes: Buffer, offset: number) {
    super();
    this.bytes = bytes;
    this.offset = offset;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const missing = Math.max(0, Math.min(end, this.offset) - start);
    const from = Math.max(0, start - this.offset);
    const to = Math.max(0, end - this.offset);
    return Readable.from([Buffer.concat([Buffer.alloc(missing), this.bytes.subarray(from, to)])]);
  }
}

async function read(entries: readonly ZipEntry[], offset: number) {
  const bytes = directory(entries, TIME, offset);
  const reader = new EndOfArchive(bytes, offset);
  const zip = await fromRandomAccessReaderPromise(reader, offset + bytes.length, {
    lazyEntries: true,
    autoClose: false,
  });
  return await Array.fromAsync(zip.eachEntry(), (found) => ({
    name: found.fileName,
    crc32: found.crc32,
    size_bytes: found.uncompressedSize,
    packed_bytes: found.compressedSize,
    offset: found.relativeOffsetOfLocalHeader,
    time: found.getLastModDate({ timezone: 'UTC' }),
    mode: found.externalFileAttributes >>> 16,
  }));
}

const SMALL: ZipEntry = { name: 'a.csv', crc32: 0xdeadbeef, size_bytes: 5_000, packed_bytes: 700, offset: 0 };
const CASES: readonly (readonly [what: string, entry: ZipEntry, offset: number])[] = [
  ['a small file', SMALL, 1_000],
  ['the largest that needs no ZIP64', { ...SMALL, size_bytes: FOUR_GIB - 2 }, 1_000],
  ['a file of 4 GiB', { ...SMALL, size_bytes: FOUR_GIB - 1 }, 1_000],
  ['more than that', { ...SMALL, size_bytes: 5 * FOUR_GIB, packed_bytes: FOUR_GIB + 1 }, 2 * FOUR_GIB],
  ['a file behind 4 GiB of others', { ...SMALL, offset: FOUR_GIB + 7 }, FOUR_GIB + 2_000],
  ['a directory that begins at 4 GiB', SMALL, FOUR_GIB - 1],
  ['a name in UTF-8', { ...SMALL, name: 'läufe-跑.csv' }, 1_000],
];

for (const [what, entry, offset] of CASES) {
  test(`another reader finds ${what}`, async () => {
    const last = { ...SMALL, name: 'manifest.json', crc32: 1 };
    const facts = { time: new Date('2026-03-01T12:34:56Z'), mode: 0o100644 };
    assert.deepEqual(await read([entry, last], offset), [
      { ...entry, ...facts },
      { ...last, ...facts },
    ]);
  });
}

test('another reader finds more files than two bytes can count', async () => {
  for (const count of [65_534, 65_535, 70_000]) {
    const entries = Array.from({ length: count }, (_, index) => ({ ...SMALL, name: `${index}.json` }));
    const zip = await fromBufferPromise(directory(entries, TIME, 0), { lazyEntries: true });
    const names = await Array.fromAsync(zip.eachEntry(), ({ fileName }) => fileName);
    assert.deepEqual([names.length, names.at(-1)], [count, `${count - 1}.json`]);
  }
});

test('the sizes behind a file take eight bytes each from 4 GiB on', () => {
  assert.equal(dataDescriptor(SMALL).length, 16);
  const large = dataDescriptor({ ...SMALL, size_bytes: FOUR_GIB });
  assert.deepEqual([large.readBigUInt64LE(8), large.readBigUInt64LE(16)], [700n, BigInt(FOUR_GIB)]);
});
