import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { ObjectStoreError } from '../object-store/index.ts';
import type { BlobIndex } from './blob-index.ts';
import { DamagedBackupError } from './errors.ts';
import type { PlaceFiles } from './place.ts';
import type { Seal, Unseal } from './seal.ts';

/** A piece of content in a backup. The same content has the same name, in whichever backup it is. */
export type BlobRef = {
  readonly name: string;
  /** Of the content as it is outside of the backup. */
  readonly sha256: string;
  readonly size_bytes: number;
};

const BLOBS = 'blobs/';
/** Compressed ones are named so: content of the same hash may also be there as it is. */
const PACKED = '.zst';
/** Objects up to this are read once; of larger ones the hash has to be known before they are stored. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024;
/** Level 3 of 22: a table's rows become a fifth, at some 200 MB a second. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);

export type BlobWriter = {
  /** Stores content that lies in memory, compressed, unless it is there, and refers to it. */
  put(content: Buffer): Promise<BlobRef>;
  /** Stores an object as it is, unless it is there; null where there is no such object any more. */
  putObject(open: () => Promise<Readable | null>): Promise<BlobRef | null>;
  /** Whether the place has an object's content. */
  has(sha256: string): boolean;
  /** The name of an object's content, which is referred to now; null where the place does not have it. */
  refer(sha256: string): string | null;
  /** Bytes written so far, as they lie in the place. */
  written(): number;
};

/** @param present the blobs of the place (`listBlobs`); what is written is added, and what is referred to is marked */
export function createBlobWriter(files: PlaceFiles, seal: Seal, present: BlobIndex): BlobWriter {
  let written = 0;
  const store = async (name: string, body: Uint8Array | Readable): Promise<void> => {
    const bytes = await files.put(keyOf(name), body);
    present.add(name, bytes);
    written += bytes;
  };
  const putSmall = async (content: Buffer): Promise<BlobRef> => {
    const sha256 = hash('sha256', content);
    const name = seal.nameOf(sha256);
    if (!present.has(name)) await store(name, await seal.bytes(content));
    return { name, sha256, size_bytes: content.length };
  };
  const putLarge = async (
    open: () => Promise<Readable | null>,
    ref: Omit<BlobRef, 'name'>,
  ): Promise<BlobRef | null> => {
    const name = seal.nameOf(ref.sha256);
    if (present.has(name)) return { ...ref, name };
    const again = await open();
    if (again === null) return null;
    await store(
      name,
      await seal.stream(
        Readable.from(
          checked(again, ref, (error) =>
            error instanceof ObjectStoreError ? error : new Error('An object changed while it was read.'),
          ),
        ),
      ),
    );
    return { ...ref, name };
  };
  return {
    async put(content) {
      const sha256 = hash('sha256', content);
      const name = seal.nameOf(sha256) + PACKED;
      if (!present.has(name)) await store(name, await seal.bytes(await pack(content, ZSTD)));
      present.refer(name);
      return { name, sha256, size_bytes: content.length };
    },
    async putObject(open) {
      const body = await open();
      if (body === null) return null;
      const start: Buffer[] = [];
      const hashed = createHash('sha256');
      let size_bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size_bytes += chunk.length;
        hashed.update(chunk);
        if (size_bytes <= IN_MEMORY_BYTES) start.push(chunk);
      }
      if (size_bytes <= IN_MEMORY_BYTES) return await putSmall(Buffer.concat(start));
      return await putLarge(open, { sha256: hashed.digest('hex'), size_bytes });
    },
    has: (sha256) => present.has(seal.nameOf(sha256)),
    refer(sha256) {
      const name = seal.nameOf(sha256);
      return present.refer(name) ? name : null;
    },
    written: () => written,
  };
}

/** Names and bytes of all blobs of a place, in the order of names. */
export async function* listBlobs(
  files: PlaceFiles,
): AsyncGenerator<{ name: string; bytes: number }, void, undefined> {
  for await (const { key, size_bytes } of files.list(BLOBS)) yield { name: nameIn(key), bytes: size_bytes };
}

/** Content that fits into memory. @throws DamagedBackupError */
export async function readBlob(
  { files, unseal }: { files: PlaceFiles; unseal: Unseal },
  ref: BlobRef,
): Promise<Buffer> {
  const stored = await buffer(await openStored(files, ref));
  let content: Buffer;
  try {
    const opened = await unseal.bytes(stored);
    content = ref.name.endsWith(PACKED) ? await unpack(opened) : opened;
  } catch (error) {
    throw damaged(files, ref, error);
  }
  if (content.length !== ref.size_bytes || hash('sha256', content) !== ref.sha256) throw damaged(files, ref);
  return content;
}

/** Streams an object. Reading it to its end throws DamagedBackupError where it is not what was stored. */
export async function openBlob(
  { files, unseal }: { files: PlaceFiles; unseal: Unseal },
  ref: BlobRef,
): Promise<Readable> {
  const stored = await openStored(files, ref);
  // A place that does not answer any more is told apart from one that gives what is not as it was.
  let away: Error | null = null;
  stored.once('error', (error) => {
    away = error;
  });
  const told = (error: unknown): Error => away ?? damaged(files, ref, error);
  try {
    const opened = await unseal.stream(stored);
    return Readable.from(checked(opened, ref, told), { objectMode: false });
  } catch (error) {
    stored.destroy();
    throw told(error);
  }
}

async function openStored(files: PlaceFiles, ref: BlobRef): Promise<Readable> {
  const stored = await files.get(keyOf(ref.name));
  if (stored !== null) return stored;
  throw new DamagedBackupError(
    `The backup is not whole: ${files.locate(keyOf(ref.name))} is missing. Use another backup, or make a new one, which brings back what the server still has.`,
  );
}

async function* checked(
  body: Readable,
  ref: Omit<BlobRef, 'name'>,
  told: (cause?: unknown) => Error,
): AsyncGenerator<Buffer, void, undefined> {
  const hashed = createHash('sha256');
  let size_bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      hashed.update(chunk);
      size_bytes += chunk.length;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  } catch (error) {
    throw told(error);
  }
  if (size_bytes !== ref.size_bytes || hashed.digest('hex') !== ref.sha256) throw told();
}

function damaged(files: PlaceFiles, { name }: BlobRef, cause?: unknown): DamagedBackupError {
  return new DamagedBackupError(
    `The backup is damaged: ${files.locate(keyOf(name))} is not what was written. Use another backup, or make a new one with --anew.`,
    { cause },
  );
}

function keyOf(name: string): string {
  return `${BLOBS}${name.slice(0, 2)}/${name}`;
}

function nameIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Removes the blobs that `needed` does not have and that are older than `before`. @returns how many, and their bytes */
export async function sweepBlobs(
  files: PlaceFiles,
  needed: Pick<BlobIndex, 'has'>,
  before: Date,
): Promise<{ blobs: number; bytes: number }> {
  const swept = { blobs: 0, bytes: 0 };
  for await (const { key, size_bytes, modified_at } of files.list(BLOBS)) {
    if (needed.has(nameIn(key)) || modified_at >= before) continue;
    await files.delete(key);
    swept.blobs += 1;
    swept.bytes += size_bytes;
  }
  return swept;
}
