import { isoOrNull } from '../../shared/time.ts';
import { noSuchExport } from './errors.ts';
import type { ExportJob } from './export-job.ts';

export function presentOrganizationExport(job: ExportJob, now: Date) {
  const { status } = job;
  if (status === 'deleted') throw noSuchExport();
  return {
    id: job.id,
    org_id: job.org_id,
    from: edge(job.start_date_ms),
    to: edge(job.end_date_ms),
    format: job.format,
    include: [...job.include],
    athlete_ids: job.athlete_ids === null ? null : [...job.athlete_ids],
    status,
    is_downloadable: job.object_key !== null && job.expires_at !== null && job.expires_at > now,
    file_size_bytes: job.file_size_bytes,
    error_message: job.error_message,
    skipped_athletes: job.skipped_athletes?.map(({ uid, reason }) => ({ user_id: uid, reason })) ?? null,
    left_out:
      job.left_out?.map(({ source, reason, athletes, activities }) => ({
        source,
        reason,
        athletes,
        activities,
      })) ?? null,
    created_at: job.created_at.toISOString(),
    completed_at: isoOrNull(job.completed_at),
    expires_at: isoOrNull(job.expires_at),
  };
}

const edge = (time_ms: number | null): string | null =>
  time_ms === null ? null : new Date(time_ms).toISOString();
