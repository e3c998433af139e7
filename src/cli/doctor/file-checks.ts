import { createHash } from 'node:crypto';
import { INSTANCE_FILE } from '../../infra/instance/index.ts';
import { type ObjectStore, ObjectStoreError } from '../../infra/object-store/index.ts';
import {
  fileIdOf,
  findFileIds,
  findNewestFiles,
  findStoredFiles,
  type StoredFile,
  UPLOADS,
} from '../../modules/activities/index.ts';
import { ARCHIVES, findArchiveKeys, findStoredArchives } from '../../modules/exports/index.ts';
import { isUuid, LOWEST_ID } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { StoredDeps } from './database-checks.ts';
import { type Check, error, note, ok, type Progress, type Seen, warning } from './finding.ts';

/** How much a look at all of it tells meanwhile, and what it hands on to be mended. */
export type WholeLook = {
  readonly tell: (progress: Progress) => void;
  /** Objects that nothing refers to any more, and that are older than a day. */
  readonly orphan: (key: string) => void;
};

const BATCH = 500;
/** Looked up at once, where a store answers over the network. */
const AT_ONCE = 8;
const SAMPLE = 100;
const SAMPLE_LISTED = 300;
/** A younger object may still get its row: an upload takes minutes at the most. */
const LEAST_AGE_MS = DAY_MS;
const MOST_NAMED = 20;

type Fault = { readonly key: string; readonly what: string };
type Expected = {
  readonly object_key: string;
  readonly size_bytes: number | null;
  readonly sha256: Buffer | null;
};

const LOST = 'put it back from a backup of the files (ekiden restore); the workout remains without its file';

/** The newest of the files, and the first that the store lists. */
export const sampledFiles = withStore('files', async ({ db, store, clock }, signal) => {
  const files = [
    ...(await findNewestFiles(db, SAMPLE)).map(expectedOf),
    ...(await archivesAfter({ db, clock }, LOWEST_ID, SAMPLE)),
  ];
  const faults = await findFaults({ db, store }, files, { signal, hash: false });
  let listed = 0;
  const keys: string[] = [];
  for await (const { key, modified_at } of store.list('')) {
    signal.throwIfAborted();
    if (key === INSTANCE_FILE) continue;
    listed += 1;
    if (clock.now().getTime() - modified_at.getTime() > LEAST_AGE_MS) keys.push(key);
    if (listed === SAMPLE_LISTED) break;
  }
  const { orphans, strangers } = await sortKeys({ db }, keys);
  const whole = 'ekiden check looks at all of them';
  return [
    ...lostFiles(faults.slice(0, MOST_NAMED), faults.length),
    ...(orphans.length > 0
      ? [
          warning(
            `of ${listed} files in the object store, ${orphans.length} belong to nothing any more`,
            'ekiden check --repair',
          ),
        ]
      : []),
    ...(strangers.length > 0
      ? [note(`${strangers.length} objects are none of Ekiden's, such as ${strangers[0]}`)]
      : []),
    faults.length + orphans.length === 0
      ? ok(
          `${files.length} files are there in their size, of ${listed} in the object store none is forgotten; ${whole}`,
        )
      : note(`${files.length} rows and ${listed} files were looked at; ${whole}`),
  ];
});

/** Every row against its file, read to the end, and every file against the rows. */
export function wholeFiles({ tell, orphan }: WholeLook): readonly Check<StoredDeps>[] {
  return [
    withStore('files of rows', async ({ db, store, clock }, signal) => {
      const named: Fault[] = [];
      let done = 0;
      let lost = 0;
      const look = async (files: readonly Expected[]): Promise<void> => {
        const faults = await findFaults({ db, store }, files, { signal, hash: true });
        done += files.length;
        lost += faults.length;
        named.push(...faults.slice(0, MOST_NAMED - named.length));
        tell({ what: 'files of rows', done, total: null });
      };
      for (let after = LOWEST_ID; ; ) {
        const page = await findStoredFiles(db, { after, limit: BATCH });
        await look(page.map(expectedOf));
        const last = page.at(-1);
        if (last === undefined || page.length < BATCH) break;
        after = last.id;
      }
      for (let after = LOWEST_ID; ; ) {
        const page = await archivesAfter({ db, clock }, after, BATCH);
        await look(page);
        const last = page.at(-1);
        if (last === undefined || page.length < BATCH) break;
        after = last.id;
      }
      if (lost === 0)
        return [ok(`${done} files are there, with the size and the SHA-256 they were stored with`)];
      return lostFiles(named, lost);
    }),
    withStore('rows of files', async ({ db, store, clock }, signal) => {
      let done = 0;
      let young = 0;
      let orphans = 0;
      const strangers: string[] = [];
      let strange = 0;
      let keys: string[] = [];
      const look = async (): Promise<void> => {
        const sorted = await sortKeys({ db }, keys);
        for (const key of sorted.orphans) orphan(key);
        orphans += sorted.orphans.length;
        strange += sorted.strangers.length;
        strangers.push(...sorted.strangers.slice(0, MOST_NAMED - strangers.length));
        keys = [];
        tell({ what: 'rows of files', done, total: null });
      };
      for await (const { key, modified_at } of store.list('')) {
        signal.throwIfAborted();
        if (key === INSTANCE_FILE) continue;
        done += 1;
        if (clock.now().getTime() - modified_at.getTime() > LEAST_AGE_MS) keys.push(key);
        else young += 1;
        if (keys.length === BATCH) await look();
      }
      await look();
      const seen = `${done} files are in the object store, ${young} of them younger than a day, which may still get their row`;
      return [
        orphans > 0
          ? warning(
              `${seen}; ${orphans} belong to nothing any more`,
              'ekiden check --repair deletes them; the server does by itself every night',
            )
          : ok(`${seen}; all others have one`),
        ...(strange > 0
          ? [
              note(
                `${strange} objects are none of Ekiden's: ${strangers.join(', ')}`,
                'move them elsewhere: the store is for Ekiden alone',
              ),
            ]
          : []),
      ];
    }),
  ];
}

