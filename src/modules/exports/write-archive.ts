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
 * Streams a ZIP of the files into the store, one after the other with bounded memory, then a last file made from the
 * facts about them. Nothing is left in the store when anything fails.
 */
export async function writeArchive(
  store: ObjectStore,
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
  const abort = (reason: unknown): void => {
    output.destroy(reason instanceof Error ? reason : new Error(String(reason)));
  };
  zip.on('error', abort);
  signal.addEventListener('abort', () => abort(signal.reason), { once: true });
  const facts: FileFacts[] = [];
  const add = (name: string, content: () => AsyncIterable<Buffer | string>): void => {
    zip.addReadStreamLazy(name, { mtime: modified_at, compressionLevel: COMPRESSION_LEVEL }, (open) =>
      open(null, Readable.from(content(), { objectMode: false })),
    );
  };
  for (const file of files) add(file.name, () => measured(file, facts, signal));
  add(manifest.name, async function* () {
    yield manifest.text(facts);
  });
  zip.end();
  return await store.put(key, output, { contentType: 'application/zip' });
}

/** Passes the content through and notes its size, hash and rows at the end. */
async function* measured(
  file: ArchiveFile,
  facts: FileFacts[],
  signal: AbortSignal,
): AsyncGenerator<Buffer | string> {
  const hash = createHash('sha256');
  let size_bytes = 0;
  for await (const chunk of file.content()) {
    signal.throwIfAborted();
    hash.update(chunk);
    size_bytes += Buffer.byteLength(chunk);
    yield chunk;
  }
  facts.push({ name: file.name, rows: file.rows(), size_bytes, sha256: hash.digest('hex') });
}
