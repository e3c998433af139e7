import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../shared/errors.ts';
import { systemClock } from '../../shared/time.ts';
import { createObjectStore, type ObjectStore, ObjectStoreError } from '../object-store/index.ts';
import { objectPath } from '../object-store/list-files.ts';
import { isObjectKey } from '../object-store/object-key.ts';
import { readFolderStore } from '../object-store/read-folder.ts';

export type S3Access = {
  /** Null for Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Where objects lie, as plain data, which can be handed to a thread. */
export type StoreLocation =
  | { readonly kind: 'folder'; readonly root: string }
  | { readonly kind: 's3'; readonly access: S3Access };

/** Where backups lie. On S3 all keys begin with the prefix, which is empty or ends in a slash. */
export type BackupPlace = StoreLocation & { readonly prefix: string };

/**
 * Reads a folder or `s3://bucket/prefix`.
 *
 * @param access of the S3 service; null where none is configured
 * @throws Error that goes on from the name of what was given
 */
export function parsePlace(text: string, access: Omit<S3Access, 'bucket'> | null): BackupPlace {
  if (!text.startsWith('s3:')) {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) throw new Error('must be a folder or s3://bucket/prefix');
    return { kind: 'folder', root: path.resolve(text), prefix: '' };
  }
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(text);
  const [, bucket, prefix = ''] = found ?? [];
  if (bucket === undefined || (prefix !== '' && !(isObjectKey(prefix) && prefix.length <= 200))) {
    throw new Error('must be s3://bucket or s3://bucket/prefix, the prefix of a-z 0-9 . _ - and /');
  }
  if (access === null) throw new Error('needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY');
  return { kind: 's3', access: { ...access, bucket }, prefix: prefix === '' ? '' : `${prefix}/` };
}

/** A place as it was written, without credentials. */
export function describePlace(place: BackupPlace): string {
  if (place.kind === 'folder') return place.root;
  return `s3://${place.access.bucket}/${place.prefix}`.replace(/\/$/, '');
}

type StoredFile = { readonly key: string; readonly size_bytes: number; readonly modified_at: Date };

/** What backups need of a store. */
export type PlaceFiles = {
  /** Where what has this key lies, for people: a path, or `s3://…`. */
  locate(key: string): string;
  get(key: string): Promise<Readable | null>;
  put(key: string, body: Readable | AsyncIterable<Uint8Array> | Uint8Array): Promise<number>;
  list(prefix: string): AsyncIterable<StoredFile>;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a place to write to, which is made where it is missing, or to read from: then nothing is written, so that it may lie on
 * a medium that cannot be written to.
 *
 * @throws Error that says what to change
 */
export async function openPlace(place: BackupPlace, use: 'read' | 'write'): Promise<PlaceFiles> {
  const locate = (key: string): string =>
    place.kind === 'folder'
      ? objectPath(path.join(place.root, 'objects'), key)
      : `s3://${place.access.bucket}/${place.prefix}${key}`;
  if (place.kind === 'folder' && use === 'read') {
    const found = await stat(place.root).catch(() => null);
    if (found?.isDirectory() !== true) throw new Error(`There is no folder ${place.root}.`);
    const files = readFolderStore(place.root);
    const refuse = async (): Promise<never> => {
      throw new Error(`${place.root} was opened for reading only.`);
    };
    return { ...files, locate, put: refuse, delete: refuse, close: async () => undefined };
  }
  const store = await inWords(openStoreAt(place));
  const { prefix } = place;
  return {
    locate,
    get: (key) => inWords(readWhole(store, prefix + key)),
    put: async (key, body) => (await inWords(store.put(prefix + key, body))).size_bytes,
    async *list(start) {
      const files = store.list(prefix + start)[Symbol.asyncIterator]();
      for (;;) {
        const next = await inWords(files.next());
        if (next.done) return;
        yield { ...next.value, key: next.value.key.slice(prefix.length) };
      }
    },
    delete: (key) => inWords(store.delete(prefix + key)),
    close: () => store.close(),
  };
}

/** The store of objects at a location; links to what is in it cannot be made. */
export async function openStoreAt(location: StoreLocation): Promise<ObjectStore> {
  const links = { baseUrl: 'http://localhost', secrets: [randomBytes(32)], clock: systemClock };
  return location.kind === 'folder'
    ? await createObjectStore({ disk: { root: location.root, ...links } })
    : await createObjectStore({ s3: { ...location.access, links, patient: true } });
}

/** So often in a row reading is taken up again, the pauses doubling. */
const RESUMED_MAX = 4;
const FIRST_PAUSE_MS = 100;

/**
 * Streams an object whose content does not change, and goes on where a connection broke off; null where there is none.
 *
 * @throws ObjectStoreError, also by the stream
 */
export async function readWhole(store: ObjectStore, key: string): Promise<Readable | null> {
  const first = await store.get(key);
  if (first === null) return null;
  const whole = Readable.from(resumed(store, key, first), { objectMode: false });
  // What was never read lets go of nothing by itself.
  return whole.once('close', () => first.body.destroy());
}

async function* resumed(
  store: ObjectStore,
  key: string,
  { body, size_bytes }: { readonly body: Readable; readonly size_bytes: number },
): AsyncGenerator<Buffer, void, undefined> {
  let from = body;
  for (let at = 0, failures = 0; ; ) {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        at += chunk.length;
        failures = 0;
        yield chunk;
      }
      return;
    } catch (error) {
      if (failures === RESUMED_MAX || at >= size_bytes)
        throw new ObjectStoreError(`${key} could not be read to its end: ${reasonOf(error)}`, {
          cause: error,
        });
      await sleep(FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      const rest = await store.get(key, { range: { start: at, end: size_bytes - 1 } });
      if (rest === null) throw new ObjectStoreError(`${key} was removed while it was read.`);
      from = rest.body;
    }
  }
}

/** The store names the settings of the server's own one; those of a place for backups have other names. */
async function inWords<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    const message = error.message
      .replaceAll(/\bS3_(?=[A-Z])/g, 'BACKUP_S3_')
      .replaceAll('BACKUP_S3_BUCKET', 'BACKUP_TARGET')
      .replaceAll(/ or set DATA_DIR( to a (?:larger|shorter) one)?/g, ' or choose another folder')
      .replace('The object store in', 'The place for backups');
    throw new ObjectStoreError(message, { cause: error });
  }
}
