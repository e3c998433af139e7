import type { Logger } from 'pino';
import { createOutageLog } from '../outage-log.ts';
import { createDiskStore, type DiskStoreOptions } from './disk.ts';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';
import type { S3StoreOptions } from './s3.ts';

export { type ObjectStore, ObjectStoreError } from './object-store.ts';
export { type DownloadRequest, openDownload } from './open-download.ts';

/**
 * Opens the store that is configured. The S3 client is loaded only when it is used: it costs tens of megabytes.
 *
 * @throws ObjectStoreError when the folder of the disk store cannot be used; S3 is first asked by `ping`
 */
export async function createObjectStore(
  options: ({ disk: DiskStoreOptions } | { s3: S3StoreOptions }) & { logger?: Logger },
): Promise<ObjectStore> {
  const tell = <Store extends ObjectStore>(store: Store): Store =>
    options.logger === undefined ? store : tellOutages(store, options.logger);
  if ('disk' in options) return tell(await createDiskStore(options.disk));
  const { createS3Store } = await import('./s3.ts');
  return tell(createS3Store(options.s3));
}

function tellOutages<Store extends ObjectStore>(store: Store, logger: Logger): Store {
  const log = createOutageLog(logger, 'the object store cannot be used');
  const report =
    <Given extends unknown[], Answer>(operation: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      try {
        return await operation(...given);
      } catch (error) {
        if (error instanceof ObjectStoreError) log(error);
        throw error;
      }
    };
  return {
    ...store,
    put: report(store.put),
    get: report(store.get),
    head: report(store.head),
    delete: report(store.delete),
    ping: report(store.ping),
  };
}
