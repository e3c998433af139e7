import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ObjectBody } from './object-store.ts';

// One turn of the event loop hashes at most this much: well under a millisecond.
const SLICE_BYTES = 256 * 1024;

/** The body of a put, read once: counted and hashed on its way. */
export type Source = {
  /** The bytes, in slices of at most 256 KiB; each may be changed once the next is asked for. Throws the body's own error. */
  chunks(): AsyncGenerator<Buffer, void, undefined>;
  /** Whether the body itself failed, and with what. */
  failure(): { error: unknown } | null;
  digest(): { size_bytes: number; sha256: string };
  destroy(): void;
};

/** Takes hold of the body at once, so that an error it emits before the first read is not lost. */
export function readSource(body: ObjectBody): Source {
  const hash = createHash('sha256');
  let size = 0;
  let failed: { error: unknown } | null = null;
  // The iteration below throws it; without a listener an early error would end the process.
  if (body instanceof Readable) body.on('error', () => undefined);

  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    for await (const part of watched()) {
      for (let at = 0; at < part.length; at += SLICE_BYTES) {
        const slice = part.subarray(at, at + SLICE_BYTES);
        hash.update(slice);
        size += slice.length;
        yield slice;
      }
    }
  }

  // Separate from `chunks`, into which a reader that gives up may throw its own error.
  async function* watched(): AsyncGenerator<Buffer, void, undefined> {
    try {
      yield* parts(body);
    } catch (error) {
      failed = { error };
      throw error;
    }
  }

  return {
    chunks,
    failure: () => failed,
    digest: () => ({ size_bytes: size, sha256: hash.digest('hex') }),
    destroy: () => {
      if (body instanceof Readable) body.destroy();
      else if (!(body instanceof Uint8Array)) void letGo(body);
    },
  };
}

/** Ends an iterable that was never read; harmless to any other. */
async function letGo(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await body[Symbol.asyncIterator]().return?.();
  } catch {}
}

async function* parts(body: ObjectBody): AsyncGenerator<Buffer, void, undefined> {
  if (body instanceof Uint8Array) {
    yield Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    return;
  }
  // A drained stream would pass for an empty file.
  if (body instanceof Readable && body.readableEnded)
    throw new TypeError('The body was read to its end before it was put.');
  for await (const chunk of body) {
    if (chunk instanceof Uint8Array) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    else if (typeof chunk === 'string') yield Buffer.from(chunk, 'utf8');
    else throw new TypeError(`The body gave a chunk of type ${typeof chunk}: it must give bytes or text.`);
  }
}
