import { createHash } from 'node:crypto';
import { constants, crc32, type ZlibOptions } from 'node:zlib';

/** `deflateRawSync` where nobody else is on the thread, else the one that works on Node's thread pool. */
export type Deflate = (part: Uint8Array, options: ZlibOptions) => Uint8Array | Promise<Uint8Array>;

export type FilePacker = {
  pack(part: Uint8Array): Promise<Uint8Array>;
  end(): Promise<{ bytes: Uint8Array; crc32: number; sha256: string; size_bytes: number }>;
};

/** Makes CSV as small as `zip` does (4 % larger) and JSON nearly (12 %), in half the time of its default level. */
const LEVEL = 3;
/** How far back deflate may point. */
const WINDOW_BYTES = 32 * 1024;
/** What a part usually shrinks to fits in. */
const OUTPUT_BYTES = 48 * 1024;

/**
 * Each part becomes a run of deflate blocks that ends on a byte and is not the last one; one after the other they are
 * one stream, as in pigz. That way it can be compressed by single calls, on any thread.
 */
export function packFile(deflate: Deflate): FilePacker {
  const hash = createHash('sha256');
  let checksum = 0;
  let size_bytes = 0;
  // The end of what came before, which the next part may refer to. One buffer for all, or each part would leave garbage.
  const before = new Uint8Array(WINDOW_BYTES);
  let window = before.subarray(0, 0);
  return {
    async pack(part) {
      hash.update(part);
      checksum = crc32(part, checksum);
      size_bytes += part.length;
      const packed = await deflate(part, {
        level: LEVEL,
        chunkSize: OUTPUT_BYTES,
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(window.length === 0 ? {} : { dictionary: window }),
      });
      const end = part.subarray(-WINDOW_BYTES);
      before.set(end);
      window = before.subarray(0, end.length);
      return packed;
    },
    async end() {
      const bytes = await deflate(Buffer.of(), { level: LEVEL });
      return { bytes, crc32: checksum, sha256: hash.digest('hex'), size_bytes };
    },
  };
}
