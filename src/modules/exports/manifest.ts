import type { Source } from '../../privacy/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import { type ExportJob, type LeftOut, SCHEMA_VERSION, type SkippedAthlete } from './export-job.ts';
import type { FileFacts } from './write-archive.ts';

export type ManifestFacts = {
  readonly job: ExportJob;
  readonly organization: { readonly id: string; readonly name: string };
  readonly athlete_count: number;
  readonly skipped: readonly SkippedAthlete[];
  readonly sources_left_out: readonly Source[];
  readonly left_out: readonly LeftOut[];
  readonly generated_at: Date;
};

export function manifestFile(facts: ManifestFacts): {
  name: string;
  text: (files: readonly FileFacts[]) => string;
} {
  return {
    name: 'manifest.json',
    text: (files) => `${JSON.stringify(manifestOf(facts, files), null, 2)}\n`,
  };
}

function manifestOf(facts: ManifestFacts, files: readonly FileFacts[]): Record<string, unknown> {
  const { job, organization } = facts;
  const rowsOf = (table: string): number => files.find(({ name }) => name.startsWith(`${table}.`))?.rows ?? 0;
  return {
    schema_version: SCHEMA_VERSION,
    export_id: job.id,
    export_type: job.export_type,
    organization: { id: organization.id, name: organization.name },
    range: { start_date: job.start_date_ms, end_date: job.end_date_ms },
    format: job.format,
    ...(job.include.length === 0 ? {} : { include: job.include }),
    requester:
      job.api_key_id === null
        ? { type: 'user', id: job.requested_by }
        : { type: 'api_key', id: job.api_key_id },
    requested_at: isoOrNull(job.created_at),
    generated_at: isoOrNull(facts.generated_at),
    counts: {
      athletes: facts.athlete_count,
      activities: rowsOf('activities'),
      laps: rowsOf('laps'),
      ...Object.fromEntries(besides(files).map((table) => [table, rowsOf(table)])),
    },
    files: files.map(({ name, rows, size_bytes, sha256 }) => ({ name, rows, size_bytes, sha256 })),
    skipped_athletes: facts.skipped,
    sources_left_out: facts.sources_left_out,
    left_out: facts.left_out,
  };
}

const ALWAYS = ['athletes', 'activities', 'laps'];

function besides(files: readonly FileFacts[]): string[] {
  const tables = new Set(files.map(({ name }) => name.replace(/\.[a-z]+$/, '')));
  return [...tables].filter((table) => !ALWAYS.includes(table));
}
