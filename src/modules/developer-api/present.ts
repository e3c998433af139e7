import { isoOrNull } from '../../shared/time.ts';
import type { ExportJob } from '../exports/index.ts';

export function presentExport(job: ExportJob) {
  const { api_key_id } = job;
  if (api_key_id === null) throw new Error('An export that a person asked for is shown to no key.');
  return {
    id: job.id,
    requester_uid: `api-key:${api_key_id}`,
    org_id: job.org_id,
    export_type: job.export_type,
    params: {
      start_date: job.start_date_ms,
      end_date: job.end_date_ms,
      format: job.format,
      athlete_ids: job.athlete_ids === null ? null : [...job.athlete_ids],
      ...(job.include.length === 0 ? {} : { include: [...job.include] }),
      actor_type: 'api_key' as const,
      api_key_id,
    },
    status: job.status,
    file_size_bytes: job.file_size_bytes,
    schema_version: job.schema_version,
    error_message: job.error_message,
    skipped_athletes: job.skipped_athletes === null ? null : [...job.skipped_athletes],
    left_out: job.left_out === null ? null : [...job.left_out],
    created_at: isoOrNull(job.created_at),
    completed_at: isoOrNull(job.completed_at),
    expires_at: isoOrNull(job.expires_at),
  };
}
