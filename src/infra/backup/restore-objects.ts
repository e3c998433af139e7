import type { ObjectStore } from '../object-store/index.ts';
import { type OpenBackup, objectLists, readObjects } from './open-backup.ts';
import type { Progress } from './progress.ts';

/**
 * Puts all objects of a backup into a store.
 *
 * @throws Error, before anything is written, where the store has objects that are not of the backup. Those of a restore that was
 *   interrupted are written anew
 */
export async function restoreObjects(
  backup: OpenBackup,
  store: ObjectStore,
  options: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<void> {
  const stranger = await findStranger(backup, store);
  if (stranger !== null) {
    throw new Error(
      `The object store is not empty: it has ${stranger}, which is not in the backup. A backup is restored into an empty one only: choose another DATA_DIR or S3_BUCKET.`,
    );
  }
  await readObjects(backup, (object, body) => store.put(object.key, body), options);
}

/** An object that the backup does not have: both lists are in the order of keys. */
async function findStranger(backup: OpenBackup, store: ObjectStore): Promise<string | null> {
  const found = store.list('')[Symbol.asyncIterator]();
  let next = await found.next();
  if (next.done) return null;
  for await (const objects of objectLists(backup)) {
    for (const { key } of objects) {
      if (next.done) return null;
      if (next.value.key < key) return next.value.key;
      if (next.value.key === key) next = await found.next();
    }
  }
  return next.done ? null : next.value.key;
}
