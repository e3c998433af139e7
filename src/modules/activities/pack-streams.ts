import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { ActivityStreams } from './import/types.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The streams as they are stored: zstd of their JSON text, compressed on libuv's threads. */
export async function packStreams(streams: ActivityStreams): Promise<Buffer> {
  return await compress(JSON.stringify(streams));
}

/** The same, in the calling thread: for a thread of its own, where nothing else waits. */
export function packStreamsInThread(streams: ActivityStreams): Uint8Array {
  // A copy that owns its memory: the compressor's may be a part of a larger block, which would cross threads whole.
  return new Uint8Array(zstdCompressSync(JSON.stringify(streams)));
}

/** The JSON text of packed streams. */
export async function unpackStreams(data: Uint8Array): Promise<string> {
  return (await decompress(data)).toString('utf8');
}
