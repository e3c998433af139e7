import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import type { PersonalData } from '../users/index.ts';
import { withdrawExportsOf } from './queries.ts';
import { withdraw } from './remove-withdrawn.ts';

/**
 * Archives that organizations made. A person gets nothing from here, since all that an archive has of them is theirs
 * anyway; when they leave, the archives that hold or name them go. To be released before memberships are.
 */
export function exportData(deps: { db: Database; jobs: Pick<Jobs, 'enqueue'> }): PersonalData {
  return {
    name: 'exports',
    columns: [
      'export_jobs.athlete_ids',
      'export_jobs.skipped_athletes',
      'export_athletes.user_id',
      'activity_closings.user_id',
    ],
    files: {},
    async *collect() {},
    async release(tx, { user_id, now }) {
      await withdraw(tx, deps, await withdrawExportsOf(tx, user_id, now));
    },
  };
}
