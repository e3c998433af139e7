import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { ActivityStreams } from './import/types.ts';

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

/** So much is unpacked in place: some two hours take 0.5 ms, and handing them to a thread and back takes as long again. */
const SMALL_BYTES = 64_000;
/** Samples are three to six times as long as packed. What is longer still takes another chunk. */
const CHUNK_RATIO = 8;
const LEAST_CHUNK_BYTES = 16_384;

/**
 * The JSON text of packed streams, in UTF-8. It is unpacked in one go: in the chunks of 16 kB that Node has by default, each of them a
 * way to a thread and back, two hours take twice as long.
 */
export async function unpackStreamsBytes(data: Uint8Array): Promise<Buffer> {
  const chunkSize = Math.max(LEAST_CHUNK_BYTES, CHUNK_RATIO * data.length);
  return data.length <= SMALL_BYTES
    ? zstdDecompressSync(data, { chunkSize })
    : await decompress(data, { chunkSize });
}

/** The JSON text of packed streams. */
export async function unpackStreams(data: Uint8Array): Promise<string> {
  return (await unpackStreamsBytes(data)).toString('utf8');
}
