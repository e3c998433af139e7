import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import yazl from 'yazl';
import { encodeTestFit, testRun } from '../../../test/encode-test-fit.ts';
import { parseRecording } from '../../../test/parse-recording.ts';
import { MAX_UNPACKED_BYTES, sniff, unpack } from './unpack.ts';

const FIT = Buffer.from(encodeTestFit(testRun(60)));
const GPX = Buffer.from('<gpx><trk/></gpx>');

async function zip(files: Readonly<Record<string, Uint8Array>>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(files)) archive.addBuffer(Buffer.from(bytes), name);
  archive.addEmptyDirectory('folder');
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function refuses(bytes: Uint8Array, says: RegExp): void {
  assert.throws(() => unpack(bytes), { code: 'validation_error', status: 400, message: says });
}

test('the content decides, not the name', async () => {
  const packed = [
    FIT,
    gzipSync(FIT),
    await zip({ 'a.tcx': FIT }),
    await zip({ 'x/y.bin': FIT, 'read.me': Buffer.from('hi') }),
  ];
  for (const bytes of packed) assert.equal(parseRecording(bytes, 'misnamed.fit')[0]?.distance_m, 180);
  assert.equal(sniff(GPX), 'xml');
  assert.equal(sniff(Buffer.from('\uFEFF \n<gpx/>')), 'xml');
});

test('a ZIP made on a Mac holds one recording', async () => {
  const archive = await zip({ 'run.fit': FIT, '__MACOSX/._run.fit': FIT });
  assert.equal(unpack(archive).kind, 'fit');
});

test('refuses archives that hold none, several or other archives', async () => {
  refuses(await zip({ 'a.fit': FIT, 'b.gpx': GPX }), /holds 2 recordings/);
  refuses(await zip({ 'a.txt': Buffer.from('hello') }), /holds no FIT, TCX or GPX/);
  refuses(await zip({}), /holds no FIT, TCX or GPX/);
  refuses(await zip({ 'a.zip': await zip({ 'a.fit': FIT }) }), /holds another archive/);
  refuses(gzipSync(await zip({ 'a.fit': FIT })), /holds another archive/);
  refuses(gzipSync(gzipSync(FIT)), /holds another archive/);
  refuses(gzipSync('hello'), /gzip file does not hold/);
  const many = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`${index}.fit`, FIT.subarray(0, 20)]),
  );
  refuses(await zip(many), /holds 151 entries/);
});

test('refuses bombs', () => {
  const zeros = Buffer.alloc(MAX_UNPACKED_BYTES + 1);
  refuses(gzipSync(zeros), /larger than 64 MiB when unpacked/);
  refuses(handmadeZip(zeros.length, deflateRawSync(zeros)), /larger than 64 MiB/);
  refuses(handmadeZip(100, deflateRawSync(Buffer.alloc(1_000_000))), /broken or was cut off/);
  refuses(handmadeZip(0xffffffff, deflateRawSync(Buffer.alloc(10))), /larger than 64 MiB/);
});

test('refuses encrypted, cut off and strangely packed archives', async () => {
  refuses(handmadeZip(10, Buffer.alloc(10), { flags: 1 }), /encrypted/);
  refuses(handmadeZip(10, Buffer.alloc(10), { method: 99 }), /unusual compression/);
  refuses(handmadeZip(10, Buffer.alloc(10), { headerOffset: 0xfffffff0 }), /broken/);
  refuses(handmadeZip(FIT.length, FIT, { method: 0 }), /broken/);
  const archive = await zip({ 'a.fit': FIT });
  refuses(archive.subarray(0, archive.length - 30), /broken or was cut off/);
  refuses(gzipSync(FIT).subarray(0, 100), /broken or was cut off/);
  const flipped = Buffer.from(archive);
  flipped[60] = (flipped[60] ?? 0) ^ 0xff;
  refuses(flipped, /broken or was cut off/);
});

test('refuses nothing and next to nothing', () => {
  refuses(new Uint8Array(), /empty/);
  refuses(Uint8Array.of(0x50), /not a FIT, TCX or GPX/);
  refuses(Buffer.from('PK\x05\x06'), /broken/);
  refuses(Uint8Array.of(0x1f, 0x8b), /broken/);
});

function handmadeZip(
  unpackedBytes: number,
  packed: Uint8Array,
  lies: { flags?: number; method?: number; headerOffset?: number } = {},
): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(lies.flags ?? 0, 8);
  entry.writeUInt16LE(lies.method ?? 8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(unpackedBytes, 24);
  entry.writeUInt32LE(lies.headerOffset ?? 0, 42);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(header.length + packed.length, 16);
  return Buffer.concat([header, packed, entry, end]);
}
