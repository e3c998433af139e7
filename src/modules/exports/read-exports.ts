import type { ApiKeyActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { noSuchExport } from './errors.ts';
import type { ExportJob, ExportStatus } from './export-job.ts';
import { findExport, listExports as listRows } from './queries.ts';

export const ownerOf = (actor: ApiKeyActor) => ({ org_id: actor.org_id, api_key_id: actor.key_id });

/** An export of the key's own. */
export async function readExport(deps: { db: Database }, actor: ApiKeyActor, id: string): Promise<ExportJob> {
  const job = await findExport(deps.db, ownerOf(actor), id);
  if (job === null || job.status === 'deleted') throw noSuchExport();
  return job;
}

/** The key's own exports, newest first. */
export async function listExports(
  deps: { db: Database },
  actor: ApiKeyActor,
  page: { status: ExportStatus | null; limit: number; offset: number; after: PagePosition | null },
): Promise<ExportJob[]> {
  return await listRows(deps.db, ownerOf(actor), page);
}
