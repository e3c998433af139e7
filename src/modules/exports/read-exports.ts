import type { Database } from '../../infra/db/database.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { noSuchExport } from './errors.ts';
import type { ExportJob, ExportStatus } from './export-job.ts';
import { findExport, listExports as listRows, type Owner } from './queries.ts';

export async function readExport(deps: { db: Database }, owner: Owner, id: string): Promise<ExportJob> {
  const job = await findExport(deps.db, owner, id);
  if (job === null || job.status === 'deleted') throw noSuchExport();
  return job;
}

export async function listExports(
  deps: { db: Database },
  owner: Owner,
  page: { status: ExportStatus | null; limit: number; offset: number; after: PagePosition | null },
): Promise<ExportJob[]> {
  return await listRows(deps.db, owner, page);
}
