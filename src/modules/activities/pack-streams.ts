import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { ActivityStreams } from './import/types.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Of 63 recordings with 4,300 samples each, 41 kB are left at 9 instead of 49 at the default of 3, for 7 ms of CPU instead of 1.5; at 15
 * it is 39 for 25 ms. Without the size, tables would be allocated for texts of many megabytes.
 */
const packing = (text: string) => ({
  params: { [constants.ZSTD_c_compressionLevel]: 9 },
  pledgedSrcSize: Buffer.byteLength(text),
});

/** The streams as they are stored: zstd of their JSON text, compressed on libuv's threads. */
export async function packStreams(streams: ActivityStreams): Promise<Buffer> {
  const text = JSON.stringify(streams);
  return await compress(text, packing(text));
}

/** The same, in the calling thread: for a thread of its own, where nothing else waits. */
export function packStreamsInThread(streams: ActivityStreams): Uint8Array {
  // A copy that owns its memory: the compressor's may be a part of a larger block, which would cross threads whole.
  const text = JSON.stringify(streams);
  return new Uint8Array(zstdCompressSync(text, packing(text)));
}

/** So much is unpacked in place: some two hours take 0.2 ms, and handing them to a thread and back takes as long again. */
const SMALL_BYTES = 64_000;
/** What a second of a run takes, packed and unpacked, is some nine and some fifty bytes. */
const USUAL_RATIO = 6;
const LEAST_CHUNK_BYTES = 16_384;

/**
 * The JSON text of packed streams, in UTF-8. It is unpacked in one go: in the chunks of 16 kB that Node has by default, each of them a
 * way to a thread and back, an hour takes twice as long.
 */
export async function unpackStreamsBytes(data: Uint8Array): Promise<Buffer> {
  // One byte more, so that the end is seen without another chunk.
  const chunkSize = Math.max(LEAST_CHUNK_BYTES, (unpackedSize(data) ?? USUAL_RATIO * data.length) + 1);
  return data.length <= SMALL_BYTES
    ? zstdDecompressSync(data, { chunkSize })
    : await decompress(data, { chunkSize });
}

/** The JSON text of packed streams. */
export async function unpackStreams(data: Uint8Array): Promise<string> {
  return (await unpackStreamsBytes(data)).toString('utf8');
}

/** Larger than any recording, and than what is allocated because a number says so. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What the header of a zstd frame says of its size (RFC 8878, section 3.1.1.1); null where it says nothing of use. */
export function unpackedSize(frame: Uint8Array): number | null {
  const { byteLength } = frame;
  const view = new DataView(frame.buffer, frame.byteOffset, byteLength);
  if (byteLength < 18 || view.getUint32(0, true) !== 0xfd2fb528) return null;
  const descriptor = view.getUint8(4);
  const is_single = (descriptor & 0x20) !== 0;
  const dictionary_bytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const at = 5 + (is_single ? 0 : 1) + dictionary_bytes;
  const size = [
    () => (is_single ? view.getUint8(at) : null),
    () => view.getUint16(at, true) + 256,
    () => view.getUint32(at, true),
    () => Number(view.getBigUint64(at, true)),
  ][descriptor >> 6]?.();
  return size == null || size > MOST_BYTES ? null : size;
}
