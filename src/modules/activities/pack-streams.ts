import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { ActivityStreams } from './import/types.ts';

const decompress = promisify(zstdDecompress);

/** Of 63 recordings of 4,300 samples each, 41 kB are left instead of 49 at zstd's default of 3, for 7 ms of CPU instead of 1.5; 15 leaves 39 for 25 ms. */
const LEVEL = 9;

/** The streams as they are stored: zstd of their JSON text. In the calling thread: for one of its own, where nothing else waits. */
export function packStreams(streams: ActivityStreams): Uint8Array {
  const text = JSON.stringify(streams);
  // Without the size, zstd would allocate tables for texts of many megabytes.
  const options = {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    pledgedSrcSize: Buffer.byteLength(text),
  };
  // A copy that owns its memory: the compressor's may be a part of a larger block, which would cross threads whole.
  return new Uint8Array(zstdCompressSync(text, options));
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
