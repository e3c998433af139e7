import { isoOrNull } from '../../shared/time.ts';
import { type ExportJob, SCHEMA_VERSION, type SkippedAthlete } from './export-job.ts';
import type { FileFacts } from './write-archive.ts';

/** What an archive says of itself: `manifest.json`. */
export function manifestOf(facts: {
  job: ExportJob;
  organization: { id: string; name: string };
  athlete_count: number;
  skipped: readonly SkippedAthlete[];
  files: readonly FileFacts[];
  generated_at: Date;
}): Record<string, unknown> {
  const { job, organization, files } = facts;
  const rowsOf = (table: string): number => files.find(({ name }) => name.startsWith(`${table}.`))?.rows ?? 0;
  return {
    schema_version: SCHEMA_VERSION,
    export_id: job.id,
    export_type: job.export_type,
    organization: { id: organization.id, name: organization.name },
    range: { start_date: job.start_date_ms, end_date: job.end_date_ms },
    format: job.format,
    requester: { type: 'api_key', id: job.api_key_id },
    requested_at: isoOrNull(job.created_at),
    generated_at: isoOrNull(facts.generated_at),
    counts: { athletes: facts.athlete_count, activities: rowsOf('activities'), laps: rowsOf('laps') },
    files: files.map(({ name, rows, size_bytes, sha256 }) => ({ name, rows, size_bytes, sha256 })),
    skipped_athletes: facts.skipped,
  };
}
