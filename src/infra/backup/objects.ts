import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { INSTANCE_FILE } from '../instance/seen.ts';
import type { ObjectStore } from '../object-store/index.ts';
import { isObjectKey } from '../object-store/object-key.ts';
import type { BlobRef, BlobWriter } from './blobs.ts';
import { readWhole } from './place.ts';
import type { Progress } from './progress.ts';

/** An object as it was when it was hashed. Objects are known again by key, size and time. */
type Hashed = {
  readonly key: string;
  readonly size_bytes: number;
  readonly modified_ms: number;
  readonly sha256: string;
};

type Listed = AsyncIterator<{
  readonly key: string;
  readonly size_bytes: number;
  readonly modified_at: Date;
}>;

/** Objects that are looked at together; several small ones are read from an S3 service in the time of one. */
const AT_ONCE = 8;

/**
 * Goes over all objects of the store, in the order of their keys, and sees to it that the place has the content of each. What was hashed
 * before and has not changed since is not read again.
 *
 * @param known the file of the last time, which need not exist; in the order of keys
 * @param isStored whether the place is known to have all that the file names
 * @param list the file that is written anew
 */
export async function copyObjects(options: {
  readonly store: ObjectStore;
  readonly writer: BlobWriter;
  readonly known: string;
  readonly isStored: boolean;
  readonly list: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { store, writer, known, isStored, list, progress, signal } = options;
  const before = readHashed(known)[Symbol.asyncIterator]();
  const out = createLineFile(list);
  let former = await before.next();
  let done = 0;
  const hashOne = async (object: Omit<Hashed, 'sha256'>, sha256: string | null): Promise<Hashed | null> => {
    if (sha256 !== null && (isStored || writer.has(sha256))) return { ...object, sha256 };
    const ref = await writer.putObject(() => readWhole(store, object.key));
    return ref === null ? null : { ...object, size_bytes: ref.size_bytes, sha256: ref.sha256 };
  };
  try {
    for await (const batch of batches(store.list('')[Symbol.asyncIterator]())) {
      signal.throwIfAborted();
      const hashed: Promise<Hashed | null>[] = [];
      for (const { key, size_bytes, modified_at } of batch) {
        // A bucket may hold what is not ours. What the files have seen of the instance is of this moment, and not of the snapshot.
        if (!isObjectKey(key) || key === INSTANCE_FILE) continue;
        while (!former.done && former.value.key < key) former = await before.next();
        const one = { key, size_bytes, modified_ms: modified_at.getTime() };
        const match = !former.done && former.value.key === key ? former.value : null;
        const isSame =
          match !== null && match.size_bytes === size_bytes && match.modified_ms === one.modified_ms;
        const hashing = hashOne(one, isSame ? match.sha256 : null);
        // Waited for below, unless what is known cannot be read further.
        hashing.catch(() => undefined);
        hashed.push(hashing);
      }
      for (const one of await Promise.all(hashed)) if (one !== null) await out.write(lineOf(one));
      done += batch.length;
      progress({ stage: 'files', done, total: null, unit: 'files' });
    }
  } finally {
    await before.return?.(undefined);
    await out.end();
  }
}

async function* batches(objects: Listed): AsyncGenerator<Awaited<ReturnType<Listed['next']>>['value'][]> {
  for (;;) {
    const batch = [];
    while (batch.length < AT_ONCE) {
      const next = await objects.next();
      if (next.done) break;
      batch.push(next.value);
    }
    if (batch.length > 0) yield batch;
    if (batch.length < AT_ONCE) return;
  }
}

/** About so many objects are in one piece of the list. */
const OBJECTS_IN_A_PIECE = 4_096;

export type ObjectList = {
  readonly pieces: BlobRef[];
  readonly count: number;
  readonly size_bytes: number;
  /** Keys that rows name and that were nowhere to be found. */
  readonly missing: string[];
};

/**
 * Writes down which objects the backup holds, and refers to them: those that are there, and those that rows of the snapshot name and that were there before
 * it. What has been deleted before the snapshot is not among them.
 *
 * @param options.list what is there, as `copyObjects` wrote it after the snapshot
 * @param options.earlier the same of before the snapshot
 * @param options.named the keys that rows of the snapshot name, in their order
 */
export async function listObjects(options: {
  readonly writer: BlobWriter;
  readonly list: string;
  readonly earlier: string;
  readonly named: AsyncIterable<string>;
}): Promise<ObjectList> {
  const { writer } = options;
  const pieces: BlobRef[] = [];
  const missing: string[] = [];
  let lines: string[] = [];
  let count = 0;
  let size_bytes = 0;
  const endPiece = async (): Promise<void> => {
    if (lines.length === 0) return;
    pieces.push(await writer.put(Buffer.from(lines.join(''))));
    lines = [];
  };
  const add = async (object: Hashed): Promise<void> => {
    const name = writer.refer(object.sha256);
    if (name === null) {
      missing.push(object.key);
      return;
    }
    lines.push(`${object.key}\t${object.size_bytes}\t${object.sha256}\t${name}\n`);
    count += 1;
    size_bytes += object.size_bytes;
    // By the key and not by the number, so that one more object changes one piece.
    if (crc32(object.key) % OBJECTS_IN_A_PIECE === 0) await endPiece();
  };
  const now = peekable(readHashed(options.list));
  const earlier = peekable(readHashed(options.earlier));
  for await (const key of options.named) {
    for (let at = await now.peek(); at !== null && at.key < key; at = await now.next()) await add(at);
    if ((await now.peek())?.key === key) continue;
    for (let at = await earlier.peek(); at !== null && at.key < key; at = await earlier.next());
    const found = await earlier.peek();
    if (found?.key === key) await add(found);
    else missing.push(key);
  }
  for (let at = await now.peek(); at !== null; at = await now.next()) await add(at);
  await endPiece();
  return { pieces, count, size_bytes, missing };
}

export type BackedUpObject = { readonly key: string } & BlobRef;

/** The objects in a piece of the list. */
export function readObjectList(piece: Buffer): BackedUpObject[] {
  return piece
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', size, sha256 = '', name = ''] = line.split('\t');
      return { key, size_bytes: Number(size), sha256, name };
    });
}

/** Both moves give what is at the place that is reached; null at the end. */
function peekable<T>(items: AsyncIterable<T>): { peek(): Promise<T | null>; next(): Promise<T | null> } {
  const iterator = items[Symbol.asyncIterator]();
  let at: Promise<T | null> | undefined;
  const read = async (): Promise<T | null> => {
    const next = await iterator.next();
    return next.done ? null : next.value;
  };
  return {
    peek: () => (at ??= read()),
    next: () => (at = read()),
  };
}

const lineOf = ({ key, size_bytes, modified_ms, sha256 }: Hashed): string =>
  `${key}\t${size_bytes}\t${modified_ms}\t${sha256}\n`;

/** What a file of hashes holds; nothing where there is none. Lines that are cut off are left out. */
async function* readHashed(file: string): AsyncGenerator<Hashed, void, undefined> {
  if (!existsSync(file)) return;
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    const [key, size, modified, sha256] = line.split('\t');
    if (key === undefined || sha256?.length !== 64) continue;
    yield { key, size_bytes: Number(size), modified_ms: Number(modified), sha256 };
  }
}

function createLineFile(file: string): { write(line: string): Promise<void>; end(): Promise<void> } {
  const out = createWriteStream(file, { mode: 0o600 });
  out.on('error', () => undefined);
  return {
    async write(line) {
      if (!out.write(line)) await once(out, 'drain');
    },
    async end() {
      out.end();
      await finished(out);
    },
  };
}
