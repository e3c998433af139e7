import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import type { ExportJob } from './export-job.ts';
import { findExportsAskedBy, withdrawExportsAskedBy, withdrawExportsOf } from './queries.ts';
import { withdraw } from './remove-withdrawn.ts';

const PAGE = 200;

/**
 * Archives that organizations made. Of those that hold somebody they get nothing from here, since all that an archive has of them is
 * theirs anyway; what they asked for themselves as coaches is listed. When they leave, the archives that hold or name them go, and so
 * do those that they asked for. To be released before memberships are.
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

/** Without the athletes, whose ids are not the coach's own data. */
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
