import type { ApiKeyActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { exportExpired, exportNotReady, noSuchExport } from './errors.ts';
import { archiveName, DOWNLOAD_URL_LIFETIME_S } from './export-job.ts';
import { holdExport } from './queries.ts';
import { ownerOf, readExport } from './read-exports.ts';

/** A fresh link to a completed export's archive; every one that is handed out is in the audit log. */
export async function downloadExport(
  deps: { db: Database; clock: Clock; store: ObjectStore },
  actor: ApiKeyActor,
  id: string,
): Promise<{ download_url: string; expires_in_seconds: typeof DOWNLOAD_URL_LIFETIME_S }> {
  const job = await readExport(deps, actor, id);
  if (job.status !== 'completed' || job.object_key === null || job.expires_at === null) {
    throw job.status === 'failed'
      ? exportNotReady({ message: 'The export failed and has no file. Create a new one.' })
      : exportNotReady();
  }
  const now = deps.clock.now();
  if (job.expires_at <= now) throw exportExpired();
  const download_url = await deps.store.signedUrl(job.object_key, {
    expires_in_s: DOWNLOAD_URL_LIFETIME_S,
    file_name: archiveName(job),
    content_type: 'application/zip',
  });
  await deps.db.transaction(async (tx) => {
    // The log of an organization that was deleted meanwhile ends with that.
    if (!(await holdExport(tx, ownerOf(actor), id))) throw noSuchExport();
    await writeAudit(tx, {
      org_id: actor.org_id,
      event_type: 'export_downloaded',
      actor,
      target_id: id,
      now,
    });
  });
  return { download_url, expires_in_seconds: DOWNLOAD_URL_LIFETIME_S };
}
