import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ObjectStore } from '../../infra/object-store/index.ts';

type UploadedFile = { readonly id: string; readonly object_key: string; readonly sha256: Buffer };

/**
 * Reads an uploaded file and compares its SHA-256. A damaged file is logged for the operator: only a backup of the object
 * store restores it.
 * @throws ObjectStoreError while the store is unavailable
 */
export async function isAsUploaded(
  { store, logger }: { readonly store: ObjectStore; readonly logger: Pick<Logger, 'error'> },
  file: UploadedFile,
): Promise<boolean> {
  const fault = await findFault(store, file);
  if (fault === null) return true;
  await store.ping();
  const { id: file_id, object_key } = file;
  logger.error({ file_id, object_key, ...fault }, 'an uploaded file is lost: restore it from a backup');
  return false;
}

type Fault = { readonly fault: 'missing' | 'other bytes' | 'cannot be read'; readonly err?: unknown };

async function findFault(store: ObjectStore, { object_key, sha256 }: UploadedFile): Promise<Fault | null> {
  try {
    const object = await store.get(object_key);
    if (object === null) return { fault: 'missing' };
    const hash = createHash('sha256');
    for await (const chunk of object.body) hash.update(chunk);
    return hash.digest().equals(sha256) ? null : { fault: 'other bytes' };
  } catch (error) {
    return { fault: 'cannot be read', err: error };
  }
}
