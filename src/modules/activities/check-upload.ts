import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ObjectStore } from '../../infra/object-store/index.ts';

/** What is known of an uploaded file, against which its object is held. */
type UploadedFile = { readonly id: string; readonly object_key: string; readonly sha256: Buffer };

/**
 * Reads an uploaded file to its end and compares it with the SHA-256 that was stored with it. What is not as it was uploaded is
 * told to the operator, in the log: only a backup of the object store brings it back.
 *
 * @throws ObjectStoreError while the store cannot be used at all: that is no fault of the file
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
