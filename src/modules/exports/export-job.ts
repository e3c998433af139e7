import type { Source } from '../../privacy/index.ts';
import { DAY_MS } from '../../shared/time.ts';

export type ExportStatus = 'pending' | 'running' | 'completed' | 'failed' | 'deleted';
export type ExportFormat = 'csv' | 'json' | 'both';

/** What an archive may hold besides athletes and activities. */
export const EXPORT_INCLUDES = ['feedback', 'availability', 'sessions'] as const;
export type ExportInclude = (typeof EXPORT_INCLUDES)[number];

/** Why an athlete is not in an archive. */
export type SkipReason =
  | 'not_a_member'
  | 'left_organization'
  | 'account_inactive'
  | 'sharing_disabled'
  | 'read_error';
export type SkippedAthlete = { readonly uid: string; readonly reason: SkipReason };

/**
 * Activities that athletes share and that are not in an archive all the same: how many, and of how many athletes. Both are
 * null where the reason also hides from the organization that there are any.
 */
export type LeftOut = {
  readonly source: Source;
  readonly reason: 'source_policy';
  readonly athletes: number | null;
  readonly activities: number | null;
};

/** One export as it was asked for, and what became of it. */
export type ExportJob = {
  readonly id: string;
  readonly org_id: string;
  readonly api_key_id: string | null;
  /** Null where a key asked for it, or the person's account is gone. */
  readonly requested_by: string | null;
  readonly export_type: string;
  readonly start_date_ms: number | null;
  readonly end_date_ms: number | null;
  readonly format: ExportFormat;
  readonly include: readonly ExportInclude[];
  readonly athlete_ids: readonly string[] | null;
  readonly status: ExportStatus;
  readonly object_key: string | null;
  readonly file_size_bytes: number | null;
  readonly schema_version: string | null;
  readonly error_message: string | null;
  readonly skipped_athletes: readonly SkippedAthlete[] | null;
  readonly left_out: readonly LeftOut[] | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly expires_at: Date | null;
  /** Since when somebody in the archive is known to have left or to share less. */
  readonly withdrawn_at: Date | null;
};

/** Where archives lie in the object store. */
export const ARCHIVES = 'exports/';
/** A query whose column `key` are the archives that rows name. */
export const NAMED_ARCHIVES = `SELECT object_key AS key FROM export_jobs WHERE status = 'completed' AND object_key IS NOT NULL`;

/** Each attempt at an export writes an object of its own here. */
export function archiveFolder(job: { org_id: string; id: string }): string {
  return `${ARCHIVES}${job.org_id}/${job.id}/`;
}

export const SCHEMA_VERSION = '1.0';
export const RETENTION_MS = 7 * DAY_MS;
/** For how long after its end a download of an export still says that it has expired or was withdrawn. */
export const REMEMBERED_MS = 30 * DAY_MS;
export const DOWNLOAD_URL_LIFETIME_S = 600 as const;

/** `ekiden-<org id>-<date>.zip`, the date being the day it was asked for, UTC. */
export function archiveName(job: { org_id: string; created_at: Date }): string {
  return `ekiden-${job.org_id}-${job.created_at.toISOString().slice(0, 10)}.zip`;
}
