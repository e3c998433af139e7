import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import type { ExportJob } from './export-job.ts';
import { findExportsAskedBy, withdrawExportsAskedBy, withdrawExportsOf } from './queries.ts';
import { withdraw } from './remove-withdrawn.ts';

const PAGE = 200;

/**
 * Archives of organizations. A coach gets a list of those they requested; athletes get their data elsewhere. When a
 * person leaves, archives that hold or name them, and those they requested, are deleted. Release before memberships.
 */
export function exportData(deps: { db: Database; jobs: Pick<Jobs, 'enqueue'> }): PersonalData {
  return {
    name: 'exports',
    columns: [
      'export_jobs.athlete_ids',
      'export_jobs.skipped_athletes',
      'export_jobs.requested_by',
      'export_athletes.user_id',
      'activity_closings.user_id',
    ],
    files: { 'exports_asked_for.json': 'Exports of organizations that you asked for as a coach.' },
    async *collect(user_id) {
      yield { name: 'exports_asked_for.json', records: askedFor(deps.db, user_id) };
    },
    async release(tx, { user_id, now }) {
      const gone = [
        ...(await withdrawExportsOf(tx, user_id, now)),
        ...(await withdrawExportsAskedBy(tx, user_id, now)),
      ];
      await withdraw(tx, deps, gone);
    },
  };
}

async function* askedFor(db: Database, user_id: string): AsyncGenerator<string[]> {
  const pages = pagesOf<ExportJob>(PAGE, (page) => findExportsAskedBy(db, { user_id, ...page }));
  for await (const page of pages) yield page.map((job) => JSON.stringify(presentAsked(job)));
}

function presentAsked(job: ExportJob) {
  return {
    id: job.id,
    org_id: job.org_id,
    from: job.start_date_ms === null ? null : new Date(job.start_date_ms).toISOString(),
    to: job.end_date_ms === null ? null : new Date(job.end_date_ms).toISOString(),
    format: job.format,
    status: job.status,
    created_at: job.created_at.toISOString(),
    completed_at: isoOrNull(job.completed_at),
  };
}
