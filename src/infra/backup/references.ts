import { pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { ObjectStoreError } from '../object-store/index.ts';
import { DamagedBackupError } from './errors.ts';
import type { PlaceFiles } from './place.ts';

/** Beside each header, the names of all that it refers to, so that the place can be tidied up without any key. */
export const REFERENCES = 'references/';

/** A checksum at the end, which all versions check: without it most bits can be turned in such a list, and it is still one. */
const ZSTD = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const CHUNK_CHARS = 64 * 1024;

/** @param names in their order */
export async function writeReferences(files: PlaceFiles, id: string, names: Iterable<string>): Promise<void> {
  // Its failure is the one of what reads it.
  const packed = pipeline(Readable.from(chunksOf(names)), createZstdCompress(ZSTD), () => undefined);
  await files.put(REFERENCES + id, packed);
}

function* chunksOf(names: Iterable<string>): Generator<Buffer, void, undefined> {
  let chunk = '';
  let isFirst = true;
  for (const name of names) {
    chunk += isFirst ? name : `\n${name}`;
    isFirst = false;
    if (chunk.length < CHUNK_CHARS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

/**
 * The names of all that a backup refers to.
 *
 * @throws DamagedBackupError, perhaps after some of them, where the list is missing or not as it was written
 */
export async function* readReferences(
  files: PlaceFiles,
  id: string,
): AsyncGenerator<string, void, undefined> {
  const damaged = (cause?: unknown): Error =>
    new DamagedBackupError(`${files.locate(REFERENCES + id)} is missing or damaged`, { cause });
  const stored = await files.get(REFERENCES + id);
  if (stored === null) throw damaged();
  const lines = linesOf(pipeline(stored, createZstdDecompress(), () => undefined));
  for (;;) {
    const next = await lines.next().catch((error: unknown) => {
      throw error instanceof ObjectStoreError ? error : damaged(error);
    });
    if (next.done) return;
    if (!/^[0-9a-f]{64}(\.zst)?$/.test(next.value)) throw damaged();
    yield next.value;
  }
}

async function* linesOf(text: Readable): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const chunk of text as AsyncIterable<Buffer>) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}