function lostFiles(named: readonly Fault[], lost: number): Seen[] {
  return [
    ...named.map(({ key, what }) => error(`the file ${key} ${what}`, LOST)),
    ...(lost > named.length ? [error(`${lost - named.length} more files are lost`, LOST)] : []),
  ];
}

const expectedOf = ({ object_key, size_bytes, sha256 }: StoredFile): Expected => ({
  object_key,
  size_bytes,
  sha256,
});

async function archivesAfter({ db, clock }: Pick<StoredDeps, 'db' | 'clock'>, after: string, limit: number) {
  const archives = await findStoredArchives(db, { after, limit, now: clock.now() });
  return archives.map(({ id, object_key, file_size_bytes }) => ({
    id,
    object_key,
    size_bytes: file_size_bytes,
    // Archives are made anew, and their hash is not kept.
    sha256: null,
  }));
}

async function findFaults(
  { db, store }: { readonly db: StoredDeps['db']; readonly store: ObjectStore },
  files: readonly Expected[],
  options: { signal: AbortSignal; hash: boolean },
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    options.signal.throwIfAborted();
    const some = files.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map((file) => findFault(store, file, options)));
    faults.push(...found.filter((fault) => fault !== null));
  }
  if (faults.length === 0) return faults;
  // What went with its row, while it was looked for, is not lost.
  const gone = new Set(
    (
      await sortKeys(
        { db },
        faults.map(({ key }) => key),
      )
    ).orphans,
  );
  return faults.filter(({ key }) => !gone.has(key));
}

async function findFault(
  store: ObjectStore,
  { object_key, size_bytes, sha256 }: Expected,
  { signal, hash }: { signal: AbortSignal; hash: boolean },
): Promise<Fault | null> {
  const fault = (what: string): Fault => ({ key: object_key, what });
  if (!hash) {
    const info = await store.head(object_key);
    if (info === null) return fault('is not there');
    return size_bytes !== null && info.size_bytes !== size_bytes
      ? fault(`has ${info.size_bytes} bytes instead of ${size_bytes}`)
      : null;
  }
  const object = await store.get(object_key);
  if (object === null) return fault('is not there');
  const digest = createHash('sha256');
  let read_bytes = 0;
  try {
    for await (const chunk of object.body) {
      signal.throwIfAborted();
      digest.update(chunk);
      read_bytes += chunk.length;
    }
  } catch (cause) {
    signal.throwIfAborted();
    return fault(
      `cannot be read past ${read_bytes} bytes (${cause instanceof Error && 'code' in cause ? cause.code : 'the store failed'})`,
    );
  }
  if (size_bytes !== null && read_bytes !== size_bytes)
    return fault(`has ${read_bytes} bytes instead of ${size_bytes}`);
  return sha256 !== null && !digest.digest().equals(sha256)
    ? fault('has other bytes than were uploaded')
    : null;
}

/** A look that needs the object store says so where it is away. */
function withStore(
  name: string,
  look: (deps: StoredDeps & { readonly store: ObjectStore }, signal: AbortSignal) => Promise<readonly Seen[]>,
): Check<StoredDeps> {
  return {
    name,
    run: async (deps, signal) => {
      const { store, config } = deps;
      if (store === null && (await findNewestFiles(deps.db, 1)).length === 0)
        return [ok(`there are no files yet, and no folder ${config.dataDir}/objects`)];
      if (store === null) {
        const mend = 'set DATA_DIR as the server has it, or put the folder back from a backup';
        return [error(`there is no folder ${config.dataDir}/objects`, mend)];
      }
      try {
        await store.ping();
      } catch (cause) {
        if (!(cause instanceof ObjectStoreError)) throw cause;
        const mend = 'mend what it says; until then recordings cannot be stored or downloaded';
        return [error(cause.message.replace(/\.$/, ''), mend)];
      }
      return await look({ ...deps, store }, signal);
    },
  };
}

/** Which objects belong to nothing any more, and which never did. */
async function sortKeys(
  { db }: Pick<StoredDeps, 'db'>,
  keys: readonly string[],
): Promise<{ orphans: string[]; strangers: string[] }> {
  const uploads = keys.filter((key) => key.startsWith(UPLOADS));
  const archives = keys.filter((key) => key.startsWith(ARCHIVES));
  const known = await findFileIds(db, uploads.map(fileIdOf).filter(isUuid));
  const known_archives = archives.length === 0 ? new Set<string>() : await findArchiveKeys(db, archives);
  return {
    orphans: [
      ...uploads.filter((key) => !known.has(fileIdOf(key))),
      ...archives.filter((key) => !known_archives.has(key)),
    ],
    strangers: keys.filter((key) => !key.startsWith(UPLOADS) && !key.startsWith(ARCHIVES)),
  };
}
