import { type Database, type Queryable, SNAPSHOT } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { AppError, forbidden } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { isActiveKey } from '../api-keys/index.ts';
import { writeAudit } from '../audit/index.ts';
import { findActiveUser } from '../users/index.ts';
import { findArchive, findContents, listClosings } from './archive-queries.ts';
import { exportExpired, exportNotReady, exportWithdrawn, noSuchExport } from './errors.ts';
import {
  ARCHIVES,
  archiveName,
  DOWNLOAD_URL_LIFETIME_S,
  type ExportJob,
  REMEMBERED_MS,
} from './export-job.ts';
import { findExport, holdExport, listRoster, markWithdrawn } from './queries.ts';
import { withdraw } from './remove-withdrawn.ts';
import { type Requester, requireExporter } from './requester.ts';
import { isStillOpen } from './still-open.ts';

export type DownloadDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly sourcePolicies: SourcePolicies;
  readonly jobs: Pick<Jobs, 'enqueue'>;
};

/**
 * A new link to an export's archive; each one is logged.
 * @throws AppError exportWithdrawn when somebody in it has left or shares less; exportExpired for thirty days after its
 * end
 */
export async function downloadExport(
  deps: DownloadDeps,
  { actor, owner }: Requester,
  id: string,
): Promise<{ download_url: string; expires_in_seconds: typeof DOWNLOAD_URL_LIFETIME_S }> {
  const now = deps.clock.now();
  const job = await findExport(deps.db, owner, id);
  if (job === null) throw noSuchExport();
  const object_key = requireArchive(job, now);
  await requireOpen(deps, job);
  const download_url = await deps.store.ownUrl(object_key, {
    expires_in_s: DOWNLOAD_URL_LIFETIME_S,
    file_name: archiveName(job),
    content_type: 'application/zip',
  });
  await deps.db.transaction(async (tx) => {
    // The log of an organization that was deleted meanwhile ends with that.
    if (!(await holdExport(tx, owner, id))) throw noSuchExport();
    await writeAudit(tx, {
      org_id: owner.org_id,
      event_type: 'export_downloaded',
      actor,
      target_id: id,
      now,
    });
  });
  return { download_url, expires_in_seconds: DOWNLOAD_URL_LIFETIME_S };
}

function requireArchive(job: ExportJob, now: Date): string {
  if (job.expires_at !== null && job.expires_at.getTime() + REMEMBERED_MS <= now.getTime())
    throw noSuchExport();
  if (job.withdrawn_at !== null) throw exportWithdrawn();
  if (job.expires_at !== null && job.expires_at <= now) throw exportExpired();
  if (job.status === 'deleted') throw noSuchExport();
  if (job.status === 'failed')
    throw exportNotReady({ message: 'The export failed and has no file. Create a new one.' });
  if (job.object_key === null) throw exportNotReady();
  return job.object_key;
}

/**
 * Allows a link to an archive while its requester keeps the right and everything in it is still shared. Other files pass.
 * @throws AppError forbidden; exportWithdrawn
 */
export async function requireOpenLink(deps: DownloadDeps, object_key: string): Promise<void> {
  if (!object_key.startsWith(ARCHIVES)) return;
  const [org_id = '', id = ''] = object_key.slice(ARCHIVES.length).split('/');
  const archive = await findArchive(deps.db, { org_id, id });
  if (archive === null) return;
  if (archive.withdrawn_at !== null) throw exportWithdrawn();
  await requireStillAllowed(deps, archive);
  if (archive.object_key === object_key) await requireOpen(deps, archive);
}

/** @throws AppError forbidden where whoever asked for the archive might not do so now */
async function requireStillAllowed(
  { db, clock }: DownloadDeps,
  { org_id, api_key_id, requested_by }: Pick<ExportJob, 'org_id' | 'api_key_id' | 'requested_by'>,
): Promise<void> {
  if (api_key_id !== null) {
    if (await isActiveKey(db, { org_id, key_id: api_key_id, now: clock.now() })) return;
    throw forbidden({ message: 'The API key that this link was made with is not valid any more.' });
  }
  const asker = requested_by === null ? null : await findActiveUser(db, requested_by);
  if (asker !== null && (await mayExport(db, org_id, asker.user_id))) return;
  throw forbidden({ message: 'Who this link was made for may not export any more.' });
}

async function mayExport(db: Queryable, org_id: string, user_id: string): Promise<boolean> {
  try {
    await requireExporter(db, { type: 'user', user_id, roles: ['user'] }, org_id);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/** Withdraws an archive that shows more of somebody than they share today. */
async function requireOpen(
  deps: Omit<DownloadDeps, 'store'>,
  job: Pick<ExportJob, 'id' | 'org_id'>,
): Promise<void> {
  const { db, clock, sourcePolicies: policies } = deps;
  const isOpen = await db.transaction(async (tx) => {
    const contents = await findContents(tx, job);
    if (contents === null) return false;
    const roster = await listRoster(tx, job.org_id);
    return isStillOpen(contents, { roster, closings: await listClosings(tx, job), policies });
  }, SNAPSHOT);
  if (isOpen) return;
  await db.transaction(async (tx) => {
    if (await markWithdrawn(tx, job, clock.now())) await withdraw(tx, deps, [job]);
  });
  throw exportWithdrawn();
}
