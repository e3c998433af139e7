import { defineEvent } from '../../infra/events/index.ts';
import type { LeftOut } from './export-job.ts';

/** An archive has become downloadable without activities that its athletes share. */
export type ArchiveIncomplete = {
  readonly org_id: string;
  readonly org_name: string;
  readonly export_id: string;
  /** Who made the key that asked for it, if they have an account, and then who leads the organization. */
  readonly coach_ids: readonly string[];
  readonly left_out: readonly LeftOut[];
};

export const archiveIncomplete = defineEvent<ArchiveIncomplete>({
  name: 'archive_incomplete',
  payload: (value) => {
    const { org_id, org_name, export_id, coach_ids, left_out } = value as Partial<ArchiveIncomplete>;
    if (typeof org_id !== 'string' || typeof org_name !== 'string' || typeof export_id !== 'string')
      throw new TypeError('the organization or the export is missing');
    if (!Array.isArray(coach_ids)) throw new TypeError('the coaches are missing');
    if (!Array.isArray(left_out)) throw new TypeError('what was left out is missing');
    return { org_id, org_name, export_id, coach_ids, left_out };
  },
});
