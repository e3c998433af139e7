import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { ActivityStreams } from './import/types.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The streams as they are stored: zstd of their JSON text, compressed on libuv's threads. */
export async function packStreams(streams: ActivityStreams): Promise<Buffer> {
  return await compress(JSON.stringify(streams));
}

/** The JSON text of packed streams. */
export async function unpackStreams(data: Uint8Array): Promise<string> {
  return (await decompress(data)).toString('utf8');
}
