import { type Deflate, packFile } from './pack-file.ts';
import { dataDescriptor, directory, localHeader, type ZipEntry } from './zip-records.ts';

export type ArchiveFile = {
  readonly name: string;
  readonly content: () => AsyncIterable<Uint8Array | string>;
  readonly rows: () => number;
};

export type FileFacts = { name: string; rows: number; size_bytes: number; sha256: string };

/** What is compressed at once: one or two milliseconds' work. */
const PART_BYTES = 128 * 1024;

/**
 * The bytes of a ZIP of the files, one after the other, then of a last file made from the facts about them. Each
 * content is asked for more only as the bytes are: what is held is one part and one chunk.
 */
export async function* writeArchive(
  contents: {
    readonly files: Iterable<ArchiveFile> | AsyncIterable<ArchiveFile>;
    /** Name and text of the last file. */
    readonly manifest: { readonly name: string; readonly text: (facts: readonly FileFacts[]) => string };
    readonly modified_at: Date;
  },
  deflate: Deflate,
): AsyncGenerator<Uint8Array> {
  const { files, manifest, modified_at } = contents;
  const facts: FileFacts[] = [];
  const entries: ZipEntry[] = [];
  const last: ArchiveFile = {
    name: manifest.name,
    rows: () => 1,
    async *content() {
      yield manifest.text(facts);
    },
  };
  const all = async function* (): AsyncGenerator<ArchiveFile> {
    yield* files;
    yield last;
  };
  let offset = 0;
  for await (const file of all()) {
    const header = localHeader(file.name, modified_at);
    yield header;
    const packer = packFile(deflate);
    let packed_bytes = 0;
    for await (const part of partsOf(file.content())) {
      const packed = await packer.pack(part);
      packed_bytes += packed.length;
      yield packed;
    }
    const { bytes, crc32, sha256, size_bytes } = await packer.end();
    packed_bytes += bytes.length;
    yield bytes;
    const entry = { name: file.name, crc32, size_bytes, packed_bytes, offset };
    const descriptor = dataDescriptor(entry);
    yield descriptor;
    offset += header.length + packed_bytes + descriptor.length;
    entries.push(entry);
    facts.push({ name: file.name, rows: file.rows(), size_bytes, sha256 });
  }
  yield directory(entries, modified_at, offset);
}

/** The same bytes in parts of one size, but for the last. Each is gone with the next, which is in the same buffer. */
async function* partsOf(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.subarray(at, at + PART_BYTES - filled);
      part.set(taken, filled);
      at += taken.length;
      filled += taken.length;
      if (filled < PART_BYTES) break;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
