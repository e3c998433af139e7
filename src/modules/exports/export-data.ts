import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import type { PersonalData } from '../users/index.ts';
import { withdrawExportsOf } from './queries.ts';
import { removeWithdrawn } from './remove-withdrawn.ts';

/** Half a payload, and more than a week's exports of a busy club. */
const MOST_A_JOB = 1_000;

/**
 * Archives that organizations made. A person gets nothing from here, since all that an archive has of them is theirs
 * anyway; when they leave, the archives that hold or name them go. To be released before memberships are.
 */
export function exportData(deps: { db: Database; jobs: Pick<Jobs, 'enqueue'> }): PersonalData {
  return {
    name: 'exports',
    columns: ['export_jobs.athlete_ids', 'export_jobs.skipped_athletes'],
    files: {},
    async *collect() {},
    async release(tx, { user_id }) {
      const exports = await withdrawExportsOf(tx, user_id);
      for (let start = 0; start < exports.length; start += MOST_A_JOB) {
        await deps.jobs.enqueue(tx, removeWithdrawn, { exports: exports.slice(start, start + MOST_A_JOB) });
      }
    },
  };
}
