import type { ObjectStore } from '../../infra/object-store/index.ts';
import { archiveFolder } from './export-job.ts';

/** Removes what attempts at an export have left in the store, except the archive that is recorded, if any. */
export async function removeArchives(
  store: ObjectStore,
  job: { readonly org_id: string; readonly id: string },
  except?: string,
): Promise<void> {
  for await (const { key } of store.list(archiveFolder(job))) if (key !== except) await store.delete(key);
}
