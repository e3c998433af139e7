import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ObjectStore } from '../../infra/object-store/index.ts';

/** One file of an archive, read when its turn comes. */
export type ArchiveFile = {
  readonly name: string;
  readonly content: () => AsyncIterable<Buffer | string>;
  /** How many records it held; asked for after the content was read. */
  readonly rows: () => number;
};

export type FileFacts = { name: string; rows: number; size_bytes: number; sha256: string };

/** Fast enough to keep up with the database; the archive is a few percent larger than at zlib's default. */
const COMPRESSION_LEVEL = 4;

/**
 * Streams a ZIP of the files into the store, one after the other, then a last file made from the facts about them. Each
 * content is asked for more only as the store takes it: what is held is a few stream buffers and one chunk. Nothing is
 * left in the store when anything fails, and the content that was being read is let go of.
 */
export async function writeArchive(
  store: Pick<ObjectStore, 'put'>,
  key: string,
  options: {
    files: readonly ArchiveFile[];
    /** Name and text of the last file. */
    manifest: { name: string; text: (facts: readonly FileFacts[]) => string };
    modified_at: Date;
    signal: AbortSignal;
  },
): Promise<{ size_bytes: number; sha256: string }> {
  const { files, manifest, modified_at, signal } = options;
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  const fail = (reason: unknown): void => {
    output.destroy(reason instanceof Error ? reason : new Error(String(reason)));
  };
  const onAbort = (): void => fail(signal.reason);
  const add = (name: string, content: () => AsyncIterable<Buffer | string>): void => {
    zip.addReadStreamLazy(name, { mtime: modified_at, compressionLevel: COMPRESSION_LEVEL }, (start) => {
      // A pipe hands on neither errors nor the end of its reader; unheard, an error would end the process.
      open = Readable.from(content(), { objectMode: false }).on('error', fail);
      start(null, open);
    });
  };

  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  zip.on('error', fail);
  const facts: FileFacts[] = [];
  for (const file of files) add(file.name, () => measured(file, facts));
  add(manifest.name, async function* () {
    yield manifest.text(facts);
  });
  zip.end();
  try {
    return await store.put(key, output, { contentType: 'application/zip' });
  } finally {
    signal.removeEventListener('abort', onAbort);
    open?.destroy();
  }
}

/** Passes the content through and notes its size, hash and rows at the end. */
async function* measured(file: ArchiveFile, facts: FileFacts[]): AsyncGenerator<Buffer | string> {
  const hash = createHash('sha256');
  let size_bytes = 0;
  for await (const chunk of file.content()) {
    hash.update(chunk);
    size_bytes += Buffer.byteLength(chunk);
    yield chunk;
  }
  facts.push({ name: file.name, rows: file.rows(), size_bytes, sha256: hash.digest('hex') });
}
