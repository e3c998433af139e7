import { createDiskStore, type DiskStoreOptions } from './disk.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3StoreOptions } from './s3.ts';

export type { FileUrls } from './file-url.ts';
export { type ObjectInfo, type ObjectStore, ObjectStoreError } from './object-store.ts';
export { type Download, type DownloadRequest, openDownload } from './open-download.ts';

/**
 * Opens the store that is configured. The S3 client is loaded only when it is used: it costs tens of megabytes.
 *
 * @throws ObjectStoreError when the folder of the disk store cannot be used; S3 is first asked by `ping`
 */
export async function createObjectStore(
  options: { disk: DiskStoreOptions } | { s3: S3StoreOptions },
): Promise<ObjectStore> {
  if ('disk' in options) return createDiskStore(options.disk);
  const { createS3Store } = await import('./s3.ts');
  return createS3Store(options.s3);
}
