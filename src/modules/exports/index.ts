import type { Database } from '../../infra/db/database.ts';
import type { ReadDatabase } from '../../infra/db/replica-reads.ts';
import type { Events } from '../../infra/events/index.ts';
import { handleJob, type JobRegistration, type Jobs } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import type { Clock } from '../../shared/time.ts';
import { cleanUp, cleanUpJob } from './clean-up.ts';
import { removeWithdrawn, removeWithdrawnHandler } from './remove-withdrawn.ts';
import { runExport } from './run-export.ts';
import { runExportJob } from './run-export-job.ts';
import type { ToldTable } from './told-table.ts';

export { type ArchiveIncomplete, archiveIncomplete } from './archive-incomplete.ts';
export { type AthletesExported, athletesExported } from './athletes-exported.ts';
export { Include } from './contract.ts';
export { createExport } from './create-export.ts';
export { type DownloadDeps, downloadExport, requireOpenLink } from './download-export.ts';
export {
  exportExpired,
  exportLimitReached,
  exportNotReady,
  exportWithdrawn,
  noSuchExport,
} from './errors.ts';
export { exportData } from './export-data.ts';
export {
  ARCHIVES,
  DOWNLOAD_URL_LIFETIME_S,
  type ExportInclude,
  type ExportJob,
  type LeftOut,
  NAMED_ARCHIVES,
} from './export-job.ts';
export { deflateOnPool } from './make-archive.ts';
export { organizationArchives } from './organization-archives.ts';
export { findArchiveKeys, findStoredArchives } from './queries.ts';
export { listExports, readExport } from './read-exports.ts';
export { requesterOf } from './requester.ts';
export { requireExportLeft } from './require-export-left.ts';
export { exportRoutes } from './routes.ts';
export { isInRange, type ToldColumn, type ToldTable, timeText } from './told-table.ts';
export { type ArchiveFile, type FileFacts, writeArchive } from './write-archive.ts';

export function exportJobs(deps: {
  db: Database;
  reads: ReadDatabase;
  store: ObjectStore;
  clock: Clock;
  sourcePolicies: SourcePolicies;
  jobs: Pick<Jobs, 'listFailed'>;
  events: Events;
  exportsAtOnce: number;
  archiveTables: readonly ToldTable[];
}): readonly JobRegistration[] {
  return [
    handleJob({ ...runExportJob, concurrency: deps.exportsAtOnce }, (payload, context) =>
      runExport(deps, payload, context),
    ),
    handleJob(removeWithdrawn, removeWithdrawnHandler(deps)),
    handleJob(cleanUpJob, (_payload, { signal }) => cleanUp(deps, signal)),
  ];
}
